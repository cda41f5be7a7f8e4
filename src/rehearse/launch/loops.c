/* SPDX-License-Identifier: Apache-2.0
 * Warps that loop without progress: see loops.h. */
#include "rehearse/launch/loops.h"
#include "rehearse/trace.h"
#include <string.h>

enum {
    QUIET = 2,         /* rounds without a change before a loop is suspected */
    PATIENCE = 16,     /* rounds without a change before an operation completes */
    MOST_TURNS = 1024, /* turns before an operation completes in any case */
    LONG = 64,         /* rounds without a change before clocks advance faster */
    LEAST_SKIP = 10,   /* logarithm of the first number of skipped steps */
    MOST_SKIP = 44
};

/* The state of a warp, and of the local memory of its threads. */
struct kept_state {
    struct warp warp;
    struct lanes *registers;
    struct bytes *local; /* for each lane; NULL if there is no local memory */
};

static uint64_t changes_of(const struct machine *m) { return m->progress + m->sync.changes; }

/* ---- states ---- */

static struct bytes *local_of(const struct machine *m, const struct warp *w, unsigned lane) {
    uint32_t thread = w->index * LANES + lane;
    if (!m->memory.local || thread >= m->threads) return NULL;
    return &m->memory.local[w->cta * m->threads + thread];
}

static struct kept_state *make_kept(struct machine *m) {
    struct kept_state *all = arena_zalloc(m->arena, m->warp_count * sizeof *all);
    for (uint32_t i = 0; i < m->warp_count; i++) {
        struct kept_state *k = &all[i];
        k->registers = arena_zalloc(m->arena, (m->program->registers + 1) * sizeof *k->registers);
        if (!m->memory.local) continue;
        k->local = arena_zalloc(m->arena, LANES * sizeof *k->local);
        for (unsigned l = 0; l < LANES; l++)
            if (local_of(m, &m->warps[i], l))
                k->local[l] = make_bytes(m->arena, m->memory.local_size);
    }
    return all;
}

static void keep_state(struct machine *m, struct warp *w, struct kept_state *k) {
    memcpy(k->registers, w->registers, m->program->registers * sizeof *k->registers);
    for (unsigned l = 0; k->local && l < LANES; l++) {
        const struct bytes *from = local_of(m, w, l);
        if (!from) continue;
        memcpy(k->local[l].value, from->value, (size_t)from->size);
        memcpy(k->local[l].known, from->known, (size_t)from->size);
    }
    k->warp = *w;
    w->ran = 0;
    w->polls = w->polls_global = NO_OP;
}

static bool is_same_local(const struct machine *m, const struct warp *w,
                          const struct kept_state *k) {
    for (unsigned l = 0; k->local && l < LANES; l++) {
        const struct bytes *now = local_of(m, w, l);
        if (now && (memcmp(k->local[l].value, now->value, (size_t)now->size) ||
                    memcmp(k->local[l].known, now->known, (size_t)now->size)))
            return false;
    }
    return true;
}

static bool is_kept_wait(const struct waiting *a, const struct waiting *b) {
    return a->kind == b->kind && a->object == b->object && a->phase == b->phase &&
           a->needed == b->needed;
}

static bool is_same_control(const struct warp *a, const struct warp *b) {
    if (a->live != b->live || a->carry != b->carry || a->gives_up != b->gives_up ||
        a->join_count != b->join_count || memcmp(a->pc, b->pc, sizeof a->pc) ||
        memcmp(a->joins, b->joins, a->join_count * sizeof *a->joins) ||
        memcmp(a->depth, b->depth, sizeof a->depth))
        return false;
    for (unsigned l = 0; l < LANES; l++) {
        if (!is_kept_wait(&a->waits[l], &b->waits[l])) return false;
        for (uint32_t i = 0; i < a->depth[l]; i++)
            if (a->back[i][l] != b->back[i][l]) return false;
    }
    return true;
}

static bool is_same_state(const struct machine *m, const struct warp *w,
                          const struct kept_state *k) {
    return is_same_control(w, &k->warp) &&
           !memcmp(w->registers, k->registers, m->program->registers * sizeof *k->registers) &&
           is_same_local(m, w, k);
}

/* ---- rounds ---- */

void loops_begin(struct loops *loops, struct machine *m) {
    uint64_t now = changes_of(m);
    loops->turns++;
    if (now == loops->seen) return;
    loops->seen = now;
    loops->rounds = 0;
    for (uint32_t i = 0; loops->waits && i < m->warp_count; i++)
        for (unsigned l = 0; l < LANES; l++)
            if (m->warps[i].waits[l].kind == WAIT_LOOP) m->warps[i].waits[l].kind = WAIT_NOT;
    loops->waits = false;
}

static void stop_lanes(struct loops *loops, struct machine *m, struct warp *w) {
    uint32_t stopped = 0;
    for (uint32_t left = w->ran & w->live; left; left &= left - 1) {
        struct waiting *x = &w->waits[__builtin_ctz(left)];
        if (x->kind != WAIT_NOT) continue;
        stopped |= left & (0 - left);
        uint32_t polled = w->polls_global != NO_OP ? w->polls_global : w->polls;
        *x = (struct waiting){.kind = WAIT_LOOP, .object = polled};
        loops->waits = true;
    }
    if (stopped && m->trace) trace_loop(m, w, stopped);
    w->ran = 0;
}

void loops_end(struct loops *loops, struct machine *m) {
    if (changes_of(m) != loops->seen || ++loops->rounds < QUIET) return;
    if (!loops->kept) loops->kept = make_kept(m);
    /* States are kept ever more rarely, so that any number of them may lie between two that are
     * the same. */
    bool keeps = !(loops->rounds & (loops->rounds - 1));
    for (uint32_t i = 0; i < m->warp_count; i++) {
        struct warp *w = &m->warps[i];
        if (!w->ran) continue;
        if (loops->rounds > QUIET && is_same_state(m, w, &loops->kept[i]))
            stop_lanes(loops, m, w);
        else if (keeps)
            keep_state(m, w, &loops->kept[i]);
    }
}

void loops_pass_time(struct loops *loops, struct machine *m) {
    bool waits = loops->rounds >= PATIENCE && loops->rounds % PATIENCE == 0;
    if (!waits && loops->turns < MOST_TURNS) return;
    loops->turns = 0;
    if (complete_next(m, false) || loops->rounds < LONG) return;
    uint32_t skip = LEAST_SKIP + (loops->rounds - LONG) / PATIENCE;
    if (skip <= MOST_SKIP) m->sync.skipped += UINT64_C(1) << skip;
}
