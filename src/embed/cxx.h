/* SPDX-License-Identifier: Apache-2.0
 * Inline PTX in C++: asm statements are found, not compiled. Each becomes a function of PTX whose
 * registers are called like its operands (%0 is a name in PTX, too), and the judge of modules reads
 * that; what it says is moved back to where the text stands.
 *
 *   cxx_scan.c       finds the statements       cxx_condition.c  #if: is this code compiled?
 *   cxx_asm.c        reads one                  cxx_text.c       PTX text, and where it comes from
 *   cxx_constraint.c what follows the text      cxx_advice.c     what the asm does wrong, yet
 *   cxx_check.c      the passes in their order                    compiles
 *   cxx_guess.c      constants in opcodes       cxx_effect.c     what the compiler is not told of
 *   cxx_function.c   is it in device code?      cxx_ptx.c        is it PTX?
 *   cxx_names.c      registers not declared    cxx_run.c        statements that follow each other
 *                                              cxx_protocol.c   ... and their protocol
 *
 * Blocks of plain PTX are asm statements, too: pp.h. */
#ifndef EMBED_CXX_H
#define EMBED_CXX_H

#include "diag/diag.h"

/* Is the code compiled for the architecture? */
enum cxx_truth { CXX_NO, CXX_YES, CXX_MAYBE };

struct cxx_operand {
    ptxc_span name;       /* of [name], without the brackets; NO_SPAN */
    ptxc_span constraint; /* the literal, with its quotes */
    ptxc_span expression; /* what stands in its brackets */
    char letter;          /* 'r' in "=r"; 0: several, or none of CUDA's */
    bool output, input;   /* "+r": both */
    bool tied;            /* "0": the same as another */
    bool used;            /* the text names it */
    bool written;         /* an instruction before writes it */
    bool has_value;       /* "n" of a plain number */
    struct text value;    /* in decimal */
};

/* What stands between the quotes. */
struct cxx_literal {
    uint32_t start, end;
    bool raw;
};

/* Why a statement is not judged. */
enum cxx_reason {
    CXX_CHECKED,
    CXX_OTHER, /* it holds no instruction of the tables */
    CXX_MACRO, /* a part of it is no literal */
    CXX_PIECE, /* its text is not whole: another asm has the rest */
    CXX_DEAD,  /* #if leaves it out */
    CXX_GOTO,  /* asm goto jumps to labels of C++ */
    CXX_CUT,   /* a quote or a bracket of it is not closed */
    /* The public header calls these a macro, too: */
    CXX_CONSTANT, /* it is made with a constant that is not known */
    CXX_JOINED    /* an operand stands inside of a word: %2x */
};

/* Where a statement stands: bits. */
enum cxx_place {
    CXX_IN_MACRO = 1, /* in a #define */
    CXX_IN_KERNEL = 2 /* in a function that is __global__, as far as its text tells */
};

struct cxx_asm {
    ptxc_span span;    /* from the keyword to the `)` */
    ptxc_span keyword; /* asm, __asm__ */
    uint32_t literal_first, literal_count;
    uint32_t operand_first, operand_count; /* outputs first */
    bool has_operands;                     /* there is a `:` */
    bool is_volatile, memory;
    bool has_error;
    ptxc_span
        cut; /* CXX_CUT: the quote that is not closed, the keyword, or where it ends; NO_SPAN */
    ptxc_span clobber;   /* the first that is not "memory", with its quotes; NO_SPAN */
    bool any_target;     /* nobody knows what it is compiled for */
    bool misnamed;       /* its text names an operand that there is not */
    uint8_t place;       /* enum cxx_place */
    bool guessed;        /* constants in its opcodes were tried: cxx_guess */
    uint32_t block;      /* 1 + the number of a block of plain PTX; 0: it is none */
    uint8_t reason;      /* enum cxx_reason */
    uint32_t start, end; /* in the PTX text */
};

