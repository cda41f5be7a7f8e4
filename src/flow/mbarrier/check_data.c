/* SPDX-License-Identifier: Apache-2.0
 * Data of a bulk load that is read before any thread has waited for its mbarrier. Reported if
 * the addresses of the load, of its mbarrier and of the read are known, and no path from the
 * load to the read, or none from the start of the kernel, passes a wait that may be for this
 * mbarrier. Manual: cp.async.bulk; Async proxy; mbarrier.try_wait. */
#include "flow/check/check.h"

enum {
    BARRIER_SIZE = 8,
    MOST_LOADS = 64,       /* bits of a set */
    MOST_RELAYS = 16,      /* threads that pass a message on, one after the other */
    MOST_COPIED = 1 << 18, /* bytes of a load */
    MOST_READ = 1 << 14    /* bytes of a tile, as far as stores into it matter */
};

struct load {
    uint32_t event;
    struct flow_value to, barrier;
    uint64_t waits; /* number of events that may wait for it */
};

/* What may have happened when control arrives at a place: sets of loads. */
struct data_state {
    uint64_t pending, done; /* the last execution has not been waited for, or has been */
    uint64_t awaited;       /* something has waited for its mbarrier, at any time */
};

struct data_scan {
    const struct flow_facts *facts;
    struct load loads[MOST_LOADS];
    uint32_t count;
    uint32_t *waits; /* events that wait for an mbarrier */
    uint32_t wait_count;
    uint64_t *ends;            /* for each event: loads that it may wait for */
    uint64_t *relays;          /* the same, because of what others have waited for */
    uint64_t *issues;          /* for each event: the load that it is */
    uint64_t again;            /* a thread that has executed it executes it again each time */
    struct data_state *states; /* at the start of each block */
    uint8_t *told;             /* for each load */
};

static struct flow_value value_in_data(const struct data_scan *s, uint32_t event,
                                       enum isa_event_argument what) {
    return flow_argument_value(s->facts->values, s->facts->events, event, what);
}

/* ---- loads and waits ---- */

/* Returns true if its mbarrier is in the same CTA at a known address. */
static bool is_own_load(const struct data_scan *s, uint32_t event, const struct load *l) {
    struct event_value ctas = flow_argument(s->facts->events, event, ARGUMENT_CTAS);
    return flow_is_known(&l->to) && flow_is_known(&l->barrier) && l->barrier.peer == PEER_OWN &&
           l->to.peer == PEER_OWN && !(ctas.given && ctas.name == NAMED_TWO);
}

/* Returns false if something is filled at an unknown address, or if there are too many loads. */
static bool find_loads(struct data_scan *s) {
    const struct flow_events *events = s->facts->events;
    for (uint32_t e = 0; e < events->count; e++) {
        if (events->at[e].kind != EVENT_BULK_LOAD) continue;
        if (!flow_is_reached(s->facts->paths, events->at[e].insn)) continue;
        struct load *l = &s->loads[s->count];
        *l = (struct load){.event = e, .to = value_in_data(s, e, ARGUMENT_DST)};
        l->barrier = value_in_data(s, e, ARGUMENT_BARRIER);
        if (!is_own_load(s, e, l) || ++s->count == MOST_LOADS) return false;
        s->issues[e] = UINT64_C(1) << (s->count - 1);
        uint32_t guard = s->facts->f->insns[events->at[e].insn].guard;
        if (guard == NO_REGISTER || (guard < s->facts->f->register_count &&
                                     flow_is_fixed(s->facts->f, s->facts->predicates, guard)))
            s->again |= s->issues[e];
    }
    return s->count;
}

static void find_data_waits(struct data_scan *s) {
    const struct flow_events *events = s->facts->events;
    for (uint32_t e = 0; e < events->count; e++) {
        if (events->at[e].kind != EVENT_MBARRIER_WAIT) continue;
        struct flow_value at = value_in_data(s, e, ARGUMENT_BARRIER);
        s->waits[s->wait_count++] = e;
        for (uint32_t i = 0; i < s->count; i++) {
            if (!flow_may_overlap(s->facts->values, &at, BARRIER_SIZE, &s->loads[i].barrier,
                                  BARRIER_SIZE))
                continue;
            s->ends[e] |= UINT64_C(1) << i;
            s->loads[i].waits++;
        }
    }
}

/* ---- data flow ---- */

static void pass_event(const struct data_scan *s, uint32_t event, struct data_state *state) {
    uint64_t ends = s->ends[event], issues = s->issues[event];
    state->done |= ends & state->pending;
    state->pending &= ~ends;
    state->awaited |= ends;
    state->pending |= issues;
    state->done &= ~(issues & s->again);
}

static bool unite_states(struct data_state *to, const struct data_state *from) {
    struct data_state old = *to;
    to->pending |= from->pending;
    to->done |= from->done;
    to->awaited |= from->awaited;
    return to->pending != old.pending || to->done != old.done || to->awaited != old.awaited;
}

