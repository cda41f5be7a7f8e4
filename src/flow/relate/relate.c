/* SPDX-License-Identifier: Apache-2.0
 * Relations of one instruction to the others: see relate.h. Groups keep all executions of an
 * operation, because a wait that leaves N groups is for the older ones. */
#include "flow/relate/relate.h"
#include "flow/value/address.h"

struct finder {
    const struct flow_facts *facts;
    uint32_t insn;   /* the instruction in question */
    uint16_t *kinds; /* for each instruction, a mask of the relations that were found */
    struct groups groups;
    struct group_state state;
};

static void add_relation(struct finder *x, uint32_t insn, uint8_t kind) {
    x->kinds[insn] |= (uint16_t)(1 << kind);
}

/* ---- groups ---- */

/* Returns true if the site is in a group that a wait completes when it leaves this many. `left` -1
 * includes operations in no group. */
static bool is_completed(const struct group_state *state, uint32_t site, int64_t left) {
    for (int64_t i = left + 1; i < LEVEL_DONE; i++)
        if (set_has(state->level[i], site)) return true;
    return false;
}

static bool is_left(const struct group_state *state, uint32_t site, int64_t left) {
    for (int64_t i = 0; i <= left && i < LEVEL_DONE; i++)
        if (set_has(state->level[i], site)) return true;
    return false;
}

/* Adds the operations of a wait or a commit. */
static void add_operations(struct finder *x, enum group_step step, int64_t left,
                           const struct relate_family *family) {
    bool groups = x->groups.rules->closes;
    for (uint32_t i = 0; i < x->groups.site_count; i++) {
        uint32_t insn = x->groups.sites[i].insn;
        if (step == GROUP_COMMIT) {
            if (set_has(x->state.level[LEVEL_UNCOMMITTED], i))
                add_relation(x, insn, PTXC_RELATION_COMMITS);
        } else if (left != INT64_MAX && !(groups && insn == x->insn)) {
            if (is_completed(&x->state, i, left))
                add_relation(x, insn, groups ? PTXC_RELATION_COMPLETES_GROUP : family->of_wait);
            if (is_left(&x->state, i, left) && !groups) add_relation(x, insn, PTXC_RELATION_LEAVES);
        }
    }
}

/* Adds another event that waits for the instruction, or commits it. */
static void add_user(struct finder *x, uint32_t event, enum group_step step, int64_t left,
                     const struct relate_family *family) {
    const struct flow_event *e = &x->facts->events->at[event];
    for (uint32_t i = 0; i < x->groups.site_count; i++) {
        if (x->groups.sites[i].insn != x->insn) continue;
        if (step == GROUP_COMMIT && set_has(x->state.level[LEVEL_UNCOMMITTED], i))
            add_relation(x, e->insn, PTXC_RELATION_COMMITTED_BY);
        if (step == GROUP_WAIT && left != INT64_MAX && is_completed(&x->state, i, left))
            add_relation(x, e->insn, family->of_operation);
    }
}

static void visit(struct finder *x, uint32_t event, const struct relate_family *family) {
    int64_t left = 0;
    enum group_step step = family->step(x->facts->events, event, &left);
    bool closes = x->groups.rules->closes;
    if (step != GROUP_WAIT && (step != GROUP_COMMIT || closes)) return;
    if (x->facts->events->at[event].insn == x->insn)
        add_operations(x, step, left, family);
    else if (!closes)
        add_user(x, event, step, left, family);
}

/* Calls a function for each reachable event, with the state before it. */
static void scan(struct finder *x, const struct group_rules *rules,
                 void (*call)(struct finder *, uint32_t, const struct relate_family *),
                 const struct relate_family *family) {
    const struct flow_function *f = x->facts->f;
    const struct flow_events *events = x->facts->events;
    x->groups = flow_groups(events, x->facts->paths, rules);
    if (!x->groups.site_count) return;
    x->state = groups_room(&x->groups);
    for (uint32_t i = 0; i < f->order_count; i++) {
        const struct flow_block *b = &f->blocks[f->order[i]];
        groups_at(&x->groups, f->order[i], &x->state);
        for (uint32_t k = b->first; k < b->end; k++) {
            if (events->first[k] == events->first[k + 1]) groups_pass(&x->groups, k, &x->state);
            for (uint32_t e = events->first[k]; e < events->first[k + 1]; e++) {
                call(x, e, family);
                groups_happen(&x->groups, e, &x->state);
            }
        }
    }
}

