/* SPDX-License-Identifier: Apache-2.0
 * Tries a launch that is not given completely with different sizes, numbers and branches, until
 * a rehearsal finishes: see infer.h. */
#include "rehearse/launch/infer.h"
#include "rehearse/race.h"

enum {
    MOST_STEPS = 20 * 1000000, /* if the caller does not limit it */
    STEPS_OF_A_TRY = 1000000,
    MOST_TRIES = 16
};

static const uint16_t all_numbers[] = {128, 4, 1};
static const uint8_t all_clusters[][3] = {{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {2, 2, 1},
                                          {4, 1, 1}, {4, 2, 1}, {2, 4, 1}, {4, 4, 1}};
enum { NUMBERS = 3, CLUSTERS = 8 };

/* ---- the launch ---- */

void fill_launch(const struct program *p, ptxc_launch *l, const struct variant *v) {
    struct flow_bounds b = flow_read_bounds(p->f);
    bool block = l->block[0] || b.block[0];
    for (int i = 0; i < 3; i++) {
        if ((l->infer || b.exact) && !l->block[i]) l->block[i] = b.block[i];
        if (!l->cluster[i]) l->cluster[i] = b.cluster[i];
        if (l->infer && !l->cluster[i]) l->cluster[i] = v->cluster[i];
        if (!l->cluster[i]) l->cluster[i] = 1;
        if (!l->grid[i]) l->grid[i] = l->cluster[i];
    }
    if (l->infer && !block) l->block[0] = infer_threads(p);
    for (int i = 0; i < 3; i++)
        if (!l->block[i]) l->block[i] = 1;
    if (!l->max_steps) l->max_steps = MOST_STEPS;
}

/* ---- guards ---- */

uint8_t *find_said_ways(const struct program *p, const ptxc_launch *l, const char **refused) {
    uint8_t *said = arena_zalloc(p->f->arena, p->count + 1);
    uint8_t *met = arena_zalloc(p->f->arena, l->way_count + 1);
    uint32_t line = 1, at = 0;
    for (uint32_t i = 0; l->way_count && i < p->count; i++) {
        uint32_t start = flow_head(p->f, i).start;
        for (; at < start; at++) line += p->f->in->text[at] == '\n';
        for (size_t k = 0; p->ops[i].guarded && k < l->way_count; k++) {
            if (l->ways[k].line != line) continue;
            said[i] = l->ways[k].taken ? WAY_TAKEN : WAY_NOT_TAKEN;
            met[k] = 1;
        }
    }
    for (size_t k = 0; k < l->way_count && !*refused; k++)
        if (!met[k]) *refused = phrase_no_guard(p->f->arena, l->ways[k].line).start;
    return said;
}

/* ---- trying variants ---- */

struct tries {
    const struct program *p;
    const ptxc_launch *from;
    bool guess_cluster;
    uint32_t number, cluster;
    struct variant now;
};

bool uses_cluster(const struct program *p) {
    for (uint32_t i = 0; i < p->happenings.count; i++) {
        const struct happening *h = list_at(&p->happenings, i);
        const struct argument *multicast = program_argument(p, h, ARGUMENT_MULTICAST);
        const struct argument *ctas = program_argument(p, h, ARGUMENT_CTAS);
        if (h->kind == EVENT_CLUSTER_ARRIVE || h->kind == EVENT_REMOTE_ADDRESS) return true;
        if (multicast && (!multicast->known || multicast->number)) return true;
        if (ctas && ctas->name == NAMED_TWO) return true;
    }
    return false;
}

/* Returns the outcome without reporting it. Sets *branch if it ends at a guard. */
static ptxc_outcome try_variant(const struct tries *t, bool *branch) {
    struct arena *arena = t->p->f->arena;
    struct arena_mark mark = arena_mark(arena);
    ptxc_launch launch = *t->from;
    const char *refused;
    fill_launch(t->p, &launch, &t->now);
    launch.trace = NULL;
    if (launch.max_steps > STEPS_OF_A_TRY) launch.max_steps = STEPS_OF_A_TRY;
    struct machine m = {.program = t->p, .launch = &launch, .arena = arena};
    m.memory.assumed.number = t->now.number;
    m.memory.assumed.branches = t->now.branches;
    ptxc_outcome outcome = PTXC_LIMIT;
    if (run_launch(&m, &refused) == PTXC_OK)
        outcome = m.finding ? m.finding->outcome : PTXC_FINISHED;
    *branch = outcome == PTXC_UNDECIDED && (text_same(m.finding->text, phrase(P_the_branch)) ||
                                            text_same(m.finding->text, phrase(P_the_guard)));
    arena_release(arena, mark);
    return outcome;
}

static void set_cluster(struct tries *t) {
    for (int i = 0; i < 3; i++) t->now.cluster[i] = all_clusters[t->cluster][i];
}

/* Selects the next variant after a bad outcome. Returns false if none is left. */
static bool next_variant(struct tries *t, ptxc_outcome outcome, bool branch) {
    if (outcome == PTXC_LIMIT && t->number + 1 < NUMBERS) {
        t->now.number = all_numbers[++t->number];
        return true;
    }
    if (branch || (t->now.branches == WAY_NOT_TAKEN && outcome != PTXC_LIMIT)) {
        if (t->now.branches == WAY_TAKEN) return false;
        t->now.branches++;
        return true;
    }
    if (outcome == PTXC_LIMIT || !t->guess_cluster || ++t->cluster == CLUSTERS) return false;
    set_cluster(t);
    t->now.branches = WAY_UNKNOWN;
    return true;
}

static bool is_given(const struct tries *t) {
    struct flow_bounds b = flow_read_bounds(t->p->f);
    return (t->from->block[0] || b.block[0]) && !t->guess_cluster;
}

struct variant choose_variant(const struct program *p, const ptxc_launch *from) {
    struct tries t = {.p = p, .from = from, .now = {.number = all_numbers[0]}};
    struct flow_bounds b = flow_read_bounds(p->f);
    t.guess_cluster = !from->cluster[0] && !b.cluster[0] && uses_cluster(p);
    struct variant first = t.now;
    if (!from->infer) return first;
    for (int i = 0; i < MOST_TRIES; i++) {
        bool branch;
        ptxc_outcome outcome = try_variant(&t, &branch);
        if (outcome == PTXC_FINISHED) return t.now;
        bool wrong = outcome != PTXC_UNDECIDED && outcome != PTXC_LIMIT;
        if (wrong && i == 0 && is_given(&t)) return first;
        if (!next_variant(&t, outcome, branch)) return first;
    }
    return first;
}

/* ---- doubtful findings ---- */

static bool guesses_cluster(const struct machine *m, const ptxc_launch *from) {
    struct flow_bounds b = flow_read_bounds(m->program->f);
    return !from->cluster[0] && !b.cluster[0] && uses_cluster(m->program);
}

static bool guesses_sizes(const struct machine *m, const ptxc_launch *from) {
    struct flow_bounds b = flow_read_bounds(m->program->f);
    return from->infer && (guesses_cluster(m, from) || !(from->block[0] || b.block[0]));
}

void doubt_finding(struct machine *m, const ptxc_launch *from) {
    if (!m->finding || m->finding->outcome == PTXC_UNDECIDED || m->finding->outcome == PTXC_LIMIT ||
        !(guesses_sizes(m, from) || m->sync.mixed))
        return;
    m->finding->outcome = PTXC_UNDECIDED;
    m->finding->text = phrase(guesses_cluster(m, from) ? P_the_cluster_size
                              : guesses_sizes(m, from) ? P_the_block_size
                                                       : P_the_bytes);
    if (m->finding->op >= m->program->count) m->finding->op = 0;
}

static bool is_same_race(const struct race_found *a, const struct race_found *b) {
    return a->kind == b->kind && a->later.as.op == b->later.as.op && a->earlier.op == b->earlier.op;
}

void keep_common_races(struct race *race, const struct race *other) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < race->shadow.found_count; i++) {
        const struct race_found *f = &race->shadow.found[i];
        uint32_t k = 0, count = other ? other->shadow.found_count : 0;
        while (k < count && !is_same_race(f, &other->shadow.found[k])) k++;
        if (k < count) race->shadow.found[kept++] = *f;
    }
    race->shadow.found_count = kept;
}

