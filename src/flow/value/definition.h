/* SPDX-License-Identifier: Apache-2.0
 * Which instruction has written what a register holds at a place. Where several may have, because
 * paths meet, the meeting is a definition of its own, as in static single assignment form. All of
 * it is found on demand: most registers are written once. */
#ifndef FLOW_VALUE_DEFINITION_H
#define FLOW_VALUE_DEFINITION_H

#include "flow/paths.h"

enum { NO_DEFINITION = 0 };

struct flow_writer {
    uint32_t ref, insn;
};

/* Where paths meet: what a register holds at the begin of a block. */
struct flow_merge {
    uint32_t id, block; /* the register */
    uint32_t *operands; /* a definition for each entry of the block; NULL: not asked for yet */
    bool lost;          /* too much to follow: it may be anything */
};

/* Definitions are numbered: first writers, then merges as they are found. */
struct definitions {
    struct flow_function *f;
    const struct paths *paths;
    uint32_t *first; /* of each register: its writers, in the order of the text */
    struct flow_writer *writers;
    uint32_t writer_count;
    struct list merges; /* struct flow_merge */
    uint32_t *table;    /* numbers of merges by register and block, 0: free */
    uint32_t mask;
    uint64_t steps, most_steps; /* of all walks */
};

struct definitions flow_definitions(struct flow_function *f, const struct paths *paths);

/* What a register holds when control comes to an instruction. NO_DEFINITION: nothing on any path.
 */
uint32_t definition_before(struct definitions *d, uint32_t id, uint32_t insn);
/* Of each way into the block of a merge. */
const uint32_t *definition_operands(struct definitions *d, struct flow_merge *merge);

static inline bool definition_is_merge(const struct definitions *d, uint32_t definition) {
    return definition > d->writer_count;
}
static inline struct flow_merge *definition_merge(const struct definitions *d,
                                                  uint32_t definition) {
    return list_at(&d->merges, definition - d->writer_count - 1);
}
static inline const struct flow_writer *definition_writer(const struct definitions *d,
                                                          uint32_t definition) {
    return &d->writers[definition - 1];
}

#endif
