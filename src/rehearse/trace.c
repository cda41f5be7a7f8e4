/* SPDX-License-Identifier: Apache-2.0
 * Logical time, and the moments that a listener receives: see trace.h. */
#include "rehearse/trace.h"

enum { LATENCY = 32 /* latency of what completes later, in instructions of a warp */ };

/* What a warp waits for, as far as it depends on others: its own lanes do not count. */
struct warp_trace {
    uint64_t clock; /* when its lanes were resumed */
    uint64_t begin; /* steps of the machine at that time */
    struct waiting wait;
    uint32_t lanes, resumed; /* waiting lanes; running lanes */
    uint64_t since;          /* when they started to wait */
    bool waits;
    bool doubts; /* the last test returned before the phase was complete: it may be repeated */
    uint64_t doubted;
};

struct mbarrier_trace {
    const char *name;
    uint64_t latest, over; /* time of the last contribution; time of the phase */
    uint64_t complete;     /* the latest completion */
    uint64_t begun;        /* start of the phase */
};

struct barrier_trace {
    uint64_t latest, opened; /* time of the last arrival; time when all had arrived */
};

struct trace {
    struct warp_trace *warps;
    struct list mbarriers;          /* struct mbarrier_trace */
    struct barrier_trace *barriers; /* for each CTA and number */
    struct barrier_trace cluster;
    uint32_t operations;
    ptxc_moment held; /* not reported yet, because the next lane may do the same */
    bool holds;
};

struct trace *trace_make(struct machine *m) {
    struct trace *t = arena_zalloc(m->arena, sizeof *t);
    t->warps = arena_zalloc(m->arena, m->warp_count * sizeof *t->warps);
    t->barriers =
        arena_zalloc(m->arena, (size_t)m->cta_count * NAMED_BARRIERS * sizeof *t->barriers);
    list_init(&t->mbarriers, sizeof(struct mbarrier_trace));
    return t;
}

/* ---- reporting ---- */

static void flush_moment(struct machine *m) {
    if (m->trace->holds) m->launch->trace(m->launch->trace_user, &m->trace->held);
    m->trace->holds = false;
}

void trace_finish(struct machine *m) { flush_moment(m); }

/* Lanes of a warp that do the same at the same time are one moment. */
static void tell(struct machine *m, const ptxc_moment *x) {
    ptxc_moment *h = &m->trace->held;
    bool same = m->trace->holds && h->kind == x->kind && h->warp == x->warp && h->cta == x->cta &&
                h->object == x->object && h->number == x->number && h->phase == x->phase &&
                h->at.start == x->at.start && h->time == x->time && h->operation == x->operation &&
                !(h->lanes & x->lanes);
    if (same) {
        h->lanes |= x->lanes;
        h->amount += x->amount;
        return;
    }
    flush_moment(m);
    *h = *x;
    m->trace->holds = true;
}

static struct warp_trace *trace_of(const struct machine *m, const struct warp *w) {
    return &m->trace->warps[w - m->warps];
}

static uint64_t now(const struct machine *m, const struct warp *w) {
    const struct warp_trace *t = trace_of(m, w);
    return t->clock + (m->steps - t->begin);
}

static void set_now(struct machine *m, const struct warp *w, uint64_t time) {
    struct warp_trace *t = trace_of(m, w);
    t->clock = time;
    t->begin = m->steps;
}

static void end_wait(struct machine *m, const struct warp *w, uint32_t pc);

static struct mbarrier_trace *mbarrier_trace_of(struct machine *m, uint32_t barrier) {
    struct list *all = &m->trace->mbarriers;
    while (all->count <= barrier)
        *(struct mbarrier_trace *)list_add(m->arena, all) = (struct mbarrier_trace){.name = NULL};
    struct mbarrier_trace *t = list_at(all, barrier);
    if (!t->name) t->name = name_mbarrier(m, list_at(&m->sync.mbarriers, barrier)).start;
    return t;
}

static ptxc_moment of_warp(struct machine *m, const struct warp *w, uint32_t pc, uint32_t lanes,
                           ptxc_moment_kind kind) {
    if (trace_of(m, w)->doubts && kind != PTXC_MOMENT_GO) end_wait(m, w, pc);
    return (ptxc_moment){.kind = kind,
                         .time = now(m, w),
                         .since = now(m, w),
                         .at = head_of(m, pc),
                         .cta = w->cta,
                         .warp = w->index,
                         .lanes = lanes,
                         .name = ""};
}

