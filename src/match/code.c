/* SPDX-License-Identifier: Apache-2.0
 * Evaluates conditions and lengths for an instruction that is being checked. */
#include "match/parts.h"

/* Returns the member that fills a role, or NULL. */
static const struct isa_member *standing(const struct chain_form *f, int32_t role) {
    uint16_t member = match_member(f, role);
    return member == ISA_NONE ? NULL : &isa_members[member];
}

const struct operand *match_given(const struct chain_form *f, const struct fit *fit,
                                  isa_string name) {
    const struct isa_operand *pattern = &isa_operands[f->form->operands.first];
    for (uint16_t i = 0; fit && i < f->form->operands.count; i++)
        if (pattern[i].name == name && fit->given[i]) return fit->given[i];
    return NULL;
}

bool match_moves(const struct match_context *c, const struct chain_form *f, const struct fit *fit,
                 const struct operand *given) {
    const struct isa_operand *pattern = &isa_operands[f->form->operands.first];
    for (uint16_t i = 0; i < f->form->operands.count; i++)
        if (pattern[i].flags & OPERAND_MOVED && fit->given[i] == given)
            return match_holds(c, f, fit, f->insn->moved_when);
    return false;
}

/* Compares 32-bit sizes; higher bits are ignored. */
static bool up_to(const struct chain_form *f, const struct fit *fit, isa_string a, isa_string b) {
    const struct operand *x = match_given(f, fit, a), *y = match_given(f, fit, b);
    if (!x || !y || x->shape != OP_INTEGER || y->shape != OP_INTEGER) return true;
    return (uint32_t)x->value <= (uint32_t)y->value;
}

/* Returns true for an undeclared name, or an address with one: its type is unknown. */
static bool is_unknown(const struct operand *o) {
    if (o->shape == OP_ADDRESS && o->count == 1) o++;
    if (o->shape == OP_OFFSET) o++;
    return o->shape == OP_UNKNOWN;
}

static struct isa_value operand_is(const struct match_line *line, const int32_t *op) {
    const struct operand *o = match_given(line->f, line->fit, (isa_string)op[1]);
    if (!o) return isa_known(0);
    if (is_unknown(o)) return isa_unknown();
    return isa_known(match_kind(line->c, line->f, (uint16_t)op[2], o).level == KIND_FITS);
}

uint16_t match_filled(const struct chain_form *f, int32_t role) {
    for (uint16_t s = 0; s < f->form->slots.count; s++)
        if (chain_slot(f, s)->role == role && f->filled_by[s] != ISA_NONE) return f->filled_by[s];
    return ISA_NONE;
}

static bool before(const struct chain_form *f, int32_t first, int32_t second) {
    uint16_t a = match_filled(f, first), b = match_filled(f, second);
    return a != ISA_NONE && b != ISA_NONE && a < b;
}

static bool on_target(const struct match_context *c, int32_t set) {
    return c->target < 0 || (isa_sets[set] >> c->target & 1);
}

struct isa_value match_leaf(const void *line, const int32_t *op) {
    const struct match_line *l = line;
    switch (*op) {
    case ISA_ROLE: return isa_known(l->f->member[op[1]] != ISA_NONE);
    case ISA_ROLE_IS: return isa_member_is(standing(l->f, op[1]), op);
    case ISA_ATTR: return isa_member_attr(standing(l->f, op[2]), isa_attrs, op);
    case ISA_BEFORE: return isa_known(before(l->f, op[1], op[2]));
    case ISA_OPERAND: return isa_known(match_given(l->f, l->fit, (isa_string)op[1]) != NULL);
    case ISA_OPERAND_IS: return operand_is(l, op);
    case ISA_UP_TO: return isa_known(up_to(l->f, l->fit, (isa_string)op[1], (isa_string)op[2]));
    case ISA_TARGET: return isa_known(on_target(l->c, op[1]));
    case ISA_RELEASE: return isa_known(l->c->release >= op[1]);
    case ISA_VERSION: return isa_known(l->c->version >= op[1]);
    case ISA_GUARDED: return isa_known(l->c->guarded);
    case ISA_KERNEL: return isa_known(l->c->in_kernel);
    default: return isa_known(l->c->independent);
    }
}

enum truth match_truth(const struct match_context *c, const struct chain_form *f,
                       const struct fit *fit, uint16_t code) {
    struct match_line line = {c, f, fit};
    return code ? isa_truth(isa_evaluate(&isa_code[code], match_leaf, &line)) : YES;
}

int64_t match_length(const struct match_context *c, const struct chain_form *f, uint16_t code) {
    struct match_line line = {c, f, NULL};
    return isa_evaluate(&isa_code[code], match_leaf, &line).number;
}