/* A `# 12 "file.cu"` of a preprocessor. */
struct cxx_marker {
    uint32_t next_line; /* where the line begins that it speaks of */
    uint32_t line;      /* ... and its number */
    ptxc_span file;
};

struct pp;

struct cxx {
    struct arena *arena, *scratch; /* scratch: emptied when the check ends */
    const char *text;
    uint32_t length;
    int arch;                   /* index into isa_targets, -1: not known */
    const struct text *defines; /* macros that are known: NAME or NAME=VALUE; the last one counts */
    uint32_t define_count;
    struct list asms, literals, operands;
    struct list markers; /* struct cxx_marker */
    struct pp *pp;       /* NULL: there are no blocks */
};

/* Fills cxx->asms and cxx->markers. */
void cxx_scan(struct cxx *cxx);

static inline struct cxx_operand *cxx_operand_at(const struct cxx *cxx, const struct cxx_asm *a,
                                                 uint32_t i) {
    return list_at(&cxx->operands, a->operand_first + i);
}

/* Reads the statement whose keyword is at [start, end); code ends at `limit`. false: it is none. */
bool cxx_read_asm(struct cxx *cxx, uint32_t start, uint32_t end, uint32_t limit,
                  struct cxx_asm *out);

/* ---- pieces of C++ ---- */

static inline bool cxx_is_digit(char c) { return c >= '0' && c <= '9'; }
/* 99: it is none. */
static inline int cxx_digit(char c) {
    if (cxx_is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}
static inline bool cxx_in_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || cxx_is_digit(c) || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}
/* Behind blanks, ends of lines (also continued ones) and comments. */
uint32_t cxx_skip_blank(const char *text, uint32_t at, uint32_t end);
/* The comment at `at`: where it ends. */
uint32_t cxx_skip_comment(const char *text, uint32_t at, uint32_t end);
/* The literal whose quote (" or ') is at `at`: where it ends. One without an end ends with its
 * line.
 */
uint32_t cxx_skip_literal(const char *text, uint32_t at, uint32_t end, struct cxx_literal *literal);
/* The end of a directive whose line `at` lies in. */
uint32_t cxx_line_end(const char *text, uint32_t at, uint32_t end);

/* ---- #if ---- */

struct cxx_condition {
    struct cxx_condition *outer;
    uint8_t outside;    /* enum cxx_truth: of all around it */
    uint8_t now, taken; /* of this branch; of some branch so far */
};

/* The value of a condition, as far as the architecture tells. */
enum cxx_truth cxx_evaluate(const struct cxx *cxx, uint32_t start, uint32_t end);
/* A directive: the word [start, end) and the rest of its line. */
void cxx_directive(const struct cxx *cxx, struct cxx_condition **stack, uint32_t start,
                   uint32_t end, uint32_t line_end);
enum cxx_truth cxx_compiled(const struct cxx_condition *stack);

/* ---- PTX text ---- */

/* Bytes of the PTX text from `at` on, and where they come from. */
struct cxx_piece {
    uint32_t at, from;
    uint32_t width; /* of what all of them stand for; 0: each for itself */
};

/* A byte of the text that literals make, and what it stands for. */
struct cxx_char {
    char c;
    uint32_t from, width;
};

/* Characters [start, end) in a word: an operand whose value is not known. */
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
    struct cxx_char *chars; /* of the statement that is being read */
    uint32_t char_count, char_room;
    uint32_t count;          /* functions */
    bool declares;           /* registers, in the statement that was read last */
    struct list holes;       /* struct cxx_hole, of the statement that was read last */
    const uint32_t *numbers; /* of a part of a run: the registers of its operands; else NULL */
    bool for_query;          /* all that can be read, of a statement that is not changed */
};

static inline uint32_t cxx_text_length(const struct cxx_text *t) { return (uint32_t)t->ptx.length; }

