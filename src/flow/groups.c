/* SPDX-License-Identifier: Apache-2.0
 * Pending operations, by data flow: see groups.h. A state is a set of sites for each level.
 * States are united where paths meet, so a site that is only in levels of pending operations is
 * pending on every path. What a branch rules out is removed on its edge: a site that is executed
 * only where a predicate is true is not propagated to where it is false. */
#include "flow/groups.h"
#include <string.h>

enum { MOST_WORDS = 1 << 21 /* limit for all states: 16 MB */ };

static enum group_step step_of(const struct groups *g, uint32_t event, int64_t *left) {
    enum group_step step = g->rules->step(g->events, event, left);
    if (!g->rules->closes) return step;
    return step == GROUP_ISSUE ? GROUP_OTHER : step == GROUP_COMMIT ? GROUP_CLOSE : step;
}

/* ---- sites ---- */

/* Collects the numbers of groups that waits leave, and their successors, which must be
 * distinguished. */
static void find_levels(struct groups *g) {
    g->top = 1;
    for (uint32_t i = 0; i < g->events->count; i++)
        if (g->steps[i] == GROUP_WAIT && g->left[i] < LEVEL_DONE - 1 && g->left[i] >= g->top)
            g->top = (uint32_t)g->left[i] + 1;
    g->rows = g->top + 2;
}

static void fill_sites(struct groups *g) {
    const struct flow_function *f = g->f;
    g->sites = arena_alloc(f->arena, g->site_count * sizeof *g->sites);
    for (uint32_t i = 0; i < g->events->count; i++) {
        uint32_t insn = g->events->at[i].insn, guard = f->insns[insn].guard;
        if (g->site_of[i] == UINT32_MAX) continue;
        bool repeats = guard == NO_REGISTER ||
                       (guard < f->register_count && flow_is_fixed(f, g->paths->p, guard));
        g->sites[g->site_of[i]] = (struct site){insn, i, flow_guard(f, g->paths->p, insn), repeats};
    }
}

static bool starts_any(const struct groups *g) {
    int64_t left;
    for (uint32_t i = 0; i < g->events->count; i++) {
        enum group_step step = step_of(g, i, &left);
        if (step == GROUP_ISSUE || step == GROUP_CLOSE) return true;
    }
    return false;
}

static bool find_sites(struct groups *g) {
    struct arena *arena = g->f->arena;
    if (g->rules->starts && !(g->rules->starts & g->events->kinds)) return false;
    if (!starts_any(g)) return false;
    g->site_of = arena_alloc(arena, (g->events->count + 1) * sizeof *g->site_of);
    g->steps = arena_alloc(arena, g->events->count + 1);
    g->left = arena_zalloc(arena, (g->events->count + 1) * sizeof *g->left);
    for (uint32_t i = 0; i < g->events->count; i++) {
        enum group_step step = step_of(g, i, &g->left[i]);
        g->steps[i] = (uint8_t)step;
        bool is_site = step == GROUP_ISSUE || step == GROUP_CLOSE;
        g->site_of[i] = is_site ? g->site_count++ : UINT32_MAX;
    }
    find_levels(g);
    g->words = (g->site_count + 63) / 64;
    uint64_t size = (uint64_t)g->words * g->rows * g->f->block_count;
    if (size > MOST_WORDS) g->f->gap = FLOW_LARGE;
    if (g->f->gap == FLOW_LARGE) return false;
    fill_sites(g);
    g->states = arena_zalloc(arena, (size_t)size * sizeof *g->states);
    g->spans = arena_zalloc(arena, 2 * (size_t)g->f->block_count * sizeof *g->spans);
    g->none = arena_zalloc(arena, g->words * sizeof *g->none);
    g->all = arena_alloc(arena, g->words * sizeof *g->all);
    memset(g->all, 0xff, g->words * sizeof *g->all);
    return true;
}

static void set_add(uint64_t *set, uint32_t i) { set[i / 64] |= UINT64_C(1) << (i % 64); }

/* A site cannot be pending where one of its facts is false. */
static void find_contradictions(struct groups *g) {
    struct arena *arena = g->f->arena;
    struct literal facts[MOST_FACTS];
    g->against = arena_zalloc(arena, 2 * (size_t)g->paths->p->count * sizeof *g->against);
    for (uint32_t s = 0; s < g->site_count; s++) {
        uint32_t count = flow_facts(g->paths, g->sites[s].insn, facts);
        for (uint32_t k = 0; k < count; k++) {
            uint64_t **set = &g->against[2 * facts[k].number + !facts[k].negated];
            if (!*set) *set = arena_zalloc(arena, g->words * sizeof **set);
            set_add(*set, s);
        }
    }
}

