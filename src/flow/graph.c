/* SPDX-License-Identifier: Apache-2.0
 * The blocks of a function and their successors. Manual: Control Flow Instructions. */
#include "flow/function.h"
#include <string.h>

/* Labels by name and scope. */
struct label_table {
    const struct flow_label **slot;
    uint32_t mask;
};

static uint32_t hash_label(struct name name, uint32_t scope) {
    uint64_t h = ((uint64_t)name.atom << 32 | name.number) + scope * UINT64_C(0x9E3779B97F4A7C15);
    h *= UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(h >> 32);
}

static struct label_table hash_labels(struct flow_function *f, const struct flow_labels *labels) {
    struct label_table t = {NULL, 15};
    while (t.mask < 2 * labels->labels.count) t.mask = 2 * t.mask + 1;
    t.slot = arena_zalloc(f->arena, ((size_t)t.mask + 1) * sizeof *t.slot);
    for (uint32_t i = 0; i < labels->labels.count; i++) {
        const struct flow_label *l = list_at(&labels->labels, i);
        uint32_t at = hash_label(l->name, l->scope) & t.mask;
        while (t.slot[at]) at = (at + 1) & t.mask;
        t.slot[at] = l;
    }
    return t;
}

static const struct flow_label *label_in(const struct label_table *t, struct name name,
                                         uint32_t scope) {
    for (uint32_t at = hash_label(name, scope) & t->mask; t->slot[at]; at = (at + 1) & t->mask) {
        const struct flow_label *l = t->slot[at];
        if (l->scope == scope && l->name.atom == name.atom && l->name.number == name.number)
            return l;
    }
    return NULL;
}

/* Searches from the innermost scope; scope 0 is outside of the body. */
static const struct flow_label *find_label(const struct label_table *t,
                                           const struct flow_labels *labels,
                                           const struct flow_jump *jump) {
    for (uint32_t scope = jump->scope; scope;
         scope = *(const uint32_t *)list_at(&labels->parents, scope)) {
        const struct flow_label *l = label_in(t, jump->name, scope);
        if (l) return l;
    }
    return NULL;
}

/* ---- blocks ---- */

static bool ends_path(const struct flow_function *f, uint32_t insn) {
    return flow_leaves(f, insn) || flow_does(f, insn, DOES_TRAP);
}

static bool jumps(const struct flow_function *f, uint32_t insn) {
    return flow_does(f, insn, DOES_BRANCH) || flow_does(f, insn, DOES_SWITCH);
}

static void cut(struct flow_function *f, const struct flow_labels *labels) {
    uint32_t count = f->insn_count, block = 0;
    uint8_t *leads = arena_zalloc(f->arena, count + 1);
    leads[0] = leads[count] = 1;
    for (uint32_t i = 0; i < labels->labels.count; i++)
        leads[((const struct flow_label *)list_at(&labels->labels, i))->insn] = 1;
    for (uint32_t i = 0; i < count; i++)
        if (jumps(f, i) || ends_path(f, i)) leads[i + 1] = 1;
    for (uint32_t i = 0; i <= count; i++) f->block_count += leads[i];
    f->blocks = arena_alloc(f->arena, (f->block_count + 1) * sizeof *f->blocks);
    f->block_of = arena_alloc(f->arena, (count + 1) * sizeof *f->block_of);
    for (uint32_t i = 0; i <= count; i++) {
        if (leads[i]) f->blocks[block++].first = i;
        f->block_of[i] = block - 1;
        f->blocks[block - 1].end = i < count ? i + 1 : i;
    }
}

/* ---- edges ---- */

struct edges {
    struct flow_function *f;
    const struct flow_labels *labels;
    struct label_table table;
    uint32_t count, room, jump; /* jump: the next one, in the order of instructions */
};

static void add_edge(struct edges *e, uint32_t to) {
    if (e->count == e->room)
        e->f->gap = FLOW_LARGE;
    else
        e->f->edges[e->count++] = to;
}

static void add_target(struct edges *e, const struct flow_jump *jump) {
    const struct flow_label *l = find_label(&e->table, e->labels, jump);
    if (l)
        add_edge(e, e->f->block_of[l->insn]);
    else
        e->f->gap = FLOW_INDIRECT;
}

/* Returns the first name of the list that belongs to a statement or a later one. */
static uint32_t first_target(const struct flow_labels *labels, uint32_t stmt) {
    uint32_t low = 0, high = labels->targets.count;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (((const struct flow_jump *)list_at(&labels->targets, mid))->from < stmt)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static void add_switch(struct edges *e, const struct flow_jump *jump) {
    const struct list *targets = &e->labels->targets;
    const struct flow_label *l = find_label(&e->table, e->labels, jump);
    uint32_t i = l ? first_target(e->labels, l->stmt + 1) : targets->count;
    if (i == targets->count) e->f->gap = FLOW_INDIRECT;
    for (; i < targets->count && !e->f->gap; i++) {
        const struct flow_jump *target = list_at(targets, i);
        if (target->from != l->stmt + 1) break;
        add_target(e, target);
    }
}

static void add_edges(struct edges *e, uint32_t block) {
    struct flow_function *f = e->f;
    uint32_t last = f->blocks[block].end - 1;
    f->blocks[block].edges = e->count;
    if (jumps(f, last)) {
        const struct flow_jump *jump = list_at(&e->labels->jumps, e->jump++);
        if (flow_does(f, last, DOES_BRANCH))
            add_target(e, jump);
        else
            add_switch(e, jump);
    }
    bool leaves = jumps(f, last) || ends_path(f, last);
    if (!leaves || f->insns[last].guard != NO_REGISTER) add_edge(e, block + 1);
}

/* ---- order ---- */

/* Depth first, with an explicit stack: `state` is the next edge of each block on it. */
static void put_in_order(struct flow_function *f) {
    uint32_t *stack = arena_alloc(f->arena, f->block_count * sizeof *stack);
    uint32_t *next = arena_alloc(f->arena, f->block_count * sizeof *next);
    uint8_t *seen = arena_zalloc(f->arena, f->block_count);
    uint32_t depth = 1, at = f->block_count;
    f->order = arena_alloc(f->arena, f->block_count * sizeof *f->order);
    stack[0] = 0;
    seen[0] = 1;
    next[0] = f->blocks[0].edges;
    while (depth) {
        uint32_t block = stack[depth - 1];
        if (next[block] == f->blocks[block + 1].edges) {
            f->order[--at] = block;
            depth--;
            continue;
        }
        uint32_t to = f->edges[next[block]++];
        if (seen[to]) continue;
        seen[to] = 1;
        next[to] = f->blocks[to].edges;
        stack[depth++] = to;
    }
    f->order_count = f->block_count - at;
    memmove(f->order, f->order + at, f->order_count * sizeof *f->order);
}

void flow_graph(struct flow_function *f, const struct flow_labels *labels) {
    struct edges e = {.f = f, .labels = labels, .room = 4 * f->insn_count + 4};
    cut(f, labels);
    e.table = hash_labels(f, labels);
    f->edges = arena_alloc(f->arena, e.room * sizeof *f->edges);
    for (uint32_t i = 0; i + 1 < f->block_count && !f->gap; i++) add_edges(&e, i);
    f->blocks[f->block_count - 1].edges = f->blocks[f->block_count].edges = e.count;
    if (!f->gap) put_in_order(f);
}
