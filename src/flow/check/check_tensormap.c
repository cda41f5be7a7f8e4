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

static const struct order replace_order = {{.step = replace_step, .no_commit = true},
                                           outlives_none,
                                           NULL},
                          publish_order = {
                              {.step = publish_step, .no_commit = true}, uses_map, is_same_map};

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

static void check_acquired(const struct flow_facts *facts) {
    const struct flow_function *f = facts->f;
    struct outcome o = flow_outcome(facts, &publish_order);
    for (uint32_t i = 0; i < o.groups.site_count; i++) {
        if (o.too_late[i] == UINT32_MAX) continue;
        uint32_t from = o.groups.sites[i].insn, to = facts->events->at[o.too_late[i]].insn;
        struct diag *d = report_never_acquired(facts->diags, flow_head(f, to), flow_opcode(f, to));
        note_map_written_here(facts->diags, d, flow_head(f, from));
    }
}

void flow_check_tensormap(const struct flow_facts *facts) {
    if (!facts->f->is_entry || flow_calls(facts->f)) return;
    check_published(facts);
    check_acquired(facts);
}