static void find_states(struct data_scan *s) {
    const struct flow_function *f = s->facts->f;
    const uint32_t *first = s->facts->events->first;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < f->order_count; i++) {
            const struct flow_block *b = &f->blocks[f->order[i]];
            struct data_state state = s->states[f->order[i]];
            for (uint32_t e = first[b->first]; e < first[b->end]; e++) pass_event(s, e, &state);
            for (uint32_t e = b->edges; e < b[1].edges; e++)
                again |= unite_states(&s->states[f->edges[e]], &state);
        }
    }
}

/* Adds to the loads that each wait may be for those that somebody has waited for before an arrival
 * at the same mbarrier. Returns true if there are any. */
static bool relay_arrival(struct data_scan *s, uint32_t arrival, uint64_t awaited) {
    struct flow_value to = value_in_data(s, arrival, ARGUMENT_BARRIER);
    bool any = false;
    for (uint32_t i = 0; awaited && i < s->wait_count; i++) {
        uint32_t e = s->waits[i];
        if (!(awaited & ~s->ends[e])) continue;
        struct flow_value at = value_in_data(s, e, ARGUMENT_BARRIER);
        if (!flow_may_overlap(s->facts->values, &at, BARRIER_SIZE, &to, BARRIER_SIZE)) continue;
        s->relays[e] |= awaited & ~s->ends[e];
        any |= s->relays[e] != 0;
    }
    return any;
}

static bool is_arrival(uint8_t kind) {
    return kind == EVENT_MBARRIER_ARRIVE || kind == EVENT_COPY_ARRIVE || kind == EVENT_TMEM_COMMIT;
}

/* A thread that waits for an arrival also waits for what the arriving thread has waited for. */
static bool find_relayed_waits(struct data_scan *s) {
    const struct flow_function *f = s->facts->f;
    const struct flow_events *events = s->facts->events;
    bool any = false;
    for (uint32_t i = 0; i < f->order_count; i++) {
        const struct flow_block *b = &f->blocks[f->order[i]];
        struct data_state state = s->states[f->order[i]];
        for (uint32_t e = events->first[b->first]; e < events->first[b->end]; e++) {
            if (is_arrival(events->at[e].kind)) any |= relay_arrival(s, e, state.awaited);
            pass_event(s, e, &state);
        }
    }
    for (uint32_t e = 0; e < events->count; e++) {
        s->ends[e] |= s->relays[e];
        s->relays[e] = 0;
    }
    return any;
}

/* Returns false if messages are passed on too often: what a thread knows is then not known. */
static bool find_all_relayed_waits(struct data_scan *s) {
    for (int i = 0; find_relayed_waits(s); i++) {
        if (i == MOST_RELAYS) return false;
        find_states(s);
    }
    return true;
}

/* ---- reads ---- */

/* Lists the arguments of an event that are read from shared memory, and returns their number. */
static uint32_t sources_of(const struct data_scan *s, uint32_t event,
                           enum isa_event_argument *what) {
    uint32_t count = 0;
    switch ((enum isa_event_kind)s->facts->events->at[event].kind) {
    case EVENT_BULK_STORE: what[count++] = ARGUMENT_SRC; break;
    case EVENT_LOAD:
        if (flow_argument(s->facts->events, event, ARGUMENT_SPACE).name == NAMED_SHARED)
            what[count++] = ARGUMENT_ADDRESS;
        break;
    case EVENT_TMEM_COPY: what[count++] = ARGUMENT_DESC; break;
    case EVENT_WGMMA:
    case EVENT_TMEM_MMA:
        what[count++] = ARGUMENT_A;
        what[count++] = ARGUMENT_B;
        break;
    default: break;
    }
    return count;
}

/* Returns true if a thread that certainly executes it has the lowest of all addresses. The
 * addresses of a role's threads may start higher. */
static bool reads_lowest(const struct data_scan *s, uint32_t event) {
    struct threads *t = s->facts->threads;
    if (!t) return false;
    struct lanes at = flow_thread_argument(t, event, ARGUMENT_ADDRESS);
    uint64_t set[MOST_THREADS / 64] = {0};
    if (!at.number || !flow_thread_set(t, s->facts->events->at[event].insn, set)) return false;
    int64_t lowest = INT64_MAX, read = INT64_MAX;
    for (uint32_t i = 0; i < t->room.threads; i++) {
        int64_t mine = lanes_at(&at, i);
        if (mine < lowest) lowest = mine;
        if (mine < read && thread_is_in(set, i)) read = mine;
    }
    return read == lowest;
}

/* Returns true if it reads the data of the load in some iteration of the enclosing loops. The range
 * of a ring may be slightly too large, so its last slot does not count. The threads that load may
 * not cover a whole range. */
static bool surely_reads(const struct data_scan *s, uint32_t event, const struct flow_value *from,
                         const struct flow_value *to) {
    if (to->low != to->high || !flow_covers(from, to)) return false;
    if (s->facts->events->at[event].kind == EVENT_LOAD)
        return from->low == to->low && (from->low == from->high || reads_lowest(s, event));
    return from->low == from->high || to->low != from->high;
}

