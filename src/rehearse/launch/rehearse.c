/* SPDX-License-Identifier: Apache-2.0
 * Runs a launch and determines its outcome: see rehearse.h. */
#include "rehearse/launch/rehearse.h"
#include "rehearse/machine.h"
#include "rehearse/launch/explore.h"
#include "rehearse/launch/arguments.h"
#include "rehearse/launch/infer.h"
#include "rehearse/launch/loops.h"
#include "rehearse/launch/refuse.h"
#include "rehearse/race.h"
#include "rehearse/running.h"
#include "rehearse/trace.h"
#include <string.h>

enum { TURN = 256 /* steps of a warp before its turn ends */ };

/* ---- the machine ---- */

static void place_cta(struct machine *m, uint32_t rank) {
    const uint32_t *c = m->launch->cluster;
    struct cta *cta = &m->ctas[rank];
    cta->index[0] = rank % c[0];
    cta->index[1] = rank / c[0] % c[1];
    cta->index[2] = rank / c[0] / c[1];
    cta->live = m->threads;
}

static void make_warp(struct machine *m, uint32_t i, uint32_t granted) {
    struct warp *w = &m->warps[i];
    *w = (struct warp){
        .cta = i / m->warps_per_cta, .index = i % m->warps_per_cta, .granted = granted};
    w->polling.polls = w->polling.polls_global = NO_OP;
    uint32_t left = m->threads - w->index * LANES;
    w->live = left >= LANES ? UINT32_MAX : (UINT32_C(1) << left) - 1;
    w->registers = arena_zalloc(m->arena, (m->program->registers + 1) * sizeof *w->registers);
    for (uint32_t r = 0; r < m->program->registers; r++) w->registers[r].origin = NO_OP;
}

/* Returns the registers of each thread at the start. 0 means that setmaxnreg has no effect, because
 * no directive bounds them. */
static uint32_t granted_registers(const struct machine *m) {
    struct flow_bounds b = flow_read_bounds(m->program->f);
    /* They are allocated in units of 8. */
    return flow_bounds_are_known(&b) ? (uint32_t)(flow_registers_at_entry(&b) + 7) / 8 * 8 : 0;
}

static ptxc_status make_machine(struct machine *m, const char **refused) {
    const uint32_t *b = m->launch->block, *c = m->launch->cluster;
    m->threads = b[0] * b[1] * b[2];
    m->warps_per_cta = (m->threads + LANES - 1) / LANES;
    m->cta_count = c[0] * c[1] * c[2];
    m->warp_count = m->warps_per_cta * m->cta_count;
    m->random = m->launch->seed;
    list_init(&m->sync.mbarriers, sizeof(struct mbarrier));
    list_init(&m->sync.agents, sizeof(struct agent));
    *refused = refuse_registers(m);
    if (*refused) return PTXC_TOO_LARGE;
    m->ctas = arena_zalloc(m->arena, m->cta_count * sizeof *m->ctas);
    m->warps = arena_alloc(m->arena, m->warp_count * sizeof *m->warps);
    m->sync.early_tests = arena_zalloc(m->arena, m->program->count + 1);
    m->sync.answered = arena_zalloc(m->arena, (m->program->count + 1) * sizeof *m->sync.answered);
    m->sync.cluster_seen =
        arena_zalloc(m->arena, m->warp_count * LANES * sizeof *m->sync.cluster_seen);
    m->regions.after =
        arena_zalloc(m->arena, m->program->f->block_count * sizeof *m->regions.after);
    m->memory.rooms = make_bytes(m->arena, m->launch->param_count * ROOM_OF_PARAM);
    for (uint32_t i = 0; i < m->cta_count; i++) place_cta(m, i);
    for (uint32_t i = 0; i < m->warp_count; i++) make_warp(m, i, granted_registers(m));
    layout_variables(m);
    *refused = refuse_memory(m);
    if (*refused) return PTXC_TOO_LARGE;
    make_memory(m);
    m->memory.assumed.use = find_uses(m->program);
    m->memory.assumed.guessed = arena_zalloc(m->arena, m->program->count + 1);
    m->memory.assumed.said = find_said_ways(m->program, m->launch, refused);
    if (!*refused) *refused = put_arguments(m);
    return *refused ? PTXC_BAD_ARGUMENT : PTXC_OK;
}