/* Called twice: to count the sites that write each register, and to store them. */
static void add_results(const struct groups *g, uint32_t site, uint32_t *first, uint32_t *results) {
    uint32_t insn = g->sites[site].insn;
    for (uint32_t k = g->f->insns[insn].refs; k < g->f->insns[insn + 1].refs; k++) {
        const struct flow_ref *ref = &g->f->refs[k];
        if (!(ref->flags & REF_WRITTEN)) continue;
        if (results)
            results[first[ref->id + 1]++] = site;
        else
            first[ref->id + 2]++;
    }
}

/* Does the same for the sites that an instruction ends: those of the registers that it reads. */
static uint32_t add_ended(const struct groups *g, uint32_t insn, const uint32_t *first,
                          const uint32_t *results, uint32_t *to) {
    uint32_t count = 0;
    for (uint32_t k = g->f->insns[insn].refs; k < g->f->insns[insn + 1].refs; k++) {
        const struct flow_ref *ref = &g->f->refs[k];
        if (!(ref->flags & REF_READ) || ref->flags & (REF_VARIABLE | REF_SPECIAL)) continue;
        for (uint32_t i = first[ref->id]; i < first[ref->id + 1]; i++, count++)
            if (to) to[count] = results[i];
    }
    return count;
}

static void find_ended(struct groups *g) {
    struct arena *arena = g->f->arena;
    uint32_t registers = g->f->register_count, insns = g->f->insn_count;
    uint32_t *first = arena_zalloc(arena, (registers + 3) * sizeof *first);
    for (uint32_t i = 0; i < g->site_count; i++) add_results(g, i, first, NULL);
    for (uint32_t r = 2; r < registers + 3; r++) first[r] += first[r - 1];
    uint32_t *results = arena_alloc(arena, (first[registers + 2] + 1) * sizeof *results);
    for (uint32_t i = 0; i < g->site_count; i++) add_results(g, i, first, results);
    g->first_ended = arena_alloc(arena, (insns + 1) * sizeof *g->first_ended);
    g->first_ended[0] = 0;
    for (uint32_t i = 0; i < insns; i++)
        g->first_ended[i + 1] = g->first_ended[i] + add_ended(g, i, first, results, NULL);
    g->ended = arena_alloc(arena, (g->first_ended[insns] + 1) * sizeof *g->ended);
    for (uint32_t i = 0; i < insns; i++)
        if (g->first_ended[i] != g->first_ended[i + 1])
            add_ended(g, i, first, results, g->ended + g->first_ended[i]);
}

/* ---- one state ---- */

static struct group_words site_word(uint32_t site) {
    return (struct group_words){site / 64, site / 64 + 1};
}

static bool has_pending(const struct group_state *state, uint32_t word) {
    uint64_t any = 0;
    for (uint32_t i = 0; i <= state->top; i++) any |= state->level[i][word];
    return any != 0;
}

/* Completed operations are mostly those issued first, so later instructions can skip their
 * words. */
static void shrink(struct group_state *state) {
    struct group_words *span = &state->pending;
    while (span->from < span->to && !has_pending(state, span->from)) span->from++;
    while (span->from < span->to && !has_pending(state, span->to - 1)) span->to--;
}

struct group_state groups_room(const struct groups *g) {
    struct group_state state = {.top = g->top};
    uint64_t *room = arena_zalloc(g->f->arena, (size_t)g->words * g->rows * sizeof *room);
    for (uint32_t i = 0; i < LEVEL_DONE; i++)
        state.level[i] = i <= g->top ? room + i * g->words : g->none;
    state.level[LEVEL_DONE] = room + (g->top + 1) * g->words;
    return state;
}

static uint64_t *state_of(const struct groups *g, uint32_t block) {
    return g->states + (size_t)block * g->words * g->rows;
}

/* Replaces the words of a set in one span by those of another set in its span. */
static void replace_words(uint64_t *set, struct group_words old, const uint64_t *by,
                          struct group_words span) {
    if (old.from < old.to) memset(set + old.from, 0, (old.to - old.from) * sizeof *set);
    if (span.from < span.to)
        memcpy(set + span.from, by + span.from, (span.to - span.from) * sizeof *set);
}

void groups_at(const struct groups *g, uint32_t block, struct group_state *state) {
    const struct group_words *span = &g->spans[2 * (size_t)block];
    const uint64_t *from = state_of(g, block);
    for (uint32_t i = 0; i <= g->top; i++, from += g->words)
        replace_words(state->level[i], state->pending, from, span[0]);
    replace_words(state->level[LEVEL_DONE], state->done, from, span[1]);
    state->pending = span[0];
    state->done = span[1];
}

