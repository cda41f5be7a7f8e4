/* SPDX-License-Identifier: Apache-2.0
 * Single threads of a CTA: the numbers that follow from the index of a thread, and the code that
 * it executes. This shows which threads access which address. */
#ifndef FLOW_THREADS_THREADS_H
#define FLOW_THREADS_THREADS_H

#include "flow/value/definition.h"
#include "flow/event.h"
#include "flow/threads/lanes.h"

struct threads {
    struct flow_function *f;
    const struct flow_events *events;
    const struct paths *paths;
    struct definitions *definitions; /* shared with values */
    struct lanes_room room;
    uint32_t size[3];      /* dimensions of a CTA, as far as directives specify them; all threads:
                              room.threads */
    bool is_given;         /* otherwise, some number of threads is assumed, along one dimension */
    bool is_exact;         /* the CTA has exactly this many threads, not fewer */
    struct lanes index[3]; /* the index of a thread; without numbers until it is needed */
    struct list values;    /* struct thread_value, for each definition that was looked up */
    struct list numbers;   /* uint32_t: for each definition, 1 + index of its value */
    /* Sets of threads for each block: those that are known to get there, or get there because of a
     * choice that all of them make alike; and those that may get there because of a choice of their
     * own. NULL until they are needed. */
    uint64_t *come, *may_come;
    uint32_t words; /* of a set */
};

/* Returns NULL if single threads cannot be analyzed. */
struct threads *flow_threads(struct flow_function *f, const struct flow_events *events,
                             const struct paths *paths, struct definitions *definitions);
/* Returns the value of an operand of an instruction: a register, a number, an address. */
struct lanes flow_thread_operand(struct threads *t, uint32_t insn, uint32_t node);
/* Returns the value of an argument of an event, or the address of an event of which only the words
 * are read. */
struct lanes flow_thread_argument(struct threads *t, uint32_t event, enum isa_event_argument what);
/* Writes the set of threads that execute an instruction. Returns false if some threads may or may
 * not execute it for unknown reasons. */
bool flow_thread_set(struct threads *t, uint32_t insn, uint64_t *set);

/* Finds the lowest number of an argument among the threads that certainly execute the event, and
 * sets *key to the key of its unknown part. Returns false if there is no such thread, or if the
 * number is unknown or not always the same.
 */
bool flow_thread_lowest(struct threads *t, uint32_t event, enum isa_event_argument what,
                        uint64_t *key, int64_t *lowest);

/* Adds all threads that may execute an instruction. */
void flow_thread_most(struct threads *t, uint32_t insn, uint64_t *set);

static inline bool thread_is_in(const uint64_t *set, uint32_t thread) {
    return set[thread / 64] >> (thread % 64) & 1;
}

#endif
