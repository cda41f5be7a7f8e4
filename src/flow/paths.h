/* SPDX-License-Identifier: Apache-2.0
 * What is known to be true on the way to a place: the conditions of the branches that every path
 * to it takes. */
#ifndef FLOW_PATHS_H
#define FLOW_PATHS_H

#include "flow/predicates.h"

enum { MOST_FACTS = 24 /* at one place: the nearest ones */ };

struct paths {
    struct flow_function *f;
    const struct predicates *p;
    uint32_t *dominator;    /* for each block, the nearest other one; the first block itself */
    uint32_t *number;       /* in the tree of dominators, the blocks below a block have the next
                               numbers */
    uint32_t *size;         /* their number, including the block itself */
    struct literal *enters; /* for each block, what its only incoming edge makes true */
    struct literal *facts;  /* for each edge: see flow_edge_fact */
    uint32_t *informed;     /* the nearest dominator (or the block itself) with such a fact;
                               otherwise the first block */
    struct flow_entry *entries;
    uint32_t *first_entry; /* for each block; its entries end where those of the next one start */
};

/* An edge into a block, from a reachable one. */
struct flow_entry {
    uint32_t from, edge; /* edge: counted from the first of its block */
};

/* dominators.c: fills in paths->dominator; entries must be known. */
void flow_find_dominators(struct paths *paths);
struct paths flow_paths(struct flow_function *f, const struct predicates *p);

/* Returns what is true on the k-th edge of a block; number 0 if nothing is known. */
static inline struct literal flow_edge_fact(const struct paths *paths, uint32_t block,
                                            uint32_t edge) {
    return paths->facts[paths->f->blocks[block].edges + edge];
}
/* Writes what is true where an instruction is executed, and returns the number of facts, at most
 * MOST_FACTS. */
uint32_t flow_facts(const struct paths *paths, uint32_t insn, struct literal *facts);
/* Returns true if every path to `block` passes `by`. Both must be reachable. */
static inline bool flow_dominates(const struct paths *paths, uint32_t by, uint32_t block) {
    return paths->number[block] - paths->number[by] < paths->size[by];
}

static inline bool flow_is_reached(const struct paths *paths, uint32_t insn) {
    return paths->dominator[paths->f->block_of[insn]] != NO_BLOCK;
}

#endif