static void name_object(struct machine *m, ptxc_moment *x, uint32_t barrier) {
    const struct mbarrier *b = list_at(&m->sync.mbarriers, barrier);
    x->object = PTXC_MBARRIER;
    x->number = barrier;
    x->home = b->cta;
    x->phase = b->phase;
    x->name = mbarrier_trace_of(m, barrier)->name;
}

/* ---- waiting ---- */

static bool is_external(const struct waiting *x) {
    return x->kind == WAIT_PHASE || x->kind >= WAIT_BARRIER;
}

static bool is_same_wait(const struct waiting *a, const struct waiting *b) {
    return a->kind == b->kind && a->object == b->object && a->phase == b->phase;
}

static void describe_wait(struct machine *m, const struct warp *w, const struct waiting *wait,
                          ptxc_moment *x) {
    static const uint8_t objects[] = {[WAIT_PHASE] = PTXC_MBARRIER,
                                      [WAIT_BARRIER] = PTXC_BARRIER,
                                      [WAIT_CLUSTER] = PTXC_CLUSTER_BARRIER,
                                      [WAIT_TMEM] = PTXC_TMEM_COLUMNS,
                                      [WAIT_REGISTERS] = PTXC_REGISTERS};
    x->home = w->cta;
    if (wait->kind == WAIT_PHASE) name_object(m, x, wait->object);
    x->object = wait->kind < sizeof objects ? objects[wait->kind] : PTXC_NO_OBJECT;
    if (wait->kind == WAIT_PHASE) x->phase = wait->phase - 1;
    x->number = wait->object;
    x->amount = wait->needed;
}

/* Returns the time of the event that a warp waits for. */
static uint64_t time_of(struct machine *m, const struct warp *w, const struct waiting *wait) {
    if (wait->kind == WAIT_PHASE) return mbarrier_trace_of(m, wait->object)->over;
    if (wait->kind == WAIT_BARRIER)
        return m->trace->barriers[w->cta * NAMED_BARRIERS + wait->object].opened;
    return wait->kind == WAIT_CLUSTER ? m->trace->cluster.opened : 0;
}

static void begin_wait(struct machine *m, const struct warp *w, uint32_t pc, uint32_t lanes,
                       const struct waiting *wait) {
    struct warp_trace *t = trace_of(m, w);
    ptxc_moment x = of_warp(m, w, pc, lanes, PTXC_MOMENT_WAIT);
    describe_wait(m, w, wait, &x);
    tell(m, &x);
    t->wait = *wait;
    t->since = x.time;
    t->lanes = lanes;
    t->waits = true;
}

/* Lanes that waited have continued. */
static void end_wait(struct machine *m, const struct warp *w, uint32_t pc) {
    struct warp_trace *t = trace_of(m, w);
    if (!t->waits || !(t->lanes & t->resumed)) return;
    uint64_t ready = time_of(m, w, &t->wait);
    if (ready > now(m, w)) set_now(m, w, ready);
    ptxc_moment x = of_warp(m, w, pc, t->lanes, PTXC_MOMENT_GO);
    describe_wait(m, w, &t->wait, &x);
    x.since = t->since;
    if (t->doubts) x.time = t->doubted;
    t->waits = t->doubts = false;
    tell(m, &x);
}

void trace_resume(struct machine *m, const struct warp *w, uint32_t lanes) {
    struct warp_trace *t = trace_of(m, w);
    t->begin = m->steps;
    t->resumed = lanes;
    uint64_t ready = t->waits && t->lanes & lanes ? time_of(m, w, &t->wait) : 0;
    if (ready > t->clock) t->clock = ready;
    if (t->waits && t->wait.kind != WAIT_PHASE && w->pc[__builtin_ctz(lanes)] < m->program->count)
        end_wait(m, w, w->pc[__builtin_ctz(lanes)]);
}

