/* SPDX-License-Identifier: Apache-2.0
 * Inline PTX in C++ and other hosts. Each asm statement becomes a PTX function whose registers have
 * the names of its operands (%0 is also a valid name in PTX). The checker for modules checks these
 * functions, and its diagnostics are moved back to the text of the host.
 *
 *   cxx_check.c       runs the passes in order       cxx_text.c       PTX text and its origin
 *   cxx_ptx.c         recognizes PTX                 cxx_function.c   recognizes device code
 *   cxx_advice.c      operands and constraints       cxx_guess.c      constants in opcodes
 *   cxx_effect.c      effects hidden from the        cxx_run.c        adjacent statements
 *                     compiler                       cxx_protocol.c   their protocol
 *   cxx_names.c       undeclared registers           cxx_unknown.c    unknown text
 *   mark.c            operands of other hosts
 *
 * Blocks of plain PTX are also asm statements: see pp.h. */
#ifndef EMBED_CXX_H
#define EMBED_CXX_H

#include "embed/scan/scan.h"

/* ---- PTX text ---- */

/* Bytes of the PTX text from `at` on, and the C++ they come from. */
struct cxx_piece {
    uint32_t at, from;
    uint32_t width; /* width of the C++ that they stand for together; 0: one byte each */
};

/* A byte of the text of the literals, and the C++ that it stands for. */
struct cxx_char {
    char c;
    bool hidden; /* it belongs to a statement that is left out */
    uint32_t from, width;
};

/* Characters [start, end) in a word: an operand with an unknown value. */
struct cxx_hole {
    uint32_t start, end;
    uint32_t operand;
};

struct cxx_text {
    struct arena *arena;
    struct diags *diags;
    const struct cxx *cxx;
    struct text_builder ptx;
    struct list pieces;     /* struct cxx_piece */
    struct cxx_char *chars; /* characters of the statement that is being read */
    uint32_t char_count, char_room;
    uint32_t count;      /* number of functions */
    bool declares;       /* whether the last statement read declares registers */
    struct list holes;   /* struct cxx_hole, in the last statement read */
    struct list unknown; /* uint32_t: where its text is unknown, as an index of a character */
    /* For a part of a run, the registers of its operands; otherwise NULL. */
    const uint32_t *numbers;
    bool for_query; /* keep everything readable from an unchanged statement */
};

static inline uint32_t cxx_text_length(const struct cxx_text *t) { return (uint32_t)t->ptx.length; }

void cxx_text_init(struct cxx_text *t, const struct cxx *cxx, struct arena *arena,
                   struct diags *diags);
/* Appends a character of the text of a statement. */
void cxx_text_char(struct cxx_text *t, struct cxx_char c);
/* mark.c: rewrites the characters of the statement so that its operands are those of C++. */
void cxx_unify_operands(struct cxx_text *t, const struct cxx_asm *a);
/* Operands from this number on stand for expressions of the host with unknown text. */
enum { CXX_FIRST_HOLE = 900000 };
/* cxx_unknown.c: hides the statements that contain t->unknown. Returns false if nothing is left, or
 * if their ends are unknown. */
bool cxx_hide_unknown(struct cxx_text *t, struct cxx_asm *a);
/* Returns true for a diagnostic that the unknown text may have caused. */
bool cxx_is_doubtful(const struct cxx_text *t, const struct cxx_asm *a, const struct diag *d);
/* Appends a function for the statement if it is PTX. Sets its reason, start and end. */
void cxx_text_add(struct cxx_text *t, struct cxx_asm *a);
/* Appends the text as it is, a module of PTX, or a part of one. Returns false if it is incomplete.
 */
bool cxx_text_add_whole(struct cxx_text *t, struct cxx_asm *a);
/* Appends the statement as a block of a function that other statements share; `numbers` contains
 * the register of each operand. Returns false if its text is unknown. */
