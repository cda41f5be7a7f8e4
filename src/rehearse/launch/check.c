/* SPDX-License-Identifier: Apache-2.0
 * Rehearsals as part of an ordinary check, for every kernel whose block size a directive
 * specifies. What goes wrong at the same place with two assumed launches is reported. */
#include "rehearse/launch/infer.h"
#include "rehearse/launch/rehearse.h"

enum { STEPS_OF_A_CHECK = 200000 };

/* Pairs of numbers for parameters. The second pair is used if the first one takes too long. */
static const uint16_t pairs[][2] = {{128, 256}, {4, 8}};
enum { PAIRS = 2 };

static ptxc_outcome run_with(struct machine *m, const struct program *p, ptxc_launch *l,
                             uint64_t number) {
    struct variant v = {.number = number};
    const char *refused;
    *l = (ptxc_launch){.size = sizeof *l, .infer = true, .max_steps = STEPS_OF_A_CHECK};
    fill_launch(p, l, &v);
    *m = (struct machine){.program = p, .launch = l, .arena = p->f->arena};
    m->memory.assumed.number = number;
    if (run_launch(m, &refused) != PTXC_OK) return PTXC_UNDECIDED;
    return m->finding ? m->finding->outcome : PTXC_FINISHED;
}

static bool is_wrong(ptxc_outcome outcome) {
    return outcome != PTXC_FINISHED && outcome != PTXC_UNDECIDED && outcome != PTXC_LIMIT;
}

/* Rehearses with another number. Returns the op of the problem if it occurs again, or NO_OP. */
static uint32_t confirm(const struct program *p, uint64_t number, ptxc_outcome outcome) {
    struct arena_mark mark = arena_mark(p->f->arena);
    struct machine m;
    ptxc_launch launch;
    bool same = run_with(&m, p, &launch, number) == outcome;
    uint32_t op = same ? m.finding->op : NO_OP;
    arena_release(p->f->arena, mark);
    return op;
}

static void check_kernel(const struct program *p) {
    struct list waiting;
    struct machine m;
    ptxc_launch launch;
    for (int i = 0; i < PAIRS; i++) {
        struct arena_mark mark = arena_mark(p->f->arena);
        ptxc_outcome outcome = run_with(&m, p, &launch, pairs[i][0]);
        if (is_wrong(outcome) && confirm(p, pairs[i][1], outcome) == m.finding->op) {
            list_init(&waiting, sizeof(ptxc_waiting));
            say_outcome(&m, &waiting);
            return;
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
        struct flow_events events = flow_find_events(&f, &lines);
        if (!b.block[0] || !events.count) continue;
        struct program program = program_make(&f, &events);
        if (b.cluster[0] || !uses_cluster(&program)) check_kernel(&program);
    }
}
