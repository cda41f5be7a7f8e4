/* SPDX-License-Identifier: Apache-2.0
 * Operations that a wait does not cover because they are in no group, and operations that are
 * pending when a kernel ends. Manual: Asynchronous copy; cp.async.bulk.wait_group;
 * wgmma.wait_group. */
#include "flow/check/check.h"

struct scan {
    const struct flow_facts *facts;
    const struct groups *groups;
    struct group_state state;
    uint8_t *told;       /* for each site: it has been reported */
    uint32_t *missed;    /* for each site: the wait that it is in no group for, or NO_BLOCK */
    bool waits;          /* there is a wait, even if not for all of them: the author may have a
                            reason */
    bool waits_in_vain;  /* a wait that waits for nothing has been seen */
    uint64_t *committed; /* sites that are in a group somewhere */
    enum isa_event_kind commit, wait; /* what may be missing */
    bool reads;                       /* pending operations at the end still read shared memory */
};

static void at_wait(struct scan *s, uint32_t event) {
    const struct groups *g = s->groups;
    if (g->steps[event] != GROUP_WAIT || g->left[event] == INT64_MAX) return;
    for (uint32_t w = s->state.pending.from; w < s->state.pending.to; w++) {
        uint64_t set = groups_uncommitted_word(&s->state, w);
        for (uint32_t i = 64 * w; set; i++, set >>= 1)
            if (set & 1 && s->missed[i] == NO_BLOCK) s->missed[i] = g->events->at[event].insn;
    }
}

/* Returns true if no operation can be issued after the instruction. */
static bool is_last(const struct scan *s, uint32_t insn) {
    const struct flow_function *f = s->groups->f;
    uint8_t *seen = arena_zalloc(f->in->arena, f->block_count);
    uint32_t *stack = arena_alloc(f->in->arena, f->block_count * sizeof *stack), depth = 0;
    uint32_t block = f->block_of[insn], from = insn + 1;
    for (;;) {
        for (uint32_t i = 0; i < s->groups->site_count; i++) {
            uint32_t issued = s->groups->sites[i].insn;
            if (f->block_of[issued] == block && issued >= from) return false;
        }
        for (uint32_t e = f->blocks[block].edges; e < f->blocks[block + 1].edges; e++) {
            if (seen[f->edges[e]]) continue;
            seen[f->edges[e]] = 1;
            stack[depth++] = f->edges[e];
        }
        if (!depth) return true;
        block = stack[--depth];
        from = f->blocks[block].first;
    }
}

/* Returns true if a wait permanently leaves everything that can be pending there. It was probably
 * meant to leave fewer. */
static bool is_vain(const struct scan *s, uint32_t event) {
    const struct groups *g = s->groups;
    int64_t left = g->left[event];
    if (g->steps[event] != GROUP_WAIT || !left || left >= LEVEL_DONE - 1) return false;
    for (uint32_t i = (uint32_t)left + 1; i <= g->top; i++)
        for (uint32_t w = s->state.pending.from; w < s->state.pending.to; w++)
            if (s->state.level[i][w]) return false;
    return is_last(s, g->events->at[event].insn);
}

/* Returns true if the instruction waits for all groups: an operation in no group was then meant to
 * be in one. Copies by threads are often issued ahead. */
static bool is_meant(const struct scan *s, uint32_t insn) {
    const struct groups *g = s->groups;
    for (uint32_t e = g->events->first[insn]; e < g->events->first[insn + 1]; e++)
        if (g->steps[e] == GROUP_WAIT && !g->left[e]) return s->commit != EVENT_COPY_COMMIT;
    return false;
}

/* Called after the whole function has been scanned: a later commit may be meant for what a wait
 * leaves out. */
static void say_uncommitted(struct scan *s) {
    struct diags *diags = s->facts->diags;
    const struct flow_function *f = s->facts->f;
    for (uint32_t i = 0; i < s->groups->site_count; i++) {
        uint32_t insn = s->groups->sites[i].insn, wait = s->missed[i];
        if (wait == NO_BLOCK || s->told[i]) continue;
        struct text opcode = flow_opcode(f, insn);
        bool later = set_has(s->committed, i);
        if (later && !is_meant(s, wait)) {
            struct diag *d =
                report_may_be_uncommitted(diags, flow_head(f, insn), opcode, flow_opcode(f, wait));
            note_waits_here(diags, d, flow_head(f, wait), flow_opcode(f, wait));
            continue;
        }
        struct diag *d =
            later ? report_uncommitted_yet(diags, flow_head(f, insn), opcode, flow_opcode(f, wait))
                  : report_uncommitted(diags, flow_head(f, insn), opcode, flow_name_of(s->commit));
        note_waits_here(diags, d, flow_head(f, wait), flow_opcode(f, wait));
        flow_fix_before(s->facts, d, wait,
                        s->commit == EVENT_WGMMA_COMMIT ? flow_line_of(s->commit)
                                                        : flow_name_of(s->commit));
    }
}

