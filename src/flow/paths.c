/* SPDX-License-Identifier: Apache-2.0
 * The tree of dominators and the facts that follow from it: see paths.h. */
#include "flow/paths.h"

static void find_entries(struct paths *paths) {
    struct flow_function *f = paths->f;
    uint32_t edges = f->blocks[f->block_count].edges;
    paths->first_entry = arena_zalloc(f->arena, (f->block_count + 2) * sizeof(uint32_t));
    paths->entries = arena_alloc(f->arena, (edges + 1) * sizeof *paths->entries);
    for (uint32_t i = 0; i < f->order_count; i++) {
        const struct flow_block *b = &f->blocks[f->order[i]];
        for (uint32_t e = b->edges; e < b[1].edges; e++) paths->first_entry[f->edges[e] + 2]++;
    }
    for (uint32_t i = 2; i < f->block_count + 2; i++)
        paths->first_entry[i] += paths->first_entry[i - 1];
    for (uint32_t i = 0; i < f->order_count; i++) {
        const struct flow_block *b = &f->blocks[f->order[i]];
        for (uint32_t e = b->edges; e < b[1].edges; e++)
            paths->entries[paths->first_entry[f->edges[e] + 1]++] =
                (struct flow_entry){f->order[i], e - b->edges};
    }
}

/* ---- facts ---- */

static struct literal find_fact(const struct paths *paths, uint32_t block, uint32_t edge) {
    const struct flow_block *b = &paths->f->blocks[block];
    struct literal none = {0, false};
    if (b->first == b->end || b[1].edges - b->edges > 2) return none;
    bool jumps = flow_does(paths->f, b->end - 1, DOES_BRANCH);
    bool leaves = flow_leaves(paths->f, b->end - 1) || flow_does(paths->f, b->end - 1, DOES_TRAP);
    if (!jumps && !leaves) return none;
    struct literal l = flow_guard(paths->f, paths->p, b->end - 1);
    if (!l.number) return none;
    bool both = jumps && paths->f->edges[b->edges] == paths->f->edges[b->edges + 1];
    if (both) return none;
    if (!jumps || edge == 1) l.negated = !l.negated;
    return l;
}

static void find_facts(struct paths *paths) {
    const struct flow_function *f = paths->f;
    for (uint32_t i = 0; i < f->order_count; i++) {
        const struct flow_block *b = &f->blocks[f->order[i]];
        for (uint32_t e = b->edges; e < b[1].edges; e++)
            paths->facts[e] = find_fact(paths, f->order[i], e - b->edges);
    }
}

static void find_entering(struct paths *paths) {
    struct flow_function *f = paths->f;
    for (uint32_t i = 1; i < f->order_count; i++) {
        uint32_t block = f->order[i], first = paths->first_entry[block];
        if (paths->first_entry[block + 1] - first == 1)
            paths->enters[block] =
                flow_edge_fact(paths, paths->entries[first].from, paths->entries[first].edge);
        paths->informed[block] =
            paths->enters[block].number ? block : paths->informed[paths->dominator[block]];
    }
}

/* A dominator comes before the blocks below it in the order. */
static void number_tree(struct paths *paths) {
    const struct flow_function *f = paths->f;
    uint32_t *next = arena_zalloc(f->arena, f->block_count * sizeof *next);
    for (uint32_t i = f->order_count; i-- > 0;) {
        uint32_t block = f->order[i];
        paths->size[block]++;
        if (block) paths->size[paths->dominator[block]] += paths->size[block];
    }
    for (uint32_t i = 0; i < f->order_count; i++) {
        uint32_t block = f->order[i], above = paths->dominator[block];
        paths->number[block] = next[above];
        next[above] += paths->size[block];
        next[block] = paths->number[block] + 1;
    }
}

uint32_t flow_facts(const struct paths *paths, uint32_t insn, struct literal *facts) {
    uint32_t count = 0, block = paths->f->block_of[insn];
    facts[count] = flow_guard(paths->f, paths->p, insn);
    count += facts[count].number != 0;
    while (count < MOST_FACTS && (block = paths->informed[block])) {
        facts[count++] = paths->enters[block];
        block = paths->dominator[block];
    }
    return count;
}

struct paths flow_paths(struct flow_function *f, const struct predicates *p) {
    struct arena *arena = f->arena;
    struct paths paths = {.f = f, .p = p};
    paths.number = arena_zalloc(arena, f->block_count * sizeof *paths.number);
    paths.size = arena_zalloc(arena, f->block_count * sizeof *paths.size);
    paths.enters = arena_zalloc(arena, f->block_count * sizeof *paths.enters);
    paths.facts = arena_zalloc(arena, (f->blocks[f->block_count].edges + 1) * sizeof *paths.facts);
    paths.informed = arena_zalloc(arena, f->block_count * sizeof *paths.informed);
    find_entries(&paths);
    flow_find_dominators(&paths);
    number_tree(&paths);
    find_facts(&paths);
    find_entering(&paths);
    return paths;
}
