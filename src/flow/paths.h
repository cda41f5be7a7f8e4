/* SPDX-License-Identifier: Apache-2.0
 * What is surely true on the way to a place: the conditions of the branches that every path to it
 * takes. */
#ifndef FLOW_PATHS_H
#define FLOW_PATHS_H

#include "flow/predicates.h"

enum { MOST_FACTS = 24 /* of one place: those nearest to it */ };

struct paths {
    struct flow_function *f;
    const struct predicates *p;
    uint32_t *dominator; /* of each block the nearest other; itself: the first block */
    uint32_t *number;    /* in the tree of dominators: the blocks below one have the next numbers */
    uint32_t *size;      /* how many there are, with itself */
    struct literal *enters; /* of each block: what its only way in makes true */
    struct literal *facts;  /* of each edge: see flow_edge_fact */
    uint32_t *informed;     /* the nearest dominator, or itself, with such a fact; else the first */
    struct flow_entry *entries;
    uint32_t *first_entry; /* of each block; the next one's is where they end */
};

/* An edge that leads to a block, from one that is reached. */
struct flow_entry {
    uint32_t from, edge; /* edge: counted from the first of its block */
};

/* dominators.c: fills paths->dominator; entries are known. */
void flow_find_dominators(struct paths *paths);
struct paths flow_paths(struct flow_function *f, const struct predicates *p);

/* What is true on the k-th edge of a block; number 0: nothing is known. */
static inline struct literal flow_edge_fact(const struct paths *paths, uint32_t block,
                                            uint32_t edge) {
    return paths->facts[paths->f->blocks[block].edges + edge];
}
/* Writes what is true where an instruction is executed; returns how many, at most MOST_FACTS. */
uint32_t flow_facts(const struct paths *paths, uint32_t insn, struct literal *facts);
/* Does every path to `block` pass `by`? Both are reached. */
static inline bool flow_dominates(const struct paths *paths, uint32_t by, uint32_t block) {
    return paths->number[block] - paths->number[by] < paths->size[by];
}

static inline bool flow_is_reached(const struct paths *paths, uint32_t insn) {
    return paths->dominator[paths->f->block_of[insn]] != NO_BLOCK;
}

#endif
