/* SPDX-License-Identifier: Apache-2.0
 *
 * ptxcheck, questions about a place in a module: what stands there, what its names mean, and what
 * may stand there. For editors; the text may be as broken as text is while it is written.
 *
 *   ptxc_query *q;
 *   ptxc_token token;
 *   if (ptxc_query_open(module, offset, &q) == PTXC_OK) {
 *       ptxc_query_token_get(q, &token);
 *       if (token.kind == PTXC_TOKEN_OPCODE) ...
 *       ptxc_query_close(q);
 *   }
 *
 * A query owns what it returns until it is closed, and the module must live as long. Opening costs
 * time in proportion to the statements of the module (20,000: a millisecond or less), not to its
 * diagnostics; other calls cost less. The module is only read: several threads may ask at once.
 *
 * Of C++ a query sees the asm statement around the place, alone; all spans are of the C++ text.
 * What stands there for nothing (the declarations of %0, %1 ...) has no span of its own: its start
 * and end are PTXC_NOWHERE.
 *
 * Functions that fill an array write up to `capacity` records and return how many there are.
 * Functions that write text do it as snprintf does.
 */
#ifndef PTXCHECK_QUERY_H
#define PTXCHECK_QUERY_H

#include "ptxcheck.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PTXC_NOWHERE UINT32_MAX
/* No index. */
#define PTXC_NONE SIZE_MAX

typedef struct ptxc_query ptxc_query;

/* An offset behind the end counts as the end. PTXC_NO_MEMORY, PTXC_BAD_ARGUMENT. */
PTXC_API ptxc_status ptxc_query_open(const ptxc_module *module, uint32_t offset,
                                     ptxc_query **query);
PTXC_API void ptxc_query_close(ptxc_query *query);
/* Goes to another place of the module, of C++ of the same asm statement, for less than a new query
 * costs. After PTXC_NO_MEMORY the query may only be closed. */
PTXC_API ptxc_status ptxc_query_move(ptxc_query *query, uint32_t offset);

/* ---- what stands there ------------------------------------------------------------------------
 */

typedef enum ptxc_token_kind {
    PTXC_TOKEN_NONE, /* blanks, or C++ */
    PTXC_TOKEN_COMMENT,
    PTXC_TOKEN_DIRECTIVE, /* .reg, .entry: the first word of a statement */
    PTXC_TOKEN_WORD,      /* any other dotted word of a directive: .b32, .v4 */
    PTXC_TOKEN_OPCODE,    /* all of it: tcgen05.cp, mov */
    PTXC_TOKEN_QUALIFIER, /* one word behind the opcode */
    PTXC_TOKEN_LABEL,     /* where it is declared, without its `:` */
    PTXC_TOKEN_NAME,      /* registers, variables, functions, labels that are used or declared */
    PTXC_TOKEN_COMPONENT, /* the .x of %v.x */
    PTXC_TOKEN_NUMBER,
    PTXC_TOKEN_STRING,
    PTXC_TOKEN_PUNCTUATION
} ptxc_token_kind;

typedef struct ptxc_token {
    ptxc_token_kind kind;
    ptxc_span span;
    size_t qualifier; /* of a QUALIFIER: its index behind the opcode */
    size_t operand;   /* the operand it is in, counted from 0 without the guard; PTXC_NONE */
    ptxc_span place;  /* in the PTX that the query reads: for ptxc_query_token_symbol_get */
} ptxc_token;

/* The token that holds the byte at the offset, or else the word that ends there. */
PTXC_API ptxc_status ptxc_query_token_get(const ptxc_query *query, ptxc_token *token);

/* All tokens of a part of the text, comments too, in order, as far as they begin in the span. Of
 * C++: those of the asm statement. */
PTXC_API size_t ptxc_query_tokens(const ptxc_query *query, ptxc_span span, ptxc_token *tokens,
                                  size_t capacity);

/* The statement around the offset, as ptxc_module_stmt_get; `index`, if not NULL, is its index
 * there (of C++: PTXC_NONE). PTXC_NOT_FOUND: it lies in none. */
PTXC_API ptxc_status ptxc_query_stmt_get(const ptxc_query *query, ptxc_stmt *stmt, size_t *index);

/* What a module is judged by. */
typedef struct ptxc_environment {
    uint32_t version; /* 86 for 8.6 */
    size_t target;    /* index of ptxc_target_get; PTXC_NONE: it is not known, so any */
    size_t release;   /* index of ptxc_release_get */
} ptxc_environment;
PTXC_API ptxc_status ptxc_query_environment_get(const ptxc_query *query, ptxc_environment *where);

