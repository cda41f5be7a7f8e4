/* SPDX-License-Identifier: Apache-2.0
 * Which threads execute which code: all start at the first block, and a branch whose predicate
 * is known in a thread takes it in one direction. See threads.h. */
#include "flow/threads/evaluate.h"
#include <string.h>

/* Adds to a set those threads of another set that a choice leads here; `truth` is the required
 * value. Returns false if the choice is unknown for some threads and may differ between them. */
static void add_choosers(const struct threads *t, const struct lanes *p, bool truth,
                         const uint64_t *from, uint64_t *sure, uint64_t *perhaps) {
    uint32_t grain = p->number ? p->grain : GRAIN_CTA, step = grain > 6 ? 64 : 1u << grain;
    uint64_t mask = step == 64 ? UINT64_MAX : (UINT64_C(1) << step) - 1;
    for (uint32_t w = 0; w < t->words; w++) {
        for (uint32_t i = 0; i < 64 && from[w]; i += step) {
            uint64_t some = from[w] & mask << i;
            int64_t is = some ? lanes_truth(p, 64 * w + i) : !truth;
            if (is < UNSURE_SAME && is != truth) continue;
            (is == UNSURE_DIFFERS ? perhaps : sure)[w] |= some;
        }
    }
}

static struct lanes guard_of(struct threads *t, uint32_t insn) {
    uint32_t definition = definition_before(t->definitions, t->f->insns[insn].guard, insn);
    thread_find(t, definition);
    return thread_lanes(t, definition);
}

static bool unite(uint64_t *to, const uint64_t *from, uint32_t words) {
    uint64_t grown = 0;
    for (uint32_t w = 0; w < words; w++) {
        grown |= from[w] & ~to[w];
        to[w] |= from[w];
    }
    return grown != 0;
}

/* Returns true if threads diverge at an instruction with a guard. */
static bool parts_threads(const struct flow_function *f, uint32_t insn) {
    return flow_does(f, insn, DOES_BRANCH) || flow_does(f, insn, DOES_SWITCH) ||
           flow_leaves(f, insn) || flow_does(f, insn, DOES_TRAP);
}

/* Propagates threads from a block along an edge. Returns true if more threads get to its target. */
static bool pass_edge(struct threads *t, uint32_t block, uint32_t edge, uint64_t *room) {
    const struct flow_function *f = t->f;
    const struct flow_block *b = &f->blocks[block];
    uint32_t to = f->edges[b->edges + edge], words = t->words, last = b->end - 1;
    const uint64_t *come = t->come + block * words, *may = t->may_come + block * words;
    uint64_t *sure = room, *perhaps = room + words;
    bool jumps = b->first < b->end && flow_does(f, last, DOES_BRANCH);
    for (uint32_t w = 0; w < 2 * words; w++) room[w] = 0;
    if (b->first == b->end || f->insns[last].guard == NO_REGISTER || !parts_threads(f, last)) {
        unite(sure, come, words);
        unite(perhaps, may, words);
    } else {
        struct lanes p = guard_of(t, last);
        bool truth = (jumps && edge == 0) != f->insns[last].negated;
        add_choosers(t, &p, truth, come, sure, perhaps);
        add_choosers(t, &p, truth, may, perhaps, perhaps);
    }
    bool switches = b->first < b->end && flow_does(f, last, DOES_SWITCH);
    if (switches) unite(perhaps, sure, words);
    bool grown = !switches && unite(t->come + to * words, sure, words);
    return unite(t->may_come + to * words, perhaps, words) || grown;
}

static void find_coming(struct threads *t) {
    const struct flow_function *f = t->f;
    size_t size = (size_t)f->block_count * t->words;
    uint64_t *room = arena_alloc(f->arena, 2 * (size_t)t->words * sizeof *room);
    t->come = arena_zalloc(f->arena, size * sizeof *t->come);
    t->may_come = arena_zalloc(f->arena, size * sizeof *t->may_come);
    for (uint32_t i = 0; i < t->room.threads; i++) t->come[i / 64] |= UINT64_C(1) << (i % 64);
    uint8_t *waiting = arena_alloc(f->arena, f->block_count);
    memset(waiting, 1, f->block_count);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < f->order_count; i++) {
            const struct flow_block *b = &f->blocks[f->order[i]];
            if (!waiting[f->order[i]]) continue;
            waiting[f->order[i]] = 0;
            for (uint32_t e = b->edges; e < b[1].edges; e++)
                if (pass_edge(t, f->order[i], e - b->edges, room)) {
                    waiting[f->edges[e]] = 1;
                    again = true;
                }
        }
    }
}

bool flow_thread_set(struct threads *t, uint32_t insn, uint64_t *set) {
    const struct flow_function *f = t->f;
    uint32_t block = f->block_of[insn];
    uint64_t *perhaps = arena_zalloc(f->arena, t->words * sizeof *perhaps), any = 0;
    if (!t->come) find_coming(t);
    for (uint32_t w = 0; w < t->words; w++) set[w] = 0;
    const uint64_t *come = t->come + block * t->words, *may = t->may_come + block * t->words;
    if (f->insns[insn].guard == NO_REGISTER) {
        unite(set, come, t->words);
    } else {
        struct lanes p = guard_of(t, insn);
        add_choosers(t, &p, !f->insns[insn].negated, come, set, perhaps);
    }
    for (uint32_t w = 0; w < t->words; w++) any |= (may[w] & ~come[w]) | perhaps[w];
    return !any;
}

void flow_thread_most(struct threads *t, uint32_t insn, uint64_t *set) {
    const struct flow_function *f = t->f;
    size_t block = (size_t)f->block_of[insn] * t->words;
    if (!t->come) find_coming(t);
    if (f->insns[insn].guard == NO_REGISTER) {
        unite(set, t->come + block, t->words);
        unite(set, t->may_come + block, t->words);
        return;
    }
    struct lanes p = guard_of(t, insn);
    add_choosers(t, &p, !f->insns[insn].negated, t->come + block, set, set);
    add_choosers(t, &p, !f->insns[insn].negated, t->may_come + block, set, set);
}
