/* SPDX-License-Identifier: Apache-2.0
 * From a launch to its outcome: see rehearse.h. */
#include "rehearse/rehearse.h"
#include "rehearse/machine.h"
#include "flow/bounds.h"
#include <string.h>

enum {
    TURN = 256,                 /* steps of a warp before the next one's turn */
    MOST_STEPS = 100 * 1000000, /* if the caller does not say */
    MOST_THREADS = 1024,
    INFERRED_NUMBER = 128,
    MAP_BYTES = 128,
    MOST_CELLS = 4000000 /* registers of warps, of 264 bytes each */
};

/* ---- the launch ---- */

static uint32_t at_least_1(uint32_t n) { return n ? n : 1; }

/* Sizes that the caller does not give are those of the directives. */
static void infer_sizes(const struct flow_function *f, ptxc_launch *l) {
    struct flow_bounds b = flow_read_bounds(f);
    for (int i = 0; i < 3; i++) {
        if (!l->block[i]) l->block[i] = b.block[i];
        if (!l->cluster[i]) l->cluster[i] = b.cluster[i];
    }
    for (int i = 0; i < 3; i++)
        if (!l->grid[i] && l->cluster[i]) l->grid[i] = l->cluster[i];
}

static ptxc_launch fill_launch(const struct flow_function *f, const ptxc_launch *from) {
    ptxc_launch l = *from;
    if (l.infer) infer_sizes(f, &l);
    for (int i = 0; i < 3; i++) {
        l.grid[i] = at_least_1(l.grid[i]);
        l.block[i] = at_least_1(l.block[i]);
        l.cluster[i] = at_least_1(l.cluster[i]);
    }
    if (!l.max_steps) l.max_steps = MOST_STEPS;
    return l;
}

/* Why no kernel can be launched so; NULL: it can. */
static const char *refuse_sizes(const ptxc_launch *l) {
    uint64_t threads = 1, ctas = 1;
    for (int i = 0; i < 3; i++) {
        if (l->block[i] > MOST_THREADS || l->cluster[i] > MOST_CTAS)
            return phrase_string(P_too_many_in_cta);
        if (l->grid[i] % l->cluster[i]) return phrase_string(P_grid_of_clusters);
        threads *= l->block[i];
        ctas *= l->cluster[i];
    }
    return threads > MOST_THREADS || ctas > MOST_CTAS ? phrase_string(P_too_many_in_cta) : NULL;
}

/* The kernel of that name, or the only one; 0: there is none. */
static uint32_t find_kernel(const struct flow_input *in, const char *name) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < in->ast->functions.count; i++) {
        uint32_t head = *(const uint32_t *)list_at(&in->ast->functions, i);
        struct flow_function f;
        if (!ast_stmt(in->ast, head)->body || !flow_open(in, head, &f) || !f.is_entry) continue;
        if (name && !text_is(text_at(in->text, f.name), name)) continue;
        if (found) return name ? found : 0;
        found = head;
    }
    return found;
}

/* ---- parameters ---- */

static void put_bytes(struct bytes *b, uint64_t at, const void *from, uint64_t size) {
    if (at + size > b->size) return;
    memcpy(b->value + at, from, size);
    memset(b->known + at, 1, size);
}

static void put_number(struct bytes *b, uint64_t at, uint64_t value, uint64_t size) {
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; i++) bytes[i] = (uint8_t)(value >> (8 * i));
    put_bytes(b, at, bytes, size < 8 ? size : 8);
}

static bool put_map(struct bytes *b, uint64_t at, const ptxc_tensormap *map) {
    uint64_t words[16];
    if (!map || !ptxc_tensormap_encode(map, words)) return false;
    for (unsigned i = 0; i < 16; i++) put_number(b, at + 8 * i, words[i], 8);
    return true;
}

