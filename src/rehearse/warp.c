/* SPDX-License-Identifier: Apache-2.0
 * Scheduling of the threads of a warp. Threads at the same instruction execute it together. If
 * they diverge at a branch, those that first reach the point where the paths meet wait for the
 * others, as in the hardware; they continue alone only if nothing else can run. */
#include "rehearse/race.h"
#include "rehearse/sequence.h"
#include "rehearse/trace.h"

/* ---- joins ---- */

/* Returns the innermost join that a lane has entered, or NULL. */
static struct join *join_of(struct warp *w, unsigned lane) {
    for (uint32_t i = w->join_count; i-- > 0;)
        if (w->joins[i].lanes >> lane & 1) return &w->joins[i];
    return NULL;
}

static void remove_join(struct warp *w, struct join *j) {
    for (; j + 1 < w->joins + w->join_count; j++) *j = j[1];
    w->join_count--;
}

/* If all have arrived, they continue together, and may immediately be at another join. */
static bool complete_join(struct warp *w) {
    for (uint32_t i = w->join_count; i-- > 0;) {
        struct join *j = &w->joins[i];
        uint32_t here = 0;
        for (unsigned l = 0; l < LANES; l++)
            if (j->lanes >> l & 1 && w->waits[l].kind == WAIT_JOIN && w->pc[l] == j->at &&
                join_of(w, l) == j)
                here |= 1u << l;
        if (here != j->lanes) continue;
        wake(w, here);
        remove_join(w, j);
        return true;
    }
    return false;
}

static unsigned first_lane(uint32_t lanes) {
    unsigned l = 0;
    while (!(lanes >> l & 1)) l++;
    return l;
}

/* Makes lanes of the group wait where they must wait for others. */
static bool arrive_at_join(struct warp *w, uint32_t pc, uint32_t group) {
    bool waits = false;
    for (unsigned l = 0; l < LANES; l++) {
        const struct join *j = group >> l & 1 ? join_of(w, l) : NULL;
        if (!j || j->at != pc) continue;
        w->waits[l] = (struct waiting){.kind = WAIT_JOIN};
        waits = true;
    }
    while (waits && complete_join(w)) {
        /* Those that continue may be at an outer join. */
        for (unsigned l = 0; l < LANES; l++) {
            const struct join *j = group >> l & 1 ? join_of(w, l) : NULL;
            if (j && j->at == w->pc[l]) w->waits[l].kind = WAIT_JOIN;
        }
    }
    return waits;
}

static void part(struct warp *w, uint32_t at, uint32_t group) {
    const struct join *j = join_of(w, first_lane(group));
    if (at == NO_OP || (j && j->at == at) || w->join_count == MOST_JOINS) return;
    w->joins[w->join_count++] = (struct join){at, group};
}

bool warp_part(struct warp *w) {
    bool any = false;
    for (unsigned l = 0; l < LANES; l++) {
        if (!(w->live >> l & 1) || w->waits[l].kind != WAIT_JOIN) continue;
        for (uint32_t i = w->join_count; i-- > 0;) w->joins[i].lanes &= ~(1u << l);
        w->waits[l].kind = WAIT_NOT;
        any = true;
    }
    for (uint32_t i = w->join_count; i-- > 0;)
        if (!w->joins[i].lanes) remove_join(w, &w->joins[i]);
    return any;
}

/* ---- control ---- */

static void set_pc(struct warp *w, uint32_t lanes, uint32_t pc) {
    for (unsigned l = 0; l < LANES; l++)
        if (lanes >> l & 1) w->pc[l] = pc;
}

static void end_threads(struct machine *m, struct warp *w, uint32_t lanes) {
    if (m->trace) trace_end(m, w, lanes);
    if (m->plan.sequence) sequence_leave(m, w);
    w->live &= ~lanes;
    m->ctas[w->cta].live -= (uint32_t)__builtin_popcount(lanes);
    m->progress++;
    for (uint32_t i = w->join_count; i-- > 0;) {
        w->joins[i].lanes &= ~lanes;
        if (!w->joins[i].lanes) remove_join(w, &w->joins[i]);
    }
    while (complete_join(w)) {}
    leave_barriers(m, w);
}

