/* SPDX-License-Identifier: Apache-2.0
 * Rehearsals as part of an ordinary check, for every kernel whose block size a directive
 * specifies. What goes wrong at the same place with two assumed launches is reported. */
#include "rehearse/launch/infer.h"
#include "rehearse/launch/rehearse.h"
#include "rehearse/race.h"

enum { STEPS_OF_A_CHECK = 200000 };

/* Pairs of numbers for parameters. The second pair is used if the first one takes too long. */
static const uint16_t pairs[][2] = {{128, 256}, {4, 8}};
enum { PAIRS = 2 };

/* `level`: all words of buffers are equal. */
static ptxc_outcome run_with(struct machine *m, const struct program *p, ptxc_launch *l,
                             uint64_t number, bool level) {
    struct variant v = {.number = number};
    const char *refused;
    *l = (ptxc_launch){.size = sizeof *l, .infer = true, .max_steps = STEPS_OF_A_CHECK};
    fill_launch(p, l, &v);
    *m = (struct machine){.program = p, .launch = l, .arena = p->f->arena};
    m->memory.assumed.number = number;
    m->memory.assumed.level = level;
    m->plan.races = true;
    if (run_launch(m, &refused) != PTXC_OK) return PTXC_UNDECIDED;
    if (!m->finding) return PTXC_FINISHED;
    return m->sync.mixed ? PTXC_UNDECIDED : m->finding->outcome;
}

static bool is_wrong(ptxc_outcome outcome) {
    return outcome != PTXC_FINISHED && outcome != PTXC_UNDECIDED && outcome != PTXC_LIMIT;
}

/* Returns true if there are races that do not depend on an assumption. */
static bool has_races(const struct machine *m) {
    return m->race && m->race->shadow.found_count && !m->memory.assumed.guesses && !m->sync.mixed;
}

/* Rehearses again with a different number and different contents of buffers, and keeps only the
 * races that recur. Returns true if the outcome is the same, at the same place. */
static bool confirm(struct machine *m, const struct program *p, uint64_t number) {
    struct arena_mark mark = arena_mark(p->f->arena);
    struct machine again;
    ptxc_launch launch;
    ptxc_outcome outcome = run_with(&again, p, &launch, number, true);
    bool same = m->finding && is_wrong(outcome) && outcome == m->finding->outcome &&
                again.finding->op == m->finding->op;
    if (m->race) keep_common_races(m->race, has_races(m) && has_races(&again) ? again.race : NULL);
    arena_release(p->f->arena, mark);
    return same;
}

/* A finding without a given launch is only as reliable as the assumed launch. */
static void note_launch(struct machine *m, uint32_t first) {
    static const ptxc_launch nothing = {.size = sizeof nothing, .infer = true};
    struct diags *diags = m->program->f->in->diags;
    struct text what = text_of(say_assumed(m, &nothing));
    for (uint32_t i = first; i < diags->list.count; i++)
        note_assumed_launch(diags, *(struct diag **)list_at(&diags->list, i), NO_SPAN, what);
}

static void check_kernel(const struct program *p) {
    struct list waiting;
    uint32_t first = p->f->in->diags->list.count;
    struct machine m;
    ptxc_launch launch;
    for (int i = 0; i < PAIRS; i++) {
        struct arena_mark mark = arena_mark(p->f->arena);
        ptxc_outcome outcome = run_with(&m, p, &launch, pairs[i][0], false);
        if (is_wrong(outcome) || has_races(&m)) {
            list_init(&waiting, sizeof(ptxc_waiting));
            bool same = confirm(&m, p, pairs[i][1]);
            if (same) say_outcome(&m, &waiting);
            bool raced = race_say(&m);
            note_launch(&m, first);
            if (raced || same) return;
        }
        arena_release(p->f->arena, mark);
        if (outcome != PTXC_LIMIT) return;
    }
}

void rehearse_check(const struct flow_input *in) {
    struct flow_lines lines = flow_lines(in);
    for (uint32_t i = 0; i < in->ast->functions.count; i++) {
        uint32_t head = *(const uint32_t *)list_at(&in->ast->functions, i);
        struct flow_function f;
        if (!ast_stmt(in->ast, head)->body || !flow_open(in, head, &f) || !f.is_entry || f.gap)
            continue;
        struct flow_bounds b = flow_read_bounds(&f);
        struct list callees = link_callees(&f);
        struct flow_events events = flow_find_events(&f, &lines);
        if (!b.block[0] || !events.count) continue;
        struct program program = program_make(&f, &events, &callees);
        if (b.cluster[0] || !uses_cluster(&program)) check_kernel(&program);
    }
}