void cxx_text_init(struct cxx_text *t, const struct cxx *cxx, struct arena *arena,
                   struct diags *diags);
/* Appends a function for the statement, if it is PTX; sets its reason, start and end. */
void cxx_text_add(struct cxx_text *t, struct cxx_asm *a);
/* Appends the statement as a block of a function that others belong to as well; `numbers` has the
 * register of each operand. false: its text is not known. */
bool cxx_text_add_part(struct cxx_text *t, struct cxx_asm *a, const uint32_t *numbers);
/* The type in which PTX has an operand of this constraint; NULL: it is not a register. */
const char *cxx_type_of_letter(char letter);
/* For pp_text_add: a function for the statement begins, or ends; bytes of C++ as they are; or
 * others that stand for `width` bytes at `from`. */
void cxx_text_begin(struct cxx_text *t, struct cxx_asm *a, uint32_t from);
void cxx_text_end(struct cxx_text *t, struct cxx_asm *a, uint32_t behind);
void cxx_text_copy(struct cxx_text *t, uint32_t start, uint32_t end);
void cxx_text_instead(struct cxx_text *t, const char *s, uint32_t n, uint32_t from, uint32_t width);
/* `%INDEX` as such others. */
void cxx_text_operand(struct cxx_text *t, uint32_t index, uint32_t from, uint32_t width);
/* The same for a query: whatever the statement holds. */
void cxx_text_add_any(struct cxx_text *t, struct cxx_asm *a);
/* Where an offset of the C++ text is in the PTX text; UINT32_MAX: it stands for none of it. */
uint32_t cxx_text_find(const struct cxx_text *t, uint32_t offset);
/* The span in the C++ text. */
ptxc_span cxx_text_map(const struct cxx_text *t, ptxc_span span);
/* Can the span be edited where it comes from? */
bool cxx_text_is_plain(const struct cxx_text *t, ptxc_span span);

/* ---- is it PTX? ---- */

/* May it stand in an opcode with its qualifiers? */
static inline bool cxx_in_chain(char c) { return cxx_in_name(c) || c == '.' || c == ':'; }
/* Of the statement whose characters `t` holds. */
bool cxx_is_ptx(const struct cxx_text *t, const struct cxx_asm *a);
/* Are all its brackets and comments closed, and no string begun? */
bool cxx_is_whole(const struct cxx_text *t);
/* Does the statement stand in a function for the device alone? nvcc compiles PTX only there. */
bool cxx_in_device_code(const struct cxx *cxx, const struct cxx_asm *a);
/* The `{` of the function that the statement stands in; UINT32_MAX: it is too far to look for. */
uint32_t cxx_function_of(const struct cxx *cxx, const struct cxx_asm *a);

/* ---- what the asm does wrong ---- */

/* Errors in the constraints of its operands. */
void cxx_check_constraints(const struct cxx *cxx, struct diags *diags, const struct cxx_asm *a);

struct ast;
struct interner;
/* The statements of an asm that `t` holds, in the tree. */
struct cxx_stmts {
    const struct cxx_text *t;
    const struct ast *ast;
    const struct interner *names;
    uint32_t first, end;
    uint32_t number; /* of the asm */
};
/* Warnings; spans are of the C++ text. On operands: */
void cxx_advise(const struct cxx_stmts *stmts, struct cxx_asm *a);
/* On what the compiler is not told of. */
void cxx_advise_effects(const struct cxx_stmts *stmts, const struct cxx_asm *a);
/* A name that its asm does not declare, in the PTX text. */
struct cxx_unresolved {
    ptxc_span name;
    const struct cxx_asm *of;
};
/* Reports registers that nothing in the file declares. */
void cxx_check_names(const struct cxx_text *t, const struct list *names);
/* The chain of a statement, and where it stands. */
static inline struct text cxx_chain(const struct cxx_text *t, uint32_t start, uint32_t length) {
    return (struct text){t->ptx.start + start, length};
}

#endif
