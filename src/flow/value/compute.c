/* SPDX-License-Identifier: Apache-2.0
 * Computes what one instruction writes from what its operands hold: see values.h. The clause
 * `does` of its row specifies what it computes, and its words specify the type. */
#include "flow/value/values.h"
#include <string.h>

enum { MOST_OPERANDS = 4 };

/* An instruction that computes a value. */
struct computation {
    struct values *v;
    uint32_t insn, ref, self;
    uint32_t roots, root[MOST_OPERANDS + 1];
    struct value_type types[2];
    uint8_t type_count;
    bool is_wide;
    bool strange; /* an unusual word or operand changes what is computed */
    struct flow_value operand[MOST_OPERANDS];
};

/* ---- supported instructions ---- */

bool compute_is_known(const struct flow_function *f, uint32_t insn) {
    if (f->insns[insn].insn == ISA_NONE) return false;
    switch ((enum isa_does)isa_insns[f->insns[insn].insn].does) {
    case DOES_MOVE:
    case DOES_CONVERT:
    case DOES_ADDRESS:
    case DOES_MAP_SHARED:
    case DOES_ADD:
    case DOES_SUBTRACT:
    case DOES_MULTIPLY:
    case DOES_MULTIPLY_ADD:
    case DOES_DIVIDE:
    case DOES_REMAINDER:
    case DOES_MINIMUM:
    case DOES_MAXIMUM:
    case DOES_AND:
    case DOES_OR:
    case DOES_XOR:
    case DOES_SHIFT_LEFT:
    case DOES_SHIFT_RIGHT:
    case DOES_EXTRACT:
    case DOES_SELECT:
    case DOES_SHUFFLE: return true;
    default: return false;
    }
}

/* ---- words ---- */

static void read_words(struct computation *c) {
    const struct flow_function *f = c->v->f;
    const struct chain_info *info = flow_chain(f, c->insn);
    const char *name = isa_str(isa_insns[info->insn].name);
    size_t length = strlen(name);
    c->is_wide = length > 5 && !strcmp(name + length - 5, ".wide");
    for (uint16_t i = 0; i < info->word_count; i++) {
        const struct isa_type *type = isa_word_type(info->words[i].word);
        if (!type) {
            c->strange = true;
        } else if (type->kind > TYPE_SINT || c->type_count == 2 || type->width > 64) {
            c->type_count = 0;
            return;
        } else {
            c->types[c->type_count++] = (struct value_type){type->width, type->kind == TYPE_SINT};
        }
    }
}

/* ---- operands ---- */

static struct flow_value special_value(const struct values *v, uint32_t id) {
    struct flow_value value = value_opaque(SPECIAL_TERM | id);
    int64_t most = 0;
    switch ((enum isa_holds)isa_specials[id / 4].holds) {
    case HOLDS_THREAD: most = v->threads - 1; break;
    case HOLDS_THREADS: most = v->threads; break;
    case HOLDS_LANE: most = 31; break;
    default: return value;
    }
    return value_where(value, VALUE_LE, value_number(most), (struct value_type){32, false});
}

static struct flow_value name_value(struct computation *c, uint32_t node) {
    const struct flow_ref *ref = flow_ref_of(c->v->f, c->insn, node);
    struct values *v = c->v;
    c->strange |= !ref;
    if (!ref) return value_nothing();
    if (ref->flags & REF_SPECIAL) return special_value(v, ref->id);
    if (ref->flags & REF_VARIABLE)
        return (struct flow_value){.base = BASE_VARIABLE, .bounded = true, .of = ref->id};
    uint32_t definition = definition_before(&v->definitions, ref->id, c->insn);
    return narrow_at(v, value_so_far(v, definition), definition, c->insn);
}

