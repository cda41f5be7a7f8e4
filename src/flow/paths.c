/* SPDX-License-Identifier: Apache-2.0
 * Dominators and the facts that follow from them: see paths.h. After Cooper, Harvey and Kennedy, "A
 * Simple, Fast Dominance Algorithm"; a graph on which that is slow is given up. */
#include "flow/paths.h"

enum { MOST_STEPS = 64 /* per edge */ };

struct walk {
    struct flow_function *f;
    uint32_t *position; /* of each block in the order; NO_BLOCK: it is not reached */
    uint32_t *first;    /* of each block, and one more */
    struct flow_entry *entries;
    uint32_t *dominator;
    uint64_t steps;
};

static void find_predecessors(struct walk *w) {
    struct flow_function *f = w->f;
    uint32_t edges = f->blocks[f->block_count].edges;
    w->first = arena_zalloc(f->in->arena, (f->block_count + 2) * sizeof *w->first);
    w->entries = arena_alloc(f->in->arena, (edges + 1) * sizeof *w->entries);
    for (uint32_t i = 0; i < f->order_count; i++) {
        const struct flow_block *b = &f->blocks[f->order[i]];
        for (uint32_t e = b->edges; e < b[1].edges; e++) w->first[f->edges[e] + 2]++;
    }
    for (uint32_t i = 2; i < f->block_count + 2; i++) w->first[i] += w->first[i - 1];
    for (uint32_t i = 0; i < f->order_count; i++) {
        const struct flow_block *b = &f->blocks[f->order[i]];
        for (uint32_t e = b->edges; e < b[1].edges; e++)
            w->entries[w->first[f->edges[e] + 1]++] =
                (struct flow_entry){f->order[i], e - b->edges};
    }
}

/* Where the ways up from two blocks meet. */
static uint32_t meet(struct walk *w, uint32_t a, uint32_t b) {
    while (a != b) {
        while (w->position[a] > w->position[b]) a = w->dominator[a], w->steps++;
        while (w->position[b] > w->position[a]) b = w->dominator[b], w->steps++;
    }
    return a;
}

static uint32_t dominator_of(struct walk *w, uint32_t block) {
    uint32_t found = NO_BLOCK;
    for (uint32_t e = w->first[block]; e < w->first[block + 1]; e++) {
        uint32_t from = w->entries[e].from;
        if (w->dominator[from] == NO_BLOCK) continue;
        found = found == NO_BLOCK ? from : meet(w, from, found);
    }
    return found;
}

static void find_dominators(struct walk *w) {
    struct flow_function *f = w->f;
    uint64_t most = MOST_STEPS * ((uint64_t)f->blocks[f->block_count].edges + 64);
    for (uint32_t i = 0; i < f->block_count; i++) w->dominator[i] = w->position[i] = NO_BLOCK;
    for (uint32_t i = 0; i < f->order_count; i++) w->position[f->order[i]] = i;
    w->dominator[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < f->order_count; i++) {
            uint32_t block = f->order[i], found = dominator_of(w, block);
            if (found == w->dominator[block]) continue;
            w->dominator[block] = found;
            changed = true;
        }
        if (w->steps > most) {
            f->gap = FLOW_LARGE;
            return;
        }
    }
}

/* ---- facts ---- */

struct literal flow_edge_fact(const struct paths *paths, uint32_t block, uint32_t edge) {
    const struct flow_block *b = &paths->f->blocks[block];
    struct literal none = {0, false};
    if (b->first == b->end || b[1].edges - b->edges > 2) return none;
    bool jumps = flow_does(paths->f, b->end - 1, DOES_BRANCH);
    bool leaves =
        flow_does(paths->f, b->end - 1, DOES_RETURN) || flow_does(paths->f, b->end - 1, DOES_TRAP);
    if (!jumps && !leaves) return none;
    struct literal l = flow_guard(paths->f, paths->p, b->end - 1);
    if (!l.number) return none;
    bool both = jumps && paths->f->edges[b->edges] == paths->f->edges[b->edges + 1];
    if (both) return none;
    if (!jumps || edge == 1) l.negated = !l.negated;
    return l;
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
    uint32_t *next = arena_zalloc(f->in->arena, f->block_count * sizeof *next);
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
    struct arena *arena = f->in->arena;
    struct walk w = {.f = f};
    w.position = arena_alloc(arena, f->block_count * sizeof *w.position);
    w.dominator = arena_alloc(arena, f->block_count * sizeof *w.dominator);
    struct paths paths = {.f = f, .p = p, .dominator = w.dominator};
    paths.number = arena_zalloc(arena, f->block_count * sizeof *paths.number);
    paths.size = arena_zalloc(arena, f->block_count * sizeof *paths.size);
    paths.enters = arena_zalloc(arena, f->block_count * sizeof *paths.enters);
    paths.informed = arena_zalloc(arena, f->block_count * sizeof *paths.informed);
    find_predecessors(&w);
    find_dominators(&w);
    paths.entries = w.entries;
    paths.first_entry = w.first;
    if (f->gap) return paths;
    number_tree(&paths);
    find_entering(&paths);
    return paths;
}
