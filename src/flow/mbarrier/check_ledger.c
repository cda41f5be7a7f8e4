/* SPDX-License-Identifier: Apache-2.0
 * A ledger of the mbarriers of a kernel: what initializes each of them, arrives at it, brings it
 * bytes and waits for it. Checked only if the kernel calls no functions and every address of the
 * kind is known, so that everything that happens to an mbarrier is visible. Manual: mbarrier. */
#include "flow/mbarrier/ledger.h"
#include "flow/loops.h"

enum { MOST_RING = 64 /* mbarriers of a ring that are examined individually */ };

/* ---- entries ---- */

static bool is_flag(const struct flow_facts *facts, uint32_t event, enum isa_event_argument what) {
    struct event_value v = flow_argument(facts->events, event, what);
    return v.known && v.number;
}

static void add_entry(struct ledger *l, enum entry_kind kind, uint32_t event) {
    struct flow_value at =
        flow_argument_value(l->facts->values, l->facts->events, event, ARGUMENT_BARRIER);
    l->unknown[kind] |= !flow_is_known(&at);
    l->shared |= at.peer != PEER_OWN || is_flag(l->facts, event, ARGUMENT_MULTICAST);
    l->entries[kind][l->counts[kind]++] = (struct ledger_entry){event, at};
}

/* An expectation of no bytes needs no copy. */
static bool expects_nothing(const struct flow_facts *facts, uint32_t event) {
    struct flow_value bytes =
        flow_argument_value(facts->values, facts->events, event, ARGUMENT_BYTES);
    return value_is_number(&bytes) && bytes.low == 0;
}

static void note_event(struct ledger *l, uint32_t event) {
    switch ((enum isa_event_kind)l->facts->events->at[event].kind) {
    case EVENT_MBARRIER_INIT: add_entry(l, ENTRY_INIT, event); break;
    case EVENT_MBARRIER_WAIT: add_entry(l, ENTRY_WAIT, event); break;
    case EVENT_MBARRIER_ARRIVE:
    case EVENT_COPY_ARRIVE:
    case EVENT_TMEM_COMMIT: add_entry(l, ENTRY_ARRIVAL, event); break;
    case EVENT_EXPECT_TX:
        if (!expects_nothing(l->facts, event)) add_entry(l, ENTRY_EXPECT, event);
        break;
    case EVENT_BULK_LOAD:
    case EVENT_BULK_COPY:
    case EVENT_STORE_ASYNC:
    case EVENT_CANCEL_REQUEST:
    case EVENT_COMPLETE_TX: add_entry(l, ENTRY_BYTES, event); break;
    default: break;
    }
}

/* ---- one mbarrier ---- */

static struct flow_value place_in(const struct flow_value *ring, int64_t at) {
    struct flow_value place = *ring;
    place.low = place.high = at;
    place.step = 0;
    return place;
}

/* Returns an entry of a kind that may concern it, or UINT32_MAX. */
static uint32_t find_entry(const struct ledger *l, enum entry_kind kind,
                           const struct flow_value *barrier) {
    for (uint32_t i = 0; i < l->counts[kind]; i++)
        if (flow_may_overlap(l->facts->values, &l->entries[kind][i].at, BARRIER_SIZE, barrier,
                             BARRIER_SIZE))
            return l->entries[kind][i].event;
    return UINT32_MAX;
}

/* Returns an entry that concerns it in some iteration of the surrounding code. */
static uint32_t find_sure_entry(const struct ledger *l, enum entry_kind kind,
                                const struct flow_value *barrier) {
    for (uint32_t i = 0; i < l->counts[kind]; i++)
        if (flow_covers(&l->entries[kind][i].at, barrier)) return l->entries[kind][i].event;
    return UINT32_MAX;
}

bool ledger_has_none(const struct ledger *l, enum entry_kind kind,
                     const struct flow_value *barrier) {
    return !l->unknown[kind] && find_entry(l, kind, barrier) == UINT32_MAX;
}

/* ---- findings ---- */

/* Returns an element of a ring that is never initialized although the others are, or INT64_MAX. */
static int64_t find_hole(const struct ledger *l, const struct flow_value *ring) {
    uint64_t count = ring->step ? (uint64_t)(ring->high - ring->low) / ring->step + 1 : 1;
    int64_t hole = INT64_MAX;
    uint32_t holes = 0;
    if (count < 2 || count > MOST_RING || ring->step % BARRIER_SIZE) return INT64_MAX;
    for (int64_t at = ring->low; at <= ring->high; at += (int64_t)ring->step) {
        struct flow_value place = place_in(ring, at);
        if (find_entry(l, ENTRY_INIT, &place) != UINT32_MAX) continue;
        hole = at;
        holes++;
    }
    return holes == 1 ? hole : INT64_MAX;
}