/* Returns the lanes for which the guard holds, and sets *unknown to those for which it is
 * unknown. */
static uint32_t lanes_let(const struct warp *w, const struct op *op, uint32_t group,
                          uint32_t *unknown) {
    *unknown = 0;
    if (!op->guarded) return group;
    const struct lanes *g = &w->registers[op->guard];
    uint32_t taken = 0;
    for (unsigned l = 0; l < LANES; l++)
        if (group >> l & 1 && (g->value[l] & 1) != op->unless) taken |= 1u << l;
    *unknown = group & ~g->known;
    return taken & g->known;
}

static void branch(struct machine *m, struct warp *w, uint32_t pc, uint32_t group) {
    const struct op *op = &m->program->ops[pc];
    uint32_t unknown, taken = lanes_let(w, op, group, &unknown);
    enum way way = unknown ? said_way(m, pc) : WAY_UNKNOWN;
    if (unknown && way == WAY_UNKNOWN && !skip_unknown(m, w, pc, unknown)) {
        way = assume_way(m, pc);
        if (way == WAY_UNKNOWN) find(m, w, PTXC_UNDECIDED, pc, phrase(P_the_branch));
        if (way == WAY_UNKNOWN) return;
    }
    if (way == WAY_TAKEN) taken |= unknown;
    if (way != WAY_UNKNOWN) unknown = 0;
    bool parts = (taken && taken != group) || (unknown && unknown != group);
    if (parts) part(w, m->program->joins[op->block], group);
    set_pc(w, taken, op->target);
    set_pc(w, group & ~taken & ~unknown, pc + 1);
}

/* Moves each lane to the label that its index selects. */
static void jump(struct machine *m, struct warp *w, uint32_t pc, uint32_t group) {
    const struct op *op = &m->program->ops[pc];
    const struct flow_function *f = m->program->f;
    uint32_t unknown, taken = lanes_let(w, op, group, &unknown);
    const struct rehearsed *index = program_operand(m->program, op, 0);
    part(w, m->program->joins[op->block], group);
    set_pc(w, group & ~taken, pc + 1);
    for (unsigned l = 0; l < LANES; l++) {
        uint64_t at = 0, most = f->blocks[op->block + 1].edges - op->target - op->guarded;
        if (!(taken >> l & 1)) continue;
        bool known = place_read(m, w, l, program_place(m->program, index->first), &at);
        if (!known || unknown || at >= most) {
            find(m, w, PTXC_UNDECIDED, pc, phrase(P_the_branch));
            return;
        }
        w->pc[l] = f->blocks[f->edges[op->target + at]].first;
    }
}

/* ---- calls ---- */

/* Copies an argument or a result, which may be in a register or in memory. */
static void pass_value(struct machine *m, struct warp *w, unsigned lane, uint32_t pc,
                       const struct place *from, const struct place *to) {
    bool loads = from->kind == PLACE_VARIABLE, stores = to->kind == PLACE_VARIABLE;
    uint64_t source = loads ? m->memory.address[from->id] + (uint64_t)from->number : 0;
    uint64_t target = stores ? m->memory.address[to->id] + (uint64_t)to->number : 0;
    uint64_t size = stores ? m->memory.size[to->id] : 0, value;
    bool known;
    for (uint64_t i = 0; loads && stores && i < size; i++) {
        known = memory_read(m, w, lane, source + i, 1, &value);
        memory_write(m, w, lane, target + i, 1, value, known);
    }
    if (loads && stores) return;
    if (loads)
        known = memory_read(m, w, lane, source, (unsigned)m->memory.size[from->id], &value);
    else
        known = place_read(m, w, lane, from, &value);
    if (stores)
        memory_write(m, w, lane, target, (unsigned)size, value, known);
    else
        place_write(m, w, lane, to, value, known, pc);
}

