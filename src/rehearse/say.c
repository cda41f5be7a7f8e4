/* SPDX-License-Identifier: Apache-2.0
 * Reports the outcome of a rehearsal as a diagnostic, with notes about the waiting threads. */
#include "rehearse/machine.h"

void find(struct machine *m, const struct warp *w, ptxc_outcome outcome, uint32_t op,
          struct text text) {
    if (m->finding) return;
    m->finding = arena_alloc(m->arena, sizeof *m->finding);
    *m->finding = (struct finding){outcome, op, text, w};
}

/* ---- names ---- */

struct text name_mbarrier(struct machine *m, const struct mbarrier *b) {
    const struct flow_function *f = m->program->f;
    struct text_builder out = build_in_arena(m->arena);
    for (uint32_t i = 0; i < f->variables.count; i++) {
        const struct flow_variable *v = list_at(&f->variables, i);
        if (v->space != SPACE_SHARED || b->offset - m->memory.address[i] >= m->memory.size[i])
            continue;
        build_text(&out, text_at(f->in->text, v->name));
        if (b->offset != m->memory.address[i]) {
            build_char(&out, '+');
            build_number(&out, (int64_t)(b->offset - m->memory.address[i]));
        }
        return built_text(&out);
    }
    build_number(&out, b->offset);
    return built_text(&out);
}

static struct text missing_of_phase(struct machine *m, const struct waiting *x) {
    const struct mbarrier *b = list_at(&m->sync.mbarriers, x->object);
    struct text phase = phrase_a_phase(m->arena, name_mbarrier(m, b), (int64_t)x->phase - 1);
    if (m->cta_count > 1) phase = phrase_in_cta(m->arena, phase, b->cta);
    struct text arrivals =
        b->pending == 1 ? phrase(P_one_arrival) : phrase_some_arrivals(m->arena, b->pending);
    struct text bytes = phrase_some_bytes(m->arena, b->bytes);
    if (b->bytes < 0)
        return b->pending ? phrase_phase_lacks_and_exceeds(m->arena, phase, arrivals, -b->bytes)
                          : phrase_phase_exceeds(m->arena, phase, -b->bytes);
    if (b->pending && b->bytes) arrivals = phrase_both_missing(m->arena, arrivals, bytes);
    return phrase_phase_lacks(m->arena, phase, b->pending ? arrivals : bytes);
}

/* ---- loops without progress ---- */

/* Returns the address, as a generic one, that a looping lane polls. */
static bool polled_address(struct machine *m, const struct warp *w, unsigned lane,
                           uint64_t *address) {
    if (w->waits[lane].object == NO_OP) return false;
    const struct op *op = &m->program->ops[w->waits[lane].object];
    uint32_t at = 0;
    while (at < op->operands && !program_operand(m->program, op, at)->is_address) at++;
    return at < op->operands && read_address(m, w, lane, op, at, address);
}

/* Returns true if what a looping lane polls may be changed by threads that are not rehearsed:
 * those of other clusters, of the host or of other GPUs. */
static bool may_others_write(struct machine *m, const struct warp *w, unsigned lane) {
    const uint32_t *grid = m->launch->grid, *cluster = m->launch->cluster;
    uint64_t address;
    if (w->waits[lane].object == NO_OP) return false;
    if (polled_address(m, w, lane, &address) && !is_global_address(address)) return false;
    if (m->memory.global.assumed || m->memory.assumed.any) return true;
    for (int i = 0; i < 3; i++)
        if (grid[i] != cluster[i]) return true;
    const struct op *op = &m->program->ops[w->waits[lane].object];
    for (uint32_t i = 0; i < op->happenings; i++) {
        const struct happening *h = list_at(&m->program->happenings, op->happening + i);
        const struct argument *scope = program_argument(m->program, h, ARGUMENT_SCOPE);
        const struct argument *sem = program_argument(m->program, h, ARGUMENT_SEM);
        if ((scope && scope->name == NAMED_SYS) || (sem && sem->name == NAMED_VOLATILE))
            return true;
    }
    return false;
}

