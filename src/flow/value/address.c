/* SPDX-License-Identifier: Apache-2.0
 * Arguments of events as values, and relations between values: see address.h. */
#include "flow/value/address.h"

enum { UNIT = 16 /* bytes, of descriptors */, WINDOW = 1 << 18 /* bytes that they can address */ };

/* ---- arguments ---- */

static struct flow_value value_of_name(struct values *v, uint32_t insn,
                                       const struct flow_ref *ref) {
    if (!ref || ref->flags & REF_SPECIAL) return value_nothing();
    if (ref->flags & REF_VARIABLE)
        return (struct flow_value){.base = BASE_VARIABLE, .bounded = true, .of = ref->id};
    return flow_register_value(v, ref->id, insn);
}

/* Converts to bytes. The address field wraps around. */
static struct flow_value address_of_descriptor(struct flow_value d) {
    d.descriptor = false;
    d.low *= UNIT;
    d.high *= UNIT;
    d.step *= UNIT;
    d.factor *= UNIT;
    d.constant *= UNIT;
    if (d.low < 0 || d.high < WINDOW) return d;
    if (d.low / WINDOW == d.high / WINDOW) {
        int64_t turns = d.low / WINDOW * WINDOW;
        d.low -= turns;
        d.high -= turns;
        d.constant -= turns;
    } else {
        d.bounded = false;
    }
    return d;
}

/* If only the words of a line are read, the address is the name in brackets. */
static struct flow_value address_in_brackets(struct values *v, uint32_t insn) {
    const struct flow_function *f = v->f;
    uint32_t k = f->insns[insn].refs;
    while (k < f->insns[insn + 1].refs && !(f->refs[k].flags & REF_ADDRESS)) k++;
    if (k == f->insns[insn + 1].refs) return value_nothing();
    /* The address is one of the following nodes, which may lie in another block of the list. */
    const struct node *next = ast_node(f->in->ast, f->refs[k].node + 1);
    struct flow_value a = value_of_name(v, insn, &f->refs[k]);
    if (next->kind != PTXC_OPERAND_OFFSET) return a;
    return value_add(a, value_number(next->value), (struct value_type){64, false}, NO_TERM);
}

static struct flow_value with_offset(struct flow_value a, int64_t offset) {
    return offset ? value_add(a, value_number(offset), (struct value_type){64, false}, NO_TERM) : a;
}

struct flow_value flow_argument_value(struct values *v, const struct flow_events *events,
                                      uint32_t event, enum isa_event_argument what) {
    struct event_value argument = flow_argument(events, event, what);
    const struct operand *o = argument.operand;
    if (argument.known) return value_number(argument.number);
    if (!o && what == ARGUMENT_ADDRESS && !events->at[event].reading->fit)
        return address_in_brackets(v, events->at[event].insn);
    if (!o) return value_nothing();
    int64_t offset = 0;
    const struct flow_ref *name = flow_argument_name(events, event, what);
    if (o->shape == OP_ADDRESS && o->count == 1) o++, argument.node--;
    if (o->shape == OP_OFFSET) o++, offset = ast_node(v->f->in->ast, argument.node)->value;
    if (o->shape == OP_INTEGER) return value_number(o->value + offset);
    if (o->shape != OP_REGISTER && o->shape != OP_VARIABLE) return value_nothing();
    struct flow_value a = value_of_name(v, events->at[event].insn, name);
    if (a.descriptor) return with_offset(address_of_descriptor(a), offset);
    return with_offset(a, offset);
}

/* ---- relations ---- */

static const struct flow_variable *variable_of(const struct values *v, const struct flow_value *a) {
    return list_at(&v->f->variables, a->of);
}

bool flow_points_to(const struct values *v, const struct flow_value *a, enum isa_space space) {
    return a->base == BASE_VARIABLE && variable_of(v, a)->space == space;
}

static bool have_same_base(const struct flow_value *a, const struct flow_value *b) {
    return a->base == b->base && a->of == b->of && a->peer == b->peer && a->peer != PEER_SOME;
}

bool flow_same_address(const struct flow_value *a, const struct flow_value *b) {
    return a->base != BASE_NOTHING && a->base != BASE_DEFINITION && have_same_base(a, b) &&
           a->bounded && b->bounded && a->low == a->high && b->low == b->high && a->low == b->low;
}

bool flow_same_value(const struct flow_value *a, const struct flow_value *b) {
    return a->base != BASE_NOTHING && have_same_base(a, b) && a->term == b->term &&
           a->factor == b->factor && a->constant == b->constant && a->whole == b->whole;
}

/* All dynamic shared variables start at the same address. */
static bool is_dynamic(const struct flow_variable *variable) {
    return variable->symbol && variable->symbol->flags & SYMBOL_INCOMPLETE;
}

static bool may_have_same_base(const struct values *v, const struct flow_value *a,
                               const struct flow_value *b) {
    if (a->base != BASE_VARIABLE || b->base != BASE_VARIABLE) return true;
    const struct flow_variable *x = variable_of(v, a), *y = variable_of(v, b);
    return is_dynamic(x) && is_dynamic(y) && x->space == y->space;
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

bool flow_may_overlap(const struct values *v, const struct flow_value *a, int64_t bytes_a,
                      const struct flow_value *b, int64_t bytes_b) {
    if (a->base == BASE_NOTHING || b->base == BASE_NOTHING) return true;
    if (a->base != b->base || a->of != b->of) return may_have_same_base(v, a, b);
    if (!a->bounded || !b->bounded) return true;
    if (a->high + bytes_a <= b->low || b->high + bytes_b <= a->low) return false;
    uint64_t step = common_divisor(a->step, b->step);
    if (step < 2) return true;
    int64_t unit = (int64_t)step, rest = (b->low - a->low) % unit;
    if (rest < 0) rest += unit;
    return rest < bytes_a || unit - rest < bytes_b;
}

bool flow_covers(const struct flow_value *a, const struct flow_value *b) {
    if (a->base == BASE_NOTHING || !have_same_base(a, b) || !a->bounded || !b->bounded)
        return false;
    if (b->low < a->low || b->high > a->high) return false;
    uint64_t step = a->step ? a->step : 1;
    return b->step % step == 0 && (uint64_t)(b->low - a->low) % step == 0;
}
