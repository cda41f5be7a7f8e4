/* SPDX-License-Identifier: Apache-2.0
 * Operations that must have ended somewhere: see order.h. */
#include "flow/check/order.h"
#include "flow/value/classes.h"

struct order_scan {
    const struct flow_facts *facts;
    const struct order *order;
    struct outcome *o;
    struct group_state state;
    uint64_t *told;            /* a set of sites: those that are too late */
    uint32_t *subjects;        /* for each event; NULL if all have the same subject */
    struct class_lists sites;  /* the sites of each subject */
    struct flow_value *values; /* for each event, MOST_COMPARED */
    uint32_t *bases; /* for each value, a number that those with the same base share; 0 if it is
                        unknown */
    bool *is_read;   /* for each event */
};

/* ---- subjects of events ---- */

/* Returns a number for each event, which relevant events with the same subject share, or NULL if
 * the order has no subject. */
static uint32_t *find_subjects(const struct flow_facts *facts, const struct order *order) {
    const struct flow_events *events = facts->events;
    struct arena *arena = facts->f->arena;
    int64_t left;
    if (!order->subject) return NULL;
    struct flow_value *values = arena_alloc(arena, (events->count + 1) * sizeof *values);
    for (uint32_t e = 0; e < events->count; e++) {
        bool concerned = order->must_have_ended(events->at[e].kind) ||
                         order->rules.step(events, e, &left) == GROUP_ISSUE;
        values[e] = concerned ? order->subject(facts, e) : value_nothing();
    }
    return flow_classify(arena, values, events->count);
}

static void list_sites(struct order_scan *s) {
    const struct groups *g = &s->o->groups;
    struct arena *arena = s->facts->f->arena;
    if (!s->subjects) return;
    uint32_t *of_site = arena_alloc(arena, (g->site_count + 1) * sizeof *of_site);
    for (uint32_t i = 0; i < g->site_count; i++) of_site[i] = s->subjects[g->sites[i].event];
    s->sites = flow_list_classes(arena, of_site, g->site_count, g->events->count);
}

/* ---- places where operations must have ended ---- */

static void read_values(struct order_scan *s, uint32_t event, const struct compared *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        struct flow_value v =
            flow_argument_value(s->facts->values, s->facts->events, event, c->what[i]);
        s->values[event * MOST_COMPARED + i] = v;
        s->bases[event * MOST_COMPARED + i] = flow_is_known(&v) ? v.of << 2 | v.base : 0;
    }
    s->is_read[event] = true;
}

static bool do_meet(struct order_scan *s, uint32_t issued, uint32_t event) {
    const struct order *order = s->order;
    size_t a = (size_t)issued * MOST_COMPARED, b = (size_t)event * MOST_COMPARED;
    if (!s->is_read[issued]) read_values(s, issued, &order->of_site);
    for (uint32_t i = 0; i < order->of_site.count; i++)
        for (uint32_t k = 0; k < order->of_event.count; k++)
            if (s->bases[a + i] && s->bases[a + i] == s->bases[b + k] &&
                order->meets(&s->values[a + i], &s->values[b + k]))
                return true;
    return false;
}

/* Returns false if nothing is known about what the event compares. */
static bool may_meet_any(struct order_scan *s, uint32_t event) {
    uint32_t any = 0;
    if (!s->is_read[event]) read_values(s, event, &s->order->of_event);
    for (uint32_t k = 0; k < s->order->of_event.count; k++)
        any |= s->bases[(size_t)event * MOST_COMPARED + k];
    return any;
}

static void note_late(struct order_scan *s, uint32_t site, uint32_t event) {
    uint32_t issued = s->o->groups.sites[site].event;
    if (s->order->concerns && !s->order->concerns(s->facts, issued, event)) return;
    if (s->order->meets && !do_meet(s, issued, event)) return;
    s->o->too_late[site] = event;
    s->told[site / 64] |= UINT64_C(1) << (site % 64);
}