/* A loop without progress waits at what it polls with. */
static uint32_t place_of_wait(const struct warp *w, unsigned lane) {
    const struct waiting *x = &w->waits[lane];
    return x->kind == WAIT_LOOP && x->object != NO_OP ? x->object : w->pc[lane];
}

static struct text missing_of_loop(struct machine *m, const struct warp *w, unsigned lane) {
    uint32_t cta, offset;
    uint64_t address;
    if (w->waits[lane].object == NO_OP) return phrase(P_nothing_to_change);
    if (!polled_address(m, w, lane, &address) || !shared_place(m, address, &cta, &offset))
        return phrase(P_memory_to_change);
    struct mbarrier there = {.offset = offset};
    return phrase_word_to_change(m->arena, name_mbarrier(m, &there));
}

static struct text missing(struct machine *m, const struct warp *w, unsigned lane) {
    const struct waiting *x = &w->waits[lane];
    const struct named_barrier *b = &m->ctas[w->cta].barriers[x->object % NAMED_BARRIERS];
    switch ((enum wait_kind)x->kind) {
    case WAIT_PHASE: return missing_of_phase(m, x);
    case WAIT_BARRIER: return phrase_missing_threads(m->arena, x->object, b->arrived, b->expected);
    case WAIT_CLUSTER: return phrase(P_missing_cluster);
    case WAIT_TMEM: return phrase(P_missing_columns);
    case WAIT_REGISTERS: return phrase(P_missing_registers);
    case WAIT_LOOP: return missing_of_loop(m, w, lane);
    case WAIT_NOT: return phrase(P_nothing_missing);
    default: return phrase(P_missing_warp);
    }
}

ptxc_span head_of(const struct machine *m, uint32_t op) {
    return op < m->program->count ? flow_head(m->program->f, op) : m->program->f->name;
}

/* ---- waiting threads ---- */

/* Adds lanes of a warp that wait for the same thing at the same instruction. */
static void add_waiting(struct machine *m, const struct warp *w, struct list *waiting) {
    uint32_t left = w->live;
    while (left) {
        unsigned l = (unsigned)__builtin_ctz(left);
        const struct waiting *x = &w->waits[l];
        uint32_t same = 0;
        for (unsigned k = l; k < LANES; k++)
            if (left >> k & 1 && (w->pc[k] == w->pc[l] || x->kind == WAIT_LOOP) &&
                w->waits[k].kind == x->kind && w->waits[k].object == x->object)
                same |= 1u << k;
        left &= ~same;
        if (x->kind == WAIT_NOT && m->finding->outcome != PTXC_LIMIT) continue;
        ptxc_waiting *entry = list_add(m->arena, waiting);
        *entry = (ptxc_waiting){head_of(m, place_of_wait(w, l)), w->cta, w->index, same,
                                missing(m, w, l).start};
    }
}

static bool is_alike(const ptxc_waiting *a, const ptxc_waiting *b) {
    return a->cta == b->cta && a->at.start == b->at.start &&
           text_same(text_of(a->what), text_of(b->what));
}

/* Adds a note for each instruction at which warps wait for the same thing. */
static void note_waiting(struct machine *m, struct diag *d, const struct list *waiting) {
    for (uint32_t i = 0; i < waiting->count;) {
        const ptxc_waiting *first = list_at(waiting, i), *last = first;
        for (i++; i < waiting->count && is_alike(first, list_at(waiting, i)); i++)
            last = list_at(waiting, i);
        struct text who = first->warp == last->warp
                              ? phrase_warp_of(m->arena, first->warp)
                              : phrase_warps_of(m->arena, first->warp, last->warp);
        if (m->cta_count > 1) who = phrase_in_cta(m->arena, who, first->cta);
        note_threads_wait_here(m->program->f->in->diags, d, first->at, who, text_of(first->what));
    }
}

/* ---- cause of a deadlock ---- */

/* Returns true if a phase lacks only bytes. Otherwise, threads that would arrive may wait for
 * something else. */
static bool lacks_bytes(const struct machine *m, const struct waiting *x) {
    const struct mbarrier *b = list_at(&m->sync.mbarriers, x->object);
    return b->bytes && !b->pending;
}

