/* SPDX-License-Identifier: Apache-2.0
 * An operand as the tables judge it: names resolved, parents before their children. */
#ifndef MATCH_OPERAND_H
#define MATCH_OPERAND_H

#include "base/arena.h"
#include "diag/diag.h"
#include "isa/tables.h"
#include "symbols/symbols.h"

enum operand_shape {
    OP_UNKNOWN,  /* a name that is reported already, or may not be: it fits everywhere */
    OP_REGISTER, /* type, vector */
    OP_PART,     /* of a register: type; space: set of enum isa_part */
    OP_SPECIAL,  /* a special register or a component of one: type */
    OP_VARIABLE, /* space, type */
    OP_FUNCTION,
    OP_LABEL,
    OP_TARGETS, /* label of a list: space, enum list_of */
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
    OP_LIST,    /* (...) */
    OP_WORD,    /* the `.unified` after an address, of which it is the last child */
    OP_ELEMENT  /* of an unfinished {...}; value: how many stand before it. 1 child */
};

/* What stands behind the label of a list. */
enum list_of { LIST_NONE, LIST_BRANCHES, LIST_CALLEES };

struct operand {
    ptxc_span span;
    uint8_t shape;
    uint8_t type;   /* index into isa_types, of a register, a variable or one component */
    uint8_t space;  /* enum isa_space, of a variable; SPACE_ENTRY of a function that is an entry */
    uint8_t vector; /* 2 or 4: a vector register or variable as a whole; else 0 */
    bool component; /* `.x` of a vector or special register */
    bool narrow;    /* a special register that is read as less bits, too */
    bool array;     /* a variable that is one */
    uint32_t count; /* children; the first is the next record */
    uint32_t size;  /* records below: the next sibling is at this + 1 + size */
    union {
        int64_t value;
        double number;
    };
};

struct ast;
struct node;

struct operand_builder {
    struct arena *arena;
    const struct ast *ast;
    const char *text;
    /* Says what a name stands for: shape, type, space and vector of *operand. */
    void (*fill)(void *user, const struct node *node, struct operand *operand);
    void *user;
};

/* Writes the tree under a node behind `at`, parents first (an INDEX becomes two), and returns the
 * record behind it. The depth of the recursion is that of the brackets, which the parser limits. */
struct operand *operand_build(const struct operand_builder *builder, uint32_t node,
                              struct operand *at);
/* The shape of a node that is no name. */
uint8_t operand_shape(ptxc_operand_kind kind);
/* What `.b0`, `.h10` and their like at the end of a name may stand for, a set of enum isa_part; 0:
 * nothing. */
uint8_t operand_part(const char *text, const struct node *node);
/* Makes an OP_PART of a register that the node names such a part of. */
void operand_take_part(struct operand *o, const char *text, const struct node *node);
/* The name at the front of a node: what stands before a `.x`, `[` or `+`. */
struct text operand_base(const char *text, const struct node *node);

static inline const struct operand *operand_next(const struct operand *o) {
    return o + 1 + o->size;
}

/* `[x].unified` */
static inline bool operand_is_unified(const struct operand *o) {
    return o->shape == OP_ADDRESS && o->count == 2 && operand_next(o + 1)->shape == OP_WORD;
}

/* What a declared name stands for: all but its span, and whether it is a component. Inline: nearly
 * all names are registers, and each is looked at. */
static inline void operand_take_symbol(struct operand *o, const struct symbol *y) {
    static const uint8_t shape_of[] = {
        [SYMBOL_REGISTER] = OP_REGISTER, [SYMBOL_VARIABLE] = OP_VARIABLE,
        [SYMBOL_FUNCTION] = OP_FUNCTION, [SYMBOL_LABEL] = OP_LABEL,
        [SYMBOL_LIST] = OP_TARGETS,      [SYMBOL_LOST] = OP_UNKNOWN};
    o->shape = shape_of[y->kind];
    o->type = y->type;
    o->space = y->flags & SYMBOL_ENTRY ? SPACE_ENTRY : y->space;
    o->vector = y->vector;
    o->array = y->kind == SYMBOL_VARIABLE && (y->elements || y->flags & SYMBOL_INCOMPLETE);
    if (o->array && isa_types[o->type].kind == TYPE_OPAQUE) /* memory like any other */
        o->type = (uint8_t)isa_type_find(".b64", 4);
}

#endif