static void note_pending(struct order_scan *s, uint32_t event) {
    if (s->state.pending.from >= s->state.pending.to) return;
    if (s->order->meets && !may_meet_any(s, event)) return;
    for (uint32_t w = s->state.pending.from; w < s->state.pending.to; w++) {
        uint64_t late = groups_pending_word(&s->state, w, true) & ~s->told[w];
        for (uint32_t i = 64 * w; late; late >>= 1, i++)
            if (late & 1) note_late(s, i, event);
    }
}

static void note_pending_subject(struct order_scan *s, uint32_t event) {
    uint32_t subject = s->subjects[event], *member = s->sites.member;
    if (!subject) return;
    for (uint32_t i = flow_class_from(&s->sites, subject, 64 * s->state.pending.from);
         i < s->sites.first[subject + 1] && member[i] < 64 * s->state.pending.to; i++)
        if (!set_has(s->told, member[i]) && groups_is_pending(&s->state, member[i]))
            note_late(s, member[i], event);
}

/* ---- all blocks ---- */

static void note_ended(uint64_t *to, const struct group_state *state, struct group_words span) {
    for (uint32_t w = span.from; w < span.to; w++) to[w] |= state->level[LEVEL_DONE][w];
}

/* What an instruction ends was pending before. *late is what may have ended since the last event
 * before which it must have ended. */
static void pass_and_note(struct order_scan *s, uint32_t insn, struct group_words *late) {
    struct group_words before = s->state.pending;
    groups_pass(&s->o->groups, insn, &s->state);
    note_ended(s->o->ends, &s->state, before);
    groups_widen(late, before);
}

static void scan_order(struct order_scan *s, uint32_t block) {
    const struct flow_events *events = s->facts->events;
    const struct flow_block *b = &s->facts->f->blocks[block];
    groups_at(&s->o->groups, block, &s->state);
    note_ended(s->o->ends, &s->state, s->state.done);
    struct group_words late = s->state.done;
    for (uint32_t insn = b->first; (insn = groups_next(&s->o->groups, insn, b->end)) < b->end;
         insn++) {
        for (uint32_t e = events->first[insn]; e < events->first[insn + 1]; e++) {
            if (!s->order->must_have_ended(events->at[e].kind)) continue;
            if (s->subjects)
                note_pending_subject(s, e);
            else
                note_pending(s, e);
            note_ended(s->o->in_time, &s->state, late);
            late = (struct group_words){0, 0};
        }
        pass_and_note(s, insn, &late);
    }
}

struct outcome flow_outcome(const struct flow_facts *facts, const struct order *order) {
    struct arena *arena = facts->f->arena;
    struct outcome o = {.groups = flow_groups(facts->events, facts->paths, &order->rules)};
    if (!o.groups.site_count) return o;
    o.ends = arena_zalloc(arena, o.groups.words * sizeof *o.ends);
    o.in_time = arena_zalloc(arena, o.groups.words * sizeof *o.in_time);
    o.too_late = arena_alloc(arena, o.groups.site_count * sizeof *o.too_late);
    for (uint32_t i = 0; i < o.groups.site_count; i++) o.too_late[i] = UINT32_MAX;
    struct order_scan s = {.facts = facts, .order = order, .o = &o};
    s.told = arena_zalloc(arena, o.groups.words * sizeof *s.told);
    if (order->meets) {
        uint32_t count = facts->events->count + 1;
        s.values = arena_alloc(arena, (size_t)count * MOST_COMPARED * sizeof *s.values);
        s.bases = arena_alloc(arena, (size_t)count * MOST_COMPARED * sizeof *s.bases);
        s.is_read = arena_zalloc(arena, count * sizeof *s.is_read);
    }
    s.subjects = find_subjects(facts, order);
    list_sites(&s);
    s.state = groups_room(&o.groups);
    for (uint32_t i = 0; i < facts->f->order_count; i++) scan_order(&s, facts->f->order[i]);
    return o;
}
