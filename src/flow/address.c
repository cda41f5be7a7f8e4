/* SPDX-License-Identifier: Apache-2.0
 * Addresses that are a variable and a constant, through moves, additions and conversions of
 * registers that are written once: see address.h. */
#include "flow/address.h"

enum { MOST_STEPS = 32 /* instructions between a use and the variable */ };

/* The only register or variable that an instruction computes its result of, by adding *constant;
 * NULL: it is more than that. */
static const struct flow_ref *source_of(const struct flow_function *f, uint32_t insn,
                                        int64_t *constant) {
    const struct flow_insn *x = &f->insns[insn];
    const struct stmt *s = ast_stmt(f->in->ast, x->stmt);
    bool adds = flow_does(f, insn, DOES_ADD) && s->roots == 3;
    bool copies = (flow_does(f, insn, DOES_MOVE) || flow_does(f, insn, DOES_CONVERT) ||
                   flow_does(f, insn, DOES_ADDRESS)) &&
                  s->roots == 2;
    if (x->guard != NO_REGISTER || x[1].refs - x->refs != 2 || !(adds || copies)) return NULL;
    const struct node *last = ast_node(f->in->ast, s->nodes_end - 1);
    if (adds && last->kind != PTXC_OPERAND_INTEGER) return NULL;
    if (copies && last->kind == PTXC_OPERAND_OFFSET) *constant += last->value;
    if (adds) *constant += last->value;
    const struct flow_ref *source = &f->refs[x->refs + 1];
    return source->flags & REF_SPECIAL ? NULL : source;
}

struct flow_address flow_address_of(const struct flow_events *events,
                                    const struct predicates *predicates, uint32_t event,
                                    enum isa_event_argument what) {
    const struct flow_function *f = events->f;
    uint32_t insn = events->at[event].insn;
    struct flow_address a = {0};
    const struct operand *o = flow_argument(events, event, what).operand;
    if (o && o->shape == OP_ADDRESS && o->count == 1) o++;
    if (o && o->shape == OP_OFFSET) a.offset = o->value, o++;
    const struct flow_ref *ref = o && (o->shape == OP_REGISTER || o->shape == OP_VARIABLE)
                                     ? flow_ref_at(f, insn, o->span.start)
                                     : NULL;
    for (int i = 0; ref && i < MOST_STEPS; i++) {
        a.known = ref->flags & REF_VARIABLE;
        a.variable = ref->id;
        if (a.known || predicates->writes[ref->id] != 1) return a;
        ref = source_of(f, predicates->writer[ref->id], &a.offset);
    }
    a.known = false;
    return a;
}
