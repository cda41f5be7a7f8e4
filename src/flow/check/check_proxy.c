/* SPDX-License-Identifier: Apache-2.0
 * Shared memory that is written through the generic proxy and read through the async proxy without
 * a proxy fence between. Where the kernel has no other source of what is read, that is certain;
 * else it may be other memory. Manual: Proxies; membar/fence. */
#include "flow/check/check.h"

struct scan {
    const struct flow_facts *facts;
    struct groups groups;
    struct group_state state;
    bool others; /* shared memory is also filled through the async proxy, or by who is called */
    bool told;
};

static bool fills(uint8_t kind) {
    return kind == EVENT_BULK_LOAD || kind == EVENT_STORE_ASYNC || kind == EVENT_BULK_COPY ||
           kind == EVENT_CANCEL_REQUEST;
}

/* A write that has no fence on any way here; UINT32_MAX: there is none. *fenced: another has. */
static uint32_t unfenced(const struct scan *s, bool *fenced) {
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < s->groups.site_count; i++) {
        if (set_has(s->state.level[LEVEL_DONE], i)) *fenced = true;
        if (groups_is_pending(&s->state, i)) found = i;
    }
    return found;
}

static void check_read(struct scan *s, uint32_t insn) {
    const struct flow_facts *facts = s->facts;
    const struct flow_function *f = facts->f;
    bool fenced = false;
    uint32_t site = unfenced(s, &fenced);
    if (site == UINT32_MAX) return;
    bool surely = !fenced && !s->others;
    if (!surely && !diags_wants(facts->diags, D_may_lack_fence)) return;
    struct text name = flow_opcode(f, insn);
    struct diag *d = surely ? report_lacks_fence(facts->diags, flow_head(f, insn), name)
                            : report_may_lack_fence(facts->diags, flow_head(f, insn), name);
    uint32_t from = s->groups.sites[site].insn;
    note_written_here(facts->diags, d, flow_head(f, from));
    s->told |= surely;
}

void flow_check_proxy(const struct flow_facts *facts) {
    const struct flow_function *f = facts->f;
    const struct flow_events *events = facts->events;
    struct scan s = {.facts = facts};
    bool any = false;
    for (uint32_t e = 0; e < events->count; e++) {
        any |= flow_reads_async(events->at[e].kind);
        s.others |= fills(events->at[e].kind);
    }
    s.others |= flow_calls(f);
    if (!any || !f->is_entry) return;
    s.groups = flow_groups(events, facts->paths, &flow_write_rules);
    if (!s.groups.site_count) return;
    s.state = groups_room(&s.groups);
    for (uint32_t i = 0; i < f->order_count && !s.told; i++) {
        const struct flow_block *b = &f->blocks[f->order[i]];
        groups_at(&s.groups, f->order[i], &s.state);
        for (uint32_t k = b->first; k < b->end && !s.told; k++) {
            for (uint32_t e = events->first[k]; e < events->first[k + 1]; e++)
                if (flow_reads_async(events->at[e].kind)) check_read(&s, k);
            groups_pass(&s.groups, k, &s.state);
        }
    }
}
