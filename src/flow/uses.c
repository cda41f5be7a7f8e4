/* SPDX-License-Identifier: Apache-2.0
 * Searches from a write for a read, block by block: see uses.h. */
#include "flow/uses.h"

enum outcome { GOES_ON, IS_READ, IS_WRITTEN };

static enum outcome reading_at(const struct flow_function *f, uint32_t insn, uint32_t reg) {
    const struct flow_insn *x = &f->insns[insn];
    bool written = false;
    if (x->guard == reg) return IS_READ;
    for (uint32_t i = x->refs; i < x[1].refs; i++) {
        const struct flow_ref *ref = &f->refs[i];
        if (ref->id != reg || ref->flags & (REF_VARIABLE | REF_SPECIAL)) continue;
        if (ref->flags & (REF_READ | REF_ADDRESS)) return IS_READ;
        written = true;
    }
    return written && x->guard == NO_REGISTER ? IS_WRITTEN : GOES_ON;
}

static enum outcome reading_in(const struct flow_function *f, uint32_t first, uint32_t end,
                               uint32_t reg) {
    enum outcome outcome = GOES_ON;
    for (uint32_t i = first; i < end && outcome == GOES_ON; i++) outcome = reading_at(f, i, reg);
    return outcome;
}

struct search {
    uint32_t *stack, depth; /* blocks still to be searched */
    uint8_t *seen;
};

static void add_successors(const struct flow_function *f, uint32_t block, struct search *s) {
    for (uint32_t e = f->blocks[block].edges; e < f->blocks[block + 1].edges; e++) {
        uint32_t to = f->edges[e];
        if (s->seen[to]) continue;
        s->seen[to] = 1;
        s->stack[s->depth++] = to;
    }
}

bool flow_is_used(const struct flow_function *f, uint32_t insn, uint32_t reg) {
    uint32_t block = f->block_of[insn];
    enum outcome outcome = reading_in(f, insn + 1, f->blocks[block].end, reg);
    if (outcome != GOES_ON) return outcome == IS_READ;
    struct search s = {arena_alloc(f->arena, f->block_count * sizeof *s.stack), 0,
                       arena_zalloc(f->arena, f->block_count)};
    add_successors(f, block, &s);
    while (s.depth) {
        block = s.stack[--s.depth];
        outcome = reading_in(f, f->blocks[block].first, f->blocks[block].end, reg);
        if (outcome == IS_READ) return true;
        if (outcome == GOES_ON) add_successors(f, block, &s);
    }
    return false;
}

bool flow_has_use(const struct flow_function *f, uint32_t insn) {
    for (uint32_t i = f->insns[insn].refs; i < f->insns[insn + 1].refs; i++) {
        const struct flow_ref *ref = &f->refs[i];
        if ((ref->flags & REF_WRITTEN) && !(ref->flags & (REF_VARIABLE | REF_SPECIAL)) &&
            flow_is_used(f, insn, ref->id))
            return true;
    }
    return false;
}
