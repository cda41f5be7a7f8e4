/* SPDX-License-Identifier: Apache-2.0
 *
 * ptxcheck queries: what is at an offset of a module, what its names mean, and what may be written
 * there. The interface serves editors, so the text may be incomplete or invalid.
 *
 *   ptxc_query *q;
 *   ptxc_token token;
 *   if (ptxc_query_open(module, offset, &q) == PTXC_OK) {
 *       ptxc_query_token_get(q, &token);
 *       if (token.kind == PTXC_TOKEN_OPCODE) ...
 *       ptxc_query_close(q);
 *   }
 *
 * Ownership: the caller owns a query and closes it with ptxc_query_close before it closes the
 *   module. Strings in the records live until the query is closed or moved; strings of the tables
 *   live forever.
 * Threads: a query only reads its module, so several threads may open queries of one module at the
 *   same time if the allocator of the module permits it. Only one thread may use a query at a time.
 * Errors: a function that returns a ptxc_status returns PTXC_BAD_ARGUMENT if a pointer is NULL,
 *   unless its comment allows NULL. Each comment lists the other statuses. The result is valid only
 *   after PTXC_OK.
 * Arrays: a function that fills an array writes at most `capacity` records and returns the total
 *   number of records. The array may be NULL if `capacity` is 0.
 * Text: a function that writes text cuts it to `size` bytes, ends it with NUL, and returns the full
 *   length in bytes without the NUL. `buffer` may be NULL if `size` is 0.
 * Positions: offsets and spans count bytes of the text that the module was opened from. In C++, a
 *   query sees only the asm statement around its offset, and spans refer to the C++ text. Text that
 *   exists only in the PTX of an asm statement (the declarations of %0, %1 ...) has no span: its
 *   start and end are PTXC_NOWHERE.
 * Cost: opening a query takes time in proportion to the number of statements (at most a millisecond
 *   for 20,000). Other calls take less.
 */
#ifndef PTXCHECK_QUERY_H
#define PTXCHECK_QUERY_H

#include "ptxcheck_isa.h"
#include "ptxcheck_module.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PTXC_NOWHERE UINT32_MAX
/* The value of an index that refers to nothing. */
#define PTXC_NONE SIZE_MAX

typedef struct ptxc_query ptxc_query;

/* Opens a query at a byte offset; an offset past the end of the text counts as the end. The query
 * uses the allocator of the module. On success, *query is the new query, which the caller closes;
 * otherwise it is NULL. Returns PTXC_NO_MEMORY if the allocator returns NULL. */
PTXC_API ptxc_status ptxc_query_open(const ptxc_module *module, uint32_t offset,
                                     ptxc_query **query);
/* Closes a query and frees everything that it returned. NULL is allowed. */
PTXC_API void ptxc_query_close(ptxc_query *query);
/* Moves a query to another byte offset, which costs less than a new query. In C++, the query keeps
 * its asm statement and finds nothing outside of it. Strings that the query returned before become
 * invalid. Returns PTXC_NO_MEMORY if the allocator returns NULL; the query may then only be closed.
 */
PTXC_API ptxc_status ptxc_query_move(ptxc_query *query, uint32_t offset);

/* ---- what is at the offset --------------------------------------------------------------------
 */

typedef enum ptxc_token_kind {
    PTXC_TOKEN_NONE, /* blanks, or C++ */
    PTXC_TOKEN_COMMENT,
    PTXC_TOKEN_DIRECTIVE, /* .reg, .entry: the first word of a statement */
    PTXC_TOKEN_WORD,      /* any other dotted word of a directive: .b32, .v4 */
    PTXC_TOKEN_OPCODE,    /* the whole opcode: tcgen05.cp, mov */
    PTXC_TOKEN_QUALIFIER, /* one word after the opcode */
    PTXC_TOKEN_LABEL,     /* the declaration of a label, without its `:` */
    PTXC_TOKEN_NAME,      /* a register, variable, function or label */
    PTXC_TOKEN_COMPONENT, /* the .x of %v.x */
    PTXC_TOKEN_NUMBER,
    PTXC_TOKEN_STRING,
    PTXC_TOKEN_PUNCTUATION
} ptxc_token_kind;

typedef struct ptxc_token {
    ptxc_token_kind kind;
    ptxc_span span;
    size_t qualifier; /* for a QUALIFIER: its index after the opcode */
    size_t operand;   /* the number of the operand that contains it, from 0 without the guard, or
                         PTXC_NONE */
    ptxc_span place;  /* its span in the PTX of the query, for ptxc_query_token_symbol_get */
} ptxc_token;

