/* SPDX-License-Identifier: Apache-2.0
 * An operand as the tables describe it: names are resolved, and parents precede their children. */
#ifndef MATCH_OPERAND_H
#define MATCH_OPERAND_H

#include "base/arena.h"
#include "diag/diag.h"
#include "isa/tables.h"
#include "symbols/symbols.h"

enum operand_shape {
    OP_UNKNOWN,  /* a name that is already reported, or cannot be checked: it fits everywhere */
    OP_REGISTER, /* type, vector */
    OP_PART,     /* part of a register: type; space: set of enum isa_part */
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
    OP_WORD,    /* the `.unified` after an address, as its last child */
    OP_ELEMENT  /* of an unfinished {...}; value: how many elements precede it. 1 child */
};

/* What follows the label of a list. */
enum list_of { LIST_NONE, LIST_BRANCHES, LIST_CALLEES };

struct operand {
    ptxc_span span;
    uint8_t shape;
    uint8_t type;   /* index into isa_types, for a register, a variable or one component */
    uint8_t space;  /* enum isa_space of a variable; SPACE_ENTRY for a function that is an entry */
    uint8_t vector; /* 2 or 4 for a whole vector register or variable, otherwise 0 */
    bool component; /* `.x` of a vector or special register */
    bool narrow;    /* a special register that can also be read as a narrower value */
    bool array;     /* an array variable */
    uint32_t count; /* children; the first is the next record */
    uint32_t size;  /* number of descendants: the next sibling is at this + 1 + size */
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
    /* Fills in what a name refers to: shape, type, space and vector of *operand. */
    void (*fill)(void *user, const struct node *node, struct operand *operand);
    void *user;
};

/* Writes the tree under a node to the records after `at`, parents first (an INDEX becomes two), and
 * returns the record after it. The depth of the recursion is that of the brackets, which the parser
 * limits. */
struct operand *operand_build(const struct operand_builder *builder, uint32_t node,
                              struct operand *at);
/* Returns the shape of a node that is not a name. */
uint8_t operand_shape(ptxc_operand_kind kind);
/* Returns the parts that `.b0`, `.h10` and similar words at the end of a name may stand for, a set
 * of enum isa_part, or 0. */
uint8_t operand_part(const char *text, const struct node *node);
/* Turns a register into an OP_PART if the node names such a part of it. */
void operand_take_part(struct operand *o, const char *text, const struct node *node);
/* Returns the name at the start of a node: the text before a `.x`, `[` or `+`. */
struct text operand_base(const char *text, const struct node *node);

static inline const struct operand *operand_next(const struct operand *o) {
    return o + 1 + o->size;
}

/* Returns true for `[x].unified`. */
static inline bool operand_is_unified(const struct operand *o) {
    return o->shape == OP_ADDRESS && o->count == 2 && operand_next(o + 1)->shape == OP_WORD;
}

/* Copies what a declared name refers to into an operand, except its span and whether it is a
 * component. Inline because nearly all names are registers, and each of them is processed. */
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
    if (o->array && isa_types[o->type].kind == TYPE_OPAQUE) /* ordinary memory */
        o->type = (uint8_t)isa_type_find(".b64", 4);
}

#endif
