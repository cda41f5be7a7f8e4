/* SPDX-License-Identifier: Apache-2.0
 * Registers that a multiplication uses and other instructions have touched since the last fence,
 * on every path; at the start of a kernel, all of them count as touched. What comes before in a
 * loop does not help its first pass, so the edges back to the head of a loop do not count. A copy
 * of a register is as old as the register. Manual: wgmma.fence. */
#include "flow/check/check.h"
#include <string.h>

enum { MOST_WORDS = 1 << 21 /* limit for all states: 16 MB */ };

/* A state is the set of registers that have been touched. */
struct scan {
    const struct flow_facts *facts;
    uint32_t *index; /* for each register that multiplications use, a number from 1; 0 for others */
    uint32_t count, words;
    uint64_t *states; /* at the start of each block */
    uint32_t
        *touched_by; /* for each such register, the last instruction that was seen to touch it */
};

static bool does_event(const struct scan *s, uint32_t insn, enum isa_event_kind kind) {
    const struct flow_events *events = s->facts->events;
    for (uint32_t e = events->first[insn]; e < events->first[insn + 1]; e++)
        if (events->at[e].kind == kind) return true;
    return false;
}

/* Returns true if a multiplication uses it later. A single register in A is a descriptor. */
static bool is_matrix(const struct flow_function *f, uint32_t insn, const struct flow_ref *ref) {
    if (ref->flags & (REF_VARIABLE | REF_SPECIAL) || ref->operand > 1) return false;
    if (ref->operand == 0) return true;
    uint32_t in_a = 0;
    for (uint32_t k = f->insns[insn].refs; k < f->insns[insn + 1].refs; k++)
        in_a += f->refs[k].operand == 1;
    return in_a > 1;
}

/* A kernel that neither orders nor waits is probably a fragment. */
static bool is_whole_kernel(const struct flow_events *events) {
    for (uint32_t e = 0; e < events->count; e++)
        if (events->at[e].kind == EVENT_WGMMA_FENCE || events->at[e].kind == EVENT_WGMMA_WAIT)
            return true;
    return false;
}

static void number_registers(struct scan *s) {
    const struct flow_function *f = s->facts->f;
    s->index = arena_zalloc(f->in->arena, (f->register_count + 1) * sizeof *s->index);
    for (uint32_t e = 0; e < s->facts->events->count; e++) {
        uint32_t insn = s->facts->events->at[e].insn;
        if (s->facts->events->at[e].kind != EVENT_WGMMA) continue;
        for (uint32_t k = f->insns[insn].refs; k < f->insns[insn + 1].refs; k++) {
            const struct flow_ref *ref = &f->refs[k];
            if (is_matrix(f, insn, ref) && !s->index[ref->id]) s->index[ref->id] = ++s->count;
        }
    }
    s->words = s->count / 64 + 1;
}

/* ---- one instruction ---- */

static void touch(struct scan *s, uint32_t insn, uint64_t *state) {
    const struct flow_function *f = s->facts->f;
    if (f->in->is_fragment && flow_uses_parameter(f, insn)) return;
    for (uint32_t k = f->insns[insn].refs; k < f->insns[insn + 1].refs; k++) {
        const struct flow_ref *ref = &f->refs[k];
        if (ref->flags & (REF_VARIABLE | REF_SPECIAL) || !s->index[ref->id]) continue;
        state[s->index[ref->id] / 64] |= UINT64_C(1) << (s->index[ref->id] % 64);
        s->touched_by[s->index[ref->id]] = insn;
    }
}

/* After a multiplication, everything counts as ordered: what is missing there has been reported. */
static void pass_fence(struct scan *s, uint32_t insn, uint64_t *state) {
    const struct flow_function *f = s->facts->f;
    if (does_event(s, insn, EVENT_WGMMA) || does_event(s, insn, EVENT_WGMMA_FENCE) ||
        flow_does(f, insn, DOES_CALL))
        memset(state, 0, s->words * sizeof *state);
    else if (!flow_copies_register(f, insn))
        touch(s, insn, state);
}

