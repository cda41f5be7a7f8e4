/* SPDX-License-Identifier: Apache-2.0
 * Natural loops: see loops.h. Outer loops are processed first, so that inner ones overwrite
 * them. */
#include "flow/loops.h"

enum { MOST_VISITS = 64 /* per block */ };

struct body {
    const struct paths *paths;
    uint32_t *stack, depth;
    uint32_t *seen; /* for each block, 1 + the head of the last loop that contained it */
    uint32_t *loops;
    uint64_t visits;
};

static void add_block(struct body *b, uint32_t block, uint32_t head) {
    if (b->seen[block] == head + 1) return;
    b->seen[block] = head + 1;
    b->loops[block] = head;
    b->stack[b->depth++] = block;
    b->visits++;
}

/* Finds all blocks from which a path leads back to the head without passing it. */
static void find_body(struct body *b, uint32_t head) {
    const struct paths *paths = b->paths;
    for (uint32_t e = paths->first_entry[head]; e < paths->first_entry[head + 1]; e++)
        if (flow_dominates(paths, head, paths->entries[e].from)) {
            if (b->seen[head] != head + 1) add_block(b, head, head), b->depth--;
            add_block(b, paths->entries[e].from, head);
        }
    while (b->depth) {
        uint32_t block = b->stack[--b->depth];
        if (block == head) continue;
        for (uint32_t e = paths->first_entry[block]; e < paths->first_entry[block + 1]; e++)
            add_block(b, paths->entries[e].from, head);
    }
}

uint32_t *flow_loops(const struct paths *paths) {
    const struct flow_function *f = paths->f;
    struct body b = {.paths = paths};
    b.stack = arena_alloc(f->arena, (f->block_count + 1) * sizeof *b.stack);
    b.seen = arena_zalloc(f->arena, f->block_count * sizeof *b.seen);
    b.loops = arena_alloc(f->arena, f->block_count * sizeof *b.loops);
    for (uint32_t i = 0; i < f->block_count; i++) b.loops[i] = NO_BLOCK;
    /* The head of an outer loop comes before those of its inner loops. */
    for (uint32_t i = 0; i < f->order_count; i++) {
        find_body(&b, f->order[i]);
        if (b.visits > (uint64_t)MOST_VISITS * f->block_count) return NULL;
    }
    return b.loops;
}

bool *flow_loop_blocks(const struct paths *paths, uint32_t head) {
    const struct flow_function *f = paths->f;
    bool *inside = arena_zalloc(f->arena, (f->block_count + 1) * sizeof *inside);
    uint32_t *stack = arena_alloc(f->arena, (f->block_count + 1) * sizeof *stack), depth = 0;
    inside[head] = true;
    stack[depth++] = head;
    while (depth) {
        uint32_t block = stack[--depth];
        for (uint32_t e = paths->first_entry[block]; e < paths->first_entry[block + 1]; e++) {
            uint32_t from = paths->entries[e].from;
            if (inside[from] || !flow_dominates(paths, head, from)) continue;
            inside[from] = true;
            stack[depth++] = from;
        }
    }
    return inside;
}
