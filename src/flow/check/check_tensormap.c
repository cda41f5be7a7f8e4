/* SPDX-License-Identifier: Apache-2.0
 * Tensor maps that a kernel changes: in shared memory without ever copying them to where copies
 * read them, or in global memory and used without the fence that shows them to the tensormap
 * proxy. Manual: tensormap.replace; tensormap.cp_fenceproxy; membar/fence. */
#include "flow/check/order.h"

static enum group_step replace_step(const struct flow_events *events, uint32_t event,
                                    int64_t *left) {
    *left = 0;
    if (events->at[event].kind == EVENT_MAP_PUBLISH) return GROUP_WAIT;
    if (events->at[event].kind != EVENT_MAP_REPLACE) return GROUP_OTHER;
    bool shared = flow_argument(events, event, ARGUMENT_SPACE).name == NAMED_SHARED;
    return shared ? GROUP_ISSUE : GROUP_OTHER;
}

static enum group_step publish_step(const struct flow_events *events, uint32_t event,
                                    int64_t *left) {
    *left = 0;
    if (events->at[event].kind == EVENT_MAP_PUBLISH) return GROUP_ISSUE;
    if (events->at[event].kind != EVENT_PROXY_FENCE) return GROUP_OTHER;
    bool to_maps = flow_argument(events, event, ARGUMENT_TO).name == NAMED_TENSORMAP;
    return to_maps ? GROUP_WAIT : GROUP_OTHER;
}

static bool uses_map(uint8_t kind) {
    switch ((enum isa_event_kind)kind) {
    case EVENT_BULK_LOAD:
    case EVENT_BULK_STORE:
    case EVENT_BULK_PREFETCH:
    case EVENT_MAP_PREFETCH: return true;
    default: return false;
    }
}

static bool outlives_none(uint8_t kind) {
    (void)kind;
    return false;
}

static bool is_same_map(const struct flow_facts *facts, uint32_t publish, uint32_t use) {
    struct flow_value a = flow_argument_value(facts->values, facts->events, publish, ARGUMENT_DST);
    struct flow_value b = flow_argument_value(facts->values, facts->events, use, ARGUMENT_MAP);
    return flow_same_value(&a, &b) || flow_same_address(&a, &b);
}

static const struct order replace_order = {{.step = replace_step,
                                            .starts = EVENT_BIT(EVENT_MAP_REPLACE),
                                            .no_commit = true},
                                           outlives_none,
                                           NULL},
                          publish_order = {{.step = publish_step,
                                            .starts = EVENT_BIT(EVENT_MAP_PUBLISH),
                                            .no_commit = true},
                                           uses_map,
                                           is_same_map};

/* One report for all fields of the maps. */
static void check_published(const struct flow_facts *facts) {
    const struct flow_function *f = facts->f;
    struct outcome o = flow_outcome(facts, &replace_order);
    for (uint32_t i = 0; i < o.groups.site_count; i++) {
        uint32_t insn = o.groups.sites[i].insn;
        if (set_has(o.ends, i) || !flow_is_reached(facts->paths, insn)) continue;
        report_never_published(facts->diags, flow_head(f, insn), flow_opcode(f, insn),
                               flow_name_of(EVENT_MAP_PUBLISH));
        return;
    }
}

static struct flow_value argument_of(const struct flow_facts *facts, uint32_t event,
                                     enum isa_event_argument what) {
    return flow_argument_value(facts->values, facts->events, event, what);
}

static bool acquires_maps(const struct flow_events *events, uint32_t event) {
    return events->at[event].kind == EVENT_PROXY_FENCE &&
           flow_argument(events, event, ARGUMENT_TO).name == NAMED_TENSORMAP;
}

/* May some fence be for the map at this address? If it is relative to something else: `unknown`. */
static bool may_be_acquired(const struct flow_facts *facts, const struct flow_value *map,
                            bool unknown) {
    for (uint32_t e = 0; e < facts->events->count; e++) {
        if (!acquires_maps(facts->events, e)) continue;
        struct flow_value at = argument_of(facts, e, ARGUMENT_ADDRESS);
        bool same_base = at.base == map->base && at.of == map->of;
        bool same = flow_same_value(&at, map) || flow_same_address(&at, map);
        if (at.base == BASE_NOTHING || same || (!same_base && unknown)) return true;
    }
    return false;
}

/* The first use of what is published after it on every path to the use; UINT32_MAX: there is none.
 */