/* Returns true if control passes from the read to each wait for the mbarrier, so that no other
 * thread waits for it earlier. */
static bool is_before_all_waits(const struct data_scan *s, uint32_t insn, uint32_t load) {
    const struct flow_function *f = s->facts->f;
    const struct flow_events *events = s->facts->events;
    uint32_t from = f->block_of[insn];
    for (uint32_t e = 0; e < events->count; e++)
        if (s->ends[e] >> load & 1 &&
            !flow_dominates(s->facts->paths, from, f->block_of[events->at[e].insn]))
            return false;
    return true;
}

/* Returns true if something else may have filled the memory that is read. */
static bool may_be_other_data(const struct data_scan *s, const struct flow_value *from,
                              uint64_t loads) {
    const struct flow_events *events = s->facts->events;
    for (uint32_t i = 0; i < s->count; i++)
        if (!(loads >> i & 1) &&
            flow_may_overlap(s->facts->values, &s->loads[i].to, MOST_COPIED, from, 1))
            return true;
    for (uint32_t e = 0; e < events->count; e++) {
        bool copies = events->at[e].kind == EVENT_COPY;
        if (!copies && events->at[e].kind != EVENT_STORE) continue;
        if (!copies && flow_argument(events, e, ARGUMENT_SPACE).name != NAMED_SHARED) continue;
        struct flow_value to = value_in_data(s, e, copies ? ARGUMENT_DST : ARGUMENT_ADDRESS);
        if (flow_may_overlap(s->facts->values, &to, 1, from, MOST_READ)) return true;
    }
    return false;
}

static void report_data(struct data_scan *s, uint32_t load, uint32_t insn) {
    const struct flow_facts *facts = s->facts;
    const struct flow_function *f = facts->f;
    uint32_t from = facts->events->at[s->loads[load].event].insn;
    struct diag *d = report_data_not_awaited(facts->diags, flow_head(f, insn), flow_opcode(f, insn),
                                             flow_opcode(f, from));
    note_started_here(facts->diags, d, flow_head(f, from), flow_opcode(f, from));
    s->told[load] = 1;
}

static void check_data_read(struct data_scan *s, uint32_t event, const struct flow_value *from,
                            const struct data_state *state) {
    uint32_t insn = s->facts->events->at[event].insn;
    uint64_t never = ~state->awaited;
    uint8_t kind = s->facts->events->at[event].kind;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct load *l = &s->loads[i];
        uint64_t bit = UINT64_C(1) << i;
        if (s->told[i] || !l->waits) continue;
        bool pending =
            (state->pending & ~state->done & bit) && surely_reads(s, event, from, &l->to);
        bool first = (never & bit) && kind != EVENT_LOAD && from->low == l->to.low &&
                     flow_covers(&l->to, from) && is_before_all_waits(s, insn, i) &&
                     !may_be_other_data(s, from, never);
        if (pending || first) report_data(s, i, insn);
    }
}

static void check_reads_of_block(struct data_scan *s, uint32_t block) {
    const struct flow_function *f = s->facts->f;
    const uint32_t *first = s->facts->events->first;
    struct data_state state = s->states[block];
    for (uint32_t e = first[f->blocks[block].first]; e < first[f->blocks[block].end]; e++) {
        enum isa_event_argument what[2];
        for (uint32_t k = sources_of(s, e, what); k-- > 0;) {
            struct flow_value from = value_in_data(s, e, what[k]);
            if (flow_is_known(&from) && from.base == BASE_VARIABLE)
                check_data_read(s, e, &from, &state);
        }
        pass_event(s, e, &state);
    }
}

void flow_check_data(const struct flow_facts *facts) {
    struct flow_function *f = facts->f;
    if (!f->is_entry || f->calls) return;
    bool any = false;
    for (uint32_t e = 0; e < facts->events->count; e++)
        any |= facts->events->at[e].kind == EVENT_BULK_LOAD;
    if (!any || !flow_are_few(facts->events, MBARRIER_EVENTS)) return;
    struct data_scan s = {.facts = facts};
    s.waits = arena_alloc(f->arena, (facts->events->count + 1) * sizeof *s.waits);
    s.ends = arena_zalloc(f->arena, (facts->events->count + 1) * sizeof *s.ends);
    s.relays = arena_zalloc(f->arena, (facts->events->count + 1) * sizeof *s.relays);
    s.issues = arena_zalloc(f->arena, (facts->events->count + 1) * sizeof *s.issues);
    if (!find_loads(&s)) return;
    find_data_waits(&s);
    s.states = arena_zalloc(f->arena, f->block_count * sizeof *s.states);
    s.told = arena_zalloc(f->arena, MOST_LOADS);
    find_states(&s);
    if (!find_all_relayed_waits(&s)) {
        flow_leave_out(f);
        return;
    }
    for (uint32_t i = 0; i < f->order_count; i++) check_reads_of_block(&s, f->order[i]);
}
