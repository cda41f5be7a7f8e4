/* SPDX-License-Identifier: Apache-2.0
 * What happens to operations that must have ended somewhere: see order.h. */
#include "flow/check/order.h"

static void note_pending(const struct flow_facts *facts, const struct order *order,
                         struct outcome *o, const struct group_state *state, uint32_t event) {
    for (uint32_t w = 0; w < o->groups.words; w++) {
        uint64_t pending = groups_pending_word(state, w, true);
        o->in_time[w] |= state->level[LEVEL_DONE][w];
        for (uint32_t i = 64 * w; pending; pending >>= 1, i++)
            if (pending & 1 && o->too_late[i] == UINT32_MAX &&
                (!order->concerns || order->concerns(facts, o->groups.sites[i].event, event)))
                o->too_late[i] = event;
    }
}

/* Only an event takes something away from what has ended, so it is asked for before each. */
static void note_ended(struct outcome *o, const struct group_state *state) {
    for (uint32_t w = 0; w < o->groups.words; w++) o->ends[w] |= state->level[LEVEL_DONE][w];
}

static void scan_order(const struct flow_facts *facts, const struct order *order, struct outcome *o,
                       struct group_state *state, uint32_t block) {
    const struct flow_events *events = facts->events;
    const struct flow_block *b = &facts->f->blocks[block];
    groups_at(&o->groups, block, state);
    for (uint32_t insn = b->first; (insn = groups_next(&o->groups, insn, b->end)) < b->end;
         insn++) {
        if (events->first[insn] != events->first[insn + 1]) note_ended(o, state);
        for (uint32_t e = events->first[insn]; e < events->first[insn + 1]; e++)
            if (order->must_have_ended(events->at[e].kind)) note_pending(facts, order, o, state, e);
        groups_pass(&o->groups, insn, state);
    }
    note_ended(o, state);
}

struct outcome flow_outcome(const struct flow_facts *facts, const struct order *order) {
    struct arena *arena = facts->f->arena;
    struct outcome o = {.groups = flow_groups(facts->events, facts->paths, &order->rules)};
    if (!o.groups.site_count) return o;
    o.ends = arena_zalloc(arena, o.groups.words * sizeof *o.ends);
    o.in_time = arena_zalloc(arena, o.groups.words * sizeof *o.in_time);
    o.too_late = arena_alloc(arena, o.groups.site_count * sizeof *o.too_late);
    for (uint32_t i = 0; i < o.groups.site_count; i++) o.too_late[i] = UINT32_MAX;
    struct group_state state = groups_room(&o.groups);
    for (uint32_t i = 0; i < facts->f->order_count; i++)
        scan_order(facts, order, &o, &state, facts->f->order[i]);
    return o;
}