static uint32_t find_use(const struct flow_facts *facts, uint32_t publish) {
    const struct flow_events *events = facts->events;
    const uint32_t *block_of = facts->f->block_of;
    uint32_t from = events->at[publish].insn;
    for (uint32_t e = publish + 1; e < events->count; e++) {
        uint32_t to = events->at[e].insn;
        if (uses_map(events->at[e].kind) && flow_is_reached(facts->paths, to) &&
            flow_dominates(facts->paths, block_of[from], block_of[to]) &&
            is_same_map(facts, publish, e))
            return e;
    }
    return UINT32_MAX;
}

static void check_acquired(const struct flow_facts *facts) {
    const struct flow_function *f = facts->f;
    struct outcome o = flow_outcome(facts, &publish_order);
    for (uint32_t i = 0; i < o.groups.site_count; i++) {
        uint32_t from = o.groups.sites[i].insn, use = o.too_late[i];
        struct flow_value map = argument_of(facts, o.groups.sites[i].event, ARGUMENT_DST);
        if (!flow_is_reached(facts->paths, from)) continue;
        if (use == UINT32_MAX && !may_be_acquired(facts, &map, true))
            use = find_use(facts, o.groups.sites[i].event);
        if (use == UINT32_MAX) continue;
        uint32_t to = facts->events->at[use].insn;
        struct diag *d = report_never_acquired(facts->diags, flow_head(f, to), flow_opcode(f, to));
        note_map_written_here(facts->diags, d, flow_head(f, from));
    }
}

static bool publishes_some(const struct flow_events *events) {
    for (uint32_t e = 0; e < events->count; e++)
        if (events->at[e].kind == EVENT_MAP_PUBLISH) return true;
    return false;
}

/* A map of others in global memory that no fence acquires, though some does for other maps. */
static void check_others(const struct flow_facts *facts) {
    const struct flow_events *events = facts->events;
    const struct flow_function *f = facts->f;
    bool any = false;
    if (!diags_wants(facts->diags, D_may_not_be_acquired) || publishes_some(events)) return;
    for (uint32_t e = 0; e < events->count; e++) any |= acquires_maps(events, e);
    for (uint32_t e = 0; any && e < events->count; e++) {
        uint32_t insn = events->at[e].insn;
        if (!uses_map(events->at[e].kind) || !flow_argument(events, e, ARGUMENT_MAP).given)
            continue;
        struct flow_value map = argument_of(facts, e, ARGUMENT_MAP);
        if (map.base != BASE_DEFINITION || may_be_acquired(facts, &map, false)) continue;
        report_may_not_be_acquired(facts->diags, flow_head(f, insn), flow_opcode(f, insn));
        return;
    }
}

/* ---- changes that are lost ---- */

/* Do both change the same field, which has no index, at the same address? */
static bool change_same_field(const struct flow_facts *facts, uint32_t one, uint32_t other) {
    const struct flow_function *f = facts->f;
    const struct stmt *a = ast_stmt(f->in->ast, f->insns[facts->events->at[one].insn].stmt);
    const struct stmt *b = ast_stmt(f->in->ast, f->insns[facts->events->at[other].insn].stmt);
    if (a->head != b->head || a->roots - a->guarded != 2 || b->roots - b->guarded != 2)
        return false;
    struct flow_value to = argument_of(facts, one, ARGUMENT_ADDRESS),
                      again = argument_of(facts, other, ARGUMENT_ADDRESS);
    return one != other && flow_same_address(&to, &again);
}

static bool replaces(uint8_t kind) { return kind == EVENT_MAP_REPLACE; }

static const struct order change_order = {
    {.step = replace_step, .no_commit = true}, replaces, change_same_field};

/* A default may be changed before it is published. One report: the other fields of the map are lost
 * as well. */
static void check_lost_changes(const struct flow_facts *facts) {
    const struct flow_function *f = facts->f;
    if (!diags_wants(facts->diags, D_change_may_be_lost) || !publishes_some(facts->events)) return;
    struct outcome o = flow_outcome(facts, &change_order);
    for (uint32_t i = 0; i < o.groups.site_count; i++) {
        if (o.too_late[i] == UINT32_MAX) continue;
        uint32_t from = o.groups.sites[i].insn, to = facts->events->at[o.too_late[i]].insn;
        struct diag *d =
            report_change_may_be_lost(facts->diags, flow_head(f, from), flow_opcode(f, from),
                                      flow_name_of(EVENT_MAP_PUBLISH));
        note_changed_again_here(facts->diags, d, flow_head(f, to));
        return;
    }
}

void flow_check_tensormap(const struct flow_facts *facts) {
    bool fragment = facts->f->in->is_fragment;
    if (!(facts->f->is_entry || fragment) || facts->f->calls) return;
    if (!fragment) check_published(facts);
    check_acquired(facts);
    check_others(facts);
    check_lost_changes(facts);
}