/* Ranks waits as causes; smaller is more likely. Threads that wait for registers or columns block
 * others, and a barrier that lacks threads that wait for a phase is not the cause. */
static int rank_of_wait(const struct machine *m, const struct waiting *x) {
    switch ((enum wait_kind)x->kind) {
    case WAIT_REGISTERS:
    case WAIT_TMEM: return 0;
    case WAIT_PHASE: return lacks_bytes(m, x) ? 1 : 2;
    case WAIT_LOOP: return 2;
    case WAIT_BARRIER: return 3;
    case WAIT_CLUSTER: return 4;
    default: return 5;
    }
}

void find_stuck(struct machine *m) {
    static const ptxc_outcome of_kind[] = {[WAIT_LOOP] = PTXC_DEADLOCK,
                                           [WAIT_PHASE] = PTXC_DEADLOCK,
                                           [WAIT_BARRIER] = PTXC_PARTICIPATION,
                                           [WAIT_NOT] = PTXC_PARTICIPATION,
                                           [WAIT_CLUSTER] = PTXC_PARTICIPATION,
                                           [WAIT_JOIN] = PTXC_PARTICIPATION,
                                           [WAIT_WARP] = PTXC_PARTICIPATION,
                                           [WAIT_TMEM] = PTXC_TMEM_EXHAUSTED,
                                           [WAIT_REGISTERS] = PTXC_SETMAXNREG_STARVATION};
    const struct warp *who = NULL;
    unsigned lane = 0;
    for (uint32_t i = 0; i < m->warp_count; i++)
        for (unsigned l = 0; l < LANES; l++) {
            const struct warp *w = &m->warps[i];
            if (!(w->live >> l & 1)) continue;
            if (w->waits[l].kind == WAIT_LOOP && may_others_write(m, w, l)) {
                find(m, w, PTXC_UNDECIDED, place_of_wait(w, l), phrase(P_the_writes));
                return;
            }
            if (who && rank_of_wait(m, &w->waits[l]) >= rank_of_wait(m, &who->waits[lane]))
                continue;
            who = w;
            lane = l;
        }
    if (!who) return; /* all threads have exited */
    const struct waiting *x = &who->waits[lane];
    m->asked = x->needed;
    find(m, who, of_kind[x->kind], place_of_wait(who, lane), missing(m, who, lane));
}

/* ---- the diagnostic ---- */

/* Returns the op that made a register unknown, or NO_OP if it is known in all threads. */
static uint32_t origin_in(const struct warp *w, uint32_t reg) {
    return w->live & ~w->registers[reg].known ? w->registers[reg].origin : NO_OP;
}

/* Notes where a value that the instruction reads became unknown. */
static void note_origin(const struct machine *m, struct diag *d, const struct finding *f) {
    const struct op *op = &m->program->ops[f->op];
    uint32_t origin = op->guarded && f->by ? origin_in(f->by, op->guard) : NO_OP;
    for (uint32_t k = 0; f->by && k < op->operands && origin == NO_OP; k++) {
        const struct rehearsed *o = program_operand(m->program, op, k);
        for (uint32_t i = 0; !o->is_written && i < o->count && origin == NO_OP; i++) {
            const struct place *p = program_place(m->program, o->first + i);
            if (p->kind == PLACE_REGISTER) origin = origin_in(f->by, p->id);
        }
    }
    if (origin == NO_OP || origin >= m->program->count) return;
    ptxc_span at = head_of(m, origin);
    note_unknown_here(m->program->f->in->diags, d, at, text_at(m->program->f->in->text, at));
}

/* Advances *line and *at to the line on which an op starts, from that of an earlier op. */
static void count_lines(const struct program *p, uint32_t op, uint32_t *line, uint32_t *at) {
    uint32_t start = flow_head(p->f, op).start;
    if (start < *at) { /* a function that the kernel calls may stand before it */
        *line = 1;
        *at = 0;
    }
    for (; *at < start; ++*at) *line += p->f->in->text[*at] == '\n';
}