void trace_pause(struct machine *m, const struct warp *w, uint32_t lanes) {
    struct warp_trace *t = trace_of(m, w);
    uint32_t first = NO_OP, waiting = 0;
    set_now(m, w, now(m, w));
    for (unsigned l = 0; l < LANES; l++) {
        if (!(lanes >> l & 1) || !is_external(&w->waits[l])) continue;
        if (first == NO_OP) first = l;
        if (is_same_wait(&w->waits[l], &w->waits[first])) waiting |= 1u << l;
    }
    if (first == NO_OP && t->waits && t->wait.kind == WAIT_PHASE && t->lanes & lanes) {
        if (!t->doubts) t->doubted = t->clock;
        t->doubts = true;
        return;
    }
    if (first == NO_OP) {
        end_wait(m, w, w->pc[__builtin_ctz(lanes)]);
        return;
    }
    if (t->waits && t->lanes & waiting && is_same_wait(&t->wait, &w->waits[first])) {
        t->doubts = false;
        return;
    }
    end_wait(m, w, w->pc[first]);
    begin_wait(m, w, w->pc[first], waiting, &w->waits[first]);
}

/* Advances the clock to an event that the warp did not have to wait for only because other warps
 * had their turns first. */
static void wait_until(struct machine *m, const struct warp *w, uint32_t pc, uint32_t lanes,
                       const struct waiting *wait) {
    uint64_t ready = time_of(m, w, wait);
    if (ready > now(m, w)) {
        if (!trace_of(m, w)->waits) begin_wait(m, w, pc, lanes, wait);
        set_now(m, w, ready);
        trace_of(m, w)->doubts = false;
    }
    end_wait(m, w, pc);
}

void trace_loop(struct machine *m, const struct warp *w, uint32_t lanes) {
    unsigned first = (unsigned)__builtin_ctz(lanes);
    end_wait(m, w, w->pc[first]);
    begin_wait(m, w, w->pc[first], lanes, &w->waits[first]);
}

void trace_end(struct machine *m, const struct warp *w, uint32_t lanes) {
    ptxc_moment x = of_warp(m, w, m->program->count, lanes, PTXC_MOMENT_END);
    x.at.end = x.at.start;
    tell(m, &x);
}

/* ---- mbarriers ---- */

void trace_init(struct machine *m, const struct warp *w, uint32_t pc, unsigned lane,
                uint32_t barrier) {
    ptxc_moment x = of_warp(m, w, pc, 1u << lane, PTXC_MOMENT_INIT);
    name_object(m, &x, barrier);
    x.amount = ((const struct mbarrier *)list_at(&m->sync.mbarriers, barrier))->expected;
    struct mbarrier_trace *t = mbarrier_trace_of(m, barrier);
    t->latest = t->over = t->complete = t->begun = x.time;
    tell(m, &x);
}

static void contribute(struct machine *m, uint32_t barrier, uint64_t time) {
    struct mbarrier_trace *t = mbarrier_trace_of(m, barrier);
    if (time > t->latest) t->latest = time;
}

void trace_arrive(struct machine *m, const struct warp *w, uint32_t pc, unsigned lane,
                  uint32_t barrier, int64_t count) {
    ptxc_moment x = of_warp(m, w, pc, 1u << lane, PTXC_MOMENT_ARRIVE);
    name_object(m, &x, barrier);
    x.amount = count;
    contribute(m, barrier, x.time);
    tell(m, &x);
}

void trace_expect(struct machine *m, const struct warp *w, uint32_t pc, unsigned lane,
                  uint32_t barrier, int64_t bytes) {
    ptxc_moment x = of_warp(m, w, pc, 1u << lane, PTXC_MOMENT_EXPECT);
    name_object(m, &x, barrier);
    x.amount = bytes;
    tell(m, &x);
}

void trace_phase(struct machine *m, uint32_t barrier) {
    struct mbarrier_trace *t = mbarrier_trace_of(m, barrier);
    ptxc_moment x = {.kind = PTXC_MOMENT_OPEN,
                     .time = t->latest,
                     .at = {m->program->f->name.start, m->program->f->name.start},
                     .warp = PTXC_NO_WARP};
    name_object(m, &x, barrier);
    x.cta = x.home;
    x.phase--;
    x.since = t->begun;
    t->over = t->begun = t->latest;
    tell(m, &x);
}