/* Fills *token with the token that contains the byte at the offset, or else with the word that ends
 * there. The kind is PTXC_TOKEN_NONE if there is neither. */
PTXC_API ptxc_status ptxc_query_token_get(const ptxc_query *query, ptxc_token *token);

/* Fills an array with all tokens that overlap the span, including comments, in the order of the
 * text. In C++, these are tokens of the asm statement. Returns 0 if `query` is NULL. */
PTXC_API size_t ptxc_query_tokens(const ptxc_query *query, ptxc_span span, ptxc_token *tokens,
                                  size_t capacity);

/* Fills *stmt with the statement around the offset, as ptxc_module_stmt_get does, and *index with
 * its index there. In C++, the index is PTXC_NONE and operands are not counted. `index` may be
 * NULL. Returns PTXC_NOT_FOUND if the offset is not in a statement. */
PTXC_API ptxc_status ptxc_query_stmt_get(const ptxc_query *query, ptxc_stmt *stmt, size_t *index);

/* What a module is checked against. */
typedef struct ptxc_environment {
    uint32_t version; /* 86 for 8.6 */
    size_t target;    /* index of ptxc_target_get, or PTXC_NONE, which stands for any target */
    size_t release;   /* index of ptxc_release_get */
} ptxc_environment;
/* Fills *where with the .version, the target and the release that the module is checked against. */
PTXC_API ptxc_status ptxc_query_environment_get(const ptxc_query *query, ptxc_environment *where);

/* ---- the instruction at the offset ------------------------------------------------------------
 * These functions describe the instruction of the statement around the offset, even if it is
 * incomplete. "The nearest form" is the form of the instruction that the text matches best. */

typedef struct ptxc_instruction {
    ptxc_span opcode, head; /* head: the opcode with its qualifiers */
    size_t insn;            /* index of ptxc_isa_insn_get, or PTXC_NONE if the opcode is unknown */
    size_t form;            /* index of ptxc_isa_form_get: the nearest form, or PTXC_NONE */
    size_t qualifier_count, operand_count;
    bool complete; /* the statement has been parsed, so its operands are known */
} ptxc_instruction;
/* Fills *out with the instruction. Returns PTXC_NOT_FOUND if the offset is not in an instruction.
 */
PTXC_API ptxc_status ptxc_query_instruction_get(const ptxc_query *query, ptxc_instruction *out);
/* Sets *event to the index (of ptxc_isa_event_get) of the i-th event that the instruction has as
 * written. Returns PTXC_NOT_FOUND if it does not have that many events. */
PTXC_API ptxc_status ptxc_query_event_get(const ptxc_query *query, size_t i, size_t *event);
/* Writes the arguments of the i-th event: "barrier [%r1], bytes 4096, in the CTA". */
PTXC_API size_t ptxc_query_event_text(const ptxc_query *query, size_t i, char *buffer, size_t size);

/* A qualifier and the slot of the nearest form that it fills. */
typedef struct ptxc_qualifier {
    ptxc_span span;
    size_t slot, value; /* indexes of ptxc_isa_slot_value_get, or PTXC_NONE if it fits no slot */
} ptxc_qualifier;
/* Fills *out with the qualifier of this index, from 0, after the opcode. Returns PTXC_NOT_FOUND if
 * the offset is not in an instruction or the instruction does not have that many qualifiers. */
PTXC_API ptxc_status ptxc_query_qualifier_get(const ptxc_query *query, size_t qualifier,
                                              ptxc_qualifier *out);

/* An operand, or a part of an address that contains several operands. */
typedef struct ptxc_argument {
    ptxc_span span;
    size_t operand; /* index of ptxc_isa_operand_get in the nearest form */
    bool is_number; /* the argument is the integer `value` */
    int64_t value;
    size_t layout; /* index of ptxc_layout_get: the layout of its bits, or PTXC_NONE */
} ptxc_argument;
/* Fills *out with the innermost argument that contains the offset. Returns PTXC_NOT_FOUND if there
 * is none, or if the statement has not been parsed. */
PTXC_API ptxc_status ptxc_query_argument_get(const ptxc_query *query, ptxc_argument *out);

/* The value of a register. The bits that `known` does not contain are unknown. */
typedef struct ptxc_constant {
    uint64_t value, known;
    ptxc_span set; /* the instruction that sets it, or the last one of several */
} ptxc_constant;
/* Fills *out with the value that the register at the offset has when the instruction is executed,
 * if the `mov` instructions before it determine the value: those up to a hundred statements back
 * without a label between them. Returns PTXC_NOT_FOUND if no bit is known or there is no register
 * at the offset, and PTXC_NO_MEMORY. */
