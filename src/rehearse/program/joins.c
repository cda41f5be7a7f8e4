/* SPDX-License-Identifier: Apache-2.0
 * Finds where diverged paths meet again: for each block, the nearest block on every path from it
 * to the end. After Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", on the
 * graph with reversed edges. */
#include "rehearse/program/program.h"

struct reverse {
    const struct flow_function *f;
    uint32_t *first, *from; /* predecessors of each block; those of `end` are where threads exit */
    uint32_t *position;     /* in reverse postorder from the end; NO_BLOCK if the end is not
                               reachable */
    uint32_t *order, count;
    uint32_t *nearest;
    uint32_t end;
};

/* Returns true if threads exit in the block. A trap does not count: if it is reached, nothing else
 * matters. */
static bool ends_threads(const struct flow_function *f, uint32_t block) {
    const struct flow_block *b = &f->blocks[block];
    return b->edges == b[1].edges && (b->first == b->end || !flow_does(f, b->end - 1, DOES_TRAP));
}

static void find_reverse_edges(struct reverse *r) {
    const struct flow_function *f = r->f;
    uint32_t edges = f->blocks[f->block_count].edges;
    r->first = arena_zalloc(f->arena, (f->block_count + 3) * sizeof *r->first);
    r->from = arena_alloc(f->arena, (edges + f->block_count + 1) * sizeof *r->from);
    for (uint32_t b = 0; b < f->block_count; b++) {
        for (uint32_t e = f->blocks[b].edges; e < f->blocks[b + 1].edges; e++)
            r->first[f->edges[e] + 2]++;
        r->first[r->end + 2] += ends_threads(f, b);
    }
    for (uint32_t i = 2; i < f->block_count + 3; i++) r->first[i] += r->first[i - 1];
    for (uint32_t b = 0; b < f->block_count; b++) {
        for (uint32_t e = f->blocks[b].edges; e < f->blocks[b + 1].edges; e++)
            r->from[r->first[f->edges[e] + 1]++] = b;
        if (ends_threads(f, b)) r->from[r->first[r->end + 1]++] = b;
    }
}

static void put_in_reverse(struct reverse *r) {
    struct arena *arena = r->f->arena;
    uint32_t blocks = r->end + 1, depth = 1, at = blocks;
    uint32_t *stack = arena_alloc(arena, blocks * sizeof *stack);
    uint32_t *next = arena_alloc(arena, blocks * sizeof *next);
    uint8_t *seen = arena_zalloc(arena, blocks);
    stack[0] = r->end;
    seen[r->end] = 1;
    next[r->end] = r->first[r->end];
    while (depth) {
        uint32_t block = stack[depth - 1];
        if (next[block] == r->first[block + 1]) {
            r->order[--at] = block;
            r->position[block] = at;
            depth--;
            continue;
        }
        uint32_t to = r->from[next[block]++];
        if (seen[to]) continue;
        seen[to] = 1;
        next[to] = r->first[to];
        stack[depth++] = to;
    }
    r->count = blocks - at;
    r->order += at;
}

static uint32_t meet_later(const struct reverse *r, uint32_t a, uint32_t b) {
    while (a != b) {
        while (r->position[a] > r->position[b]) a = r->nearest[a];
        while (r->position[b] > r->position[a]) b = r->nearest[b];
    }
    return a;
}

static uint32_t nearest_of(const struct reverse *r, uint32_t block) {
    uint32_t found = ends_threads(r->f, block) ? r->end : NO_BLOCK;
    for (uint32_t e = r->f->blocks[block].edges; e < r->f->blocks[block + 1].edges; e++) {
        uint32_t to = r->f->edges[e];
        if (r->nearest[to] == NO_BLOCK) continue;
        found = found == NO_BLOCK ? to : meet_later(r, to, found);
    }
    return found;
}

uint32_t *find_joins(const struct flow_function *f) {
    struct arena *arena = f->arena;
    uint32_t blocks = f->block_count + 1;
    struct reverse r = {.f = f, .end = f->block_count};
    r.position = arena_alloc(arena, blocks * sizeof *r.position);
    r.order = arena_alloc(arena, blocks * sizeof *r.order);
    r.nearest = arena_alloc(arena, blocks * sizeof *r.nearest);
    for (uint32_t i = 0; i < blocks; i++) r.nearest[i] = NO_BLOCK;
    r.nearest[r.end] = r.end;
    find_reverse_edges(&r);
    put_in_reverse(&r);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < r.count; i++) {
            uint32_t found = nearest_of(&r, r.order[i]);
            if (found == r.nearest[r.order[i]]) continue;
            r.nearest[r.order[i]] = found;
            changed = true;
        }
    }
    for (uint32_t i = 0; i < f->block_count; i++) {
        bool none = r.nearest[i] == NO_BLOCK || r.nearest[i] == r.end;
        r.nearest[i] = none ? NO_OP : f->blocks[r.nearest[i]].first;
    }
    return r.nearest;
}
