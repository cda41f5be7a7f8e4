/* SPDX-License-Identifier: Apache-2.0
 * Warps that loop without progress: see loops.h. */
#include "rehearse/launch/loops.h"
#include "rehearse/trace.h"
#include <string.h>

enum {
    QUIET = 2,         /* laps without a change before a loop is suspected, */
    QUIET_SILENT = 64, /* or if it does not read anything that threads share */
    PATIENCE = 16,     /* rounds without a change before an operation completes */
    MOST_TURNS = 1024, /* turns before an operation completes in any case */
    LONG = 64,         /* rounds without a change before clocks advance faster */
    LEAST_SKIP = 10,   /* logarithm of the first number of skipped steps */
    MOST_SKIP = 44
};

/* The state of a warp, and of the local memory of its threads. */
struct kept_state {
    struct warp warp;
    struct lanes *registers; /* NULL until a state is kept */
    struct bytes *local;     /* for each lane; NULL if there is no local memory */
    uint32_t differs;        /* a register that was different in a later state */
};

/* The laps that a warp has run since something changed. */
struct lap {
    struct kept_state kept;
    uint64_t changes; /* what had changed before the first of them */
    uint32_t count;
    struct polled polled; /* what the lanes that wait have read */
    uint64_t checked;     /* what had changed when it was last compared */
    bool waits;           /* lanes wait in a loop */
    bool keeps;           /* a state is kept */
};

static uint64_t changes_of(const struct machine *m) { return m->progress + m->sync.changes; }

/* ---- states ---- */

static struct bytes *local_of(const struct machine *m, const struct warp *w, unsigned lane) {
    uint32_t thread = w->index * LANES + lane;
    if (!m->memory.local || thread >= m->threads) return NULL;
    return &m->memory.local[w->cta * m->threads + thread];
}

static void make_kept(struct machine *m, const struct warp *w, struct kept_state *k) {
    k->registers = arena_zalloc(m->arena, (m->program->registers + 1) * sizeof *k->registers);
    if (!m->memory.local) return;
    k->local = arena_zalloc(m->arena, LANES * sizeof *k->local);
    for (unsigned l = 0; l < LANES; l++)
        if (local_of(m, w, l)) k->local[l] = make_bytes(m->arena, m->memory.local_size);
}

/* Starts to observe what the warp does until it is in the same state again. */
static void observe(struct warp *w, struct polled *polled) {
    w->polling = (struct polling){.polls = NO_OP, .polls_global = NO_OP, .polled = polled};
}

