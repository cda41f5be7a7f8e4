/* SPDX-License-Identifier: Apache-2.0
 * Instructions that change how many registers a warp has, and the directives of the kernel that
 * they need. Manual: setmaxnreg; Performance-Tuning Directives. In a kernel without bound
 * ptxas 13.5 ignores setmaxnreg (C7508), unless the threads of a CTA are known and the kernel needs
 * many registers. It rejects a count to lower to that the kernel cannot have (C7406). */
#include "flow/check/check.h"

enum {
    MOST_REGISTERS = 255,  /* of a thread */
    REGISTERS = 65536,     /* of an SM */
    REGISTER_UNIT = 8,     /* of a thread */
    WARP_SIZE = 32,        /* threads */
    SCHEDULERS = 4,        /* of an SM; each has its part of the registers and of the warps */
    MOST_CTAS = 32,        /* of an SM: ptxas ignores larger numbers */
    SURELY_RESIDENT = 1536 /* threads of an SM, on each target; some have more */
};

/* The directives between the head of a kernel and its body. 0: it is not given. */
struct bounds {
    int64_t threads, ctas, registers; /* threads: of a CTA */
};

static int64_t product_of(const struct ast *ast, uint32_t word) {
    uint32_t count = ast_node(ast, word)->group.count;
    int64_t product = 1;
    for (uint32_t i = word - count; i < word; i++) {
        int64_t value = ast_node(ast, i)->value;
        product = product > UINT32_MAX ? product : product * value;
    }
    return product;
}

static void read_bound(const struct flow_function *f, uint32_t node, struct bounds *b) {
    const struct node *n = ast_node(f->in->ast, node);
    int directive = isa_directive_find(f->in->text + n->start, n->length);
    if (directive < 0) return;
    switch ((enum isa_bound)isa_directives[directive].bound) {
    case BOUND_THREADS: b->threads = product_of(f->in->ast, node); break;
    case BOUND_CTAS: b->ctas = product_of(f->in->ast, node); break;
    case BOUND_REGISTERS: b->registers = product_of(f->in->ast, node); break;
    case BOUND_NONE: break;
    }
}

static struct bounds read_bounds(const struct flow_function *f) {
    const struct stmt *s = ast_stmt(f->in->ast, f->head);
    uint32_t *root = arena_alloc(f->in->arena, (s->roots + 1) * sizeof *root);
    struct bounds b = {0, 0, 0};
    ast_siblings(f->in->ast, s->nodes_end, s->roots, root);
    for (uint32_t i = 0; i < s->roots; i++)
        if (ast_node(f->in->ast, root[i])->kind == PTXC_OPERAND_WORD) read_bound(f, root[i], &b);
    return b;
}

static bool are_known(const struct bounds *b) {
    return b->registers || (b->threads && b->ctas && b->ctas <= MOST_CTAS);
}

/* How many registers each thread starts with, as ptxas 13.5 has it; MOST_REGISTERS if in doubt. */
static int64_t registers_at_entry(const struct bounds *b) {
    int64_t most = b->registers && b->registers < MOST_REGISTERS ? b->registers : MOST_REGISTERS;
    int64_t ctas = b->ctas ? b->ctas : 1;
    if (!b->threads || (b->registers && !b->ctas)) return most;
    if (b->threads > SURELY_RESIDENT || ctas > MOST_CTAS || b->threads * ctas > SURELY_RESIDENT)
        return MOST_REGISTERS;
    int64_t warps = (b->threads + WARP_SIZE - 1) / WARP_SIZE * ctas;
    int64_t of_scheduler = (warps + SCHEDULERS - 1) / SCHEDULERS;
    int64_t fit = REGISTERS / SCHEDULERS / WARP_SIZE / of_scheduler;
    fit -= fit % REGISTER_UNIT;
    return fit < most ? fit : most;
}

/* ---- findings ---- */

static void say_ignored(const struct flow_facts *facts, uint32_t insn, const struct bounds *b) {
    struct diag *d = report_registers_not_bound(facts->diags, flow_head(facts->f, insn),
                                                flow_opcode(facts->f, insn));
    note_add_directives(facts->diags, d, facts->f->name,
                        phrase(b->threads ? P_ctas_or_registers : P_threads_or_registers));
}

static int64_t register_count_of(const struct flow_facts *facts, uint32_t event) {
    struct event_value v = flow_argument(facts->events, event, ARGUMENT_COUNT);
    if (!v.known) return 0;
    return v.number < MOST_REGISTERS ? v.number : MOST_REGISTERS;
}

/* With a raise in the kernel, only what is raised to counts. */
static int64_t most_registers(const struct flow_facts *facts, const struct bounds *b) {
    const struct flow_events *events = facts->events;
    int64_t raised = 0;
    for (uint32_t e = 0; e < events->count; e++) {
        if (events->at[e].kind != EVENT_REGISTERS_RAISE) continue;
        if (!flow_is_reached(facts->paths, events->at[e].insn)) continue;
        if (register_count_of(facts, e) > raised) raised = register_count_of(facts, e);
    }
    return raised ? raised : registers_at_entry(b);
}

/* true: ptxas rejects the kernel. */
static bool check_lowered(const struct flow_facts *facts, const struct bounds *b) {
    const struct flow_events *events = facts->events;
    int64_t most = most_registers(facts, b);
    bool found = false;
    if (flow_calls(facts->f)) return false; /* what is called may raise the number */
    for (uint32_t e = 0; e < events->count; e++) {
        uint32_t insn = events->at[e].insn;
        if (events->at[e].kind != EVENT_REGISTERS_LOWER || register_count_of(facts, e) <= most)
            continue;
        if (!flow_is_reached(facts->paths, insn)) continue;
        report_lowered_above(facts->diags, flow_head(facts->f, insn), flow_opcode(facts->f, insn),
                             register_count_of(facts, e), most);
        found = true;
    }
    return found;
}

void flow_check_setmaxnreg(const struct flow_facts *facts) {
    const struct flow_events *events = facts->events;
    uint32_t e = 0;
    while (e < events->count && events->at[e].kind != EVENT_REGISTERS_RAISE &&
           events->at[e].kind != EVENT_REGISTERS_LOWER)
        e++;
    if (e == events->count || !facts->f->is_entry) return;
    struct bounds b = read_bounds(facts->f);
    if (!check_lowered(facts, &b) && !are_known(&b)) say_ignored(facts, events->at[e].insn, &b);
}