static struct flow_value node_value(struct computation *c, uint32_t node) {
    const struct node *n = ast_node(c->v->f->in->ast, node);
    if (n->kind == PTXC_OPERAND_INTEGER) return value_number(n->value);
    if (n->kind == PTXC_OPERAND_SYMBOL || n->kind == PTXC_OPERAND_COMPONENT)
        return name_value(c, node);
    if (n->kind == PTXC_OPERAND_OFFSET) {
        struct flow_value base = name_value(c, node - 1);
        return value_add(base, value_number(n->value), (struct value_type){64, false}, c->self);
    }
    c->strange = true;
    return value_nothing();
}

/* For `{%r1, %r2}`, only the address in the low half of a descriptor and plain numbers are
 * useful. */
static struct flow_value packed(struct computation *c, uint32_t vector) {
    const struct ast *ast = c->v->f->in->ast;
    uint32_t half[2];
    if (node_child_count(ast_node(ast, vector)) != 2 || c->types[0].width != 64)
        return value_opaque(c->self);
    ast_siblings(ast, vector, 2, half);
    struct flow_value low = node_value(c, half[0]), high = node_value(c, half[1]);
    if (c->strange) return value_opaque(c->self);
    if (value_is_nothing(&low) || value_is_nothing(&high)) return value_nothing();
    if (low.descriptor) return low;
    if (!value_is_number(&high)) return value_opaque(c->self);
    struct value_type word = {32, false}, all = {64, false};
    low = value_convert(low, word, 64, c->self);
    if (!high.low) return low;
    high = value_multiply(high, value_number(INT64_C(1) << 32), all, c->self);
    return value_or(low, high, all, c->self);
}

/* Returns one of the parts `{%r1, %r2}` that a register is split into. */
static struct flow_value unpacked(struct computation *c, uint32_t vector) {
    const struct ast *ast = c->v->f->in->ast;
    uint32_t half[2], node = c->v->f->refs[c->ref].node;
    if (node_child_count(ast_node(ast, vector)) != 2 || c->types[0].width != 64)
        return value_opaque(c->self);
    ast_siblings(ast, vector, 2, half);
    struct flow_value all = node_value(c, c->root[1]);
    if (c->strange) return value_opaque(c->self);
    struct value_type word = {64, false};
    if (node == half[0]) return value_convert(all, word, 32, c->self);
    return value_shift_right(all, value_number(32), word, c->self);
}

/* ---- computations ---- */

static struct flow_value moved(struct computation *c) {
    const struct ast *ast = c->v->f->in->ast;
    if (c->roots != 2) return value_opaque(c->self);
    if (ast_node(ast, c->root[0])->kind == PTXC_OPERAND_VECTOR) return unpacked(c, c->root[0]);
    if (ast_node(ast, c->root[1])->kind == PTXC_OPERAND_VECTOR) return packed(c, c->root[1]);
    struct flow_value value = node_value(c, c->root[1]);
    return c->strange ? value_opaque(c->self) : value;
}

static struct flow_value product(struct computation *c, struct value_type *t) {
    struct flow_value a = c->operand[0], b = c->operand[1];
    if (c->is_wide) {
        t->width = (uint8_t)(2 * t->width);
        a = value_convert(a, c->types[0], t->width, c->self);
        b = value_convert(b, c->types[0], t->width, c->self);
        /* An extended value has no form of its own if its range is unknown. */
        if (a.base == BASE_DEFINITION || b.base == BASE_DEFINITION) return value_opaque(c->self);
    }
    return value_multiply(a, b, *t, c->self);
}

static struct flow_value shifted_left(struct computation *c) {
    struct value_type t = c->types[0];
    struct flow_value by = c->operand[1];
    if (!value_is_number(&by) || by.low < 0) return value_opaque(c->self);
    if (by.low >= t.width) return value_number(0);
    return value_multiply(c->operand[0], value_number(INT64_C(1) << by.low), t, c->self);
}

/* If only the base of an address is known, its bits can only be used for a descriptor. */
static bool is_descriptor(const struct flow_value *v, int64_t from, int64_t count) {
    return from == 4 && (count == 14 || count == 15) && v->base == BASE_DEFINITION && v->bounded &&
           ((uint64_t)v->low | v->step) % 16 == 0;
}

