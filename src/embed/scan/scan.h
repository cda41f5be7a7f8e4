/* SPDX-License-Identifier: Apache-2.0
 * Asm statements in C++, found without a compiler. Other hosts record their PTX in the same form.
 *
 *   scan.c    finds asm statements        condition.c  evaluates #if
 *   asm.c     reads a statement           branch.c     #if inside a statement
 *   macro.c   expands macros in it        string.c     C++ in strings
 *   module.c  recognizes modules of PTX in strings
 *   prelude.c macros from elsewhere */
#ifndef EMBED_SCAN_SCAN_H
#define EMBED_SCAN_SCAN_H

#include "base/text_builder.h"
#include "base/text_map.h"
#include "diag/diag.h"

/* Whether the code is compiled for the architecture. */
enum cxx_truth { CXX_NO, CXX_YES, CXX_MAYBE };

struct cxx_operand {
    ptxc_span name;       /* span of [name], without the brackets; NO_SPAN if there is none */
    ptxc_span constraint; /* the literal, including its quotes */
    ptxc_span expression; /* the text between its brackets */
    char letter;          /* 'r' in "=r"; 0 if there are several, or none that CUDA supports */
    bool output, input;   /* "+r" is both */
    bool tied;            /* "0": uses the register of another operand */
    bool used;            /* the text refers to it */
    bool written;         /* an earlier instruction writes it */
    bool has_value;       /* an "n" operand that is a plain number */
    struct text value;    /* that number in decimal */
    /* Of the statement that is being read, the names by hash, each as 1 + its number or 0: the
     * first one whose hash is the number of this operand, and the one after this operand. */
    uint32_t first_named, next_named;
};

/* How the bytes of a literal become characters, in addition to `raw`. */
enum cxx_form {
    CXX_LITERAL, /* escapes as in C, which Python and Rust share */
    CXX_HEX,     /* escapes as in LLVM: \0A, and those of C */
    CXX_BREAK,   /* the end of a line, between two literals */
    CXX_HOLE,    /* an expression of the host whose text is unknown: {x} in an f-string */
    CXX_USE      /* empty: the following literals are in the prelude, and the word here stands for
                    them; not `raw`: they are where they are */
};
enum {
    CXX_UNKNOWN_BYTE = 1 /* takes the place of each byte of such an expression in other literals */
};

/* The text between the quotes. */
struct cxx_literal {
    uint32_t start, end;
    bool raw;
    uint8_t form; /* enum cxx_form */
};

/* Why a statement is not checked. */
enum cxx_reason {
    CXX_CHECKED,
    CXX_OTHER, /* it contains no instruction that is in the tables */
    CXX_MACRO, /* a part of it is not a literal */
    CXX_PIECE, /* its text is incomplete: another asm statement has the rest */
    CXX_DEAD,  /* excluded by #if */
    CXX_GOTO,  /* asm goto, which jumps to C++ labels */
    CXX_CUT,   /* it has an unclosed quote or bracket */
    /* The public header counts these as macros as well: */
    CXX_CONSTANT, /* it contains a constant with an unknown value */
    CXX_JOINED    /* an operand is inside a word: %2x */
};

/* Where a statement is: a bit mask. */
enum cxx_place {
    CXX_IN_MACRO = 1,  /* in a #define */
    CXX_IN_KERNEL = 2, /* in a __global__ function, as far as its text shows */
    /* In an asm of another host, only the text is checked: */
    CXX_DOLLAR = 4,     /* operands are $0 and ${0}: LLVM, Triton */
    CXX_BRACE = 32,     /* operands are {0} and {x}: Rust */
    CXX_OPEN = 8,       /* its constraints are unknown, so any operand may exist */
    CXX_IN_DEVICE = 16, /* everything in the file is compiled for the device */
    CXX_WHOLE = 64      /* the text is a module of PTX, not an asm */
};

/* What was found out about an asm: a bit mask. */
enum cxx_trait {
    CXX_MISNAMED = 1,   /* its text refers to an operand that does not exist */
    CXX_GUESSED = 2,    /* values were tried for constants in its opcodes: cxx_guess */
    CXX_PARTLY = 4,     /* statements with unknown text are left out */
    CXX_NAMES_OPEN = 8, /* what is left out may declare names */
    CXX_BRANCHED = 16   /* it is one of several branches of #if */
};

struct cxx_asm {
    ptxc_span span;    /* from the keyword to the `)` */
    ptxc_span keyword; /* asm, __asm__ */
    uint32_t literal_first, literal_count;
    uint32_t operand_first, operand_count; /* outputs come first */
    bool has_operands;                     /* it has a `:` */
    bool is_volatile, memory;
    bool has_error;
    ptxc_span cut;     /* CXX_CUT: the unclosed quote, the keyword, or its end; otherwise NO_SPAN */
    ptxc_span clobber; /* the first clobber other than "memory", including its quotes; or
                          NO_SPAN */
    bool any_target;   /* the target it is compiled for is unknown */
    uint8_t traits;    /* enum cxx_trait */
    uint8_t place;     /* enum cxx_place */
    /* Its expressions of unknown text follow its operands in the list, each once. */
    uint16_t hole_count;
    uint32_t block;      /* 1 + the number of a block of plain PTX, or 0 */
    uint8_t reason;      /* enum cxx_reason */
    uint32_t start, end; /* position in the PTX text */
};