static void issue(const struct groups *g, uint32_t event, struct group_state *state) {
    bool committed = g->rules->no_commit || g->rules->closes;
    uint32_t site = g->site_of[event], level = committed ? 1 : LEVEL_UNCOMMITTED;
    uint64_t bit = UINT64_C(1) << (site % 64);
    /* Otherwise, an older execution may be pending here. */
    bool surely = !g->rules->keeps && g->sites[site].repeats;
    for (uint32_t i = 0; i <= g->top && surely; i++) state->level[i][site / 64] &= ~bit;
    if (surely) state->level[LEVEL_DONE][site / 64] &= ~bit;
    state->level[level][site / 64] |= bit;
    groups_widen(&state->pending, site_word(site));
}

/* Returns the sites that an instruction is known to affect: every thread that executed one of them
 * also executes the instruction. */
static const uint64_t *surely(const struct groups *g, uint32_t insn) {
    if (g->f->insns[insn].guard == NO_REGISTER) return g->all;
    struct literal l = flow_guard(g->f, g->paths->p, insn);
    const uint64_t *set = l.number ? g->against[2 * l.number + !l.negated] : NULL;
    return set ? set : g->none;
}

/* Returns, for 64 sites, those that it does not concern. */
static const uint64_t *never(const struct groups *g, uint32_t insn) {
    struct literal l = flow_guard(g->f, g->paths->p, insn);
    const uint64_t *set = l.number ? g->against[2 * l.number + l.negated] : NULL;
    return set ? set : g->none;
}

static void commit(const struct groups *g, uint32_t insn, struct group_state *state) {
    const uint64_t *sure = surely(g, insn), *not = never(g, insn);
    for (uint32_t w = state->pending.from; w < state->pending.to; w++) {
        uint64_t all = sure[w], may = ~not [w];
        uint64_t carry = state->level[g->top][w] & may;
        for (uint32_t i = g->top + 1; i-- > 1;) {
            uint64_t moved = state->level[i - 1][w] & may;
            state->level[i][w] = (state->level[i][w] & ~all) | moved;
        }
        state->level[0][w] &= ~all;
        state->level[g->top][w] |= carry;
    }
}

static void wait(const struct groups *g, uint32_t insn, int64_t left, struct group_state *state) {
    if (left >= LEVEL_DONE - 1) return;
    uint32_t first = !left && g->rules->zero_is_all ? LEVEL_UNCOMMITTED : (uint32_t)left + 1;
    const uint64_t *sure = surely(g, insn), *not = never(g, insn);
    for (uint32_t w = state->pending.from; w < state->pending.to; w++) {
        for (uint32_t i = first; i <= g->top; i++) {
            state->level[LEVEL_DONE][w] |= state->level[i][w] & ~not [w];
            state->level[i][w] &= ~sure[w];
        }
    }
    groups_widen(&state->done, state->pending);
    shrink(state);
}

/* It is unknown what a called function waits for. */
static void assume_done(const struct groups *g, struct group_state *state) {
    for (uint32_t w = state->pending.from; w < state->pending.to; w++)
        for (uint32_t i = 0; i <= g->top; i++) state->level[LEVEL_DONE][w] |= state->level[i][w];
    groups_widen(&state->done, state->pending);
}

void groups_happen(const struct groups *g, uint32_t event, struct group_state *state) {
    uint32_t insn = g->events->at[event].insn;
    int64_t left = g->left[event];
    switch ((enum group_step)g->steps[event]) {
    case GROUP_ISSUE: issue(g, event, state); break;
    case GROUP_CLOSE:
        commit(g, insn, state);
        issue(g, event, state);
        break;
    case GROUP_COMMIT: commit(g, insn, state); break;
    case GROUP_WAIT:
        if (left == INT64_MAX)
            assume_done(g, state);
        else
            wait(g, insn, left, state);
        break;
    case GROUP_OTHER: break;
    }
}

static void end_site(const struct groups *g, uint32_t site, struct group_state *state) {
    uint64_t bit = UINT64_C(1) << (site % 64);
    for (uint32_t i = 0; i <= g->top; i++) {
        state->level[LEVEL_DONE][site / 64] |= state->level[i][site / 64] & bit;
        state->level[i][site / 64] &= ~bit;
    }
    groups_widen(&state->done, site_word(site));
    shrink(state);
}

