/* SPDX-License-Identifier: Apache-2.0
 * Blocks of plain PTX in C++, asm(R"ptx( ... )ptx"), which name C++ variables: docs/pp.md. A block
 * is converted to PTX text like any asm statement. C++ in it is not declared, so that it fits
 * everywhere. The tables determine what each operand must be, and this determines the constraints
 * of the asm.
 *
 *   pp_scan.c    finds the blocks and their names            pp_text.c    their PTX text
 *   pp_use.c     what an instruction requires of operands    pp_settle.c  one class per operand
 *   pp_expand.c  the expanded C++ */
#ifndef EMBED_PP_H
#define EMBED_PP_H

#include "embed/cxx.h"
#include "match/observer.h"
#include "match/operand.h"

/* What a C++ operand can be in PTX; a set. */
enum pp_class {
    PP_PREDICATE = 1,
    PP_REG8 = 2, /* an 8-bit register, for which there is no constraint */
    PP_BYTE = 4, /* 8 bits in a 32-bit register */
    PP_16 = 8,
    PP_32 = 16,
    PP_64 = 32,
    PP_128 = 64,
    PP_NUMBER = 128, /* a compile-time constant */
    PP_ANY = 255
};

/* A C++ expression in a block. */
struct pp_operand {
    ptxc_span first;      /* its first occurrence, including `$(` and `)` */
    ptxc_span expression; /* the C++ expression */
    struct text element;  /* an element of `d[0..3]`, such as "d[2]", instead of the expression;
                             or "" */
    bool is_shared;       /* `$shared(...)`: its address in shared memory */
    bool is_float, is_signed;
    bool is_address;           /* an address in shared memory */
    bool as_float, as_integer; /* instructions compute with it as such a number */
    bool input, output;
    uint8_t classes;  /* enum pp_class that all uses allow; finally a single one */
    ptxc_span narrow; /* the use that restricted it most, and its instruction */
    struct text chain;
    struct isa_span ranges; /* for a constant, the isa_ranges that its first use allows */
    isa_string phrase;      /* the description of these ranges */
};

#define PP_OWN UINT32_MAX /* a register of the block */

/* A place in a block with C++ or a register of the block. */
struct pp_use {
    ptxc_span span;   /* in the C++ text */
    uint32_t operand; /* operand of the block, or PP_OWN */
    uint32_t at;      /* in the PTX text */
    bool is_offset;   /* after a `+` */
    bool is_name;     /* only a name, which also appears in the PTX text */
    bool follows;     /* another element of the same `d[0..3]` */
};

/* A jump, and the farthest label that it or an earlier jump leads to. */
struct pp_jump {
    uint32_t at, farthest; /* in the C++ text */
};

struct pp_block {
    ptxc_span body; /* between R"ptx( and )ptx" */
    uint32_t operand_first, operand_count;
    uint32_t use_first, use_count;
    uint32_t jump_first, jump_count;
    uint32_t instructions;
    bool is_volatile, memory; /* what the asm statement must specify */
};

/* A problem to report after everything has been moved back to C++. */
struct pp_problem {
    const struct pp_operand *operand;
    ptxc_span at;
    uint8_t wanted;    /* classes, none of which the operand allows; 0 if unknown */
    struct text chain; /* empty for the instruction itself */
};

struct pp {
    struct list blocks, operands, uses, jumps;
    struct list problems; /* struct pp_problem */
};

static inline struct pp_operand *pp_operand_at(const struct pp *pp, const struct pp_block *b,
                                               uint32_t i) {
    return list_at(&pp->operands, b->operand_first + i);
}
static inline struct pp_use *pp_use_at(const struct pp *pp, const struct pp_block *b, uint32_t i) {
    return list_at(&pp->uses, b->use_first + i);
}

/* Returns the C++ text of the operand. */
static inline struct text pp_operand_text(const char *cxx, const struct pp_operand *o) {
    return o->element.length ? o->element : text_at(cxx, o->expression);
}

/* Returns the last of the first `count` jumps, or NULL. */
static inline const struct pp_jump *pp_jump_before(const struct pp *pp, const struct pp_block *b,
                                                   uint32_t count) {
    return count ? list_at(&pp->jumps, b->jump_first + count - 1) : NULL;
}

/* Finds the blocks among the asm statements, and reports their errors. A statement that is a block
 * gets its number, `block`; a broken one is not checked further. */
void pp_scan(struct cxx *cxx, struct diags *diags);

/* Appends the PTX of a block to the text; used by cxx_text_add. */
void pp_text_add(struct cxx_text *t, struct cxx_asm *a);

/* While the text is checked, determines what the operands of each instruction must be. */
struct pp_judge {
    struct observer observer;
    struct cxx *cxx;
    const struct list *judged; /* uint32_t, asm statements in the order of the text */
    uint32_t now;              /* the last of them that was processed */
};

/* For `accepted` of the observer. */
void pp_see(struct observer *judge, struct match_context *context,
            const struct accepted_stmt *stmt);

/* What an instruction requires of an operand. */
struct pp_want {
    uint8_t classes; /* enum pp_class */
    bool is_float, is_signed, is_shared;
    bool as_float, as_integer; /* not only as bits, like elements of a vector */
    bool read, written;
    struct isa_span ranges; /* for a number */
    isa_string phrase;
};

struct pp_instruction {
    struct cxx *cxx;
    struct pp_block *block;
    struct text chain;
    struct list wants; /* struct pp_wanted, for its C++ operands */
};
/* If the operand is C++, records what it must be. */
void pp_note(struct pp_instruction *i, const struct operand *o, const struct pp_want *want);

/* Called after the check: determines one class for each operand and reports errors. */
void pp_settle(struct cxx *cxx, struct diags *diags);

struct ptxc_module;
/* Returns the C++ text with expanded blocks. It must have no errors. */
const char *pp_expand(const struct ptxc_module *m, struct arena *arena, const char *file,
                      uint32_t *length);

#endif