/* The range of a ring may be slightly too large, so an element at its end does not count. */
static bool is_used_otherwise(const struct ledger *l, const struct flow_value *place) {
    bool waits = find_sure_entry(l, ENTRY_WAIT, place) != UINT32_MAX;
    bool others = find_sure_entry(l, ENTRY_ARRIVAL, place) != UINT32_MAX ||
                  find_sure_entry(l, ENTRY_EXPECT, place) != UINT32_MAX ||
                  find_sure_entry(l, ENTRY_BYTES, place) != UINT32_MAX;
    return waits && others;
}

static void check_holes(struct ledger *l) {
    const struct flow_function *f = l->facts->f;
    for (uint32_t i = 0; i < l->counts[ENTRY_WAIT]; i++) {
        const struct ledger_entry *x = &l->entries[ENTRY_WAIT][i];
        int64_t hole = flow_is_known(&x->at) ? find_hole(l, &x->at) : INT64_MAX;
        if (hole == INT64_MAX) continue;
        struct flow_value place = place_in(&x->at, hole);
        if (hole == x->at.high && !is_used_otherwise(l, &place)) continue;
        uint32_t insn = l->facts->events->at[x->event].insn;
        report_not_initialized(l->facts->diags, flow_head(f, insn),
                               flow_barrier_name(l->facts, &place));
        return;
    }
}

/* Shared memory does not outlive the kernel, so nothing else can have initialized it. */
static void check_no_init(struct ledger *l) {
    const struct ledger_entry *x = &l->entries[ENTRY_WAIT][0];
    const struct flow_function *f = l->facts->f;
    if (!flow_is_known(&x->at) || x->at.base == BASE_NUMBER) return;
    report_not_initialized(l->facts->diags, flow_head(f, l->facts->events->at[x->event].insn),
                           flow_barrier_name(l->facts, &x->at));
}

static bool is_constant_phase(const struct ledger *l, uint32_t event, int64_t phase) {
    struct flow_value v =
        flow_argument_value(l->facts->values, l->facts->events, event, ARGUMENT_PHASE);
    return is_flag(l->facts, event, ARGUMENT_PARITY) && value_is_number(&v) && v.low == phase;
}

/* Returns true if each mbarrier that the wait may concern is waited for in the same way. The phase
 * of a wait for a ring may depend on the element, so it can be one that passes at once wherever
 * nothing arrives. */
static bool passes_alike(const struct ledger *l, const struct flow_value *ring) {
    return ring->low == ring->high || ledger_has_none(l, ENTRY_ARRIVAL, ring);
}

/* Returns a wait that ends only when the first phase is complete. */
static uint32_t find_strict_wait(const struct ledger *l, const struct flow_value *barrier) {
    for (uint32_t i = 0; i < l->counts[ENTRY_WAIT]; i++) {
        const struct ledger_entry *x = &l->entries[ENTRY_WAIT][i];
        if (flow_covers(&x->at, barrier) && passes_alike(l, &x->at) &&
            !is_constant_phase(l, x->event, 1))
            return x->event;
    }
    return UINT32_MAX;
}

/* Returns true if it is the only commit of its block, so that the multiplications have no other. */
static bool is_only_commit(const struct ledger *l, uint32_t event) {
    const struct flow_events *events = l->facts->events;
    const uint32_t *block_of = l->facts->f->block_of;
    if (events->at[event].kind != EVENT_TMEM_COMMIT) return false;
    for (uint32_t i = 0; i < l->counts[ENTRY_ARRIVAL]; i++) {
        uint32_t other = l->entries[ENTRY_ARRIVAL][i].event;
        if (other != event && events->at[other].kind == EVENT_TMEM_COMMIT &&
            block_of[events->at[other].insn] == block_of[events->at[event].insn])
            return false;
    }
    return true;
}

/* Returns true if the thread accesses memory that others refill or read after an arrival. */
static bool uses_tile(const struct flow_events *events, uint32_t event) {
    switch ((enum isa_event_kind)events->at[event].kind) {
    case EVENT_LOAD:
    case EVENT_STORE: return flow_argument(events, event, ARGUMENT_SPACE).name == NAMED_SHARED;
    case EVENT_COPY:
    case EVENT_BULK_STORE:
    case EVENT_WGMMA:
    case EVENT_TMEM_LOAD:
    case EVENT_TMEM_STORE:
    case EVENT_TMEM_MMA: return true;
    default: return false;
    }
}

