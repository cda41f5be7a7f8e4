/* SPDX-License-Identifier: Apache-2.0
 * Loads and stores of Tensor Memory that are not complete when threads synchronize,
 * multiplications that are never committed, and fences that tcgen05 operations need around a
 * synchronization. Reading what a load returns waits for it; only threads that reuse the columns
 * need to be told. Manual: Memory Consistency Model for tcgen05; tcgen05.wait; tcgen05.commit;
 * tcgen05.fence. */
#include "flow/check/order.h"

enum { COLUMNS = 1 << 16 /* the columns in an address of Tensor Memory; lanes are above */ };

/* ---- start and end of operations ---- */

static enum group_step between_step(const struct flow_events *events, uint32_t event,
                                    enum isa_event_kind starts, enum isa_event_kind ends) {
    if (events->at[event].kind == starts) return GROUP_ISSUE;
    return events->at[event].kind == ends ? GROUP_WAIT : GROUP_OTHER;
}

static enum group_step tmem_load_step(const struct flow_events *events, uint32_t event,
                                      int64_t *left) {
    *left = 0;
    return between_step(events, event, EVENT_TMEM_LOAD, EVENT_TMEM_WAIT_LOAD);
}

static enum group_step tmem_store_step(const struct flow_events *events, uint32_t event,
                                       int64_t *left) {
    *left = 0;
    return between_step(events, event, EVENT_TMEM_STORE, EVENT_TMEM_WAIT_STORE);
}

static enum group_step tmem_mma_step(const struct flow_events *events, uint32_t event,
                                     int64_t *left) {
    *left = 0;
    return between_step(events, event, EVENT_TMEM_MMA, EVENT_TMEM_COMMIT);
}

/* Multiplications, until something waits for the mbarrier of their commit. */
static enum group_step result_step(const struct flow_events *events, uint32_t event,
                                   int64_t *left) {
    *left = 0;
    return between_step(events, event, EVENT_TMEM_MMA, EVENT_MBARRIER_WAIT);
}

static enum group_step before_step(const struct flow_events *events, uint32_t event,
                                   int64_t *left) {
    *left = 0;
    if (events->at[event].kind == EVENT_TMEM_STORE) return GROUP_ISSUE;
    return between_step(events, event, EVENT_TMEM_LOAD, EVENT_TMEM_FENCE_BEFORE);
}

static enum group_step after_step(const struct flow_events *events, uint32_t event, int64_t *left) {
    *left = 0;
    return between_step(events, event, EVENT_MBARRIER_WAIT, EVENT_TMEM_FENCE_AFTER);
}

/* ---- where operations must have ended ---- */

/* Returns true if the event lets other threads use the columns. */
static bool releases(uint8_t kind) {
    switch ((enum isa_event_kind)kind) {
    case EVENT_MBARRIER_ARRIVE:
    case EVENT_BARRIER_SYNC:
    case EVENT_BARRIER_ARRIVE:
    case EVENT_CLUSTER_ARRIVE:
    case EVENT_TMEM_DEALLOC: return true;
    default: return false;
    }
}

/* Events that overwrite columns, or let other threads do so. What a thread reads between a barrier
 * and such an event was read in time. */
static bool overwrites(uint8_t kind) {
    switch ((enum isa_event_kind)kind) {
    case EVENT_TMEM_MMA:
    case EVENT_TMEM_STORE:
    case EVENT_TMEM_COPY: return true;
    default: return releases(kind) && kind != EVENT_BARRIER_SYNC && kind != EVENT_BARRIER_ARRIVE;
    }
}

static bool arrives(uint8_t kind) { return kind == EVENT_MBARRIER_ARRIVE; }

static bool accesses(uint8_t kind) {
    return kind == EVENT_TMEM_LOAD || kind == EVENT_TMEM_STORE || kind == EVENT_TMEM_MMA ||
           kind == EVENT_TMEM_COPY;
}

static bool nowhere(uint8_t kind) {
    (void)kind;
    return false;
}

static bool multiplies(uint8_t kind) { return kind == EVENT_TMEM_MMA; }
static bool loads(uint8_t kind) { return kind == EVENT_TMEM_LOAD; }

/* Returns true if a matrix of the multiplication begins at the columns that the other event loads
 * or stores. Bits 16 to 31 of an address are the lane, which each warp adds itself. */
static bool begins_at(const struct flow_value *matrix, const struct flow_value *columns) {
    return matrix->base == columns->base && matrix->of == columns->of && flow_is_known(matrix) &&
           flow_is_known(columns) && matrix->low == matrix->high && columns->step % COLUMNS == 0 &&
           (matrix->low - columns->low) % COLUMNS == 0;
}

static bool is_stored_operand(const struct flow_value *store, const struct flow_value *matrix) {
    return begins_at(matrix, store);
}

#define ORDER(step_, starts_, reading, where)                                                      \
    {                                                                                              \
        .rules = {.step = step_, .starts = starts_, .no_commit = true, .ends_when_read = reading}, \
        .must_have_ended = where                                                                   \
    }
