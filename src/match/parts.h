/* SPDX-License-Identifier: Apache-2.0
 * What the files of the matcher share. The stages, in order: chain.c (qualifiers and the rules
 * on them), fit.c (operands), rules.c, need.c (availability). say_*.c report what they find, and
 * match.c runs them. */
#ifndef MATCH_PARTS_H
#define MATCH_PARTS_H

#include "chain/chain.h"
#include "isa/condition.h"
#include "match/match.h"

/* ---- what a line requires of the header ---- */

struct need_item {
    uint8_t avail;
    ptxc_span span; /* the text that requires it */
};

struct need {
    uint8_t version;
    isa_target_set targets;
    uint8_t count;
    struct need_item items[ISA_MOST_NEEDS];
};

/* ---- matching operands against a form ---- */

/* In the order of progress. Of all ways to read a line, the one with the most progress is
 * reported. */
enum fit_stage { FIT_COUNT, FIT_SHAPE, FIT_TYPE, FIT_RANGE, FIT_RULE, FIT_NEED, FIT_ALL };

/* An operand that the manual does not allow. */
struct leniency {
    const struct operand *operand; /* NULL if there is none */
    const struct isa_operand *pattern;
    uint16_t kind;
    bool parsed; /* the assembler cannot generate code for it */
};

struct fit {
    enum fit_stage stage;              /* the first stage that failed, or FIT_ALL */
    uint16_t fitting;                  /* number of operands that fit */
    const struct isa_operand *pattern; /* SHAPE, TYPE, RANGE: the expected operand */
    const struct operand *at;          /* the operand found instead */
    uint16_t kind;                /* the kind that did not fit: that of an element, or the whole */
    uint32_t wanted, found;       /* COUNT; for vectors, numbers of elements */
    bool wrong_length;            /* SHAPE: a vector has the wrong length */
    const struct operand *beside; /* TYPE: the element that `at` does not agree with */
    const struct operand *group;  /* COUNT: the address with the wrong count, or NULL for the
                                     instruction */
    const struct isa_rule *rule;  /* RULE: the violated rule */
    bool has_values;              /* a number was compared with a range */
    bool tried_values;            /* the same in this reading of the line or in another */
    struct leniency lenient;      /* what only the assembler accepts */
    struct leniency usual;        /* what compilers also write on purpose */
    struct need need;
    const struct operand *given[ISA_MOST_OPERANDS]; /* the operand for each pattern of the form */
};