/* Returns true if each iteration of a loop first accesses memory and then arrives, to hand the
 * memory to others. */
static bool hands_over(const struct ledger *l, uint32_t arrival) {
    const struct flow_facts *facts = l->facts;
    const struct flow_events *events = facts->events;
    const uint32_t *block_of = facts->f->block_of, *loops = flow_loops(facts->paths);
    uint32_t to = block_of[events->at[arrival].insn];
    if (!loops || loops[to] == NO_BLOCK) return false;
    for (uint32_t e = 0; e < arrival; e++) {
        uint32_t from = block_of[events->at[e].insn];
        if (uses_tile(events, e) && flow_dominates(facts->paths, loops[to], from) &&
            flow_dominates(facts->paths, from, to))
            return true;
    }
    return false;
}

/* A kernel may have arrivals that it does not need, such as those for a role that is left out; what
 * is committed or handed over has to be waited for. */
static void say_nothing_waits(const struct ledger *l, const struct ledger_entry *init,
                              struct text name) {
    const struct flow_facts *facts = l->facts;
    uint32_t arrival = find_sure_entry(l, ENTRY_ARRIVAL, &init->at);
    bool commits = arrival != UINT32_MAX && (is_only_commit(l, arrival) || hands_over(l, arrival));
    uint32_t insn = facts->events->at[arrival == UINT32_MAX ? init->event : arrival].insn;
    if (commits)
        report_no_wait(facts->diags, flow_head(facts->f, insn), name);
    else
        report_may_have_no_wait(facts->diags, flow_head(facts->f, insn), name);
}

static void check_barrier_life(struct ledger *l, const struct ledger_entry *init) {
    const struct flow_facts *facts = l->facts;
    const struct flow_function *f = facts->f;
    struct text name = flow_barrier_name(facts, &init->at);
    uint32_t wait = find_strict_wait(l, &init->at);
    uint32_t bytes = find_sure_entry(l, ENTRY_BYTES, &init->at);
    uint32_t expect = find_sure_entry(l, ENTRY_EXPECT, &init->at);
    if (wait != UINT32_MAX && ledger_has_none(l, ENTRY_ARRIVAL, &init->at))
        report_no_arrival(facts->diags, flow_head(f, facts->events->at[wait].insn), name);
    else if (bytes != UINT32_MAX && l->counts[ENTRY_EXPECT] &&
             ledger_has_none(l, ENTRY_EXPECT, &init->at))
        report_no_expectation(facts->diags, flow_head(f, facts->events->at[bytes].insn), name);
    else if (expect != UINT32_MAX && ledger_has_none(l, ENTRY_BYTES, &init->at))
        report_no_bytes(facts->diags, flow_head(f, facts->events->at[expect].insn), name);
    else if (bytes != UINT32_MAX && ledger_has_none(l, ENTRY_WAIT, &init->at))
        report_no_wait(facts->diags, flow_head(f, facts->events->at[bytes].insn), name);
    else if (ledger_has_none(l, ENTRY_WAIT, &init->at))
        say_nothing_waits(l, init, name);
}

void flow_check_ledger(const struct flow_facts *facts) {
    struct ledger l = {.facts = facts};
    if (!facts->f->is_entry || facts->f->calls) return;
    if (!flow_are_few(facts->events, MBARRIER_EVENTS)) return;
    for (int i = 0; i < ENTRY_COUNT; i++)
        l.entries[i] =
            arena_alloc(facts->f->arena, (facts->events->count + 1) * sizeof *l.entries[i]);
    for (uint32_t e = 0; e < facts->events->count; e++)
        if (flow_is_reached(facts->paths, facts->events->at[e].insn)) note_event(&l, e);
    if (!l.counts[ENTRY_INIT] && l.counts[ENTRY_WAIT]) check_no_init(&l);
    if (!l.counts[ENTRY_INIT] || l.unknown[ENTRY_INIT]) return;
    for (uint32_t i = 0; i < l.counts[ENTRY_INIT]; i++)
        if (flow_is_known(&l.entries[ENTRY_INIT][i].at) &&
            l.entries[ENTRY_INIT][i].at.low == l.entries[ENTRY_INIT][i].at.high)
            check_barrier_life(&l, &l.entries[ENTRY_INIT][i]);
    check_holes(&l);
    ledger_check_partners(&l);
    ledger_check_cycles(&l);
}
