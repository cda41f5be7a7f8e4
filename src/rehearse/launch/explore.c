/* SPDX-License-Identifier: Apache-2.0
 * Selects the orders to rehearse: see explore.h. Each rehearsed order yields choices: events
 * that could come before others. Each choice is tried, and so on, breadth first. */
#include "rehearse/launch/explore.h"

struct search {
    const struct machine *from;
    struct holds *queue;  /* room for `most` orders */
    uint64_t *signatures; /* of the orders that were rehearsed */
    uint32_t most, count, tried, signature_count;
    bool dropped; /* there were more orders than there is room for */
    uint64_t steps;
};

static bool is_same_hold(const struct hold *a, const struct hold *b) {
    return a->first.warp == b->first.warp && a->first.index == b->first.index &&
           a->first.completes == b->first.completes && a->later.warp == b->later.warp &&
           a->later.index == b->later.index && a->later.completes == b->later.completes;
}

static bool has_hold(const struct holds *all, const struct hold *h) {
    for (uint32_t i = 0; i < all->count; i++)
        if (is_same_hold(&all->of[i], h)) return true;
    return false;
}

static bool is_same_order(const struct holds *a, const struct holds *b) {
    if (a->count != b->count) return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!has_hold(b, &a->of[i])) return false;
    return true;
}

/* Both would be contradictory, because each would come before the other. */
static bool excludes(const struct holds *all, const struct hold *h) {
    struct hold other = {h->later, h->first, false};
    return has_hold(all, &other);
}

static void add_order(struct search *s, const struct holds *base, const struct hold *h) {
    struct holds next = *base;
    if (has_hold(base, h) || excludes(base, h)) return;
    if (next.count == MOST_HOLDS || s->count == s->most) {
        s->dropped = true;
        return;
    }
    next.of[next.count++] = *h;
    for (uint32_t i = 0; i < s->count; i++)
        if (is_same_order(&s->queue[i], &next)) return;
    s->queue[s->count++] = next;
}

/* Returns false if an equivalent order has been rehearsed. */
static bool is_new(struct search *s, uint64_t signature) {
    for (uint32_t i = 0; i < s->signature_count; i++)
        if (s->signatures[i] == signature) return false;
    s->signatures[s->signature_count++] = signature;
    return true;
}

static bool has_gone_wrong(const struct machine *m) {
    return m->finding && m->finding->outcome != PTXC_UNDECIDED && m->finding->outcome != PTXC_LIMIT;
}

/* Rehearses once. Returns true if something is wrong. */
static bool try_order(struct search *s, const struct holds *holds, uint64_t seed) {
    struct arena_mark mark = arena_mark(s->from->arena);
    struct machine m = *s->from;
    ptxc_launch launch = *s->from->launch;
    const char *refused;
    launch.trace = NULL;
    launch.seed = seed;
    launch.max_steps -= s->steps;
    m.launch = &launch;
    m.plan = (struct plan){.holds = holds, .records = true};
    bool wrong = false;
    if (run_launch(&m, &refused) == PTXC_OK) {
        wrong = has_gone_wrong(&m);
        const struct list *choices = sequence_choices(m.plan.sequence);
        if (!seed && is_new(s, sequence_signature(m.plan.sequence)))
            for (uint32_t i = 0; i < choices->count; i++) add_order(s, holds, list_at(choices, i));
    }
    s->tried++;
    s->steps += m.steps;
    arena_release(s->from->arena, mark);
    return wrong;
}

struct exploration explore(const struct machine *from, uint32_t most) {
    static const struct holds none = {.count = 0};
    struct exploration found = {.seed = from->launch->seed};
    struct arena_mark mark = arena_mark(from->arena);
    struct search s = {.from = from, .most = most, .count = 1};
    bool wrong = false;
    s.queue = arena_zalloc(from->arena, most * sizeof *s.queue);
    s.signatures = arena_zalloc(from->arena, most * sizeof *s.signatures);
    /* Some of the budget is reserved for random orders if not all others fit. */
    for (uint32_t i = 0; i < s.count && !wrong && s.steps < from->launch->max_steps; i++) {
        if (s.dropped && i >= most - most / 4) break;
        wrong = try_order(&s, &s.queue[i], 0);
        if (wrong) found.holds = s.queue[i];
    }
    found.all = !wrong && s.tried == s.count && !s.dropped;
    for (uint64_t seed = 1; !found.all && !wrong && s.tried < most; seed++) {
        if (s.steps >= from->launch->max_steps) break;
        wrong = try_order(&s, &none, seed);
        if (wrong) found.seed = seed;
    }
    found.orders = s.tried;
    arena_release(from->arena, mark);
    return found;
}
