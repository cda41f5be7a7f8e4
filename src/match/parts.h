/* SPDX-License-Identifier: Apache-2.0
 * What the files of the judge share. The stages, in order: chain.c (qualifiers and the rules
 * on them), fit.c (operands), rules.c, need.c (availability); say_*.c words
 * what they find, match.c runs them. */
#ifndef MATCH_PARTS_H
#define MATCH_PARTS_H

#include "chain/chain.h"
#include "isa/condition.h"
#include "match/match.h"

/* ---- what a line needs of the header ---- */

struct need_item {
    uint8_t avail;
    ptxc_span span; /* what asks for it */
};

struct need {
    uint8_t version;
    isa_target_set targets;
    uint8_t count;
    struct need_item items[ISA_MOST_NEEDS];
};

/* ---- operands against a form ---- */

/* In order of how far they go; the best of all ways to read a line is reported. */
enum fit_stage { FIT_COUNT, FIT_SHAPE, FIT_TYPE, FIT_RANGE, FIT_RULE, FIT_NEED, FIT_ALL };

/* An operand that the manual does not have. */
struct leniency {
    const struct operand *operand; /* NULL: there is none */
    const struct isa_operand *pattern;
    uint16_t kind;
    bool parsed; /* the assembler cannot generate code for it */
};

struct fit {
    enum fit_stage stage;              /* the first that failed; FIT_ALL: none */
    uint16_t fitting;                  /* operands that do */
    const struct isa_operand *pattern; /* SHAPE, TYPE, RANGE: what should be there */
    const struct operand *at;          /* ... and what is */
    uint16_t kind;                /* ... the kind that did not fit: of an element, or the whole */
    uint32_t wanted, found;       /* COUNT; vectors: elements */
    bool wrong_length;            /* SHAPE: of a vector */
    const struct operand *beside; /* TYPE: the element that `at` does not go with */
    const struct operand *group;  /* COUNT: in this address; NULL: of the instruction */
    const struct isa_rule *rule;  /* RULE */
    bool has_values;              /* a number was compared with a range */
    bool tried_values;            /* ... in this reading of the line or in another */
    struct leniency lenient;      /* what only the assembler takes */
    struct leniency usual;        /* ... and compilers write on purpose */
    struct need need;
    const struct operand *given[ISA_MOST_OPERANDS]; /* for each pattern of the form */
};

/* One instruction being judged. */
struct judged {
    struct match_context *c;
    const struct chain_info *info;
    ptxc_span head, stmt;
    const struct operand *operands;
    uint32_t count;
    const struct isa_operand *with, *without; /* tried on and off, to see what was meant */
};

static inline ptxc_span judged_word(const struct judged *j, uint16_t i) {
    const struct chain_word *w = &j->info->words[i];
    return (ptxc_span){j->head.start + w->start, j->head.start + w->start + w->length};
}
static inline ptxc_span judged_opcode(const struct judged *j) {
    return (ptxc_span){j->head.start, j->head.start + j->info->opcode_length};
}
static inline const struct isa_insn *judged_insn(const struct judged *j) {
    return &isa_insns[j->info->insn];
}
static inline struct text judged_name(const struct judged *j) {
    return text_of(isa_str(judged_insn(j)->name));
}

/* match.c: the form that a line comes nearest to. `fit`: how its operands fit; as zeros where its
 * qualifiers do not. */
const struct chain_form *match_nearest(const struct judged *j, struct fit *fit);

/* Has the line no error? Says nothing. */
bool match_takes(const struct judged *j);
/* ... or none but that the target lacks its suffix, which is said once for the module. */
bool match_takes_but_for_header(const struct judged *j);

/* verify.c: removes the fix of the diagnostic if the line has an error with it. */
void verify_fix(const struct judged *j, struct diag *d);
/* Would the line have no error with this text in place of a piece of its opcode and qualifiers? */
bool verify_edit(const struct judged *j, ptxc_span span, struct text with);

/* Has the form a place for each operand of the line, and no other? */
bool match_takes_count(const struct judged *j, const struct chain_form *f);

/* code.c: conditions and lengths. `fit` may be NULL: then no operand is given. What asks for the
 * kind of an operand is open where nobody knows the type of that operand. */
enum truth match_truth(const struct match_context *c, const struct chain_form *f,
                       const struct fit *fit, uint16_t code);
static inline bool match_holds(const struct match_context *c, const struct chain_form *f,
                               const struct fit *fit, uint16_t code) {
    return !code || match_truth(c, f, fit, code) == YES;
}
int64_t match_length(const struct match_context *c, const struct chain_form *f, uint16_t code);
/* A leaf of a condition, asked of a line (isa_leaf). */
struct match_line {
    const struct match_context *c;
    const struct chain_form *f;
    const struct fit *fit;
};
struct isa_value match_leaf(const void *line, const int32_t *op);
/* The operand of that name, if it is given; NULL: it is not. */
const struct operand *match_given(const struct chain_form *f, const struct fit *fit,
                                  isa_string name);