/* Notes how to proceed if a guard depends on data. */
static void note_way(const struct machine *m, struct diag *d, const struct finding *f) {
    uint32_t line = 1, at = 0;
    if (!text_same(f->text, phrase(P_the_branch)) && !text_same(f->text, phrase(P_the_guard)))
        return;
    count_lines(m->program, f->op, &line, &at);
    note_way_to_say(m->program->f->in->diags, d, head_of(m, f->op), line);
}

static struct diag *report(struct machine *m, const struct finding *f) {
    struct diags *diags = m->program->f->in->diags;
    ptxc_span at = head_of(m, f->op);
    struct text head = text_at(m->program->f->in->text, at);
    switch (f->outcome) {
    case PTXC_DEADLOCK: return report_hangs(diags, at, head, f->text);
    case PTXC_MISMATCH:
        return m->asked < 0 ? report_bytes_over(diags, at, f->text, -m->asked)
                            : report_bytes_left(diags, at, f->text, m->asked);
    case PTXC_OVER_ARRIVAL: return report_over_arrival(diags, at, head, f->text);
    case PTXC_PARTICIPATION: return report_participation(diags, at, head, f->text);
    case PTXC_TMEM_EXHAUSTED: return report_no_columns(diags, at, head, m->asked);
    case PTXC_SETMAXNREG_STARVATION: return report_no_registers_free(diags, at, head, m->asked);
    case PTXC_UNDECIDED: return report_undecided(diags, at, head, f->text);
    default: return report_step_limit(diags, at, (int64_t)m->steps);
    }
}

void say_outcome(struct machine *m, struct list *waiting) {
    if (!m->finding) return;
    struct diag *d = report(m, m->finding);
    if (m->finding->outcome == PTXC_UNDECIDED) {
        note_origin(m, d, m->finding);
        note_way(m, d, m->finding);
        return;
    }
    if (m->finding->outcome == PTXC_LIMIT)
        note_more_steps(m->program->f->in->diags, d, head_of(m, m->finding->op));
    for (uint32_t i = 0; i < m->warp_count; i++) add_waiting(m, &m->warps[i], waiting);
    note_waiting(m, d, waiting);
}

static void add_sizes(struct text_builder *out, enum phrase_id what, const uint32_t *sizes) {
    if (out->length) build_string(out, ", ");
    build_text(out, phrase(what));
    for (int i = 0; i < 3; i++) {
        build_char(out, i ? ',' : ' ');
        build_number(out, sizes[i]);
    }
}

static void add_assumed(struct text_builder *out, struct text what) {
    if (out->length) build_string(out, ", ");
    build_text(out, what);
}

/* Returns " 12 34": lines of the text with assumed guards. */
static struct text guessed_lines(struct machine *m) {
    const struct program *p = m->program;
    struct text_builder out = build_in_arena(m->arena);
    uint32_t line = 1, at = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        count_lines(p, i, &line, &at);
        if (!m->memory.assumed.guessed[i]) continue;
        build_char(&out, ' ');
        build_number(&out, line);
    }
    return built_text(&out);
}

const char *say_assumed(struct machine *m, const ptxc_launch *from) {
    const struct assumed *a = &m->memory.assumed;
    struct text_builder out = build_in_arena(m->arena);
    if (!from->grid[0]) add_sizes(&out, P_the_grid, m->launch->grid);
    if (!from->block[0]) add_sizes(&out, P_the_block, m->launch->block);
    if (!from->cluster[0]) add_sizes(&out, P_the_cluster, m->launch->cluster);
    if (a->any) add_assumed(&out, phrase_all_parameters(m->arena, (int64_t)a->number));
    if (m->memory.global.assumed) add_assumed(&out, phrase(P_all_words));
    if (m->sync.unsized) add_assumed(&out, phrase(P_all_bytes));
    if (a->guesses)
        add_assumed(&out, a->branches == WAY_TAKEN
                              ? phrase_guards_taken(m->arena, guessed_lines(m))
                              : phrase_guards_not_taken(m->arena, guessed_lines(m)));
    return built_string(&out);
}