void trace_pass(struct machine *m, const struct warp *w, uint32_t pc, unsigned lane,
                uint32_t barrier) {
    const struct mbarrier *b = list_at(&m->sync.mbarriers, barrier);
    wait_until(m, w, pc, 1u << lane,
               &(struct waiting){.kind = WAIT_PHASE, .object = barrier, .phase = b->phase});
}

/* ---- asynchronous operations ---- */

static ptxc_unit unit_of(uint8_t event) {
    switch ((enum isa_event_kind)event) {
    case EVENT_WGMMA:
    case EVENT_TMEM_MMA:
    case EVENT_TMEM_COPY:
    case EVENT_TMEM_SHIFT:
    case EVENT_TMEM_COMMIT: return PTXC_UNIT_TENSOR_CORE;
    case EVENT_STORE_ASYNC:
    case EVENT_COPY_ARRIVE: return PTXC_UNIT_MEMORY;
    default: return PTXC_UNIT_TMA;
    }
}

void trace_issue(struct machine *m, const struct warp *w, uint32_t pc, uint32_t lanes,
                 uint8_t event, int64_t bytes) {
    ptxc_moment x = of_warp(m, w, pc, lanes, PTXC_MOMENT_START);
    x.unit = unit_of(event);
    x.amount = bytes;
    tell(m, &x);
}

void trace_start(struct machine *m, const struct warp *w, uint32_t lanes, struct agent *a,
                 uint8_t event) {
    ptxc_moment x = of_warp(m, w, a->op, lanes, PTXC_MOMENT_START);
    name_object(m, &x, a->target);
    x.unit = unit_of(event);
    a->event = event;
    a->number = x.operation = ++m->trace->operations;
    a->time = x.time;
    a->cta = x.cta;
    x.amount = a->bytes;
    tell(m, &x);
}

void trace_complete(struct machine *m, const struct agent *a) {
    struct mbarrier_trace *t = mbarrier_trace_of(m, a->target);
    ptxc_moment x = {.kind = PTXC_MOMENT_COMPLETE,
                     .time = a->time + LATENCY,
                     .at = head_of(m, a->op),
                     .cta = a->cta,
                     .warp = PTXC_NO_WARP,
                     .unit = unit_of(a->event),
                     .operation = a->number,
                     .amount = a->bytes};
    name_object(m, &x, a->target);
    x.since = a->time;
    if (x.time < t->complete) x.time = t->complete;
    t->complete = x.time;
    contribute(m, a->target, x.time);
    tell(m, &x);
}

/* ---- other barriers ---- */

static struct barrier_trace *barrier_of(const struct machine *m, uint32_t cta, uint8_t kind,
                                        uint32_t number) {
    if (kind == WAIT_CLUSTER) return &m->trace->cluster;
    return &m->trace->barriers[cta * NAMED_BARRIERS + number];
}

void trace_meet(struct machine *m, const struct warp *w, uint32_t pc, uint32_t lanes, uint8_t kind,
                uint32_t number, bool waits) {
    struct waiting wait = {.kind = kind, .object = number};
    struct barrier_trace *t = barrier_of(m, w->cta, kind, number);
    if (waits && kind == WAIT_CLUSTER) {
        wait_until(m, w, pc, lanes, &wait);
        return;
    }
    if (now(m, w) > t->latest) t->latest = now(m, w);
    ptxc_moment x = of_warp(m, w, pc, lanes, PTXC_MOMENT_ARRIVE);
    describe_wait(m, w, &wait, &x);
    x.amount = (int64_t)__builtin_popcount(lanes);
    tell(m, &x);
    if (waits) begin_wait(m, w, pc, lanes, &wait);
}

void trace_open(struct machine *m, uint32_t cta, uint8_t kind, uint32_t number) {
    struct barrier_trace *t = barrier_of(m, cta, kind, number);
    ptxc_moment x = {.kind = PTXC_MOMENT_OPEN,
                     .time = t->latest,
                     .since = t->latest,
                     .at = {m->program->f->name.start, m->program->f->name.start},
                     .cta = cta,
                     .home = cta,
                     .warp = PTXC_NO_WARP,
                     .object = kind == WAIT_CLUSTER ? PTXC_CLUSTER_BARRIER : PTXC_BARRIER,
                     .number = number,
                     .name = ""};
    t->opened = t->latest;
    tell(m, &x);
}