bool cxx_text_add_part(struct cxx_text *t, struct cxx_asm *a, const uint32_t *numbers);
/* Returns the PTX type of an operand with this constraint, or NULL if it is not a register. */
const char *cxx_type_of_letter(char letter);
/* For pp_text_add: starts or ends the function for the statement; appends bytes of C++ unchanged;
 * appends other bytes that stand for `width` bytes at `from`. */
void cxx_text_begin(struct cxx_text *t, struct cxx_asm *a, uint32_t from);
void cxx_text_end(struct cxx_text *t, struct cxx_asm *a, uint32_t behind);
void cxx_text_copy(struct cxx_text *t, uint32_t start, uint32_t end);
void cxx_text_instead(struct cxx_text *t, const char *s, uint32_t n, uint32_t from, uint32_t width);
/* Appends `%INDEX`, which stands for `width` bytes at `from`. */
void cxx_text_operand(struct cxx_text *t, uint32_t index, uint32_t from, uint32_t width);
/* Does the same for a query, whatever the statement contains. */
void cxx_text_add_any(struct cxx_text *t, struct cxx_asm *a);
/* Converts an offset in the C++ text to one in the PTX text, or UINT32_MAX if it is not part of
 * it. */
uint32_t cxx_text_find(const struct cxx_text *t, uint32_t offset);
/* Returns the span in the C++ text. */
ptxc_span cxx_text_map(const struct cxx_text *t, ptxc_span span);
/* Returns true if the span can be edited in the C++ text. */
bool cxx_text_is_plain(const struct cxx_text *t, ptxc_span span);

/* ---- recognizing PTX ---- */

/* Returns true if the byte can occur in an opcode with its qualifiers. */
static inline bool cxx_in_chain(char c) { return cxx_in_name(c) || c == '.' || c == ':'; }
/* Returns true if the text in `t` contains fields that the host fills in later. */
bool cxx_is_template(const struct cxx_text *t);
/* Checks the statement whose characters are in `t`. */
bool cxx_is_ptx(const struct cxx_text *t, const struct cxx_asm *a);
/* Returns true if all its brackets, comments and strings are closed. */
bool cxx_is_whole(const struct cxx_text *t);
/* Returns true if some statement may close the braces that another one leaves open. */
bool cxx_closes_braces(const struct cxx *cxx);
/* Reports a brace in a text that is not whole, if no other text can contain its partner. */
void cxx_check_braces(const struct cxx_text *t);
/* Returns true if the statement is in a function only for the device. nvcc compiles PTX only
 * there. */
bool cxx_in_device_code(const struct cxx *cxx, const struct cxx_asm *a);
/* Returns the `{` of the function that contains the statement, or UINT32_MAX if it is too far
 * away. */
uint32_t cxx_function_of(const struct cxx *cxx, const struct cxx_asm *a);

/* ---- errors of the asm statement ---- */

/* Reports errors in the constraints of its operands. */
void cxx_check_constraints(const struct cxx *cxx, struct diags *diags, const struct cxx_asm *a);

struct ast;
struct interner;
/* The tree of the statements of an asm that is in `t`. */
struct cxx_stmts {
    const struct cxx_text *t;
    const struct ast *ast;
    const struct interner *names;
    uint32_t first, end;
    uint32_t number; /* the number of the asm */
};
/* Warnings; spans refer to the C++ text. About operands: */
void cxx_advise(const struct cxx_stmts *stmts, struct cxx_asm *a);
/* About effects that the compiler is not told about. */
void cxx_advise_effects(const struct cxx_stmts *stmts, const struct cxx_asm *a);
/* A name in the PTX text that its asm does not declare. */
struct cxx_unresolved {
    ptxc_span name;
    const struct cxx_asm *of;
};
/* Reports registers that are not declared anywhere in the file. */
void cxx_check_names(const struct cxx_text *t, const struct list *names);
/* Returns the chain of a statement, and its position. */
static inline struct text cxx_chain(const struct cxx_text *t, uint32_t start, uint32_t length) {
    return (struct text){t->ptx.start + start, length};
}

#endif
