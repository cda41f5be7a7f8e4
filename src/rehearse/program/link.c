/* SPDX-License-Identifier: Apache-2.0
 * Appends the functions that a kernel calls to it, so that a program has one range of ops,
 * registers, variables, and blocks. The block at the end of a function disappears, because the next
 * function follows: one that control can leave without `ret` is not appended. */
#include "rehearse/program/program.h"
#include <string.h>

enum { MOST_CALLEES = 256 };

struct linker {
    struct flow_function *f; /* the kernel */
    struct list parts;       /* struct flow_function, without the kernel */
    struct list *callees;    /* struct callee, one for each of the parts */
};

/* ---- who calls whom ---- */

const struct symbol *called_function(const struct flow_function *f, uint32_t insn) {
    const struct flow_input *in = f->in;
    uint32_t stmt = f->insns[insn].stmt;
    for (uint32_t i = ast_nodes_begin(in->ast, stmt); i < ast_stmt(in->ast, stmt)->nodes_end; i++) {
        const struct node *n = ast_node(in->ast, i);
        const struct symbol *y =
            n->kind == PTXC_OPERAND_SYMBOL ? symbols_lookup(in->symbols, n->name) : NULL;
        if (y && y->kind == SYMBOL_FUNCTION) return y;
    }
    return NULL;
}

/* Returns the FUNCTION statement with the body of what an instruction calls, or 0. */
static uint32_t called_head(const struct flow_function *f, uint32_t insn) {
    const struct flow_input *in = f->in;
    const struct symbol *y = called_function(f, insn);
    if (!y || !(y->flags & SYMBOL_BODY)) return 0;
    for (uint32_t k = 0; k < in->ast->functions.count; k++) {
        uint32_t head = *(const uint32_t *)list_at(&in->ast->functions, k);
        if (!ast_stmt(in->ast, head)->body) continue;
        for (uint32_t i = ast_nodes_begin(in->ast, head); i < ast_stmt(in->ast, head)->nodes_end;
             i++) {
            const struct node *n = ast_node(in->ast, i);
            if (n->kind != PTXC_OPERAND_SYMBOL) continue;
            if (symbols_lookup(in->symbols, n->name) == y) return head;
        }
    }
    return 0;
}

struct callee *find_callee(const struct flow_function *f, const struct list *callees,
                           uint32_t insn) {
    uint32_t head = callees->count ? called_head(f, insn) : 0;
    for (uint32_t i = 0; head && i < callees->count; i++) {
        struct callee *c = list_at(callees, i);
        if (c->head == head) return c;
    }
    return NULL;
}

/* Returns true if control reaches the end without an instruction that leaves. */
static bool falls_off(const struct flow_function *f) {
    for (uint32_t e = 0; e < f->blocks[f->block_count].edges; e++)
        if (f->edges[e] == f->block_count - 1) return true;
    return !f->insn_count;
}

static void open_callees(struct linker *x, const struct flow_function *caller) {
    for (uint32_t i = 0; i < caller->insn_count && x->parts.count < MOST_CALLEES; i++) {
        struct flow_function part;
        if (!flow_does(caller, i, DOES_CALL) || find_callee(caller, x->callees, i)) continue;
        uint32_t head = called_head(caller, i);
        if (!head || !flow_open(x->f->in, head, &part)) continue;
        if (part.gap || part.is_entry || falls_off(&part)) continue;
        *(struct flow_function *)list_add(x->f->arena, &x->parts) = part;
        *(struct callee *)list_add(x->f->arena, x->callees) = (struct callee){.head = head};
    }
}

/* ---- appending ---- */

/* Returns the number of a variable of a part in the whole. Variables of the module are shared. */
static uint32_t add_part_variable(struct flow_function *f, const struct flow_variable *v) {
    for (uint32_t i = 0; v->symbol && i < f->variables.count; i++)
        if (((struct flow_variable *)list_at(&f->variables, i))->symbol == v->symbol) return i;
    struct flow_variable *to = list_add(f->arena, &f->variables);
    *to = *v;
    to->is_parameter = false;
    return f->variables.count - 1;
}

static void append_names(struct flow_function *f, const struct flow_function *part,
                         uint32_t first_ref) {
    uint32_t *variable = arena_alloc(f->arena, (part->variables.count + 1) * sizeof *variable);
    uint32_t refs = part->insns[part->insn_count].refs;
    for (uint32_t i = 0; i < part->variables.count; i++)
        variable[i] = add_part_variable(f, list_at(&part->variables, i));
    for (uint32_t i = 0; i < part->registers.count; i++) {
        struct flow_registers *r = list_add(f->arena, &f->registers);
        *r = *(const struct flow_registers *)list_at(&part->registers, i);
        r->first += f->register_count;
    }
    for (uint32_t i = 0; i < refs; i++) {
        struct flow_ref *ref = &f->refs[first_ref + i];
        *ref = part->refs[i];
        if (ref->flags & REF_VARIABLE)
            ref->id = variable[ref->id];
        else if (!(ref->flags & REF_SPECIAL))
            ref->id += f->register_count;
    }
}

