/* SPDX-License-Identifier: Apache-2.0
 * The registers of a CTA: what a warpgroup releases, another one may request. A thread that
 * raises its number waits until there are enough. Checked only if it is known which threads
 * change their number, and each of them does so once. Manual: setmaxnreg. */
#include "flow/check/check.h"
#include "flow/bounds.h"

enum { WARPGROUP = 4 * WARP_SIZE, RAISED_BY = 8 /* registers, at least */ };

struct pool {
    const struct flow_facts *facts;
    struct threads *threads;
    int64_t at_entry;   /* registers per thread */
    int64_t *registers; /* for each thread, at its end; 0 if it does not change the number */
    uint32_t raise;     /* the first event that raises it, or UINT32_MAX */
};

/* Returns false if some thread may change its number more than once, or if it is unknown which
 * threads do. */
static bool add_change(struct pool *p, uint32_t event) {
    const struct flow_event *e = &p->facts->events->at[event];
    struct event_value count = flow_argument(p->facts->events, event, ARGUMENT_COUNT);
    uint64_t set[MOST_THREADS / 64];
    if (!count.known || !flow_thread_set(p->threads, e->insn, set)) return false;
    for (uint32_t i = 0; i < p->threads->room.threads; i++) {
        if (!thread_is_in(set, i)) continue;
        if (p->registers[i]) return false;
        p->registers[i] = count.number;
    }
    if (e->kind == EVENT_REGISTERS_RAISE && p->raise == UINT32_MAX) p->raise = event;
    return true;
}

static bool add_changes(struct pool *p) {
    const struct flow_events *events = p->facts->events;
    for (uint32_t e = 0; e < events->count; e++) {
        bool changes = events->at[e].kind == EVENT_REGISTERS_RAISE ||
                       events->at[e].kind == EVENT_REGISTERS_LOWER;
        if (changes && flow_is_reached(p->facts->paths, events->at[e].insn) && !add_change(p, e))
            return false;
    }
    return p->raise != UINT32_MAX;
}

/* Returns how many registers the first threads of the CTA request. */
static int64_t registers_of(const struct pool *p, uint32_t threads) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < threads; i++) sum += p->registers[i] ? p->registers[i] : p->at_entry;
    return sum;
}

static bool ask_for_too_many(const struct pool *p, uint32_t threads) {
    return registers_of(p, threads) > p->at_entry * threads;
}

/* Returns true if the kernel would also wait when it is launched with fewer warpgroups, as
 * directives allow. */
static bool waits_in_any_size(const struct pool *p) {
    uint32_t all = p->threads->room.threads;
    if (p->threads->is_exact) return true;
    for (uint32_t threads = WARPGROUP; threads < all; threads += WARPGROUP) {
        bool raises = false;
        for (uint32_t i = 0; i < threads; i++) raises |= p->registers[i] > p->at_entry;
        if (raises && !ask_for_too_many(p, threads)) return false;
    }
    return true;
}

/* Finds threads that keep their number although those that all of them could gain remain free. */
static bool some_keep_too_few(const struct pool *p, uint32_t threads) {
    int64_t left = p->at_entry * threads - registers_of(p, threads), keep = 0;
    for (uint32_t i = 0; i < threads; i++) keep += !p->registers[i];
    return keep && left >= keep * RAISED_BY;
}

/* Reports registers that some threads release and no other thread requests. */
static void check_left_over(const struct pool *p, uint32_t threads) {
    const struct flow_facts *facts = p->facts;
    uint32_t insn = facts->events->at[p->raise].insn;
    if (diags_wants(facts->diags, D_left_over) && some_keep_too_few(p, threads))
        report_left_over(facts->diags, flow_head(facts->f, insn), p->at_entry * threads,
                         registers_of(p, threads));
}

/* Returns a request for more registers than a thread starts with, if no thread releases any;
 * otherwise UINT32_MAX. */
static uint32_t find_hopeless(const struct pool *p) {
    const struct flow_events *events = p->facts->events;
    uint32_t found = UINT32_MAX;
    for (uint32_t e = events->count; e-- > 0;) {
        if (!flow_is_reached(p->facts->paths, events->at[e].insn)) continue;
        struct event_value count = flow_argument(events, e, ARGUMENT_COUNT);
        if (events->at[e].kind == EVENT_REGISTERS_LOWER) return UINT32_MAX;
        if (events->at[e].kind == EVENT_REGISTERS_RAISE && count.known &&
            count.number >= p->at_entry + RAISED_BY)
            found = e;
    }
    return found;
}

static void check_released(const struct pool *p) {
    const struct flow_function *f = p->facts->f;
    uint32_t hopeless = find_hopeless(p);
    if (hopeless == UINT32_MAX) return;
    uint32_t insn = p->facts->events->at[hopeless].insn;
    report_never_released(p->facts->diags, flow_head(f, insn), flow_opcode(f, insn), p->at_entry);
}

static void check_sum(const struct pool *p, uint32_t all) {
    const struct flow_facts *facts = p->facts;
    uint32_t insn = facts->events->at[p->raise].insn;
    ptxc_span at = flow_head(facts->f, insn);
    struct text opcode = flow_opcode(facts->f, insn);
    int64_t available = p->at_entry * all, needed = registers_of(p, all);
    if (!ask_for_too_many(p, all))
        check_left_over(p, all);
    else if (waits_in_any_size(p))
        report_never_granted(facts->diags, at, opcode, available, needed);
    else
        report_may_not_be_granted(facts->diags, at, opcode, available, needed);
}

void flow_check_pool(const struct flow_facts *facts) {
    struct flow_function *f = facts->f;
    struct pool p = {.facts = facts, .raise = UINT32_MAX, .threads = facts->threads};
    bool any = false;
    for (uint32_t e = 0; e < facts->events->count; e++)
        any |= facts->events->at[e].kind == EVENT_REGISTERS_RAISE;
    if (!any || !f->is_entry || f->calls) return;
    struct flow_bounds b = flow_read_bounds(f);
    if (!flow_bounds_are_known(&b)) return;
    p.at_entry = flow_registers_at_entry(&b);
    uint32_t all = p.threads && p.threads->is_given ? p.threads->room.threads : 0;
    p.registers = arena_zalloc(f->arena, (all + 1) * sizeof *p.registers);
    if (all && add_changes(&p))
        check_sum(&p, all);
    else
        check_released(&p);
}
