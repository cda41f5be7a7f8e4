/* SPDX-License-Identifier: Apache-2.0
 * What single threads of a CTA do: the numbers that follow from the index of a thread, and the code
 * that it comes to. So it is known which threads access which address. */
#ifndef FLOW_THREADS_THREADS_H
#define FLOW_THREADS_THREADS_H

#include "flow/value/definition.h"
#include "flow/event.h"
#include "flow/threads/lanes.h"

struct threads {
    struct flow_function *f;
    const struct flow_events *events;
    const struct paths *paths;
    struct definitions *definitions; /* those of values as well */
    struct lanes_room room;
    uint32_t size[3];    /* of a CTA, as far as directives say it; all threads: room.threads */
    bool is_given;       /* else some number of threads is assumed, along one dimension */
    bool is_exact;       /* the CTA has so many threads, not fewer */
    struct list values;  /* struct thread_value, of each definition that was asked for */
    struct list numbers; /* uint32_t: of each definition, 1 + index of its value */
    /* Sets of threads, that come to each block: for sure or because of a choice that all of them
     * make alike; and those that may come there because of a choice of their own. NULL: not asked
     * for yet. */
    uint64_t *come, *may_come;
    uint32_t words; /* of a set */
};

/* NULL: nothing can be said of single threads. */
struct threads *flow_threads(struct flow_function *f, const struct flow_events *events,
                             const struct paths *paths, struct definitions *definitions);
/* What an operand of an instruction is: a register, a number, an address. */
struct lanes flow_thread_operand(struct threads *t, uint32_t insn, uint32_t node);
/* ... an argument of an event is, or the address of one of which only the words are read. */
struct lanes flow_thread_argument(struct threads *t, uint32_t event, enum isa_event_argument what);
/* Writes the set of threads that execute an instruction. false: some may, and some may not, for
 * reasons that are not known. */
bool flow_thread_set(struct threads *t, uint32_t insn, uint64_t *set);

/* Adds all threads that may execute an instruction. */
void flow_thread_most(struct threads *t, uint32_t insn, uint64_t *set);

static inline bool thread_is_in(const uint64_t *set, uint32_t thread) {
    return set[thread / 64] >> (thread % 64) & 1;
}

#endif