/* ---- the instruction there --------------------------------------------------------------------
 * Of the statement around the offset, as far as it has been written. */

typedef struct ptxc_instruction {
    ptxc_span opcode, head; /* head: the opcode with its qualifiers */
    size_t insn;            /* ptxc_isa_insn_get; PTXC_NONE: it is in no table */
    size_t form;            /* ptxc_isa_form_get: the form it comes nearest to */
    size_t qualifier_count, operand_count;
    bool complete; /* it has been parsed: operands are known */
} ptxc_instruction;
PTXC_API ptxc_status ptxc_query_instruction_get(const ptxc_query *query, ptxc_instruction *out);

/* A qualifier: which slot of the form it fills. */
typedef struct ptxc_qualifier {
    ptxc_span span;
    size_t slot,
        value; /* ptxc_isa_slot_value_get; PTXC_NONE: it fits nowhere, or means nothing there */
} ptxc_qualifier;
PTXC_API ptxc_status ptxc_query_qualifier_get(const ptxc_query *query, size_t qualifier,
                                              ptxc_qualifier *out);

/* An operand, or a part of an address that holds several. */
typedef struct ptxc_argument {
    ptxc_span span;
    size_t operand; /* ptxc_isa_operand_get of the form; PTXC_NONE: it fits none */
    bool is_number; /* `value` is what it is */
    int64_t value;
    size_t layout; /* ptxc_layout_get: the value is made of its fields; PTXC_NONE */
} ptxc_argument;
/* The innermost argument that holds the offset. PTXC_NOT_FOUND: none does. */
PTXC_API ptxc_status ptxc_query_argument_get(const ptxc_query *query, ptxc_argument *out);

/* The operands of the nearest form that a place in the operand of this number may be of, as far as
 * the qualifiers say; with what is inside of an address `[a, b]`. Indexes of ptxc_isa_operand_get.
 */
PTXC_API size_t ptxc_query_candidates(const ptxc_query *query, size_t operand, size_t *candidates,
                                      size_t capacity);
/* What an operand of the nearest form may be, in words, for the qualifiers that are written:
 * `operand` is an index of ptxc_isa_operand_get, and stands for all of its name. As snprintf; 0:
 * none. */
PTXC_API size_t ptxc_query_operand_text(const ptxc_query *query, size_t operand, char *buffer,
                                        size_t size);
/* The opcode with its qualifiers as text of PTX, without the quotes of C++. As snprintf; 0: none.
 */
PTXC_API size_t ptxc_query_chain_text(const ptxc_query *query, char *buffer, size_t size);
/* The layout of numbers of such an operand in this instruction. PTXC_NOT_FOUND: there is none.
 */
PTXC_API ptxc_status ptxc_query_layout_get(const ptxc_query *query, size_t operand, size_t *layout);

/* ---- names -------------------------------------------------------------------------------------
 */

typedef enum ptxc_symbol_kind {
    PTXC_SYMBOL_REGISTER,
    PTXC_SYMBOL_VARIABLE,
    PTXC_SYMBOL_PARAMETER,
    PTXC_SYMBOL_FUNCTION,
    PTXC_SYMBOL_KERNEL, /* .entry */
    PTXC_SYMBOL_LABEL,
    PTXC_SYMBOL_SPECIAL,    /* %tid: declared nowhere */
    PTXC_SYMBOL_ASM_OPERAND /* %0 of an asm statement: declared by its constraint */
} ptxc_symbol_kind;

typedef struct ptxc_symbol {
    ptxc_symbol_kind kind;
    ptxc_span name; /* where it is declared: `%r<4>` of a range; of an asm operand its constraint */
    ptxc_span declaration; /* the statement or, of a parameter, its words and name */
    ptxc_span scope;       /* where it can be used */
    const char *type;      /* ".b32"; "": it has none, or nobody knows */
    const char *space;     /* ".shared"; "" */
    uint32_t vector;       /* 2, 4: a vector of so many; 0 */
    uint32_t range;        /* name<N>: N; 0: it is none */
    const char *text;      /* its name in PTX, `%0` or `%r` of a range; no NUL behind it */
    size_t length;
} ptxc_symbol;

/* What the name at the offset stands for. PTXC_NOT_FOUND: there is no name, or nothing declares
 * it. */
PTXC_API ptxc_status ptxc_query_symbol_get(const ptxc_query *query, ptxc_symbol *symbol);

/* What another name stands for: a token of ptxc_query_tokens. */
PTXC_API ptxc_status ptxc_query_token_symbol_get(const ptxc_query *query, const ptxc_token *token,
                                                 ptxc_symbol *symbol);