static struct flow_value extracted(struct computation *c) {
    struct value_type t = c->types[0];
    struct flow_value a = c->operand[0], from = c->operand[1], count = c->operand[2];
    if (t.is_signed || !value_is_number(&from) || !value_is_number(&count) || count.low < 0 ||
        count.low >= t.width || from.low < 0 || from.low >= t.width)
        return value_opaque(c->self);
    if (is_descriptor(&a, from.low, count.low)) return value_descriptor(a, c->self);
    a = value_shift_right(a, from, t, c->self);
    return value_and(a, value_number((INT64_C(1) << count.low) - 1), t, c->self);
}

/* Recognizes `x >> 4 & 0x3fff` for an address of which only the base is known. */
static bool is_masked_descriptor(struct computation *c, struct flow_value *address) {
    struct values *v = c->v;
    const struct flow_ref *ref = flow_ref_of(c->v->f, c->insn, c->root[1]);
    const struct flow_value *mask = &c->operand[1];
    if (!ref || ref->flags & (REF_VARIABLE | REF_SPECIAL) || !value_is_number(mask)) return false;
    uint32_t definition = definition_before(&v->definitions, ref->id, c->insn);
    if (!definition || definition_is_merge(&v->definitions, definition)) return false;
    uint32_t insn = definition_writer(&v->definitions, definition)->insn;
    const struct stmt *s = ast_stmt(v->f->in->ast, v->f->insns[insn].stmt);
    const struct node *by = ast_node(v->f->in->ast, s->nodes_end - 1);
    if (!flow_does(v->f, insn, DOES_SHIFT_RIGHT) || by->kind != PTXC_OPERAND_INTEGER) return false;
    struct computation shift = {.v = v, .insn = insn, .self = c->self};
    *address = node_value(&shift, s->nodes_end - 2);
    return !shift.strange && is_descriptor(address, by->value, mask->low == 0x3fff ? 14 : 0);
}

static struct flow_value masked(struct computation *c) {
    struct flow_value address;
    if (is_masked_descriptor(c, &address)) return value_descriptor(address, c->self);
    return value_and(c->operand[0], c->operand[1], c->types[0], c->self);
}

/* The predicate restricts the selected value. */
static struct flow_value selected(struct computation *c) {
    struct values *v = c->v;
    struct literal fact = {0, false};
    const struct flow_ref *guard = flow_ref_of(c->v->f, c->insn, c->root[3]);
    if (guard && !(guard->flags & (REF_VARIABLE | REF_SPECIAL)))
        fact = v->predicates->of[guard->id];
    for (int i = 0; i < 2; i++) {
        const struct flow_ref *ref = flow_ref_of(c->v->f, c->insn, c->root[i + 1]);
        bool is_register = ref && !(ref->flags & (REF_VARIABLE | REF_SPECIAL));
        uint32_t definition =
            is_register ? definition_before(&v->definitions, ref->id, c->insn) : NO_DEFINITION;
        struct literal l = {fact.number, fact.negated != (i == 1)};
        if (definition) c->operand[i] = narrow_by(v, c->operand[i], definition, l);
    }
    return value_join(c->operand[0], c->operand[1], c->self);
}

/* The lane that it comes from does not matter to a range, but the value may be another thread's. */
static struct flow_value of_a_lane(struct computation *c) {
    struct flow_value a = c->operand[0];
    const struct node *to = ast_node(c->v->f->in->ast, c->root[0]);
    bool is_pair = to->kind == PTXC_OPERAND_PAIR;
    if (c->v->f->refs[c->ref].node != (is_pair ? c->root[0] - 2 : c->root[0]))
        return value_opaque(c->self);
    if (value_is_nothing(&a) || value_is_number(&a)) return a;
    if (a.base != BASE_NUMBER) return value_opaque(c->self);
    return value_join(a, value_range(a.low, a.high, a.step), c->self);
}