/* ---- execution ---- */

static bool all_ended(const struct machine *m) {
    for (uint32_t i = 0; i < m->cta_count; i++)
        if (m->ctas[i].live) return false;
    return true;
}

/* Returns false if the warp could not run at all. */
static bool take_turn(struct machine *m, struct loops *loops, struct warp *w, uint32_t steps) {
    bool any = false;
    loops_resume(loops, m, w);
    for (;;) {
        enum run run = warp_run(m, w, &steps);
        if (run == RUN_LAP) loops_lap(loops, m, w);
        any |= run != RUN_NOT;
        if (run != RUN_LAP || !steps || m->finding) return any;
    }
}

static bool run_warps(struct machine *m, struct loops *loops) {
    bool any = false;
    uint32_t first = m->launch->seed ? machine_random(m, m->warp_count) : 0;
    for (uint32_t i = 0; i < m->warp_count && !m->finding; i++) {
        uint32_t steps = m->launch->seed ? 1 + machine_random(m, TURN) : TURN;
        any |= take_turn(m, loops, &m->warps[(first + i) % m->warp_count], steps);
        if (m->launch->seed && machine_random(m, 4) == 0) any |= complete_next(m, false);
    }
    return any;
}

static bool part_warps(struct machine *m) {
    bool any = false;
    for (uint32_t i = 0; i < m->warp_count; i++) any |= warp_part(&m->warps[i]);
    return any;
}

/* Lets tests of phases answer that the phase is not complete, which may allow progress. Each test
 * answers once until something else happens. */
static bool answer_tests(struct machine *m) {
    uint64_t now = m->progress + 1;
    bool any = false;
    for (uint32_t i = 0; i < m->warp_count; i++)
        for (unsigned l = 0; l < LANES; l++) {
            struct warp *w = &m->warps[i];
            if (w->waits[l].kind != WAIT_PHASE || m->sync.answered[w->pc[l]] == now) continue;
            w->waits[l].kind = WAIT_NOT;
            w->gives_up |= 1u << l;
            any = true;
        }
    for (uint32_t i = 0; i < m->warp_count; i++)
        for (uint32_t left = m->warps[i].gives_up; left; left &= left - 1)
            m->sync.answered[m->warps[i].pc[__builtin_ctz(left)]] = now;
    return any;
}

static void run_machine(struct machine *m) {
    struct loops loops = loops_make(m);
    while (!m->finding) {
        loops_begin(&loops, m);
        bool any = run_warps(m, &loops);
        if (m->finding || all_ended(m)) return;
        if (m->steps > m->launch->max_steps) {
            find(m, NULL, PTXC_LIMIT, NO_OP, text_of(""));
            return;
        }
        if (any) loops_pass_time(&loops, m);
        if (any || complete_next(m, true) || part_warps(m)) continue;
        if ((m->plan.sequence && sequence_release(m)) || answer_tests(m)) continue;
        find_stuck(m);
        return;
    }
}

/* Checks what was expected of the copies that are still in progress. */
static void settle_rest(struct machine *m) {
    while (!m->finding && complete_next(m, true)) {}
    for (uint32_t i = 0; i < m->sync.mbarriers.count && !m->finding; i++) {
        const struct mbarrier *b = list_at(&m->sync.mbarriers, i);
        if (!b->valid || !b->bytes) continue;
        m->asked = b->bytes;
        find(m, NULL, PTXC_MISMATCH, b->made_by, name_mbarrier(m, b));
    }
}