static void append_insns(struct flow_function *f, const struct flow_function *part) {
    uint32_t first_ref = f->insns[f->insn_count].refs;
    append_names(f, part, first_ref);
    for (uint32_t i = 0; i <= part->insn_count; i++) {
        struct flow_insn *x = &f->insns[f->insn_count + i];
        *x = part->insns[i];
        x->refs += first_ref;
        if (i < part->insn_count && x->guard != NO_REGISTER)
            x->guard =
                x->guard < part->register_count ? x->guard + f->register_count : NO_REGISTER - 1;
    }
}

/* The block at the end of the whole moves to the end of the part. */
static void append_blocks(struct flow_function *f, const struct flow_function *part) {
    uint32_t first = f->block_count - 1, edges = f->blocks[f->block_count].edges;
    for (uint32_t i = 0; i <= part->block_count; i++) {
        const struct flow_block *b = &part->blocks[i];
        f->blocks[first + i] =
            (struct flow_block){b->first + f->insn_count, b->end + f->insn_count, b->edges + edges};
    }
    for (uint32_t e = 0; e < part->blocks[part->block_count].edges; e++)
        f->edges[edges + e] = part->edges[e] + first;
    for (uint32_t i = 0; i <= part->insn_count; i++)
        f->block_of[f->insn_count + i] = part->block_of[i] + first;
    for (uint32_t i = 0; i < part->order_count; i++)
        f->order[f->order_count++] = part->order[i] + first;
    f->block_count = first + part->block_count;
}

/* Moves the arrays of the kernel to where there is room for all parts. */
static void make_room(struct linker *x) {
    struct flow_function *f = x->f, whole = *f;
    size_t refs = f->insns[f->insn_count].refs, edges = f->blocks[f->block_count].edges;
    for (uint32_t i = 0; i < x->parts.count; i++) {
        const struct flow_function *part = list_at(&x->parts, i);
        whole.insn_count += part->insn_count;
        whole.block_count += part->block_count;
        refs += part->insns[part->insn_count].refs;
        edges += part->blocks[part->block_count].edges;
    }
    whole.insns = arena_alloc(f->arena, (whole.insn_count + 1) * sizeof *whole.insns);
    whole.block_of = arena_alloc(f->arena, (whole.insn_count + 1) * sizeof *whole.block_of);
    whole.blocks = arena_alloc(f->arena, (whole.block_count + 1) * sizeof *whole.blocks);
    whole.order = arena_alloc(f->arena, (whole.block_count + 1) * sizeof *whole.order);
    whole.refs = arena_alloc(f->arena, (refs + 1) * sizeof *whole.refs);
    whole.edges = arena_alloc(f->arena, (edges + 1) * sizeof *whole.edges);
    memcpy(whole.insns, f->insns, (f->insn_count + 1) * sizeof *f->insns);
    memcpy(whole.block_of, f->block_of, (f->insn_count + 1) * sizeof *f->block_of);
    memcpy(whole.blocks, f->blocks, (f->block_count + 1) * sizeof *f->blocks);
    memcpy(whole.order, f->order, f->order_count * sizeof *f->order);
    memcpy(whole.refs, f->refs, f->insns[f->insn_count].refs * sizeof *f->refs);
    memcpy(whole.edges, f->edges, f->blocks[f->block_count].edges * sizeof *f->edges);
    whole.insn_count = f->insn_count;
    whole.block_count = f->block_count;
    *f = whole;
}

/* ---- parameters ---- */

/* Fills in what a call passes: the declarators before the name of the function are its results. */
static void find_formals(struct flow_function *f, const struct flow_function *part,
                         struct callee *c) {
    const struct ast *ast = f->in->ast;
    uint32_t reg = c->reg;
    list_init(&c->results, sizeof(struct place));
    list_init(&c->parameters, sizeof(struct place));
    for (uint32_t i = ast_nodes_begin(ast, c->head); i < ast_stmt(ast, c->head)->nodes_end; i++) {
        const struct node *d = ast_node(ast, i);
        if (d->kind != PTXC_OPERAND_DECLARATOR || !d->group.size) continue;
        const struct node *name = ast_node(ast, i - d->group.size);
        struct place *to =
            list_add(f->arena, name->start < part->name.start ? &c->results : &c->parameters);
        *to = (struct place){.kind = PLACE_SINK};
        for (uint32_t v = c->variable; v < f->variables.count; v++)
            if (((struct flow_variable *)list_at(&f->variables, v))->name.start == name->start)
                *to = (struct place){.kind = PLACE_VARIABLE, .id = v};
        if (to->kind == PLACE_SINK) *to = (struct place){.kind = PLACE_REGISTER, .id = reg++};
    }
}

struct list link_callees(struct flow_function *f) {
    struct list callees;
    struct linker x = {.f = f, .callees = &callees};
    list_init(&callees, sizeof(struct callee));
    list_init(&x.parts, sizeof(struct flow_function));
    if (!f->calls || falls_off(f)) return callees;
    open_callees(&x, f);
    for (uint32_t i = 0; i < x.parts.count; i++) open_callees(&x, list_at(&x.parts, i));
    if (x.parts.count) make_room(&x);
    for (uint32_t i = 0; i < x.parts.count; i++) {
        const struct flow_function *part = list_at(&x.parts, i);
        struct callee *c = list_at(&callees, i);
        c->entry = f->insn_count;
        c->variable = f->variables.count;
        c->reg = f->register_count;
        append_insns(f, part);
        append_blocks(f, part);
        f->insn_count += part->insn_count;
        f->register_count += part->register_count;
        find_formals(f, part, c);
    }
    return callees;
}