static void at_end(struct scan *s, uint32_t end) {
    const struct groups *g = s->groups;
    struct diags *diags = s->facts->diags;
    for (uint32_t i = 0; i < g->site_count; i++) {
        if (s->told[i] || s->missed[i] != NO_BLOCK || !groups_may_be_pending(&s->state, i))
            continue;
        uint32_t insn = g->sites[i].insn;
        ptxc_span at = flow_head(g->f, insn);
        struct text opcode = flow_opcode(g->f, insn), wait = flow_name_of(s->wait);
        /* In no group anywhere: this is a fragment, or a wait has reported it. */
        bool surely = (!s->waits || s->waits_in_vain) && groups_is_pending(&s->state, i) &&
                      !groups_is_uncommitted(&s->state, i);
        if (!surely && !diags_wants(diags, D_may_be_pending)) continue;
        s->told[i] = 1;
        struct diag *d = surely ? report_pending_at_end(diags, at, opcode, wait)
                                : report_may_be_pending(diags, at, opcode, wait);
        note_ends_here(diags, d, flow_span(g->f, end));
    }
}

/* What is now complete was pending before in these words. */
static void note_committed(struct scan *s, struct group_words before) {
    groups_widen(&before, s->state.pending);
    for (uint32_t w = before.from; w < before.to; w++) {
        s->committed[w] |= s->state.level[LEVEL_DONE][w];
        for (uint32_t i = 1; i <= s->groups->top; i++) s->committed[w] |= s->state.level[i][w];
    }
}

static bool may_commit(const struct groups *g, uint32_t insn) {
    for (uint32_t e = g->events->first[insn]; e < g->events->first[insn + 1]; e++)
        if (g->calls || (g->steps[e] != GROUP_ISSUE && g->steps[e] != GROUP_OTHER)) return true;
    return false;
}

static bool ends_thread(const struct flow_function *f, uint32_t insn) {
    return f->is_entry && flow_leaves(f, insn);
}

static void scan_copies(struct scan *s, uint32_t block) {
    const struct flow_function *f = s->groups->f;
    const struct flow_events *events = s->groups->events;
    uint32_t first = f->blocks[block].first, end = f->blocks[block].end;
    groups_at(s->groups, block, &s->state);
    for (uint32_t i = first; (i = groups_next(s->groups, i, end)) < end; i++) {
        for (uint32_t e = events->first[i]; e < events->first[i + 1]; e++) {
            at_wait(s, e);
            s->waits_in_vain |= s->reads && is_vain(s, e);
        }
        struct group_words before = s->state.pending;
        groups_pass(s->groups, i, &s->state);
        if (may_commit(s->groups, i)) note_committed(s, before);
    }
    bool ends = s->reads && first < end && ends_thread(f, end - 1);
    if (ends && f->insns[end - 1].guard == NO_REGISTER) at_end(s, end - 1);
}

static void check_kind(struct scan s, const struct group_rules *rules) {
    struct arena *arena = s.facts->f->arena;
    struct groups g = flow_groups(s.facts->events, s.facts->paths, rules);
    if (!g.site_count) return;
    s.groups = &g;
    s.state = groups_room(&g);
    s.told = arena_zalloc(arena, g.site_count);
    s.committed = arena_zalloc(arena, g.words * sizeof *s.committed);
    s.missed = arena_alloc(arena, g.site_count * sizeof *s.missed);
    for (uint32_t i = 0; i < g.site_count; i++) s.missed[i] = NO_BLOCK;
    for (uint32_t i = 0; i < g.f->order_count; i++) scan_copies(&s, g.f->order[i]);
    say_uncommitted(&s);
}

void flow_check_groups(const struct flow_facts *facts) {
    struct scan copies = {.facts = facts, .commit = EVENT_COPY_COMMIT};
    struct scan wgmma = {.facts = facts, .commit = EVENT_WGMMA_COMMIT};
    struct scan bulk = {
        .facts = facts, .commit = EVENT_BULK_COMMIT, .wait = EVENT_BULK_WAIT, .reads = true};
    for (uint32_t i = 0; i < facts->events->count; i++)
        bulk.waits |= facts->events->at[i].kind == EVENT_BULK_WAIT;
    check_kind(copies, &flow_copy_rules);
    check_kind(wgmma, &flow_wgmma_rules);
    check_kind(bulk, &flow_bulk_read_rules);
}