/* A race is more informative than an undecided rest, and a hang more than a race. */
static ptxc_outcome outcome_of(const struct machine *m, uint32_t races, uint32_t addresses) {
    bool ended = m->finding && m->finding->outcome != PTXC_UNDECIDED;
    if (addresses && !ended) return PTXC_BAD_ADDRESS;
    if (races && !ended) return PTXC_RACE;
    return m->finding ? m->finding->outcome : PTXC_FINISHED;
}

/* Finds the order to report. Returns false if the launch names an invalid order. */
static bool choose_order(struct machine *m, ptxc_launch *launch, ptxc_rehearsal *result,
                         struct holds *holds) {
    *holds = (struct holds){.count = 0};
    result->orders = 1;
    if (launch->order && !sequence_read(launch->order, holds)) return false;
    if (launch->explore > 1 && !launch->order) {
        struct exploration e = explore(m, launch->explore);
        *holds = e.holds;
        launch->seed = e.seed;
        result->orders = e.orders;
        result->all_orders = e.all;
    }
    result->seed = launch->seed;
    result->order = sequence_text(m->arena, holds);
    return true;
}

static ptxc_status refuse(ptxc_rehearsal *result, ptxc_status status, const char *why) {
    result->refused = why;
    return status;
}

ptxc_status run_launch(struct machine *m, const char **refused) {
    *refused = refuse_sizes(m->program, m->launch);
    if (*refused) return PTXC_BAD_ARGUMENT;
    ptxc_status status = make_machine(m, refused);
    if (status != PTXC_OK) return status;
    if (m->launch->trace) m->trace = trace_make(m);
    if (m->plan.races) m->race = race_make(m);
    if (m->plan.races) m->memory.addresses = addresses_make(m);
    if (m->plan.holds) m->plan.sequence = sequence_make(m, m->plan.holds, m->plan.records);
    run_machine(m);
    if (!m->finding) settle_rest(m);
    if (m->trace) trace_finish(m);
    return PTXC_OK;
}

ptxc_status rehearse(const struct flow_input *in, const ptxc_launch *from, ptxc_rehearsal *result,
                     struct list *waiting) {
    struct flow_function f;
    struct flow_lines lines = flow_lines(in);
    const char *refused = NULL;
    uint32_t head = find_kernel(in, from->entry, &refused);
    if (!head || !flow_open(in, head, &f))
        return refuse(result, PTXC_NOT_FOUND, refused ? refused : "");
    if (f.gap == FLOW_INDIRECT)
        return refuse(result, PTXC_TOO_LARGE, phrase_string(P_branches_unknown));
    if (f.gap) return PTXC_TOO_LARGE;
    struct list callees = link_callees(&f);
    struct flow_events events = flow_find_events(&f, &lines);
    struct program program = program_make(&f, &events, &callees);
    ptxc_launch launch = *from;
    struct variant variant = choose_variant(&program, from);
    fill_launch(&program, &launch, &variant);
    struct machine m = {.program = &program, .launch = &launch, .arena = in->arena};
    m.memory.assumed.number = variant.number;
    m.memory.assumed.branches = variant.branches;
    struct holds holds;
    if (!choose_order(&m, &launch, result, &holds))
        return refuse(result, PTXC_BAD_ARGUMENT,
                      phrase_bad_order(in->arena, text_of(from->order)).start);
    if (holds.count) m.plan.holds = &holds;
    m.plan.races = true;
    ptxc_status status = run_launch(&m, &refused);
    if (refused) return refuse(result, status, refused);
    if (status != PTXC_OK) return status;
    doubt_finding(&m, from);
    doubt_races(&m, from);
    say_outcome(&m, waiting);
    result->outcome = outcome_of(&m, race_say(&m), addresses_say(&m));
    result->unchecked = m.race ? m.race->unchecked : 0;
    result->steps = m.steps;
    result->kernel =
        arena_copy(in->arena, text_at(in->text, f.name).start, f.name.end - f.name.start);
    result->assumed = say_assumed(&m, from);
    result->waiting_count = waiting->count;
    return PTXC_OK;
}
