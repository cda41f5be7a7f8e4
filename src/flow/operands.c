/* SPDX-License-Identifier: Apache-2.0
 * The operands of an instruction in the form of the matcher: see event.h. They are built on
 * demand, from names that are already resolved: of several similar lines, the matcher reads only
 * one. */
#include "flow/event.h"

void flow_fill_operand(const struct flow_function *f, const struct node *name,
                       const struct flow_ref *ref, struct operand *o) {
    o->component = name->kind == PTXC_OPERAND_COMPONENT;
    if (!ref || ref->flags & REF_SPECIAL) return;
    if (ref->flags & REF_VARIABLE) {
        const struct flow_variable *v = list_at(&f->variables, ref->id);
        o->shape = OP_VARIABLE;
        o->space = v->space;
        o->type = v->type;
        o->vector = v->vector;
        o->array = v->is_array;
    } else {
        o->shape = OP_REGISTER;
        o->space = SPACE_REG;
        o->type = ref->type;
        o->vector = ref->vector;
    }
    operand_take_part(o, f->in->text, name);
    if (o->component) o->vector = 0;
}

struct filler {
    const struct flow_function *f;
    const struct flow_ref *refs; /* refs of the instruction */
    uint32_t count, next;        /* next: the likely position of the next name */
};

static void fill_next(void *filler, const struct node *name, struct operand *o) {
    struct filler *x = filler;
    const struct flow_ref *ref = NULL;
    for (uint32_t k = 0; k < x->count && !ref; k++) {
        uint32_t at = (x->next + k) % x->count;
        if (ast_node(x->f->in->ast, x->refs[at].node) == name) ref = &x->refs[at];
    }
    if (ref) x->next = (uint32_t)(ref - x->refs) + 1;
    flow_fill_operand(x->f, name, ref, o);
}

const struct operand *flow_operands(const struct flow_function *f, uint32_t insn,
                                    struct arena *arena) {
    const struct ast *ast = f->in->ast;
    const struct flow_insn *x = &f->insns[insn];
    const struct stmt *s = ast_stmt(ast, x->stmt);
    uint32_t root[ISA_MOST_ROOTS], roots = s->roots - s->guarded;
    uint32_t nodes = s->nodes_end - ast_nodes_begin(ast, x->stmt);
    struct filler filler = {f, &f->refs[x->refs], x[1].refs - x->refs, 0};
    struct operand_builder builder = {arena, ast, f->in->text, fill_next, &filler};
    struct operand *first = arena_alloc(arena, (2 * nodes + 1) * sizeof *first), *next = first;
    ast_siblings(ast, s->nodes_end, roots, root);
    for (uint32_t k = 0; k < roots; k++) next = operand_build(&builder, root[k], next);
    return first;
}

/* ---- walking the tree ---- */

uint32_t flow_first_node(const struct flow_function *f, uint32_t insn) {
    const struct ast *ast = f->in->ast;
    uint32_t stmt = f->insns[insn].stmt, node = ast_nodes_begin(ast, stmt);
    if (!ast_stmt(ast, stmt)->guarded) return node;
    while (ast_node(ast, node)->kind != PTXC_OPERAND_GUARD) node++;
    return node + 1;
}

/* Visits nodes in the order of operand_build: parents first, and an INDEX twice. */
static uint32_t *put_nodes(const struct flow_function *f, uint32_t node, uint32_t first,
                           uint32_t *to) {
    const struct node *n = ast_node(f->in->ast, node);
    uint32_t count = node_child_count(n);
    uint32_t *child = arena_alloc(f->arena, (count + 1) * sizeof *child);
    *to++ = node - first;
    if (n->kind == PTXC_OPERAND_INDEX) *to++ = node - first;
    ast_siblings(f->in->ast, node, count, child);
    for (uint32_t k = 0; k < count; k++) to = put_nodes(f, child[k], first, to);
    return to;
}

const uint32_t *flow_operand_nodes(const struct flow_function *f, uint32_t insn,
                                   struct arena *arena) {
    const struct stmt *s = ast_stmt(f->in->ast, f->insns[insn].stmt);
    uint32_t root[ISA_MOST_ROOTS], roots = s->roots - s->guarded;
    uint32_t first = flow_first_node(f, insn);
    uint32_t *nodes = arena_alloc(arena, (2 * (s->nodes_end - first) + 1) * sizeof *nodes);
    uint32_t *next = nodes;
    ast_siblings(f->in->ast, s->nodes_end, roots, root);
    for (uint32_t k = 0; k < roots; k++) next = put_nodes(f, root[k], first, next);
    return nodes;
}

const struct flow_ref *flow_argument_name(const struct flow_events *events, uint32_t event,
                                          enum isa_event_argument what) {
    struct event_value v = flow_argument(events, event, what);
    const struct operand *o = v.operand;
    if (!o) return NULL;
    /* The only child of a node directly precedes it in the tree. */
    if (o->shape == OP_ADDRESS && o->count == 1) o++, v.node--;
    if (o->shape == OP_OFFSET) v.node--;
    return flow_ref_of(events->f, events->at[event].insn, v.node);
}
