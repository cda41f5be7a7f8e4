/* SPDX-License-Identifier: Apache-2.0
 * Evaluates conditions and lengths, the postfix code of enum isa_op, in three-valued logic: what
 * the caller does not know stays unknown unless the rest of the condition decides it. The
 * matcher, the editor queries, the descriptors and the table compiler differ only in the leaves.
 * The evaluator is inline so that each of them gets a copy with its leaves built in: the matcher
 * runs it for each distinct line. */
#ifndef ISA_CONDITION_H
#define ISA_CONDITION_H

#include "isa/limits.h"
#include "isa/tables.h"

struct isa_value {
    int64_t number; /* 0 or 1 for a condition */
    bool known;
};

static inline struct isa_value isa_known(int64_t number) {
    return (struct isa_value){number, true};
}
static inline struct isa_value isa_unknown(void) { return (struct isa_value){0, false}; }

enum truth { NO, YES, OPEN };

static inline enum truth isa_truth(struct isa_value v) {
    return !v.known ? OPEN : v.number ? YES : NO;
}

/* Returns the number of code words that an operator and its arguments take. */
static inline int32_t isa_op_size(const int32_t *op) {
    static const uint8_t sizes[] = {
        [ISA_END] = 1,         [ISA_TRUE] = 1,       [ISA_ROLE] = 2,    [ISA_ROLE_IS] = 3,
        [ISA_OPERAND] = 2,     [ISA_OPERAND_IS] = 3, [ISA_UP_TO] = 3,   [ISA_TARGET] = 2,
        [ISA_RELEASE] = 2,     [ISA_VERSION] = 2,    [ISA_GUARDED] = 1, [ISA_KERNEL] = 1,
        [ISA_INDEPENDENT] = 1, [ISA_BEFORE] = 3,     [ISA_NUMBER] = 2,  [ISA_ATTR] = 3,
        [ISA_WORD] = 2,        [ISA_FIELD_IS] = 4,   [ISA_NOT] = 1,     [ISA_AND] = 1,
        [ISA_OR] = 1,          [ISA_ADD] = 1,        [ISA_SUB] = 1,     [ISA_MUL] = 1,
        [ISA_DIV] = 1,         [ISA_LE] = 1,         [ISA_GE] = 1,      [ISA_EQ] = 1};
    return sizes[*op] + (*op == ISA_ROLE_IS ? op[2] : 0);
}

static inline bool isa_op_is_binary(int32_t op) { return op >= ISA_AND; }

/* Returns the roles that an operator refers to, one bit each. */
static inline uint64_t isa_op_roles(const int32_t *op) {
    switch (*op) {
    case ISA_ROLE:
    case ISA_ROLE_IS: return UINT64_C(1) << op[1];
    case ISA_ATTR: return UINT64_C(1) << op[2];
    case ISA_BEFORE: return UINT64_C(1) << op[1] | UINT64_C(1) << op[2];
    default: return 0;
    }
}

/* Evaluates ISA_ROLE_IS for the member that fills the role, or for NULL if the role is empty. */
static inline struct isa_value isa_member_is(const struct isa_member *member, const int32_t *op) {
    for (int32_t i = 0; member && i < op[2]; i++)
        if (member->word == op[3 + i]) return isa_known(1);
    return isa_known(0);
}

/* Evaluates ISA_ATTR. `attrs` are the attributes of the whole table. */
static inline struct isa_value isa_member_attr(const struct isa_member *member,
                                               const struct isa_attr *attrs, const int32_t *op) {
    for (uint16_t i = 0; member && i < member->attrs.count; i++)
        if (attrs[member->attrs.first + i].name == op[1])
            return isa_known(attrs[member->attrs.first + i].value);
    return isa_known(0);
}

/* Attributes and numbers of tables are small; if they are not, the result wraps around. */
static inline int64_t isa_arithmetic(int32_t op, int64_t a, int64_t b) {
    switch (op) {
    case ISA_AND: return a && b;
    case ISA_OR: return a || b;
    case ISA_ADD: return (int64_t)((uint64_t)a + (uint64_t)b);
    case ISA_SUB: return (int64_t)((uint64_t)a - (uint64_t)b);
    case ISA_MUL: return (int64_t)((uint64_t)a * (uint64_t)b);
    case ISA_DIV: return b > 0 ? a / b + (a % b > 0) : 0;
    case ISA_LE: return a <= b;
    case ISA_GE: return a >= b;
    default: return a == b;
    }
}

static inline struct isa_value isa_binary(int32_t op, struct isa_value a, struct isa_value b) {
    if (a.known && b.known) return isa_known(isa_arithmetic(op, a.number, b.number));
    if (op == ISA_AND && (isa_truth(a) == NO || isa_truth(b) == NO)) return isa_known(0);
    if (op == ISA_OR && (isa_truth(a) == YES || isa_truth(b) == YES)) return isa_known(1);
    return isa_unknown();
}

/* Returns the value of the leaf `*op`; `asker` is passed on to it. */
typedef struct isa_value isa_leaf(const void *asker, const int32_t *op);

/* The value of empty code is 0. isagen has checked how much stack the code needs. */
static inline struct isa_value isa_evaluate(const int32_t *code, isa_leaf *leaf,
                                            const void *asker) {
    struct isa_value stack[1 + ISA_MOST_DEPTH] = {{0, false}}, *top = stack;
    stack[1] = isa_known(0);
    for (const int32_t *p = code; *p != ISA_END; p += isa_op_size(p)) {
        switch (*p) {
        case ISA_TRUE: *++top = isa_known(1); break;
        case ISA_NUMBER: *++top = isa_known(p[1]); break;
        case ISA_NOT: top->number = !top->number; break;
        case ISA_AND:
        case ISA_OR:
        case ISA_ADD:
        case ISA_SUB:
        case ISA_MUL:
        case ISA_DIV:
        case ISA_LE:
        case ISA_GE:
        case ISA_EQ:
            top--;
            *top = isa_binary(*p, top[0], top[1]);
            break;
        default: *++top = leaf(asker, p); break;
        }
    }
    return stack[1];
}

#endif