/* One instruction that is checked. */
struct judged {
    struct match_context *c;
    const struct chain_info *info;
    ptxc_span head, stmt;
    const struct operand *operands;
    uint32_t count;
    const struct isa_operand *with, *without; /* assumed present or absent, to find out what was
                                                 meant */
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

/* match.c: returns the form that a line is nearest to. `fit` receives how its operands fit; it is
 * zero if the qualifiers do not. */
const struct chain_form *match_nearest(const struct judged *j, struct fit *fit);

/* Returns true if the line has no error. Reports nothing. */
bool match_takes(const struct judged *j);
/* Also accepts a target that lacks its suffix, which is reported once for the module. */
bool match_takes_but_for_header(const struct judged *j);

/* verify.c: removes the fix of the diagnostic if the line would still have an error. */
void verify_fix(const struct judged *j, struct diag *d);
/* Returns true if the line would have no error with this text in place of a part of its opcode and
 * qualifiers. */
bool verify_edit(const struct judged *j, ptxc_span span, struct text with);
/* Returns true if one word is wrong: with another word of the same kind in its place, the line has
 * no error. */
bool verify_repair(const struct judged *j, const struct chain_form *f);

/* Returns true if the number of operands is valid for the form. */
bool match_takes_count(const struct judged *j, const struct chain_form *f);

/* code.c: conditions and lengths. If `fit` is NULL, no operand is given. A test for the kind of an
 * operand is OPEN if the type of that operand is unknown. */
enum truth match_truth(const struct match_context *c, const struct chain_form *f,
                       const struct fit *fit, uint16_t code);
static inline bool match_holds(const struct match_context *c, const struct chain_form *f,
                               const struct fit *fit, uint16_t code) {
    return !code || match_truth(c, f, fit, code) == YES;
}
int64_t match_length(const struct match_context *c, const struct chain_form *f, uint16_t code);
/* The line that a leaf of a condition (isa_leaf) is evaluated for. */
struct match_line {
    const struct match_context *c;
    const struct chain_form *f;
    const struct fit *fit;
};
struct isa_value match_leaf(const void *line, const int32_t *op);
/* Returns whether the assembler first copies this operand into a register of its own. */
bool match_moves(const struct match_context *c, const struct chain_form *f, const struct fit *fit,
                 const struct operand *given);
/* Returns the operand with that name if it is given, or NULL. */
const struct operand *match_given(const struct chain_form *f, const struct fit *fit,
                                  isa_string name);
/* Returns the qualifier that fills a role, or ISA_NONE. */
uint16_t match_filled(const struct chain_form *f, int32_t role);
/* Returns the member that fills a role of a form, or its default. */
static inline uint16_t match_member(const struct chain_form *f, int role) {
    return f->member[role] != ISA_NONE ? f->member[role] : f->absent[role];
}

/* kind.c: matches one operand against a kind. */
enum kind_level { KIND_SHAPE, KIND_TYPE, KIND_RANGE, KIND_FITS };
struct kind_fit {
    uint8_t level;
    bool lenient, usual, parsed, has_values, wrong_length;
    const struct operand *beside; /* the element that `at` does not agree with */
    const struct operand *at;     /* the innermost operand that does not fit */
    uint16_t kind;                /* and the kind expected there */
    uint32_t wanted;              /* wrong_length */
    const struct operand *odd;    /* the element that only the assembler accepts */
    uint16_t odd_kind;
    uint8_t avail; /* requirement of the number */
};
struct kind_fit match_kind(const struct match_context *c, const struct chain_form *f, uint16_t kind,
                           const struct operand *o);
/* Returns the kind that the word of a role selects for an ALT_BY_WORD, or ISA_NONE. */
uint16_t match_chosen(const struct chain_form *f, const struct isa_alt *alt);
/* Returns true if that word is a signed type. */
bool match_is_signed(const struct chain_form *f, const struct isa_alt *alt);
/* Replaces a kind that a word of the line selects (ALT_BY_WORD) by the selected one; returns any
 * other kind unchanged. */
uint16_t match_resolve(const struct chain_form *f, uint16_t kind);
/* Does the same for messages, which omit what only the assembler accepts. */
uint16_t match_wanted(const struct chain_form *f, uint16_t kind);
/* phrase.c: describes a kind for the words of the line: "a vector {} of 4 elements, each a .f32
 * register". */
const char *match_phrase(const struct match_context *c, const struct chain_form *f, uint16_t kind);
/* Describes the type or shape of an operand: "a .b64 register". */
struct text match_describe(const struct match_context *c, const struct operand *o);
bool match_is_single(const struct match_context *c, const struct operand *o);

/* vector.c: matches a vector {} against an ALT_VECTOR. */
struct kind_fit match_vector(const struct match_context *c, const struct chain_form *f,
                             const struct isa_alt *alt, const struct operand *o);
/* Returns true if the assembler expands this line into other instructions. */
bool match_is_lowered(const struct match_context *c, const struct chain_form *f);

/* fit.c: matches all operands against a form whose qualifiers are valid. */
void match_fit(const struct judged *j, const struct chain_form *f, struct fit *fit);

/* rules.c */
/* Returns the first violated rule on qualifiers, or on operands, or NULL. */
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
/* Returns true if the line would have no error if only the target had the right suffix. */
bool need_lacks_suffix(const struct judged *j, const struct need *need);
void need_say(const struct judged *j, const struct need *need);
struct text need_targets_text(struct match_context *c, isa_target_set set);

/* say_words.c, say_operands.c */
void say_no_instruction(const struct judged *j);
void say_divided(const struct judged *j);
void say_words(const struct judged *j, const struct chain_form *f);
void say_rule(const struct judged *j, const struct chain_form *f, const struct fit *fit,
              const struct isa_rule *rule);
/* Returns the operand that the warning is about, or NULL. */
const struct operand *say_rule_warning(const struct judged *j, const struct chain_form *f,
                                       const struct fit *fit, const struct isa_rule *rule);
void say_skipped(const struct judged *j, const struct chain_form *f);
void say_operands(const struct judged *j, const struct chain_form *f, const struct fit *fit);
void say_lenient(const struct judged *j, const struct chain_form *f, const struct fit *fit);
void say_usual(const struct judged *j, const struct chain_form *f, const struct fit *fit);
void say_syntax(const struct judged *j, const struct chain_form *f, struct diag *d);

#endif