/* Writes the i-th argument to a parameter. */
static bool put_argument(struct machine *m, uint32_t i, uint32_t variable) {
    const ptxc_launch_param *p = &m->launch->params[i];
    uint64_t at = m->memory.address[variable] - PARAM_BASE, room = (uint64_t)i * ROOM_OF_PARAM;
    switch (p->kind) {
    case PTXC_PARAM_VALUE:
        put_number(&m->memory.params, at, p->value, m->memory.size[variable]);
        return true;
    case PTXC_PARAM_BUFFER:
        put_number(&m->memory.params, at, BUFFER_BASE + ((uint64_t)i << 36),
                   m->memory.size[variable]);
        return true;
    case PTXC_PARAM_MAP:
        return m->memory.size[variable] >= MAP_BYTES && put_map(&m->memory.params, at, p->map);
    case PTXC_PARAM_MAP_POINTER:
    case PTXC_PARAM_MAP_ROOM:
        put_number(&m->memory.params, at, ROOM_BASE + room, m->memory.size[variable]);
        if (p->kind == PTXC_PARAM_MAP_POINTER) return put_map(&m->memory.rooms, room, p->map);
        memset(m->memory.rooms.known + room, 1,
               p->value < ROOM_OF_PARAM / MAP_BYTES ? p->value * MAP_BYTES : ROOM_OF_PARAM);
        return true;
    }
    return false;
}

/* A pointer, or a small number. Of larger parameters nothing is known. */
static void infer_argument(struct machine *m, uint32_t i, uint32_t variable) {
    uint64_t at = m->memory.address[variable] - PARAM_BASE, size = m->memory.size[variable];
    if (size == 8) put_number(&m->memory.params, at, BUFFER_BASE + ((uint64_t)i << 36), 8);
    if (size < 8) put_number(&m->memory.params, at, INFERRED_NUMBER, size);
}

static uint32_t count_parameters(const struct flow_function *f) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->variables.count; i++)
        count += ((const struct flow_variable *)list_at(&f->variables, i))->is_parameter;
    return count;
}

/* Why the arguments are not those of the kernel; NULL: they are. */
static const char *put_arguments(struct machine *m) {
    const struct flow_function *f = m->program->f;
    uint32_t count = 0, wanted = count_parameters(f);
    bool fits =
        m->launch->infer ? m->launch->param_count <= wanted : m->launch->param_count == wanted;
    if (!fits)
        return phrase_other_parameters(m->arena, wanted, (int64_t)m->launch->param_count).start;
    for (uint32_t i = 0; i < f->variables.count; i++) {
        const struct flow_variable *v = list_at(&f->variables, i);
        if (!v->is_parameter) continue;
        if (count >= m->launch->param_count)
            infer_argument(m, count, i);
        else if (!put_argument(m, count, i))
            return phrase_bad_argument(m->arena, count).start;
        count++;
    }
    return NULL;
}

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
    uint32_t left = m->threads - w->index * LANES;
    w->live = left >= LANES ? UINT32_MAX : (UINT32_C(1) << left) - 1;
    w->registers = arena_zalloc(m->arena, (m->program->registers + 1) * sizeof *w->registers);
    for (uint32_t r = 0; r < m->program->registers; r++) w->registers[r].origin = NO_OP;
}

/* Of each thread at the start; 0: setmaxnreg does nothing, because no directive bounds them. */
static uint32_t granted_registers(const struct machine *m) {
    struct flow_bounds b = flow_read_bounds(m->program->f);
    /* They are given in units of 8. */
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
    if ((uint64_t)m->warp_count * m->program->registers > MOST_CELLS) return PTXC_TOO_LARGE;
    m->ctas = arena_zalloc(m->arena, m->cta_count * sizeof *m->ctas);
    m->warps = arena_alloc(m->arena, m->warp_count * sizeof *m->warps);
    m->sync.cluster_seen =
        arena_zalloc(m->arena, m->warp_count * LANES * sizeof *m->sync.cluster_seen);
    m->regions = arena_zalloc(m->arena, m->program->f->block_count * sizeof *m->regions);
    m->memory.rooms = make_bytes(m->arena, m->launch->param_count * ROOM_OF_PARAM);
    for (uint32_t i = 0; i < m->cta_count; i++) place_cta(m, i);
    for (uint32_t i = 0; i < m->warp_count; i++) make_warp(m, i, granted_registers(m));
    if (!layout_variables(m)) return PTXC_TOO_LARGE;
    *refused = put_arguments(m);
    return *refused ? PTXC_BAD_ARGUMENT : PTXC_OK;
}

