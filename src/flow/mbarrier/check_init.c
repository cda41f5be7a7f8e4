/* SPDX-License-Identifier: Apache-2.0
 * Initializations of mbarriers that are published without the fence that makes them visible to
 * the async proxy and to the cluster. A barrier of the CTA orders them only for the threads of
 * the CTA. Compilers omit the fence if only the CTA uses them. Manual: membar/fence
 * (fence.mbarrier_init). */
#include "flow/check/order.h"

static enum group_step fenced_init_step(const struct flow_events *events, uint32_t event,
                                        int64_t *left) {
    *left = 0;
    switch ((enum isa_event_kind)events->at[event].kind) {
    case EVENT_MBARRIER_INIT: return GROUP_ISSUE;
    case EVENT_FENCE:
    case EVENT_FENCE_MBARRIER_INIT: return GROUP_WAIT;
    case EVENT_PROXY_FENCE:
        return flow_argument(events, event, ARGUMENT_TO).name == NAMED_ASYNC ? GROUP_WAIT
                                                                             : GROUP_OTHER;
    default: return GROUP_OTHER;
    }
}

static bool publishes(uint8_t kind) {
    return kind == EVENT_BARRIER_SYNC || kind == EVENT_BARRIER_ARRIVE ||
           kind == EVENT_CLUSTER_ARRIVE;
}

static const struct order init_order = {.rules = {.step = fenced_init_step, .no_commit = true},
                                        .must_have_ended = publishes};

/* Returns true if threads outside of the CTA arrive at mbarriers. */
static bool has_other_users(const struct flow_facts *facts) {
    const struct flow_events *events = facts->events;
    for (uint32_t e = 0; e < events->count; e++) {
        struct event_value many = flow_argument(events, e, ARGUMENT_MULTICAST);
        uint8_t kind = events->at[e].kind;
        if (kind == EVENT_BULK_LOAD || kind == EVENT_TMEM_COMMIT || (many.known && many.number))
            return true;
        if (kind != EVENT_MBARRIER_ARRIVE) continue;
        struct flow_value at = flow_argument_value(facts->values, events, e, ARGUMENT_BARRIER);
        if (at.peer != PEER_OWN) return true;
    }
    return false;
}

/* Reports all mbarriers once, because they are usually initialized together. */
void flow_check_init(const struct flow_facts *facts) {
    const struct flow_function *f = facts->f;
    if (!f->is_entry || !diags_wants(facts->diags, D_init_not_fenced)) return;
    if (!has_other_users(facts)) return;
    struct outcome o = flow_outcome(facts, &init_order);
    for (uint32_t i = 0; i < o.groups.site_count; i++) {
        if (o.too_late[i] == UINT32_MAX) continue;
        uint32_t from = o.groups.sites[i].insn, to = facts->events->at[o.too_late[i]].insn;
        struct diag *d = report_init_not_fenced(facts->diags, flow_head(f, from),
                                                flow_opcode(f, from), flow_opcode(f, to));
        note_threads_meet_here(facts->diags, d, flow_head(f, to), flow_opcode(f, to));
        return;
    }
}