/* A line marker `# 12 "file.cu"` of a preprocessor. */
struct cxx_marker {
    uint32_t next_line; /* start of the line that it refers to */
    uint32_t line;      /* the number of that line */
    ptxc_span file;
};

/* A #define or an #undef of the file. */
struct cxx_macro {
    struct text name;
    ptxc_span parameters, body; /* parameters: between the brackets, or NO_SPAN */
    bool is_certain;            /* no unknown condition contains it */
    bool is_disputed;           /* conditions choose between it and earlier definitions */
    bool is_defined;            /* false after #undef */
    uint32_t previous;          /* 1 + the number of its previous definition, or 0 */
};

/* Whether macros of the CUDA libraries select code by its architecture. */
enum cxx_choice { CXX_UNKNOWN_CHOICE, CXX_CHOOSES, CXX_DOES_NOT_CHOOSE };

/* What the passes over a text remember, to do nothing twice. */
struct cxx_memory {
    struct text_map macro_of; /* 1 + the number of the last definition of each name */
    struct text_map guessed;  /* 1 + the number of a statement by its text: cxx_guess */
    uint64_t expanded;        /* what the expansion of names has cost: cxx_may_expand */
    uint8_t target_choice;    /* enum cxx_choice */
    uint32_t end;             /* of the prelude, which follows the text and its NUL; 0: none */
};

struct pp;
struct cxx_condition;

struct cxx {
    struct arena *arena, *scratch; /* scratch: emptied at the end of the check */
    const char *text;
    uint32_t length, whole_length; /* of the part that is being read, and of the file */
    int arch;                      /* index into isa_targets, or -1 if unknown */
    /* Macros defined by the caller: NAME or NAME=VALUE; the last one wins. */
    const struct text *defines;
    uint32_t define_count;
    struct text prelude; /* C++ before the text, of which only directives are read */
    struct list asms, literals, operands;
    struct list markers; /* struct cxx_marker */
    struct list macros;  /* struct cxx_macro, as far as the text has been read */
    struct cxx_memory memory;
    char *owned;   /* a copy of the text in which strings were decoded, or NULL */
    bool nested;   /* the text is inside a string of the host */
    bool closes;   /* some statement may close the braces that another one leaves open */
    struct pp *pp; /* NULL if there are no blocks */
};

/* Reads the macros of the caller and the directives of `prelude`, which comes before the text. */
void cxx_read_prelude(struct cxx *cxx, struct text prelude);
/* Processes the directive whose `#` is at `at`, and returns where the scan continues. */
uint32_t cxx_read_directive(struct cxx *cxx, struct cxx_condition **stack, uint32_t at);
/* Fills cxx->asms and cxx->markers from the text after `from`. */
void cxx_scan(struct cxx *cxx, uint32_t from);
/* Returns true if anything looks like an asm. */
bool cxx_has_asm(const char *text, uint32_t length);

/* Returns true for an asm of another host than C++. */
static inline bool cxx_is_hosted(const struct cxx_asm *a) {
    return a->place & (CXX_DOLLAR | CXX_BRACE | CXX_WHOLE);
}

/* Returns true if some of its text is unknown or in another branch. */
static inline bool cxx_is_partial(const struct cxx_asm *a) {
    return a->hole_count || a->place & CXX_OPEN || a->traits & (CXX_PARTLY | CXX_BRANCHED);
}

static inline struct cxx_operand *cxx_operand_at(const struct cxx *cxx, const struct cxx_asm *a,
                                                 uint32_t i) {
    return list_at(&cxx->operands, a->operand_first + i);
}

/* Returns the expressions of unknown text of the statement, such as {x} in an f-string. */
static inline struct cxx_operand *cxx_hole_at(const struct cxx *cxx, const struct cxx_asm *a,
                                              uint32_t i) {
    return list_at(&cxx->operands, a->operand_first + a->operand_count + i);
}
/* Appends an asm whose literals and operands have been read, and makes operands of its holes. */
void cxx_add_asm(struct cxx *cxx, struct cxx_asm *a);

struct cxx_branches;
/* Reads the statement whose keyword is at [start, end); code ends at `limit`. `branches` says which
 * branch of an #if is read. Returns false if it is not an asm statement. */
bool cxx_read_asm(struct cxx *cxx, uint32_t start, uint32_t end, uint32_t limit,
                  struct cxx_branches *branches, struct cxx_asm *out);

/* Reads the adjacent strings from `start` on. */
void cxx_read_strings(struct cxx *cxx, uint32_t start, uint32_t limit, struct cxx_asm *out);

/* ---- strings: string.c ---- */

