/* SPDX-License-Identifier: Apache-2.0
 * Waits for the first phase of an mbarrier that end only after each other. If every arrival at an
 * mbarrier comes after a wait for its own first phase, or for that of another such mbarrier, no
 * thread can be the first to get past one of these waits. This also holds across the CTAs of a
 * cluster, which run the same code. Manual: mbarrier (Phase Completion of the mbarrier object). */
#include "flow/mbarrier/ledger.h"

enum { MOST_GATES = 32 /* waits that an arrival is known to follow */, MOST_NESTED = 8 };

/* A wait that ends only when the first phase is complete, when a thread first executes it. */
struct gate {
    uint32_t event;
    struct flow_value at; /* one mbarrier */
    struct literal done;  /* is true after the wait */
    bool stuck;
};

struct cycles {
    const struct ledger *l;
    struct gate *gates;
    uint32_t count;
    uint32_t *gate_of;  /* for each number of a predicate, 1 + its gate, or 0 */
    uint32_t *first;    /* for each arrival, its gates among `behind`; plus one */
    struct list behind; /* uint32_t */
};

/* ---- values in the first iteration ---- */

/* Returns true if the block runs in the first iteration of the loop of the merge, unless a thread
 * leaves the loop before: it is on every path back to the start. */
static bool runs_first(const struct paths *paths, const struct flow_merge *merge, uint32_t block) {
    for (uint32_t e = paths->first_entry[merge->block]; e < paths->first_entry[merge->block + 1];
         e++) {
        uint32_t from = paths->entries[e].from;
        if (flow_dominates(paths, merge->block, from) && !flow_dominates(paths, block, from))
            return false;
    }
    return true;
}

/* Returns the number that a definition holds when `block` is executed first, or nothing. */
static struct flow_value number_at_first(struct values *v, uint32_t definition, uint32_t block,
                                         int depth) {
    struct definitions *d = &v->definitions;
    struct flow_value known = value_so_far(v, definition), found = value_nothing();
    if (value_is_number(&known)) return known;
    if (!definition || definition >= SPECIAL_TERM || !definition_is_merge(d, definition) || !depth)
        return found;
    struct flow_merge *merge = definition_merge(d, definition);
    if (merge->lost || !flow_dominates(v->paths, merge->block, block) ||
        !runs_first(v->paths, merge, block))
        return found;
    uint32_t first = v->paths->first_entry[merge->block];
    const uint32_t *operands = definition_operands(d, merge);
    for (uint32_t e = first; e < v->paths->first_entry[merge->block + 1]; e++) {
        if (flow_dominates(v->paths, merge->block, v->paths->entries[e].from)) continue;
        struct flow_value x = number_at_first(v, operands[e - first], block, depth - 1);
        if (!value_is_number(&x) || (!value_is_nothing(&found) && x.low != found.low))
            return value_nothing();
        found = x;
    }
    return found;
}

/* Returns an argument as it is when the instruction is executed first: one place, one number, or
 * nothing. */
static struct flow_value argument_at_first(const struct flow_facts *facts, uint32_t event,
                                           enum isa_event_argument what) {
    struct flow_value v = flow_argument_value(facts->values, facts->events, event, what);
    if (!flow_is_known(&v) || v.low == v.high) return v;
    if (v.term == NO_TERM || v.whole) return value_nothing();
    uint32_t block = facts->f->block_of[facts->events->at[event].insn];
    struct flow_value term = number_at_first(facts->values, v.term, block, MOST_NESTED);
    int64_t at = v.factor * term.low + v.constant;
    if (!value_is_number(&term) || at < v.low || at > v.high) return value_nothing();
    v.low = v.high = at;
    v.step = 0;
    v.term = NO_TERM;
    return v;
}

/* ---- waits ---- */

static struct literal find_done(const struct flow_facts *facts, uint32_t insn) {
    const struct flow_function *f = facts->f;
    for (uint32_t i = f->insns[insn].refs; i < f->insns[insn + 1].refs; i++)
        if (f->refs[i].flags & REF_WRITTEN && !(f->refs[i].flags & (REF_VARIABLE | REF_SPECIAL)))
            return facts->predicates->of[f->refs[i].id];
    return (struct literal){0, false};
}

static void add_gate(struct cycles *c, const struct ledger_entry *wait) {
    const struct flow_facts *facts = c->l->facts;
    uint32_t insn = facts->events->at[wait->event].insn;
    struct event_value parity = flow_argument(facts->events, wait->event, ARGUMENT_PARITY);
    struct literal done = find_done(facts, insn);
    bool guarded = facts->f->insns[insn].guard != NO_REGISTER;
    if (!done.number || guarded || !parity.known || !parity.number) return;
    struct flow_value phase = argument_at_first(facts, wait->event, ARGUMENT_PHASE);
    struct flow_value at = argument_at_first(facts, wait->event, ARGUMENT_BARRIER);
    if (!value_is_number(&phase) || phase.low || at.peer != PEER_OWN) return;
    if (!flow_is_known(&at) || at.low != at.high || c->gate_of[done.number]) return;
    c->gates[c->count++] = (struct gate){wait->event, at, done, true};
    c->gate_of[done.number] = c->count;
}