static void keep_state(struct machine *m, struct warp *w, struct kept_state *k) {
    if (!k->registers) make_kept(m, w, k);
    memcpy(k->registers, w->registers, m->program->registers * sizeof *k->registers);
    for (unsigned l = 0; k->local && l < LANES; l++) {
        const struct bytes *from = local_of(m, w, l);
        if (!from) continue;
        memcpy(k->local[l].value, from->value, (size_t)from->size);
        memcpy(k->local[l].known, from->known, (size_t)from->size);
    }
    k->warp = *w;
    observe(w, NULL);
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

/* Compares the register first that was different the last time, which often counts something. */
static bool has_same_registers(const struct machine *m, const struct warp *w,
                               struct kept_state *k) {
    uint32_t count = m->program->registers;
    if (!count) return true;
    if (memcmp(&w->registers[k->differs], &k->registers[k->differs], sizeof *k->registers))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (memcmp(&w->registers[i], &k->registers[i], sizeof *k->registers)) {
            k->differs = i;
            return false;
        }
    return true;
}

static bool is_same_state(const struct machine *m, const struct warp *w, struct kept_state *k) {
    return is_same_control(w, &k->warp) && has_same_registers(m, w, k) && is_same_local(m, w, k);
}

/* ---- laps ---- */

struct loops loops_make(struct machine *m) {
    return (struct loops){.laps = arena_zalloc(m->arena, m->warp_count * sizeof(struct lap))};
}

static struct lap *warp_lap(const struct loops *loops, const struct machine *m,
                            const struct warp *w) {
    return &loops->laps[w - m->warps];
}

static void stop_lanes(struct lap *lap, struct machine *m, struct warp *w) {
    uint32_t stopped = 0;
    for (uint32_t left = w->polling.ran & w->live; left; left &= left - 1) {
        struct waiting *x = &w->waits[__builtin_ctz(left)];
        if (x->kind != WAIT_NOT) continue;
        stopped |= left & (0 - left);
        const struct polling *p = &w->polling;
        uint32_t polled = p->polls_global != NO_OP ? p->polls_global : p->polls;
        *x = (struct waiting){.kind = WAIT_LOOP, .object = polled};
    }
    if (stopped && m->trace) trace_loop(m, w, stopped);
    if (!lap->waits) lap->checked = changes_of(m);
    lap->waits = true;
    lap->count = 0;
    lap->keeps = false;
    observe(w, NULL);
}

/* The warp is in the same state as before, and nothing has changed. What it reads is recorded in
 * one more lap. A loop that reads a clock is not the same each time. */
static void repeat(struct lap *lap, struct machine *m, struct warp *w) {
    if (w->polling.timed) {
        lap->keeps = false;
    } else if (w->polling.polled) {
        stop_lanes(lap, m, w);
    } else {
        if (!lap->waits) lap->polled = (struct polled){.count = 0};
        observe(w, &lap->polled);
    }
}

void loops_lap(struct loops *loops, struct machine *m, struct warp *w) {
    struct lap *lap = warp_lap(loops, m, w);
    if (lap->changes != changes_of(m)) {
        lap->changes = changes_of(m);
        lap->count = 0;
        lap->keeps = false;
        observe(w, NULL);
    }
    bool reads = w->polling.polls != NO_OP || w->polling.polls_global != NO_OP;
    uint32_t count = ++lap->count;
    if (lap->keeps && is_same_state(m, w, &lap->kept)) {
        repeat(lap, m, w);
    } else if (count >= (reads ? QUIET : QUIET_SILENT) && !(count & (count - 1))) {
        /* States are kept ever more rarely, so that any number of laps may lie between two that are
         * the same. */
        keep_state(m, w, &lap->kept);
        lap->keeps = true;
    }
}

static bool reads_the_same(struct machine *m, const struct warp *w, const struct polled *p) {
    for (uint32_t i = 0; i < p->count; i++) {
        const struct polled_word *x = &p->of[i];
        uint64_t value;
        bool known = is_global_address(x->address)
                         ? global_read(m, x->address, x->size, x->semaphore, &value)
                         : memory_read(m, w, 0, x->address, x->size, &value);
        if (known != x->known || (known && value != x->value)) return false;
    }
    return !p->more;
}

void loops_resume(struct loops *loops, struct machine *m, struct warp *w) {
    struct lap *lap = warp_lap(loops, m, w);
    if (!lap->waits || lap->checked == changes_of(m)) return;
    lap->checked = changes_of(m);
    if (reads_the_same(m, w, &lap->polled)) return;
    lap->waits = false;
    for (unsigned l = 0; l < LANES; l++)
        if (w->waits[l].kind == WAIT_LOOP) w->waits[l].kind = WAIT_NOT;
}

/* ---- rounds ---- */

void loops_begin(struct loops *loops, const struct machine *m) {
    uint64_t now = changes_of(m);
    loops->turns++;
    loops->rounds = now == loops->seen ? loops->rounds + 1 : 0;
    loops->seen = now;
}

void loops_pass_time(struct loops *loops, struct machine *m) {
    bool waits = loops->rounds >= PATIENCE && loops->rounds % PATIENCE == 0;
    if (!waits && loops->turns < MOST_TURNS) return;
    loops->turns = 0;
    if (complete_next(m, false) || loops->rounds < LONG) return;
    uint32_t skip = LEAST_SKIP + (loops->rounds - LONG) / PATIENCE;
    if (skip <= MOST_SKIP) m->sync.skipped += UINT64_C(1) << skip;
}