/* ---- all blocks ---- */

/* Keeps only what is also touched on this path. Returns true if that is less. */
static bool keep_common_fences(const struct scan *s, const uint64_t *state, uint32_t block) {
    uint64_t *to = s->states + (size_t)block * s->words, gone = 0;
    for (uint32_t w = 0; w < s->words; w++) {
        gone |= to[w] & ~state[w];
        to[w] &= state[w];
    }
    return gone;
}

static void solve_touched(struct scan *s, uint64_t *state) {
    const struct flow_function *f = s->facts->f;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < f->order_count; i++) {
            const struct flow_block *b = &f->blocks[f->order[i]];
            memcpy(state, s->states + (size_t)f->order[i] * s->words, s->words * sizeof *state);
            for (uint32_t insn = b->first; insn < b->end; insn++) pass_fence(s, insn, state);
            for (uint32_t e = b->edges; e < b[1].edges; e++)
                if (!flow_dominates(s->facts->paths, f->edges[e], f->order[i]))
                    again |= keep_common_fences(s, state, f->edges[e]);
        }
    }
}

/* ---- findings ---- */

static void look_at_registers(struct scan *s, uint32_t insn, const uint64_t *state) {
    const struct flow_facts *facts = s->facts;
    const struct flow_function *f = facts->f;
    for (uint32_t k = f->insns[insn].refs; k < f->insns[insn + 1].refs; k++) {
        const struct flow_ref *ref = &f->refs[k];
        if (!is_matrix(f, insn, ref)) continue;
        uint32_t i = s->index[ref->id], from = s->touched_by[i];
        if (!(state[i / 64] >> (i % 64) & 1)) continue;
        struct text name = text_at(f->in->text, node_span(ast_node(f->in->ast, ref->node)));
        struct diag *d =
            report_lacks_wgmma_fence(facts->diags, flow_head(f, insn), flow_opcode(f, insn), name);
        if (from != NO_BLOCK && flow_dominates(facts->paths, f->block_of[from], f->block_of[insn]))
            note_touched_here(facts->diags, d, flow_head(f, from), name);
        flow_fix_before(facts, d, insn, flow_line_of(EVENT_WGMMA_FENCE));
        return;
    }
}

void flow_check_wgmma_fence(const struct flow_facts *facts) {
    const struct flow_function *f = facts->f;
    struct arena *arena = f->in->arena;
    struct scan s = {.facts = facts};
    bool fragment = f->in->is_fragment;
    if (!fragment && (!f->is_entry || !is_whole_kernel(facts->events))) return;
    number_registers(&s);
    if (!s.count || (uint64_t)s.words * f->block_count > MOST_WORDS) return;
    size_t size = s.words * sizeof *s.states;
    s.states = arena_alloc(arena, size * f->block_count);
    memset(s.states, 255, size * f->block_count);
    if (fragment) memset(s.states, 0, size); /* the caller may execute a fence */
    s.touched_by = arena_alloc(arena, (s.count + 1) * sizeof *s.touched_by);
    memset(s.touched_by, 255, (s.count + 1) * sizeof *s.touched_by);
    uint64_t *state = arena_alloc(arena, size);
    solve_touched(&s, state);
    memset(s.touched_by, 255, (s.count + 1) * sizeof *s.touched_by);
    for (uint32_t i = 0; i < f->order_count; i++) {
        const struct flow_block *b = &f->blocks[f->order[i]];
        memcpy(state, s.states + (size_t)f->order[i] * s.words, size);
        for (uint32_t insn = b->first; insn < b->end; insn++) {
            if (does_event(&s, insn, EVENT_WGMMA)) look_at_registers(&s, insn, state);
            pass_fence(&s, insn, state);
        }
    }
}