/* ---- arrivals ---- */

/* Lists the waits that have ended when control gets to the arrival. */
static void add_arrival(struct cycles *c, uint32_t arrival) {
    const struct paths *paths = c->l->facts->paths;
    uint32_t event = c->l->entries[ENTRY_ARRIVAL][arrival].event, found = 0;
    uint32_t block = paths->f->block_of[c->l->facts->events->at[event].insn];
    for (; (block = paths->informed[block]) && found < MOST_GATES;
         block = paths->dominator[block]) {
        struct literal fact = paths->enters[block];
        uint32_t gate = c->gate_of[fact.number];
        if (!gate || fact.negated != c->gates[gate - 1].done.negated) continue;
        *(uint32_t *)list_add(c->l->facts->f->arena, &c->behind) = gate - 1;
        found++;
    }
    c->first[arrival + 1] = c->behind.count;
}

static bool is_behind_stuck(const struct cycles *c, uint32_t arrival) {
    for (uint32_t i = c->first[arrival]; i < c->first[arrival + 1]; i++)
        if (c->gates[*(uint32_t *)list_at(&c->behind, i)].stuck) return true;
    return false;
}

static bool can_complete(const struct cycles *c, const struct gate *gate) {
    const struct ledger *l = c->l;
    for (uint32_t i = 0; i < l->counts[ENTRY_ARRIVAL]; i++)
        if (!is_behind_stuck(c, i) &&
            flow_may_overlap(l->facts->values, &l->entries[ENTRY_ARRIVAL][i].at, BARRIER_SIZE,
                             &gate->at, BARRIER_SIZE))
            return true;
    return false;
}

/* Assumes that all waits are stuck, and drops those that can end until nothing changes. */
static void find_stuck(struct cycles *c) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t g = 0; g < c->count; g++) {
            if (!c->gates[g].stuck || !can_complete(c, &c->gates[g])) continue;
            c->gates[g].stuck = false;
            changed = true;
        }
    }
}

/* ---- findings ---- */

/* Returns an arrival at the mbarrier, which is behind a stuck wait, or UINT32_MAX. */
static uint32_t find_late(const struct cycles *c, const struct gate *gate) {
    const struct ledger *l = c->l;
    for (uint32_t i = 0; i < l->counts[ENTRY_ARRIVAL]; i++)
        if (flow_may_overlap(l->facts->values, &l->entries[ENTRY_ARRIVAL][i].at, BARRIER_SIZE,
                             &gate->at, BARRIER_SIZE))
            return l->entries[ENTRY_ARRIVAL][i].event;
    return UINT32_MAX; /* the ledger reports this */
}

static void report_stuck(const struct cycles *c, const struct gate *gate) {
    const struct flow_facts *facts = c->l->facts;
    uint32_t late = find_late(c, gate);
    if (late == UINT32_MAX) return;
    uint32_t wait = facts->events->at[gate->event].insn, insn = facts->events->at[late].insn;
    struct diag *d = report_late_arrival(facts->diags, flow_head(facts->f, wait),
                                         flow_barrier_name(facts, &gate->at));
    note_arrives_late(facts->diags, d, flow_head(facts->f, insn), flow_opcode(facts->f, insn));
}

void ledger_check_cycles(const struct ledger *l) {
    const struct flow_facts *facts = l->facts;
    struct arena *arena = facts->f->arena;
    uint32_t arrivals = l->counts[ENTRY_ARRIVAL], waits = l->counts[ENTRY_WAIT];
    if (l->unknown[ENTRY_ARRIVAL] || !arrivals || !waits) return;
    struct cycles c = {.l = l};
    list_init(&c.behind, sizeof(uint32_t));
    c.gates = arena_alloc(arena, waits * sizeof *c.gates);
    c.gate_of = arena_zalloc(arena, (facts->predicates->count + 1) * sizeof *c.gate_of);
    c.first = arena_zalloc(arena, (arrivals + 1) * sizeof *c.first);
    for (uint32_t i = 0; i < waits; i++) add_gate(&c, &l->entries[ENTRY_WAIT][i]);
    if (!c.count) return;
    for (uint32_t i = 0; i < arrivals; i++) add_arrival(&c, i);
    find_stuck(&c);
    for (uint32_t g = 0; g < c.count; g++)
        if (c.gates[g].stuck) report_stuck(&c, &c.gates[g]);
}