static void relate_groups(struct finder *x, const struct relate_family *family) {
    struct group_rules operations = {
        .step = family->step, .no_commit = !family->grouped, .keeps = true};
    struct group_rules groups = {.step = family->step, .keeps = true, .closes = true};
    scan(x, &operations, visit, family);
    if (family->grouped) scan(x, &groups, visit, family);
}

/* ---- what follows a fence ---- */

static void add_follower(struct finder *x, uint32_t event, const struct relate_family *family) {
    const struct flow_event *e = &x->facts->events->at[event];
    (void)family;
    for (uint32_t i = 0; i < x->groups.site_count; i++) {
        const struct site *site = &x->groups.sites[i];
        if (site->insn == x->insn && groups_may_be_pending(&x->state, i) &&
            relate_follows(e->kind, x->facts->events->at[site->event].kind))
            add_relation(x, e->insn, PTXC_RELATION_PRECEDES);
    }
}

/* ---- barriers ---- */

static void relate_mbarrier(struct finder *x, uint32_t event) {
    const struct flow_facts *facts = x->facts;
    struct flow_value here =
        flow_argument_value(facts->values, facts->events, event, ARGUMENT_BARRIER);
    if (!flow_is_known(&here)) return;
    for (uint32_t e = 0; e < facts->events->count; e++) {
        uint32_t insn = facts->events->at[e].insn;
        if (insn == x->insn || !flow_argument(facts->events, e, ARGUMENT_BARRIER).given) continue;
        struct flow_value other =
            flow_argument_value(facts->values, facts->events, e, ARGUMENT_BARRIER);
        if (flow_same_value(&here, &other) || flow_covers(&here, &other) ||
            flow_covers(&other, &here))
            add_relation(x, insn, PTXC_RELATION_BARRIER);
    }
}

static bool is_cta_barrier(uint8_t kind) {
    return kind == EVENT_BARRIER_SYNC || kind == EVENT_BARRIER_ARRIVE;
}

static void relate_cta_barrier(struct finder *x, uint32_t event) {
    const struct flow_events *events = x->facts->events;
    struct event_value here = flow_argument(events, event, ARGUMENT_ID);
    for (uint32_t e = 0; e < events->count && here.known; e++) {
        if (events->at[e].insn == x->insn || !is_cta_barrier(events->at[e].kind)) continue;
        struct event_value other = flow_argument(events, e, ARGUMENT_ID);
        if (other.known && other.number == here.number)
            add_relation(x, events->at[e].insn, PTXC_RELATION_BARRIER);
    }
}

/* ---- all relations ---- */

static void relate_event(struct finder *x, uint32_t event) {
    const struct flow_events *events = x->facts->events;
    uint8_t kind = events->at[event].kind;
    struct relate_family family = relate_family_of(events, event);
    struct group_rules reach = {.step = relate_reach_of(kind), .no_commit = true, .keeps = true};
    if (family.step) relate_groups(x, &family);
    if (reach.step) scan(x, &reach, add_follower, NULL);
    if (flow_argument(events, event, ARGUMENT_BARRIER).given) relate_mbarrier(x, event);
    if (is_cta_barrier(kind)) relate_cta_barrier(x, event);
}

void flow_relate(const struct flow_facts *facts, uint32_t insn, struct list *relations) {
    const struct flow_function *f = facts->f;
    struct finder x = {.facts = facts, .insn = insn};
    x.kinds = arena_zalloc(f->in->arena, f->insn_count * sizeof *x.kinds);
    for (uint32_t e = facts->events->first[insn]; e < facts->events->first[insn + 1]; e++)
        relate_event(&x, e);
    for (uint32_t i = 0; i < f->insn_count; i++)
        for (uint8_t kind = 0; x.kinds[i] >> kind; kind++)
            if (x.kinds[i] >> kind & 1)
                *(struct flow_relation *)list_add(f->in->arena, relations) =
                    (struct flow_relation){i, kind};
}