/* The contents of assumed buffers may violate what the kernel requires of its data, for example
 * that at most half of them are not zero. Keeps only the races that do not depend on them. */
static void confirm_without_words(struct machine *m) {
    struct arena_mark mark = arena_mark(m->arena);
    ptxc_launch launch = *m->launch;
    const char *refused;
    launch.trace = NULL;
    struct machine again = {.program = m->program, .launch = &launch, .arena = m->arena};
    again.memory.assumed.number = m->memory.assumed.number;
    again.memory.assumed.branches = m->memory.assumed.branches;
    again.memory.assumed.no_words = true;
    again.plan.holds = m->plan.holds;
    again.plan.races = true;
    bool ran = run_launch(&again, &refused) == PTXC_OK;
    keep_common_races(m->race, ran ? again.race : NULL);
    arena_release(m->arena, mark);
}

void doubt_races(struct machine *m, const ptxc_launch *from) {
    struct race *race = m->race;
    if (!race || !race->shadow.found_count) return;
    uint32_t found = race->shadow.found_count;
    if (guesses_sizes(m, from) || m->memory.assumed.guesses || m->sync.mixed)
        race->shadow.found_count = 0;
    else if (m->memory.global.assumed)
        confirm_without_words(m);
    race->unchecked += found - race->shadow.found_count;
}