typedef struct ptxc_use {
    ptxc_span span;     /* the name, without index or component */
    bool declaration;   /* here it is declared */
    bool read, written; /* by an instruction; neither: nobody knows, or it is no data */
} ptxc_use;
/* The declaration and each use of what the name at the offset stands for, in order. Of a register
 * of a range, `%r1` of `%r<4>`: the uses of that register, and the range. */
PTXC_API size_t ptxc_query_uses(const ptxc_query *query, ptxc_use *uses, size_t capacity);

/* Each name that may be used at the offset, the innermost first; one that hides another comes
 * before it. Special registers are not among them. */
PTXC_API size_t ptxc_query_names(const ptxc_query *query, ptxc_symbol *symbols, size_t capacity);

/* ---- what may stand there ---------------------------------------------------------------------
 */

typedef enum ptxc_expected_kind {
    PTXC_EXPECTED_NOTHING,   /* in a comment, a string, or C++ */
    PTXC_EXPECTED_STATEMENT, /* an opcode, a directive, a label */
    PTXC_EXPECTED_QUALIFIER, /* ... or the rest of an opcode */
    PTXC_EXPECTED_OPERAND,
    PTXC_EXPECTED_WORD,     /* a dotted word of a directive */
    PTXC_EXPECTED_NAME,     /* a name in a directive */
    PTXC_EXPECTED_COMPONENT /* `.x` of a vector, in an operand */
} ptxc_expected_kind;

typedef struct ptxc_expected {
    ptxc_expected_kind kind;
    ptxc_span word; /* what is there already of it, before and behind the offset */
    ptxc_span head; /* QUALIFIER, OPERAND: opcode and qualifiers; QUALIFIER: without `word` */
    size_t operand; /* OPERAND: which one, from 0 */
    char bracket;   /* OPERAND: the innermost that is open, '[', '{', '('; 0 */
} ptxc_expected;
PTXC_API ptxc_status ptxc_query_expected_get(const ptxc_query *query, ptxc_expected *expected);

/* A word that may stand behind a chain of an opcode and qualifiers. */
typedef struct ptxc_next_word {
    const char *word; /* ".cta_group::1" */
    size_t insn, form, slot, value;
    bool missing;         /* the instruction is not complete without a word of this slot */
    bool available;       /* the version and the target have it */
    ptxc_isa_avail avail; /* what it needs, all that is there already apart */
} ptxc_next_word;
/* The words that can still follow: for each there is a way to end the chain that keeps every rule
 * of the instruction. Words of several forms come once. In the order of the syntax. Allocates with
 * malloc for the time of the call; `where` NULL: the newest release, any target. */
PTXC_API size_t ptxc_isa_next_words(const char *chain, size_t length, const ptxc_environment *where,
                                    ptxc_next_word *choices, size_t capacity);

/* The same for what stands in front of the qualifier at the place of a query. */
PTXC_API size_t ptxc_query_next_words(const ptxc_query *query, ptxc_next_word *choices,
                                      size_t capacity);

/* May the operand of the query's instruction be, or hold, what the symbol stands for? Between
 * braces: as an element of a vector. */
PTXC_API bool ptxc_query_operand_accepts(const ptxc_query *query, size_t operand,
                                         const ptxc_symbol *symbol);

/* What the number needs as this operand. PTXC_NOT_FOUND: the operand is never such a number. */
PTXC_API ptxc_status ptxc_isa_operand_number_get(size_t insn, size_t form, size_t operand,
                                                 int64_t number, ptxc_isa_avail *avail);

/* Words beside the instructions of the tables; constant data. */
typedef enum ptxc_isa_word_kind {
    PTXC_WORD_TYPE,     /* ".b32" */
    PTXC_WORD_SPECIAL,  /* "%tid" */
    PTXC_WORD_DIRECTIVE /* ".reg", ".maxntid" */
} ptxc_isa_word_kind;

typedef struct ptxc_isa_word {
    const char *name;
    const char *type; /* of a special register; "" */
    uint32_t vector;  /* 4: it has components .x ... .w; 0 */
    bool reg, var;    /* registers, variables of this type may be declared */
    bool entry, func; /* the directive tunes an .entry, a .func: it stands behind the parameters */
    ptxc_isa_avail avail;
} ptxc_isa_word;
/* PTXC_NOT_FOUND: there are no more. */
PTXC_API ptxc_status ptxc_isa_word_get(ptxc_isa_word_kind kind, size_t index, ptxc_isa_word *word);

#ifdef __cplusplus
}
#endif
#endif