PTXC_API ptxc_status ptxc_query_constant_get(ptxc_query *query, ptxc_constant *out);

/* Fills an array with the operands of the nearest form that may appear as the operand with this
 * number (from 0, without the guard), given the qualifiers. They include the operands inside an
 * address `[a, b]`. The records are indexes of ptxc_isa_operand_get. Returns 0 if the opcode is
 * unknown or the offset is not in an instruction. */
PTXC_API size_t ptxc_query_candidates(const ptxc_query *query, size_t operand, size_t *candidates,
                                      size_t capacity);
/* Writes what an operand of the nearest form may be, given the qualifiers: "a 64-bit register".
 * `operand` is an index of ptxc_isa_operand_get; the text applies to all operands of the same name.
 * Returns 0 if there is no such operand, or if it is an address that contains several operands. */
PTXC_API size_t ptxc_query_operand_text(const ptxc_query *query, size_t operand, char *buffer,
                                        size_t size);
/* Writes the opcode with its qualifiers as PTX, without the quotes of C++. Returns 0 if the offset
 * is not in an instruction. */
PTXC_API size_t ptxc_query_chain_text(const ptxc_query *query, char *buffer, size_t size);
/* Sets *layout to the layout (an index of ptxc_layout_get) of the values of an operand of the
 * nearest form. `operand` is an index of ptxc_isa_operand_get. Returns PTXC_NOT_FOUND if there is
 * no such operand, it has no layout, or the qualifiers do not determine which one. */
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
    PTXC_SYMBOL_SPECIAL,    /* a special register such as %tid, which has no declaration */
    PTXC_SYMBOL_ASM_OPERAND /* %0 of an asm statement, which its constraint declares */
} ptxc_symbol_kind;

typedef struct ptxc_symbol {
    ptxc_symbol_kind kind;
    ptxc_span name; /* in its declaration: `%r<4>` for a range; the constraint for an asm operand */
    ptxc_span declaration; /* the statement, or the words and the name of a parameter */
    ptxc_span scope;       /* where it can be used */
    const char *type;      /* ".b32", or "" if it has no type or an unknown type */
    const char *space;     /* ".shared" or "" */
    uint32_t vector;       /* the number of elements of a vector, 2 or 4, or 0 */
    uint32_t range;        /* the N of name<N>, or 0 if it is not a range */
    const char *text;      /* name in PTX, `%0` or the `%r` of a range; not NUL-terminated */
    size_t length;         /* the length of `text` in bytes */
} ptxc_symbol;

/* Fills *symbol with what the name at the offset refers to. Returns PTXC_NOT_FOUND if there is no
 * name at the offset, or if it has no declaration and is not a special register. */
PTXC_API ptxc_status ptxc_query_symbol_get(const ptxc_query *query, ptxc_symbol *symbol);

/* Fills *symbol with what a token of ptxc_query_tokens refers to. The token must come from the same
 * query. Returns PTXC_NOT_FOUND if the token is not a name or a label, or if it has no declaration
 * and is not a special register. */
PTXC_API ptxc_status ptxc_query_token_symbol_get(const ptxc_query *query, const ptxc_token *token,
                                                 ptxc_symbol *symbol);

typedef struct ptxc_use {
    ptxc_span span;     /* the name, without an index or a component */
    bool declaration;   /* this is the declaration */
    bool read, written; /* by an instruction; both are false if this is unknown or the symbol is not
                           data */
} ptxc_use;
/* Fills an array with the declaration and every use of the symbol at the offset, in the order of
 * the text. For a register of a range, `%r1` of `%r<4>`, these are the uses of that register and
 * the declaration of the range. Returns 0 if there is no declared name at the offset. */
PTXC_API size_t ptxc_query_uses(const ptxc_query *query, ptxc_use *uses, size_t capacity);

/* Fills an array with every name that may be used at the offset, the innermost scope first, so that
 * a name comes before the names that it hides. Special registers are not included: see
 * ptxc_isa_word_get. Returns 0 if `query` is NULL or its offset is not in PTX. */
PTXC_API size_t ptxc_query_names(const ptxc_query *query, ptxc_symbol *symbols, size_t capacity);

/* ---- what can be written there ----------------------------------------------------------------
 */

