/* SPDX-License-Identifier: Apache-2.0
 * Which instruction has written what a register holds at a place. If there may be several,
 * because paths meet, the merge is a definition of its own, as in static single assignment form.
 * Everything is computed on demand, because most registers are written once. */
#ifndef FLOW_VALUE_DEFINITION_H
#define FLOW_VALUE_DEFINITION_H

#include "flow/paths.h"

enum { NO_DEFINITION = 0 };

struct flow_writer {
    uint32_t ref, insn;
};

/* A merge of paths: what a register holds at the start of a block. */
struct flow_merge {
    uint32_t id, block; /* id: the register */
    uint32_t *operands; /* a definition for each entry of the block; NULL until they are needed */
    bool lost;          /* too much to track: it may be anything */
};

/* Definitions are numbered: first writers, then merges in the order of discovery. */
struct definitions {
    struct flow_function *f;
    const struct paths *paths;
    uint32_t *first; /* for each register, its writers in the order of the text */
    struct flow_writer *writers;
    uint32_t writer_count;
    struct list merges; /* struct flow_merge */
    uint32_t *table;    /* numbers of merges by register and block; 0 if free */
    uint32_t mask;
    uint64_t steps, most_steps; /* of all walks */
};

struct definitions flow_definitions(struct flow_function *f, const struct paths *paths);

/* Returns what a register holds when control gets to an instruction, or NO_DEFINITION if it is not
 * written on any path. */
uint32_t definition_before(struct definitions *d, uint32_t id, uint32_t insn);
/* Returns a definition for each entry of the block of a merge. */
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
