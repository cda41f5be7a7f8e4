/* SPDX-License-Identifier: Apache-2.0
 * Runs the postfix code of conditions and lengths (enum isa_op). */
#include "match/parts.h"

static bool role_is(const struct chain_form *f, int32_t role, const int32_t *words, int32_t n) {
    uint16_t member = match_member(f, role);
    for (int32_t i = 0; member != ISA_NONE && i < n; i++)
        if (isa_members[member].word == words[i]) return true;
    return false;
}

static int64_t attribute(const struct chain_form *f, int32_t name, int32_t role) {
    uint16_t member = match_member(f, role);
    if (member == ISA_NONE) return 0;
    struct isa_span attrs = isa_members[member].attrs;
    for (uint16_t i = 0; i < attrs.count; i++)
        if (isa_attrs[attrs.first + i].name == name) return isa_attrs[attrs.first + i].value;
    return 0;
}

const struct operand *match_given(const struct chain_form *f, const struct fit *fit,
                                  isa_string name) {
    const struct isa_operand *pattern = &isa_operands[f->form->operands.first];
    for (uint16_t i = 0; fit && i < f->form->operands.count; i++)
        if (pattern[i].name == name && fit->given[i]) return fit->given[i];
    return NULL;
}

/* Sizes of 32 bits: what is above does not count. */
static bool up_to(const struct chain_form *f, const struct fit *fit, isa_string a, isa_string b) {
    const struct operand *x = match_given(f, fit, a), *y = match_given(f, fit, b);
    if (!x || !y || x->shape != OP_INTEGER || y->shape != OP_INTEGER) return true;
    return (uint32_t)x->value <= (uint32_t)y->value;
}

/* kind < 0: any. */
static bool operand_is(const struct match_context *c, const struct chain_form *f,
                       const struct fit *fit, isa_string name, int32_t kind) {
    const struct operand *o = match_given(f, fit, name);
    return o && (kind < 0 || match_kind(c, f, (uint16_t)kind, o).level == KIND_FITS);
}

/* A name that nothing declares, or the address in one: nobody knows its type. */
static bool is_unknown(const struct operand *o) {
    if (o->shape == OP_ADDRESS && o->count == 1) o++;
    if (o->shape == OP_OFFSET) o++;
    return o->shape == OP_UNKNOWN;
}

static int32_t code_size(const int32_t *p) {
    switch (*p) {
    case ISA_ROLE:
    case ISA_OPERAND:
    case ISA_TARGET:
    case ISA_RELEASE:
    case ISA_VERSION:
    case ISA_NUMBER: return 2;
    case ISA_ROLE_IS: return 3 + p[2];
    case ISA_OPERAND_IS:
    case ISA_UP_TO:
    case ISA_BEFORE:
    case ISA_ATTR: return 3;
    default: return 1;
    }
}

bool match_is_open(const struct chain_form *f, const struct fit *fit, uint16_t code) {
    for (const int32_t *p = &isa_code[code]; code && fit && *p != ISA_END; p += code_size(p)) {
        if (*p != ISA_OPERAND_IS) continue;
        const struct operand *o = match_given(f, fit, (isa_string)p[1]);
        if (o && is_unknown(o)) return true;
    }
    return false;
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

static int64_t two(int32_t op, int64_t a, int64_t b) {
    switch (op) {
    case ISA_AND: return a && b;
    case ISA_OR: return a || b;
    case ISA_ADD: return a + b;
    case ISA_SUB: return a - b;
    case ISA_MUL: return a * b;
    case ISA_DIV: return b > 0 ? (a + b - 1) / b : 0;
    case ISA_LE: return a <= b;
    case ISA_GE: return a >= b;
    default: return a == b;
    }
}

int64_t match_value(const struct match_context *c, const struct chain_form *f,
                    const struct fit *fit, uint16_t code) {
    int64_t stack[16] = {0};
    int n = 0;
    for (const int32_t *p = &isa_code[code]; *p != ISA_END;) {
        int32_t op = *p++;
        switch (op) {
        case ISA_TRUE: stack[n++] = 1; break;
        case ISA_ROLE: stack[n++] = f->member[*p++] != ISA_NONE; break;
        case ISA_ROLE_IS:
            stack[n++] = role_is(f, p[0], p + 2, p[1]);
            p += 2 + p[1];
            break;
        case ISA_OPERAND: stack[n++] = operand_is(c, f, fit, (isa_string)*p++, -1); break;
        case ISA_OPERAND_IS:
            stack[n++] = operand_is(c, f, fit, (isa_string)p[0], p[1]);
            p += 2;
            break;
        case ISA_UP_TO:
            stack[n++] = up_to(f, fit, (isa_string)p[0], (isa_string)p[1]);
            p += 2;
            break;
        case ISA_TARGET: stack[n++] = on_target(c, *p++); break;
        case ISA_RELEASE: stack[n++] = c->release >= *p++; break;
        case ISA_VERSION: stack[n++] = c->version >= *p++; break;
        case ISA_GUARDED: stack[n++] = c->guarded; break;
        case ISA_KERNEL: stack[n++] = c->in_kernel; break;
        case ISA_INDEPENDENT: stack[n++] = c->independent; break;
        case ISA_BEFORE:
            stack[n++] = before(f, p[0], p[1]);
            p += 2;
            break;
        case ISA_NOT: stack[n - 1] = !stack[n - 1]; break;
        case ISA_NUMBER: stack[n++] = *p++; break;
        case ISA_ATTR:
            stack[n++] = attribute(f, p[0], p[1]);
            p += 2;
            break;
        default:
            n--;
            stack[n - 1] = two(op, stack[n - 1], stack[n]);
            break;
        }
    }
    return stack[0];
}