/* The qualifier that fills a role; ISA_NONE: none does. */
uint16_t match_filled(const struct chain_form *f, int32_t role);
/* The member of a role a form has, or what stands for it. */
static inline uint16_t match_member(const struct chain_form *f, int role) {
    return f->member[role] != ISA_NONE ? f->member[role] : f->absent[role];
}

/* kind.c: one operand against a kind. */
enum kind_level { KIND_SHAPE, KIND_TYPE, KIND_RANGE, KIND_FITS };
struct kind_fit {
    uint8_t level;
    bool lenient, usual, parsed, has_values, wrong_length;
    const struct operand *beside; /* the element that `at` does not go with */
    const struct operand *at;     /* the innermost that does not fit */
    uint16_t kind;                /* and what was wanted there */
    uint32_t wanted;              /* wrong_length */
    const struct operand *odd;    /* the element that only the assembler takes */
    uint16_t odd_kind;
    uint8_t avail; /* of the number that it is */
};
struct kind_fit match_kind(const struct match_context *c, const struct chain_form *f, uint16_t kind,
                           const struct operand *o);
/* The kind that the word of a role chooses for an ALT_BY_WORD; ISA_NONE: none does. */
uint16_t match_chosen(const struct chain_form *f, const struct isa_alt *alt);
/* ... and whether that word is a type with a sign. */
bool match_is_signed(const struct chain_form *f, const struct isa_alt *alt);
/* A kind that a word of the line chooses (ALT_BY_WORD) is the one chosen; any other is itself. */
uint16_t match_resolve(const struct chain_form *f, uint16_t kind);
/* The same for messages, which leave out what only the assembler takes. */
uint16_t match_wanted(const struct chain_form *f, uint16_t kind);
/* phrase.c: what a kind is, in words, for the words of the line: "a vector {} of 4 elements,
 * each a .f32 register". */
const char *match_phrase(const struct match_context *c, const struct chain_form *f, uint16_t kind);
/* `k` is its type or shape in words: "a .b64 register". */
struct text match_describe(const struct match_context *c, const struct operand *o);
bool match_is_single(const struct match_context *c, const struct operand *o);

/* vector.c: a vector {} against an ALT_VECTOR. */
struct kind_fit match_vector(const struct match_context *c, const struct chain_form *f,
                             const struct isa_alt *alt, const struct operand *o);
/* The assembler expands this line into others. */
bool match_is_lowered(const struct match_context *c, const struct chain_form *f);

/* fit.c: all operands against a form with clean qualifiers. */
void match_fit(const struct judged *j, const struct chain_form *f, struct fit *fit);

/* rules.c */
/* The first broken rule of those on qualifiers, or of those on operands; NULL: none. */
const struct isa_rule *match_broken_rule(const struct match_context *c, const struct chain_info *i,
                                         const struct chain_form *f, const struct fit *fit,
                                         bool on_operands);
bool match_rule_broken(const struct match_context *c, const struct chain_form *f,
                       const struct fit *fit, const struct isa_rule *rule);

/* need.c */
void need_init(struct need *need);
void need_add(struct need *need, uint8_t avail, ptxc_span span);
void need_of_form(const struct judged *j, const struct chain_form *f, struct need *need);
bool need_is_met(const struct match_context *c, const struct need *need);
/* Would the line have no error if the target only had the right suffix? */
bool need_lacks_suffix(const struct judged *j, const struct need *need);
void need_say(const struct judged *j, const struct need *need);
struct text need_targets_text(struct match_context *c, isa_target_set set);

/* say_words.c, say_operands.c */
void say_no_instruction(const struct judged *j);
void say_divided(const struct judged *j);
void say_words(const struct judged *j, const struct chain_form *f);
void say_rule(const struct judged *j, const struct chain_form *f, const struct fit *fit,
              const struct isa_rule *rule);
/* The operand it is about, NULL: none. */
const struct operand *say_rule_warning(const struct judged *j, const struct chain_form *f,
                                       const struct fit *fit, const struct isa_rule *rule);
void say_skipped(const struct judged *j, const struct chain_form *f);
void say_operands(const struct judged *j, const struct chain_form *f, const struct fit *fit);
void say_lenient(const struct judged *j, const struct chain_form *f, const struct fit *fit);
void say_usual(const struct judged *j, const struct chain_form *f, const struct fit *fit);
void say_syntax(const struct judged *j, const struct chain_form *f, struct diag *d);

#endif