typedef enum ptxc_expected_kind {
    PTXC_EXPECTED_NOTHING,   /* in a comment, a string, or C++ */
    PTXC_EXPECTED_STATEMENT, /* an opcode, a directive, a label */
    PTXC_EXPECTED_QUALIFIER, /* a qualifier or the rest of an opcode */
    PTXC_EXPECTED_OPERAND,
    PTXC_EXPECTED_WORD,     /* a dotted word of a directive */
    PTXC_EXPECTED_NAME,     /* a name in a directive */
    PTXC_EXPECTED_COMPONENT /* `.x` of a vector, in an operand */
} ptxc_expected_kind;

typedef struct ptxc_expected {
    ptxc_expected_kind kind;
    ptxc_span word; /* the part of it that is already written, before and after the offset */
    ptxc_span head; /* QUALIFIER, OPERAND: opcode and qualifiers; for a QUALIFIER, without `word` */
    size_t operand; /* QUALIFIER, OPERAND: the number of the operand, from 0 */
    char bracket;   /* OPERAND: the innermost open bracket, '[', '{' or '(', or 0 */
} ptxc_expected;
/* Fills *expected with what the syntax permits at the offset. */
PTXC_API ptxc_status ptxc_query_expected_get(const ptxc_query *query, ptxc_expected *expected);

/* A word that may follow a chain, that is, an opcode with qualifiers. */
typedef struct ptxc_next_word {
    const char *word;               /* ".cta_group::1" */
    size_t insn, form, slot, value; /* its indexes in the tables */
    bool missing;                   /* the instruction requires a word of this slot */
    bool available;                 /* the version and the target of the environment support it */
    ptxc_isa_avail avail; /* what the word itself requires, without the rest of the chain */
} ptxc_next_word;
/* Fills an array with the words that can follow a chain of `length` bytes, in the order of the
 * syntax: the chain can be continued after each of them so that no rule of the instruction is
 * violated. A word that several forms permit is listed once. `where` says which words are
 * available; NULL stands for the newest release and any target. The function needs no module, may
 * be called from any thread, and uses malloc during the call. Returns 0 if no word can follow, if
 * the chain is NULL, empty or longer than 65,535 bytes, or if malloc fails. */
PTXC_API size_t ptxc_isa_next_words(const char *chain, size_t length, const ptxc_environment *where,
                                    ptxc_next_word *choices, size_t capacity);

/* Does the same for the chain before the qualifier at the offset, in the environment of the module.
 * Returns 0 if there is no qualifier at the offset. */
PTXC_API size_t ptxc_query_next_words(const ptxc_query *query, ptxc_next_word *choices,
                                      size_t capacity);

/* Returns true if a symbol may be written at the offset as the operand of the nearest form with
 * this index (ptxc_isa_operand_get), or as an element of it if the offset is inside the braces of a
 * vector. Returns false if there is no such operand or a pointer is NULL. */
PTXC_API bool ptxc_query_operand_accepts(const ptxc_query *query, size_t operand,
                                         const ptxc_symbol *symbol);

/* Fills *avail with the version and the targets that are required to use a number as this operand
 * of a form. The function needs no query and may be called from any thread. Returns PTXC_NOT_FOUND
 * if there is no such operand or it does not accept the number. */
PTXC_API ptxc_status ptxc_isa_operand_number_get(size_t insn, size_t form, size_t operand,
                                                 int64_t number, ptxc_isa_avail *avail);

/* A kind of word in the tables other than instructions. The words are constant data. */
typedef enum ptxc_isa_word_kind {
    PTXC_WORD_TYPE,     /* ".b32" */
    PTXC_WORD_SPECIAL,  /* "%tid" */
    PTXC_WORD_DIRECTIVE /* ".reg", ".maxntid" */
} ptxc_isa_word_kind;

typedef struct ptxc_isa_word {
    const char *name;
    const char *type; /* the type of a special register, or "" */
    uint32_t vector;  /* 4 if it has the components .x to .w, otherwise 0 */
    bool reg, var;    /* registers or variables of this type may be declared */
    bool entry, func; /* the directive may follow the parameters of an .entry or a .func */
    ptxc_isa_avail avail;
} ptxc_isa_word;
/* Fills *word with the word of this kind and index, from 0. The function needs no query and may be
 * called from any thread. Returns PTXC_NOT_FOUND if the index is past the last word. */
PTXC_API ptxc_status ptxc_isa_word_get(ptxc_isa_word_kind kind, size_t index, ptxc_isa_word *word);
/* Returns what a word of this kind and index means: "the index of the thread in its CTA". Returns
 * "" if there is no such word or the tables do not say. The function needs no query and may be
 * called from any thread. */
PTXC_API const char *ptxc_isa_word_meaning(ptxc_isa_word_kind kind, size_t index);

#ifdef __cplusplus
}
#endif
#endif