static void pass_values(struct machine *m, struct warp *w, uint32_t lanes, uint32_t call,
                        const struct list *formals, bool returns) {
    const struct op *op = &m->program->ops[call];
    uint32_t operand = returns ? 0 : op->operands - 1;
    for (uint32_t left = lanes; left; left &= left - 1)
        for (uint32_t i = 0; i < formals->count && i < leaf_count(m, op, operand); i++) {
            const struct place *inner = list_at(formals, i), *outer = leaf_of(m, op, operand, i);
            pass_value(m, w, (unsigned)__builtin_ctz(left), call, returns ? inner : outer,
                       returns ? outer : inner);
        }
}

static const struct callee *callee_at(const struct program *p, uint32_t entry) {
    const struct callee *c = list_at(&p->callees, 0);
    for (uint32_t i = 1; c->entry != entry; i++) c = list_at(&p->callees, i);
    return c;
}

/* Returns true if a lane is already in the function. Its registers exist once in each thread, so
 * recursion is not executed. */
static bool is_active(const struct machine *m, const struct warp *w, unsigned lane,
                      uint32_t entry) {
    for (uint32_t i = 0; i < w->depth[lane]; i++)
        if (m->program->ops[w->back[i][lane] - 1].target == entry) return true;
    return false;
}

static void enter_function(struct machine *m, struct warp *w, uint32_t pc, uint32_t group,
                           uint32_t lanes) {
    const struct op *op = &m->program->ops[pc];
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        if (is_active(m, w, l, op->target) || w->depth[l] == MOST_CALLS) {
            find(m, w, PTXC_UNDECIDED, pc, phrase(P_the_recursion));
            return;
        }
    }
    if (m->race) race_run(m, w, pc, lanes);
    part(w, pc + 1, group);
    pass_values(m, w, lanes, pc, &callee_at(m->program, op->target)->parameters, false);
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        w->back[w->depth[l]++][l] = pc + 1;
    }
    set_pc(w, lanes, op->target);
    set_pc(w, group & ~lanes, pc + 1);
}

/* Removes a lane that returns from the joins inside the function, which it does not reach. */
static void leave_joins(struct warp *w, unsigned lane, uint32_t back) {
    uint32_t outer = w->join_count;
    while (outer > 0 && !(w->joins[outer - 1].at == back && w->joins[outer - 1].lanes >> lane & 1))
        outer--;
    for (uint32_t i = w->join_count; outer && i-- > outer;) {
        w->joins[i].lanes &= ~(1u << lane);
        if (!w->joins[i].lanes) remove_join(w, &w->joins[i]);
    }
}

/* Returns from a function. Lanes of the kernel itself end. */
static void leave_function(struct machine *m, struct warp *w, uint32_t lanes) {
    uint32_t ends = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        if (!w->depth[l]) {
            ends |= 1u << l;
            continue;
        }
        uint32_t back = w->back[--w->depth[l]][l];
        pass_values(m, w, 1u << l, back - 1,
                    &callee_at(m->program, m->program->ops[back - 1].target)->results, true);
        w->pc[l] = back;
        leave_joins(w, l, back);
    }
    while (complete_join(w)) {}
    if (ends) end_threads(m, w, ends);
}

/* ---- turns ---- */

/* Returns the lanes at the lowest instruction at which some can run. */
static uint32_t choose_lanes(const struct warp *w, uint32_t *pc) {
    uint32_t group = 0;
    *pc = NO_OP;
    for (unsigned l = 0; l < LANES; l++) {
        if (!(w->live >> l & 1) || w->waits[l].kind != WAIT_NOT || w->pc[l] > *pc) continue;
        if (w->pc[l] < *pc) group = 0;
        *pc = w->pc[l];
        group |= 1u << l;
    }
    /* Lanes that wait here for others of the warp may have waited for these. */
    for (unsigned l = 0; group && l < LANES; l++)
        if (w->live >> l & 1 && w->waits[l].kind == WAIT_WARP && w->pc[l] == *pc) group |= 1u << l;
    return group;
}

/* Returns true if it matters to other threads whether the instruction is executed. Traps do not: a
 * kernel that traps cannot be rehearsed. */