static const struct order load_order =
                              ORDER(tmem_load_step, EVENT_BIT(EVENT_TMEM_LOAD), false, releases),
                          unread_order =
                              ORDER(tmem_load_step, EVENT_BIT(EVENT_TMEM_LOAD), true, releases),
                          overwritten_order =
                              ORDER(tmem_load_step, EVENT_BIT(EVENT_TMEM_LOAD), true, overwrites),
                          store_order =
                              ORDER(tmem_store_step, EVENT_BIT(EVENT_TMEM_STORE), false, releases),
                          operand_order = {.rules = {.step = tmem_store_step,
                                                     .starts = EVENT_BIT(EVENT_TMEM_STORE),
                                                     .no_commit = true},
                                           .must_have_ended = multiplies,
                                           .meets = is_stored_operand,
                                           .of_site = {1, {ARGUMENT_ADDRESS}},
                                           .of_event = {2, {ARGUMENT_A, ARGUMENT_D}}},
                          result_order = {.rules = {.step = result_step,
                                                    .starts = EVENT_BIT(EVENT_TMEM_MMA),
                                                    .no_commit = true},
                                          .must_have_ended = loads,
                                          .meets = begins_at,
                                          .of_site = {1, {ARGUMENT_D}},
                                          .of_event = {1, {ARGUMENT_ADDRESS}}},
                          mma_order =
                              ORDER(tmem_mma_step, EVENT_BIT(EVENT_TMEM_MMA), false, nowhere),
                          before_order = ORDER(before_step, 0, false, arrives),
                          after_order =
                              ORDER(after_step, EVENT_BIT(EVENT_MBARRIER_WAIT), false, accesses);

/* ---- findings ---- */

typedef struct diag *reporter(struct diags *diags, ptxc_span at, struct text operation,
                              struct text missing, struct text release);

/* The incomplete operation is the subject of the message; its location is where it must have been
 * complete. */
static void say(const struct flow_facts *facts, const struct outcome *o, uint32_t site,
                reporter *report, enum isa_event_kind missing, bool fix) {
    const struct flow_function *f = facts->f;
    uint32_t from = o->groups.sites[site].insn, to = facts->events->at[o->too_late[site]].insn;
    struct diag *d = report(facts->diags, flow_head(f, to), flow_opcode(f, from),
                            flow_name_of(missing), flow_opcode(f, to));
    note_started_here(facts->diags, d, flow_head(f, from), flow_opcode(f, from));
    /* Within one block, both are executed by the same threads. */
    if (!fix || f->block_of[from] != f->block_of[to]) return;
    struct text_builder line = build_in_arena(f->in->arena);
    build_text(&line, flow_name_of(missing));
    build_text(&line, phrase(P_sync_aligned));
    flow_fix_before(facts, d, to, built_text(&line));
}

enum { MOST_STEPS = 256 /* blocks up the tree of dominators */ };

/* Counts the waits before each event in the text. */
static uint32_t *count_waits(const struct flow_facts *facts) {
    const struct flow_events *events = facts->events;
    uint32_t *waits = arena_zalloc(facts->f->arena, (events->count + 1) * sizeof *waits);
    for (uint32_t e = 0; e < events->count; e++)
        waits[e + 1] = waits[e] + (events->at[e].kind == EVENT_MBARRIER_WAIT);
    return waits;
}

/* Returns true if the release follows without a wait in between, and therefore concerns these
 * columns. */
static bool is_close(const struct flow_facts *facts, const struct outcome *o, uint32_t site,
                     const uint32_t *waits) {
    const struct flow_function *f = facts->f;
    const uint32_t *first = facts->events->first;
    uint32_t from = o->groups.sites[site].insn, to = facts->events->at[o->too_late[site]].insn;
    uint32_t block = f->block_of[to];
    for (uint32_t steps = 0; block != f->block_of[from]; steps++) {
        bool waited = waits[first[to]] != waits[first[f->blocks[block].first]];
        if (waited || facts->paths->dominator[block] == block || steps == MOST_STEPS) return false;
        block = facts->paths->dominator[block];
        to = f->blocks[block].end;
    }
    return from >= to || waits[first[to]] == waits[first[from]];
}

/* Threads often meet at a barrier for another reason. */
static bool is_overwritten(const struct flow_facts *facts, const struct outcome *unread,
                           const struct outcome *overwritten, uint32_t site) {
    uint8_t kind = facts->events->at[unread->too_late[site]].kind;
    bool meets = kind == EVENT_BARRIER_SYNC || kind == EVENT_BARRIER_ARRIVE;
    return !meets || overwritten->too_late[site] != UINT32_MAX;
}

/* Returns true if some load may be reported, as far as these outcomes tell. */
static bool is_any_suspect(const struct flow_facts *facts, const struct outcome *unread,
                           const uint32_t *waits) {
    bool far = diags_wants(facts->diags, D_may_be_not_awaited);
    for (uint32_t i = 0; i < unread->groups.site_count; i++)
        if (unread->too_late[i] != UINT32_MAX && (far || is_close(facts, unread, i, waits)))
            return true;
    return false;
}

