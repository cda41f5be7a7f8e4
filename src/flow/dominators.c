/* SPDX-License-Identifier: Apache-2.0
 * The dominators of blocks: see paths.h. After Lengauer and Tarjan, "A Fast Algorithm for
 * Finding Dominators in a Flowgraph", the simple version, which is fast on every graph. */
#include "flow/paths.h"

/* Blocks by their numbers in a depth-first search, from 0. */
struct search {
    const struct paths *paths;
    uint32_t count;
    uint32_t *number; /* for each block; NO_BLOCK if it is not reachable */
    uint32_t *block, *parent, *semi, *above, *best, *dominator;
    uint32_t *bucket, *next; /* lists of the blocks that have a given semidominator */
    uint32_t *stack;
};

static uint32_t *numbers(struct search *s, uint32_t value) {
    uint32_t count = s->paths->f->block_count;
    uint32_t *n = arena_alloc(s->paths->f->arena, (count + 1) * sizeof *n);
    for (uint32_t i = 0; i <= count; i++) n[i] = value;
    return n;
}

static void visit_block(struct search *s, uint32_t block, uint32_t parent) {
    uint32_t n = s->count++;
    s->number[block] = n;
    s->block[n] = block;
    s->parent[n] = parent;
    s->semi[n] = s->best[n] = n;
}

/* `next` is the next edge of each block on the stack. */
static void search_depth_first(struct search *s) {
    const struct flow_function *f = s->paths->f;
    uint32_t depth = 1;
    visit_block(s, 0, 0);
    s->stack[0] = 0;
    s->next[0] = f->blocks[0].edges;
    while (depth) {
        uint32_t block = s->stack[depth - 1];
        if (s->next[block] == f->blocks[block + 1].edges) {
            depth--;
            continue;
        }
        uint32_t to = f->edges[s->next[block]++];
        if (s->number[to] != NO_BLOCK) continue;
        visit_block(s, to, s->number[block]);
        s->next[to] = f->blocks[to].edges;
        s->stack[depth++] = to;
    }
}

/* Returns the node with the least semidominator among the linked ancestors of n, and compresses the
 * path. */
static uint32_t best_above(struct search *s, uint32_t n) {
    uint32_t depth = 0;
    if (s->above[n] == NO_BLOCK) return n;
    for (uint32_t i = n; s->above[s->above[i]] != NO_BLOCK; i = s->above[i]) s->stack[depth++] = i;
    while (depth) {
        uint32_t i = s->stack[--depth], above = s->above[i];
        if (s->semi[s->best[above]] < s->semi[s->best[i]]) s->best[i] = s->best[above];
        s->above[i] = s->above[above];
    }
    return s->best[n];
}

static void find_semidominators(struct search *s) {
    const struct paths *p = s->paths;
    for (uint32_t n = s->count; n-- > 1;) {
        uint32_t block = s->block[n], parent = s->parent[n];
        for (uint32_t e = p->first_entry[block]; e < p->first_entry[block + 1]; e++) {
            uint32_t semi = s->semi[best_above(s, s->number[p->entries[e].from])];
            if (semi < s->semi[n]) s->semi[n] = semi;
        }
        s->next[n] = s->bucket[s->semi[n]];
        s->bucket[s->semi[n]] = n;
        s->above[n] = parent;
        for (uint32_t i = s->bucket[parent]; i != NO_BLOCK; i = s->next[i]) {
            uint32_t best = best_above(s, i);
            s->dominator[i] = s->semi[best] < s->semi[i] ? best : parent;
        }
        s->bucket[parent] = NO_BLOCK;
    }
}

void flow_find_dominators(struct paths *paths) {
    struct arena *arena = paths->f->arena;
    struct search s = {.paths = paths};
    paths->dominator = numbers(&s, NO_BLOCK);
    struct arena_mark mark = arena_mark(arena);
    s.number = numbers(&s, NO_BLOCK);
    s.above = numbers(&s, NO_BLOCK);
    s.bucket = numbers(&s, NO_BLOCK);
    s.block = numbers(&s, 0);
    s.parent = numbers(&s, 0);
    s.semi = numbers(&s, 0);
    s.best = numbers(&s, 0);
    s.dominator = numbers(&s, 0);
    s.next = numbers(&s, 0);
    s.stack = numbers(&s, 0);
    search_depth_first(&s);
    find_semidominators(&s);
    paths->dominator[0] = 0;
    for (uint32_t n = 1; n < s.count; n++) {
        if (s.dominator[n] != s.semi[n]) s.dominator[n] = s.dominator[s.dominator[n]];
        paths->dominator[s.block[n]] = s.block[s.dominator[n]];
    }
    arena_release(arena, mark);
}