static bool must_know_guard(const struct op *op) {
    if (op->does == DOES_LOAD || op->does == DOES_STORE || op->does == DOES_TRAP) return false;
    return op->happenings || op->calls_inside || op->does == DOES_RETURN || op->does == DOES_EXIT ||
           (op->does == DOES_CALL && op->target != NO_OP);
}

/* Executes one instruction. Returns the lanes that continue with the next one. */
static uint32_t step(struct machine *m, struct warp *w, uint32_t pc, uint32_t group) {
    const struct op *op = &m->program->ops[pc];
    uint32_t unknown, lanes = lanes_let(w, op, group, &unknown);
    m->steps++;
    if (unknown && must_know_guard(op)) {
        enum way way = said_way(m, pc);
        if (way == WAY_UNKNOWN) way = assume_way(m, pc);
        if (way == WAY_UNKNOWN) {
            find(m, w, PTXC_UNDECIDED, pc, phrase(P_the_guard));
            return 0;
        }
        if (way == WAY_TAKEN) lanes |= unknown;
        unknown = 0;
    }
    /* It is unknown whether it is executed. */
    if (unknown) forget_results(m, w, pc, unknown);
    if (op->does == DOES_RETURN) {
        leave_function(m, w, lanes);
        return group & ~lanes;
    }
    if (op->does == DOES_EXIT) {
        end_threads(m, w, lanes);
        return group & ~lanes;
    }
    if (op->does == DOES_CALL && op->target != NO_OP && lanes) {
        enter_function(m, w, pc, group, lanes);
        return 0;
    }
    if (op->does == DOES_TRAP && lanes) {
        find(m, w, PTXC_UNDECIDED, pc, phrase(P_the_trap));
        return 0;
    }
    if (op->calls_inside && lanes) {
        find(m, w, PTXC_UNDECIDED, pc, phrase(op->calls_any ? P_the_called : P_the_callee));
        return 0;
    }
    return lanes ? (group & ~lanes) | execute(m, w, pc, lanes) : group;
}

/* Runs the lanes at most to the end of a block. Returns the number of steps. */
static uint32_t run_group(struct machine *m, struct warp *w, uint32_t pc, uint32_t group) {
    const struct flow_block *b = &m->program->f->blocks[m->program->f->block_of[pc]];
    uint32_t begin = pc;
    wake(w, group);
    bool meets = pc == b->first || m->program->ops[pc - 1].does == DOES_CALL;
    if (meets && w->join_count && arrive_at_join(w, pc, group)) return 0;
    while (group && pc < b->end && !m->finding) {
        const struct op *op = &m->program->ops[pc];
        if (op->does == DOES_BRANCH || op->does == DOES_SWITCH) {
            m->steps++;
            if (op->does == DOES_BRANCH)
                branch(m, w, pc, group);
            else
                jump(m, w, pc, group);
            return pc + 1 - begin;
        }
        uint32_t next = step(m, w, pc, group);
        pc++;
        set_pc(w, next, pc);
        if (next != group) return pc - begin;
    }
    return pc - begin;
}

/* Returns true if some of the lanes are now at an op that is not after this one. */
static bool jumped_back(const struct warp *w, uint32_t group, uint32_t pc) {
    for (uint32_t left = group & w->live; left; left &= left - 1)
        if (w->pc[__builtin_ctz(left)] <= pc) return true;
    return false;
}

enum run warp_run(struct machine *m, struct warp *w, uint32_t *steps) {
    uint32_t pc, group;
    enum run run = RUN_NOT;
    while (*steps && run != RUN_LAP && !m->finding && (group = choose_lanes(w, &pc)) != 0) {
        if (pc >= m->program->count) {
            end_threads(m, w, group);
            continue;
        }
        w->polling.ran |= group;
        if (m->trace) trace_resume(m, w, group);
        uint32_t more = run_group(m, w, pc, group);
        if (m->trace) trace_pause(m, w, group);
        *steps -= more + 1 < *steps ? more + 1 : *steps;
        if (more) run = jumped_back(w, group, pc) ? RUN_LAP : RUN_SOME;
    }
    return run;
}