/* An operation that is late although reading waits for it is also late without reading. */
static void check_loads(const struct flow_facts *facts) {
    struct outcome unread = flow_outcome(facts, &unread_order);
    const uint32_t *waits = count_waits(facts);
    bool any = is_any_suspect(facts, &unread, waits);
    if (!any && !diags_wants(facts->diags, D_not_waited_for)) return;
    struct outcome all = flow_outcome(facts, &load_order);
    struct outcome overwritten = any ? flow_outcome(facts, &overwritten_order) : unread;
    for (uint32_t i = 0; i < all.groups.site_count; i++) {
        bool in_time = unread.too_late[i] == UINT32_MAX;
        if (!in_time && !set_has(all.in_time, i) && is_close(facts, &unread, i, waits) &&
            is_overwritten(facts, &unread, &overwritten, i))
            say(facts, &unread, i, report_not_awaited, EVENT_TMEM_WAIT_LOAD, true);
        else if (!in_time)
            say(facts, &unread, i, report_may_be_not_awaited, EVENT_TMEM_WAIT_LOAD, true);
        else if (all.too_late[i] != UINT32_MAX)
            say(facts, &all, i, report_not_waited_for, EVENT_TMEM_WAIT_LOAD, true);
    }
}

/* Without a multiplication, the warp itself may be the only reader of what it stores. */
static void check_stores(const struct flow_facts *facts) {
    struct outcome o = flow_outcome(facts, &store_order);
    bool used = flow_has_event(facts->events, EVENT_TMEM_MMA);
    if (!o.groups.site_count) return;
    const uint32_t *waits = count_waits(facts);
    struct outcome operand = used ? flow_outcome(facts, &operand_order) : o;
    for (uint32_t i = 0; i < o.groups.site_count; i++)
        if (used && operand.too_late[i] != UINT32_MAX)
            say(facts, &operand, i, report_not_awaited, EVENT_TMEM_WAIT_STORE, true);
        else if (o.too_late[i] != UINT32_MAX)
            say(facts, &o, i,
                used && !set_has(o.in_time, i) && is_close(facts, &o, i, waits)
                    ? report_not_awaited
                    : report_may_be_not_awaited,
                EVENT_TMEM_WAIT_STORE, true);
}

/* A kernel that does not use its results is probably a fragment. */
static void check_multiplications(const struct flow_facts *facts) {
    const struct flow_function *f = facts->f;
    if (!flow_has_event(facts->events, EVENT_TMEM_COMMIT) &&
        !flow_has_event(facts->events, EVENT_TMEM_LOAD))
        return;
    struct outcome o = flow_outcome(facts, &mma_order);
    for (uint32_t i = 0; i < o.groups.site_count; i++) {
        uint32_t insn = o.groups.sites[i].insn;
        if (set_has(o.ends, i) || !flow_is_reached(facts->paths, insn)) continue;
        report_uncommitted(facts->diags, flow_head(f, insn), flow_opcode(f, insn),
                           flow_name_of(EVENT_TMEM_COMMIT));
    }
}

/* Results that a thread reads although it has not waited since it started the multiplication. */
static void check_results(const struct flow_facts *facts) {
    const struct flow_function *f = facts->f;
    if (!flow_has_event(facts->events, EVENT_TMEM_LOAD)) return;
    struct outcome o = flow_outcome(facts, &result_order);
    for (uint32_t i = 0; i < o.groups.site_count; i++) {
        if (o.too_late[i] == UINT32_MAX) continue;
        uint32_t from = o.groups.sites[i].insn, to = facts->events->at[o.too_late[i]].insn;
        struct diag *d = report_data_not_awaited(facts->diags, flow_head(f, to), flow_opcode(f, to),
                                                 flow_opcode(f, from));
        note_started_here(facts->diags, d, flow_head(f, from), flow_opcode(f, from));
        return;
    }
}

static void check_fences(const struct flow_facts *facts, const struct order *order,
                         enum isa_event_kind fence) {
    if (!diags_wants(facts->diags, D_no_fence_between)) return;
    struct outcome o = flow_outcome(facts, order);
    for (uint32_t i = 0; i < o.groups.site_count; i++)
        if (o.too_late[i] != UINT32_MAX) say(facts, &o, i, report_no_fence_between, fence, false);
}

void flow_check_tcgen05(const struct flow_facts *facts) {
    bool fragment = facts->f->in->is_fragment;
    if (!facts->f->is_entry && !fragment) return;
    check_loads(facts);
    if (fragment) return;
    check_stores(facts);
    check_multiplications(facts);
    check_results(facts);
    check_fences(facts, &before_order, EVENT_TMEM_FENCE_BEFORE);
    check_fences(facts, &after_order, EVENT_TMEM_FENCE_AFTER);
}
