/* SPDX-License-Identifier: Apache-2.0
 * Blocks of plain PTX in C++, asm(R"ptx( ... )ptx"), that name C++ variables: docs/pp.md. A block
 * becomes PTX text like any asm, in which what is C++ has no declaration, so that it fits
 * everywhere; from the tables comes what it must be, and from that an asm with constraints.
 *
 *   pp_scan.c    finds the blocks, and the names in them     pp_text.c    their PTX text
 *   pp_use.c     what an instruction wants of each operand   pp_settle.c  what each must be
 *   pp_expand.c  the C++ made of it
 */
#ifndef EMBED_PP_H
#define EMBED_PP_H

#include "embed/cxx.h"
#include "match/observer.h"
#include "match/operand.h"

/* What a C++ operand may be in PTX; a set. */
enum pp_class {
    PP_PREDICATE = 1,
    PP_REG8 = 2, /* a register of 8 bits, for which there is no constraint */
    PP_BYTE = 4, /* 8 bits in a register of 32 */
    PP_16 = 8,
    PP_32 = 16,
    PP_64 = 32,
    PP_128 = 64,
    PP_NUMBER = 128, /* a constant of the compiler */
    PP_ANY = 255
};

/* A C++ expression in a block. */
struct pp_operand {
    ptxc_span first;      /* where it stands first, `$(` and `)` included */
    ptxc_span expression; /* what C++ makes of it */
    struct text element;  /* one of `d[0..3]`, such as "d[2]", instead of the expression; or "" */
    bool is_shared;       /* `$shared(...)`: its address in shared memory is meant */
    bool is_float, is_signed;
    bool is_address;           /* of shared memory */
    bool as_float, as_integer; /* instructions compute with it as such a number */
    bool input, output;
    uint8_t classes;  /* enum pp_class, what all uses allow; in the end, one */
    ptxc_span narrow; /* the use that left so few, and its instruction */
    struct text chain;
    struct isa_span ranges; /* of a constant: isa_ranges that its first use allows */
    isa_string phrase;      /* ... and what that is called */
};

#define PP_OWN UINT32_MAX /* a register of the block */

/* A place in a block where C++ or a register of the block stands. */
struct pp_use {
    ptxc_span span;   /* in C++ */
    uint32_t operand; /* of the block; PP_OWN */
    uint32_t at;      /* in the PTX text */
    bool is_offset;   /* behind a `+` */
    bool is_name;     /* a name and nothing else: it stands in the PTX text, too */
    bool follows;     /* another element of the same `d[0..3]` */
};

/* A jump, and the farthest label that it or one before it leads to. */
struct pp_jump {
    uint32_t at, farthest; /* in C++ */
};

struct pp_block {
    ptxc_span body; /* between R"ptx( and )ptx" */
    uint32_t operand_first, operand_count;
    uint32_t use_first, use_count;
    uint32_t jump_first, jump_count;
    uint32_t instructions;
    bool is_volatile, memory; /* what the asm must say */
};

/* What will be said when everything is back where it stands in C++. */
struct pp_problem {
    const struct pp_operand *operand;
    ptxc_span at;
    uint8_t wanted;    /* classes, of which the operand allows none; 0: nobody knows */
    struct text chain; /* 0: the instruction */
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

/* What C++ makes of the operand. */
static inline struct text pp_operand_text(const char *cxx, const struct pp_operand *o) {
    return o->element.length ? o->element : text_at(cxx, o->expression);
}

/* The last of the first `count` jumps; NULL: there is none. */
static inline const struct pp_jump *pp_jump_before(const struct pp *pp, const struct pp_block *b,
                                                   uint32_t count) {
    return count ? list_at(&pp->jumps, b->jump_first + count - 1) : NULL;
}

/* Finds the blocks among the asm statements, and says what is wrong with them. A statement that is
 * one gets its number, `block`; one that is broken is judged no further. */
void pp_scan(struct cxx *cxx, struct diags *diags);

/* Appends the PTX of a block to the text; for cxx_text_add. */
void pp_text_add(struct cxx_text *t, struct cxx_asm *a);

/* While the text is judged: what the operands of each instruction must be. */
struct pp_judge {
    struct observer observer;
    struct cxx *cxx;
    const struct list *judged; /* uint32_t, asm statements in the order of the text */
    uint32_t now;              /* of them, the one that was looked at last */
};

/* For `accepted` of the observer. */
void pp_see(struct observer *judge, struct match_context *context,
            const struct accepted_stmt *stmt);

/* What an instruction wants of an operand. */
struct pp_want {
    uint8_t classes; /* enum pp_class */
    bool is_float, is_signed, is_shared;
    bool as_float, as_integer; /* not as bits, as elements of a vector may be */
    bool read, written;
    struct isa_span ranges; /* of a number */
    isa_string phrase;
};

struct pp_instruction {
    struct cxx *cxx;
    struct pp_block *block;
    struct text chain;
    struct list wants; /* struct pp_wanted, of the C++ operands in it */
};
/* If the operand is of C++, that is what it must be. */
void pp_note(struct pp_instruction *i, const struct operand *o, const struct pp_want *want);

/* After all is judged: one class for each operand; says what is wrong with them. */
void pp_settle(struct cxx *cxx, struct diags *diags);

struct ptxc_module;
/* The C++ text with blocks expanded; it has no errors. */
const char *pp_expand(const struct ptxc_module *m, struct arena *arena, const char *file,
                      uint32_t *length);

#endif