void groups_pass(const struct groups *g, uint32_t insn, struct group_state *state) {
    if (g->ended)
        for (uint32_t i = g->first_ended[insn]; i < g->first_ended[insn + 1]; i++)
            end_site(g, g->ended[i], state);
    if (g->calls && flow_does(g->f, insn, DOES_CALL)) assume_done(g, state);
    for (uint32_t e = g->events->first[insn]; e < g->events->first[insn + 1]; e++)
        groups_happen(g, e, state);
}

uint32_t groups_next(const struct groups *g, uint32_t insn, uint32_t end) {
    const uint32_t *first = g->events->first;
    if (!g->ended && !g->calls) {
        uint32_t e = first[insn];
        return e < first[end] ? g->events->at[e].insn : end;
    }
    while (insn < end && first[insn] == first[insn + 1] &&
           !(g->ended && g->first_ended[insn] != g->first_ended[insn + 1]) &&
           !(g->calls && flow_does(g->f, insn, DOES_CALL)))
        insn++;
    return insn;
}

/* ---- all blocks ---- */

static void pass_block(const struct groups *g, uint32_t block, struct group_state *state) {
    const struct flow_block *b = &g->f->blocks[block];
    if (!g->ended && !g->calls) {
        uint32_t end = g->events->first[b->end];
        for (uint32_t e = g->events->first[b->first]; e < end; e++)
            if (g->steps[e] != GROUP_OTHER) groups_happen(g, e, state);
        return;
    }
    for (uint32_t i = b->first; (i = groups_next(g, i, b->end)) < b->end; i++)
        groups_pass(g, i, state);
}

/* Adds the words of another set in a span to a set, except removed sites. */
static uint64_t unite_words(uint64_t *to, const uint64_t *from, const uint64_t *gone,
                            struct group_words span) {
    uint64_t grown = 0;
    for (uint32_t w = span.from; w < span.to; w++) {
        uint64_t come = from[w] & ~gone[w];
        grown |= come & ~to[w];
        to[w] |= come;
    }
    return grown;
}

/* Merges the state into that of a block. Returns true if that has grown. */
static bool flow_into(const struct groups *g, const struct group_state *state, uint32_t block,
                      struct literal fact) {
    uint64_t *to = state_of(g, block), grown = 0;
    const uint64_t *gone = fact.number ? g->against[2 * fact.number + fact.negated] : NULL;
    if (!gone) gone = g->none;
    for (uint32_t i = 0; i <= g->top; i++, to += g->words)
        grown |= unite_words(to, state->level[i], gone, state->pending);
    grown |= unite_words(to, state->level[LEVEL_DONE], gone, state->done);
    groups_widen(&g->spans[2 * (size_t)block], state->pending);
    groups_widen(&g->spans[2 * (size_t)block + 1], state->done);
    return grown;
}

static void solve(struct groups *g) {
    struct flow_function *f = g->f;
    uint8_t *waiting = arena_zalloc(f->arena, f->block_count);
    struct group_state state = groups_room(g);
    memset(waiting, 1, f->block_count);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < f->order_count; i++) {
            uint32_t block = f->order[i];
            const struct flow_block *b = &f->blocks[block];
            if (!waiting[block]) continue;
            waiting[block] = 0;
            groups_at(g, block, &state);
            pass_block(g, block, &state);
            for (uint32_t e = b->edges; e < b[1].edges; e++) {
                struct literal fact = flow_edge_fact(g->paths, block, e - b->edges);
                if (!flow_into(g, &state, f->edges[e], fact)) continue;
                again = true;
                waiting[f->edges[e]] = 1;
            }
        }
    }
}

struct groups flow_groups(const struct flow_events *events, const struct paths *paths,
                          const struct group_rules *rules) {
    struct groups g = {.f = events->f, .events = events, .rules = rules, .paths = paths};
    g.calls = g.f->calls;
    if (!find_sites(&g)) return (struct groups){0};
    find_contradictions(&g);
    if (rules->ends_when_read) find_ended(&g);
    solve(&g);
    return g;
}

/* ---- queries ---- */

bool groups_may_be_pending(const struct group_state *state, uint32_t site) {
    for (uint32_t i = 0; i <= state->top; i++)
        if (set_has(state->level[i], site)) return true;
    return false;
}

bool groups_is_pending(const struct group_state *state, uint32_t site) {
    return groups_may_be_pending(state, site) && !set_has(state->level[LEVEL_DONE], site);
}

bool groups_is_uncommitted(const struct group_state *state, uint32_t site) {
    return groups_uncommitted_word(state, site / 64) >> (site % 64) & 1;
}

bool groups_has_uncommitted(const struct group_state *state) {
    uint64_t any = 0;
    for (uint32_t w = state->pending.from; w < state->pending.to; w++)
        any |= state->level[LEVEL_UNCOMMITTED][w];
    return any != 0;
}