/* ---- running ---- */

static bool all_ended(const struct machine *m) {
    for (uint32_t i = 0; i < m->cta_count; i++)
        if (m->ctas[i].live) return false;
    return true;
}

static bool run_warps(struct machine *m) {
    bool any = false;
    uint32_t first = m->launch->seed ? machine_random(m, m->warp_count) : 0;
    for (uint32_t i = 0; i < m->warp_count && !m->finding; i++) {
        uint32_t steps = m->launch->seed ? 1 + machine_random(m, TURN) : TURN;
        any |= warp_run(m, &m->warps[(first + i) % m->warp_count], steps);
        if (m->launch->seed && machine_random(m, 4) == 0) any |= complete_next(m);
    }
    return any;
}

static bool part_warps(struct machine *m) {
    bool any = false;
    for (uint32_t i = 0; i < m->warp_count; i++) any |= warp_part(&m->warps[i]);
    return any;
}

/* Tests of phases may answer that the phase is not over, and what comes then may be of help. */
static bool answer_tests(struct machine *m, uint64_t *progress) {
    bool any = false;
    if (m->progress == *progress) return false;
    *progress = m->progress;
    for (uint32_t i = 0; i < m->warp_count; i++)
        for (unsigned l = 0; l < LANES; l++) {
            struct warp *w = &m->warps[i];
            if (w->waits[l].kind != WAIT_PHASE) continue;
            w->waits[l].kind = WAIT_NOT;
            w->gives_up |= 1u << l;
            any = true;
        }
    return any;
}

static void run_machine(struct machine *m) {
    uint64_t progress = UINT64_MAX;
    while (!m->finding) {
        bool any = run_warps(m);
        if (m->finding || all_ended(m)) return;
        if (m->steps > m->launch->max_steps) {
            find(m, NULL, PTXC_LIMIT, NO_OP, text_of(""));
            return;
        }
        if (any || complete_next(m) || part_warps(m) || answer_tests(m, &progress)) continue;
        find_stuck(m);
        return;
    }
}

/* What has been expected of the copies that are still under way. */
static void settle_rest(struct machine *m) {
    while (!m->finding && complete_next(m)) {}
    for (uint32_t i = 0; i < m->sync.mbarriers.count && !m->finding; i++) {
        const struct mbarrier *b = list_at(&m->sync.mbarriers, i);
        if (!b->valid || !b->bytes) continue;
        m->asked = b->bytes;
        find(m, NULL, PTXC_MISMATCH, b->made_by, name_mbarrier(m, b));
    }
}

static ptxc_status refuse(ptxc_rehearsal *result, const char *why) {
    result->refused = why;
    return PTXC_BAD_ARGUMENT;
}

ptxc_status rehearse(const struct flow_input *in, const ptxc_launch *from, ptxc_rehearsal *result,
                     struct list *waiting) {
    struct flow_function f;
    struct match_context context = flow_context(in);
    uint32_t head = find_kernel(in, from->entry);
    if (!head || !flow_open(in, head, &f)) return PTXC_NOT_FOUND;
    ptxc_launch launch = fill_launch(&f, from);
    const char *refused = refuse_sizes(&launch);
    if (refused) return refuse(result, refused);
    if (f.gap) return PTXC_TOO_LARGE;
    struct flow_events events = flow_find_events(&f, &context);
    struct program program = program_make(&f, &events);
    struct machine m = {.program = &program, .launch = &launch, .arena = in->arena};
    ptxc_status status = make_machine(&m, &refused);
    if (refused) return refuse(result, refused);
    if (status != PTXC_OK) return status;
    run_machine(&m);
    if (!m.finding) settle_rest(&m);
    result->outcome = m.finding ? m.finding->outcome : PTXC_FINISHED;
    result->steps = m.steps;
    result->assumed = say_assumed(&m, from);
    say_outcome(&m, waiting);
    result->waiting_count = waiting->count;
    return PTXC_OK;
}
