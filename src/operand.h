/* SPDX-License-Identifier: Apache-2.0
 * An operand as the tables judge it: names resolved, parents before their children. */
#ifndef OPERAND_H
#define OPERAND_H

#include "ptxcheck.h"

enum operand_shape {
    OP_UNKNOWN,  /* a name that is reported already, or may not be: it fits everywhere */
    OP_REGISTER, /* type, vector */
    OP_SPECIAL,  /* a special register or a component of one: type */
    OP_VARIABLE, /* space, type */
    OP_FUNCTION,
    OP_LABEL,
    OP_TARGETS, /* label of a .branchtargets, .calltargets or .callprototype */
    OP_INTEGER, /* value */
    OP_FLOAT,   /* number */
    OP_STRING,
    OP_SINK,    /* _ */
    OP_NOT,     /* !p: 1 child */
    OP_MINUS,   /* -r: 1 child */
    OP_OFFSET,  /* x+value: 1 child */
    OP_INDEX,   /* x[...]: x, then what is between the brackets */
    OP_PAIR,    /* p|q: 2 children */
    OP_ADDRESS, /* [...] */
    OP_VECTOR,  /* {...} */
    OP_LIST     /* (...) */
};

struct operand {
    ptxc_span span;
    uint8_t shape;
    uint8_t type;   /* index into isa_types, of a register, a variable or one component */
    uint8_t space;  /* enum isa_space, of a variable */
    uint8_t vector; /* 2 or 4: a vector register or variable as a whole; else 0 */
    bool component; /* `.x` of a vector or special register */
    uint32_t count; /* children; the first is the next record */
    uint32_t size;  /* records below: the next sibling is at this + 1 + size */
    union {
        int64_t value;
        double number;
    };
};

static inline const struct operand *operand_next(const struct operand *o) {
    return o + 1 + o->size;
}

#endif
