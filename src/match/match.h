/* SPDX-License-Identifier: Apache-2.0
 * The matcher: checks one instruction against the tables. It reports only one problem, the root
 * cause. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "diag/diag.h"
#include "syntax/intern.h"
#include "isa/tables.h"
#include "base/line_table.h"
#include "match/operand.h"

/* A word of which a kernel may use only one, in an instruction without errors. */
struct uniform_use {
    ptxc_span at;
    uint16_t uniform, word; /* indexes into isa_uniforms, isa_words */
};

struct uniform_uses {
    struct list list; /* struct uniform_use, in the order of the text */
    bool mixed;       /* not all are the same word */
};

struct chain_info;
struct match_need;
struct observer;

/* The caller sets the first part before the first instruction; the rest starts as zero. */
struct match_context {
    struct arena *arena, *words; /* words: for messages, until match_instruction returns */
    struct diags *diags;
    struct interner *names;
    const char *text;
    int version;         /* 86 for 8.6 */
    int target;          /* index into isa_targets; if negative, availability is not checked */
    int release;         /* index into isa_releases */
    bool guarded;        /* the current instruction has a guard */
    bool in_kernel;      /* it is in the body of an entry */
    bool independent;    /* .target texmode_independent: textures and samplers are separate */
    bool ignore_unknown; /* instructions that the tables do not contain are not reported */
    bool may_be_unused;  /* it may not be compiled for the target */
    ptxc_span version_span, target_span; /* where they are written, for fixes; NO_SPAN if they
                                            are not */
    struct observer *observer;           /* NULL if there is no observer */

    struct uniform_uses uniform;
    struct line_table clean;  /* lines without errors, and what their operands are */
    uint32_t with_numbers;    /* how many of them are kept with their numbers */
    struct match_need *needs; /* requirements that the header does not meet, each reported once */
};

/* An operand whose value consists of fields. */
struct match_described {
    const struct isa_layout *layout; /* NULL if it has no layout */
    isa_string name;
};

/* Returns true if an equal line, with the same key, was checked before and nothing was wrong with
 * it. */
bool match_recall(struct match_context *c, const struct chain_info *info, ptxc_span head,
                  const struct line_key *key, const struct match_described **described);

/* Checks an instruction without syntax errors. `head` is its opcode with the qualifiers; the
 * operands are `count` roots with their descendants, without the guard. Returns what each of the
 * roots is if that is more than a number, or NULL if none is or the line is wrong. */
const struct match_described *match_instruction(struct match_context *c, const struct line_key *key,
                                                ptxc_span head, ptxc_span stmt,
                                                const struct operand *operands, uint32_t count);

/* Returns everything about an operand that the tables test, except the value of a number; for
 * operands that are not numbers, everything except OP_FLOAT. */
static inline uint32_t match_signature_of(const struct operand *o) {
    return (uint32_t)o->shape | (uint32_t)o->type << 5 | (uint32_t)o->space << 11 |
           (uint32_t)o->vector << 16 | (uint32_t)o->component << 19 | o->count << 20 |
           (uint32_t)(o->narrow || o->array) << 31;
}
uint32_t match_signature(const struct match_context *c, const struct operand *o);

/* What a verdict depends on. */
struct match_basis {
    uint8_t version; /* the .version that accepted lines require, or 0 */
    bool has_values; /* a range was checked, so other numbers may get a different verdict */
};

/* Returns true if match_instruction would find no error. Reports and stores nothing. The version,
 * target and release of the context may differ from those of the module. */
bool match_accepts(struct match_context *c, uint32_t chain, ptxc_span head,
                   const struct operand *operands, uint32_t count, struct match_basis *basis);

struct chain_form;
struct fit;
/* Returns the form of an accepted instruction, and what each operand of it is in *fit. Returns NULL
 * if the instruction is not in the tables or not accepted. */
const struct chain_form *match_read(struct match_context *c, uint32_t chain, ptxc_span head,
                                    const struct operand *operands, uint32_t count,
                                    struct fit *fit);

/* Checks a word that requires isa_avails[avail] and reports it if the module does not satisfy
 * that. */
void match_need_word(struct match_context *c, uint8_t avail, ptxc_span span);

/* Must be called after the last instruction: completes messages that stand for many places. */
void match_end(struct match_context *c);

#endif
