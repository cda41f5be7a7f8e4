/* SPDX-License-Identifier: Apache-2.0
 * Tensor maps that a kernel changes: in shared memory without ever copying them to where copies
 * read them, or in global memory and used without the fence that makes them visible to the
 * tensormap proxy. Manual: tensormap.replace; tensormap.cp_fenceproxy; membar/fence. */
#include "flow/check/order.h"
#include "flow/value/classes.h"

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

static struct flow_value argument_of(const struct flow_facts *facts, uint32_t event,
                                     enum isa_event_argument what) {
    return flow_argument_value(facts->values, facts->events, event, what);
}

static struct flow_value map_of(const struct flow_facts *facts, uint32_t event) {
    bool published = facts->events->at[event].kind == EVENT_MAP_PUBLISH;
    return argument_of(facts, event, published ? ARGUMENT_DST : ARGUMENT_MAP);
}

static const struct order replace_order = {.rules = {.step = replace_step,
                                                     .starts = EVENT_BIT(EVENT_MAP_REPLACE),
                                                     .no_commit = true},
                                           .must_have_ended = outlives_none},
                          publish_order = {.rules = {.step = publish_step,
                                                     .starts = EVENT_BIT(EVENT_MAP_PUBLISH),
                                                     .no_commit = true},
                                           .must_have_ended = uses_map,
                                           .subject = map_of};

/* Reports all fields of the maps once. */
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

/* ---- acquired maps ---- */

static bool acquires_maps(const struct flow_events *events, uint32_t event) {
    return events->at[event].kind == EVENT_PROXY_FENCE &&
           flow_argument(events, event, ARGUMENT_TO).name == NAMED_TENSORMAP;
}

/* The maps that events publish, use or acquire. */
struct maps {
    const struct flow_facts *facts;
    struct flow_value *at;   /* for each event; BASE_NOTHING if it does none of that */
    uint32_t *same;          /* for each event, a number that equal maps share; 0 if unknown */
    uint8_t *acquired;       /* for each number: some fence is for it */
    struct class_lists uses; /* for each number, the events that use it */
    uint32_t fence;          /* one that acquires, or UINT32_MAX */
    bool any, one_base;      /* some fence may be for any map; all are relative to the same base */
};

static bool have_one_base(const struct flow_value *a, const struct flow_value *b) {
    return a->base == b->base && a->of == b->of;
}

static void add_fence(struct maps *m, uint32_t event) {
    m->at[event] = argument_of(m->facts, event, ARGUMENT_ADDRESS);
    if (m->fence == UINT32_MAX) m->fence = event;
    m->any |= value_is_nothing(&m->at[event]);
    m->one_base &= have_one_base(&m->at[m->fence], &m->at[event]);
}

static struct maps find_maps(const struct flow_facts *facts) {
    const struct flow_events *events = facts->events;
    struct arena *arena = facts->f->arena;
    struct maps m = {.facts = facts, .fence = UINT32_MAX, .one_base = true};
    m.at = arena_alloc(arena, (events->count + 1) * sizeof *m.at);
    for (uint32_t e = 0; e < events->count; e++) {
        bool known = uses_map(events->at[e].kind) || events->at[e].kind == EVENT_MAP_PUBLISH;
        m.at[e] = known ? map_of(facts, e) : value_nothing();
        if (acquires_maps(events, e)) add_fence(&m, e);
    }
    m.same = flow_classify(arena, m.at, events->count);
    m.acquired = arena_zalloc(arena, events->count + 1);
    uint32_t *used = arena_alloc(arena, (events->count + 1) * sizeof *used);
    for (uint32_t e = 0; e < events->count; e++) {
        used[e] = uses_map(events->at[e].kind) ? m.same[e] : 0;
        if (acquires_maps(events, e)) m.acquired[m.same[e]] = 1;
    }
    m.uses = flow_list_classes(arena, used, events->count, events->count);
    return m;
}

/* Returns true if some fence may be for the map of this event. If it is relative to something else,
 * returns `unknown`. */
static bool may_be_acquired(const struct maps *m, uint32_t event, bool unknown) {
    if (m->fence == UINT32_MAX) return false;
    if (m->any || (m->same[event] && m->acquired[m->same[event]])) return true;
    return unknown && !(m->one_base && have_one_base(&m->at[m->fence], &m->at[event]));
}