static struct flow_value of_a_peer(struct computation *c) {
    struct flow_value a = c->operand[0], rank = c->operand[1];
    if (value_is_nothing(&a)) return a;
    if (a.base == BASE_NUMBER || a.descriptor) return value_opaque(c->self);
    a.peer = PEER_SOME + 1 + c->self;
    if (value_is_number(&rank)) a.peer = SPECIAL_TERM | (uint32_t)rank.low;
    return a;
}

static struct flow_value computed(struct computation *c, enum isa_does does) {
    struct value_type t = c->types[0];
    struct flow_value a = c->operand[0], b = c->operand[1];
    switch (does) {
    case DOES_CONVERT: return value_convert(a, c->types[1], t.width, c->self);
    case DOES_ADDRESS: return a;
    case DOES_MAP_SHARED: return of_a_peer(c);
    case DOES_ADD: return value_add(a, b, t, c->self);
    case DOES_SUBTRACT: return value_subtract(a, b, t, c->self);
    case DOES_MULTIPLY: return product(c, &t);
    case DOES_MULTIPLY_ADD: a = product(c, &t); return value_add(a, c->operand[2], t, c->self);
    case DOES_DIVIDE: return value_divide(a, b, t, c->self);
    case DOES_REMAINDER: return value_remainder(a, b, t, c->self);
    case DOES_MINIMUM: return value_minimum(a, b, t, c->self);
    case DOES_MAXIMUM: return value_maximum(a, b, t, c->self);
    case DOES_AND: return masked(c);
    case DOES_OR: return value_or(a, b, t, c->self);
    case DOES_XOR: return value_xor(a, b, t, c->self);
    case DOES_SHIFT_LEFT: return shifted_left(c);
    case DOES_SHIFT_RIGHT: return value_shift_right(a, b, t, c->self);
    case DOES_EXTRACT: return extracted(c);
    case DOES_SELECT: return selected(c);
    case DOES_SHUFFLE: return of_a_lane(c);
    default: return value_opaque(c->self);
    }
}

/* Returns the number of operands of the computation. */
static uint32_t operand_count(enum isa_does does) {
    switch (does) {
    case DOES_CONVERT:
    case DOES_ADDRESS: return 1;
    case DOES_MULTIPLY_ADD:
    case DOES_EXTRACT:
    case DOES_SELECT: return 3;
    case DOES_SHUFFLE: return 4;
    default: return 2;
    }
}

/* Returns true if words do not change what is computed. */
static bool may_have_words(enum isa_does does) {
    return does == DOES_ADDRESS || does == DOES_MAP_SHARED || does == DOES_SHUFFLE;
}

struct flow_value compute(struct values *v, uint32_t insn, uint32_t ref, uint32_t self) {
    const struct flow_function *f = v->f;
    struct computation c = {.v = v, .insn = insn, .ref = ref, .self = self};
    const struct stmt *s = ast_stmt(f->in->ast, f->insns[insn].stmt);
    enum isa_does does = isa_insns[f->insns[insn].insn].does;
    c.roots = s->roots - s->guarded;
    if (c.roots < 2 || c.roots > MOST_OPERANDS + 1) return value_opaque(self);
    ast_siblings(f->in->ast, s->nodes_end, c.roots, c.root);
    read_words(&c);
    uint32_t used = operand_count(does);
    if (!c.type_count || (c.strange && !may_have_words(does))) return value_opaque(self);
    if (c.type_count != (does == DOES_CONVERT ? 2 : 1)) return value_opaque(self);
    c.strange = false;
    if (does == DOES_MOVE) return moved(&c);
    if (does == DOES_SHUFFLE ? c.roots < 4 : c.roots != used + 1) return value_opaque(self);
    uint32_t read = does == DOES_SELECT ? 2 : does == DOES_SHUFFLE ? 1 : used;
    for (uint32_t i = 0; i < read; i++) c.operand[i] = node_value(&c, c.root[i + 1]);
    if (c.strange) return value_opaque(self);
    return computed(&c, does);
}