/* Makes cxx->text a copy that may be changed, and returns it. */
char *cxx_own_text(struct cxx *cxx);
/* Writes spaces and the character that the escape at `at` stands for. Returns what follows it. */
uint32_t cxx_decode_escape(char *text, uint32_t at, uint32_t end);
/* Reads the adjacent strings from the quote at `at` on, which may contain CUDA C++. Returns what
 * follows them. */
uint32_t cxx_read_source(struct cxx *cxx, uint32_t at);
/* Reads a file that consists only of strings, which are the text of an asm elsewhere. */
void cxx_read_fragment(struct cxx *cxx);
/* Returns true for CUDA C++ that is compiled at run time. */
bool cxx_is_source(struct text t);

/* ---- modules in strings ---- */

bool cxx_contains(struct text t, const char *word);
/* Returns true if `.version 8.0` is anywhere in the text. */
bool cxx_has_module(struct text t);
/* Returns true if the text of a literal starts as a module of PTX does: `.version 8.0`. */
bool cxx_starts_module(struct text t);
/* Returns true if it starts as a function or a variable of such a module does. */
bool cxx_starts_part(struct text t);

/* ---- parsing C++ ---- */

static inline bool cxx_is_digit(char c) { return c >= '0' && c <= '9'; }
/* Returns 99 if it is not a digit. */
static inline int cxx_digit(char c) {
    if (cxx_is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}
static inline bool cxx_in_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || cxx_is_digit(c) || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}
/* Skips whitespace, line continuations, ends of lines and comments. */
uint32_t cxx_skip_blank(const char *text, uint32_t at, uint32_t end);
/* Returns the end of the comment at `at`. */
uint32_t cxx_skip_comment(const char *text, uint32_t at, uint32_t end);
/* Returns the end of the literal whose quote (" or ') is at `at`. An unterminated literal ends with
 * its line. */
uint32_t cxx_skip_literal(const char *text, uint32_t at, uint32_t end, struct cxx_literal *literal);
/* Returns the end of the directive whose line contains `at`. */
uint32_t cxx_line_end(const char *text, uint32_t at, uint32_t end);

/* ---- macros: macro.c ---- */

/* Names can stand for names, so that a short text stands for a huge one. Counts what is expanded,
 * and returns false once it is out of all proportion to the text. */
static inline bool cxx_may_expand(struct cxx *cxx, uint64_t bytes) {
    enum { LEAST = 4 << 20, FACTOR = 16, OVERHEAD = 16 };
    cxx->memory.expanded += bytes + OVERHEAD;
    return cxx->memory.expanded < LEAST + (uint64_t)FACTOR * cxx->whole_length;
}

/* Records a macro whose name is in [at, end), the rest of the line. */
void cxx_define(struct cxx *cxx, uint32_t at, uint32_t end, enum cxx_truth compiled, bool defined);
/* Adds the text that a macro at *at stands for, or a CXX_HOLE. Returns false if there is none. */
bool cxx_add_macro(struct cxx *cxx, uint32_t *at, uint32_t limit, struct cxx_asm *out);
/* Returns how many definitions a macro has that all are one literal, and one of these; otherwise 0.
 */
uint32_t cxx_macro_literals(const struct cxx *cxx, struct text name, struct cxx_literal *one);
/* Returns what a macro without parameters stands for, or NO_SPAN. */
ptxc_span cxx_macro_body(const struct cxx *cxx, struct text name);

/* ---- #if ---- */

struct cxx_condition {
    struct cxx_condition *outer;
    uint8_t outside;    /* enum cxx_truth: of all enclosing conditions */
    uint8_t now, taken; /* of this branch, and of any branch so far */
};

/* Returns the value of a condition, as far as the architecture determines it. */
enum cxx_truth cxx_evaluate(const struct cxx *cxx, uint32_t start, uint32_t end);
/* Processes a directive: the word [start, end) and the rest of its line. */
void cxx_directive(const struct cxx *cxx, struct cxx_condition **stack, uint32_t start,
                   uint32_t end, uint32_t line_end);
enum cxx_truth cxx_compiled(const struct cxx_condition *stack);
/* Returns whether no branch so far is compiled. */
enum cxx_truth cxx_otherwise(const struct cxx_condition *stack);
/* Returns true if the `#` at `at` is the first character of its line. */
bool cxx_starts_line(const char *text, uint32_t at);

/* branch.c: the #if inside an asm. */
struct cxx_branches {
    uint32_t wanted, count; /* the branch that is read, and how many there are; 0: no #if */
    uint32_t first;         /* where the first directive is */
    uint32_t index;         /* of the branch of the open #if */
    bool is_open, has_else, has_first;
    bool is_unclear;        /* the branches cannot be told from each other */
    bool is_dead, is_maybe; /* whether this branch is compiled */
    enum cxx_truth taken;
    ptxc_span condition;
    struct cxx_condition *stack;
};
void cxx_branches_init(struct cxx_branches *b, uint32_t wanted);
/* Reads the directive at `at`, and returns where the text continues. */
uint32_t cxx_read_branch(struct cxx_branches *b, const struct cxx *cxx, uint32_t at,
                         uint32_t limit);

#endif