/* Returns the first use of what is published, after the publication on every path to the use, or
 * UINT32_MAX. */
static uint32_t find_use(const struct maps *m, uint32_t publish) {
    const struct flow_facts *facts = m->facts;
    const struct flow_events *events = facts->events;
    const uint32_t *block_of = facts->f->block_of;
    uint32_t from = events->at[publish].insn, same = m->same[publish];
    if (!same) return UINT32_MAX;
    for (uint32_t i = flow_class_from(&m->uses, same, publish + 1); i < m->uses.first[same + 1];
         i++) {
        uint32_t to = events->at[m->uses.member[i]].insn;
        if (flow_is_reached(facts->paths, to) &&
            flow_dominates(facts->paths, block_of[from], block_of[to]))
            return m->uses.member[i];
    }
    return UINT32_MAX;
}

static void check_acquired(const struct maps *m) {
    const struct flow_facts *facts = m->facts;
    const struct flow_function *f = facts->f;
    struct outcome o = flow_outcome(facts, &publish_order);
    for (uint32_t i = 0; i < o.groups.site_count; i++) {
        uint32_t from = o.groups.sites[i].insn, use = o.too_late[i];
        uint32_t event = o.groups.sites[i].event;
        if (!flow_is_reached(facts->paths, from)) continue;
        if (use == UINT32_MAX && !may_be_acquired(m, event, true)) use = find_use(m, event);
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

/* Reports maps of other kernels in global memory that no fence acquires although some fence
 * acquires other maps. */
static void check_others(const struct maps *m) {
    const struct flow_events *events = m->facts->events;
    const struct flow_function *f = m->facts->f;
    for (uint32_t e = 0; m->fence != UINT32_MAX && e < events->count; e++) {
        uint32_t insn = events->at[e].insn;
        if (!uses_map(events->at[e].kind) || !flow_argument(events, e, ARGUMENT_MAP).given)
            continue;
        if (m->at[e].base != BASE_DEFINITION || may_be_acquired(m, e, false)) continue;
        report_may_not_be_acquired(m->facts->diags, flow_head(f, insn), flow_opcode(f, insn));
        return;
    }
}

/* ---- lost changes ---- */

static struct flow_value changed_map(const struct flow_facts *facts, uint32_t event) {
    return argument_of(facts, event, ARGUMENT_ADDRESS);
}

/* Returns true if both change the same field, which has no index, at the same address. */
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

static const struct order change_order = {.rules = {.step = replace_step, .no_commit = true},
                                          .must_have_ended = replaces,
                                          .subject = changed_map,
                                          .concerns = change_same_field};

enum { MOST_DEFAULTS = 3 };

/* A default may be changed before it is published, but a kernel that changes all fields creates a
 * different map. Reports this once, because the other fields of the map are also lost. */
static void check_lost_changes(const struct flow_facts *facts) {
    const struct flow_function *f = facts->f;
    if (!publishes_some(facts->events)) return;
    struct outcome o = flow_outcome(facts, &change_order);
    uint32_t lost = 0;
    for (uint32_t i = 0; i < o.groups.site_count; i++) lost += o.too_late[i] != UINT32_MAX;
    bool surely = lost > MOST_DEFAULTS;
    for (uint32_t i = 0; i < o.groups.site_count; i++) {
        if (o.too_late[i] == UINT32_MAX) continue;
        uint32_t from = o.groups.sites[i].insn, to = facts->events->at[o.too_late[i]].insn;
        struct diag *d = (surely ? report_change_is_lost : report_change_may_be_lost)(
            facts->diags, flow_head(f, from), flow_opcode(f, from),
            flow_name_of(EVENT_MAP_PUBLISH));
        note_changed_again_here(facts->diags, d, flow_head(f, to));
        return;
    }
}

void flow_check_tensormap(const struct flow_facts *facts) {
    bool fragment = facts->f->in->is_fragment, publishes = publishes_some(facts->events);
    bool others = !publishes && flow_has_event(facts->events, EVENT_PROXY_FENCE) &&
                  diags_wants(facts->diags, D_may_not_be_acquired);
    if (!(facts->f->is_entry || fragment) || facts->f->calls) return;
    if (!fragment) check_published(facts);
    if (publishes || others) {
        struct maps maps = find_maps(facts);
        if (publishes) check_acquired(&maps);
        if (others) check_others(&maps);
    }
    check_lost_changes(facts);
}
