/* SPDX-License-Identifier: Apache-2.0
 * The judge: one instruction against the tables. It says one thing, the root cause, or nothing. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "diag/diag.h"
#include "syntax/intern.h"
#include "isa/tables.h"
#include "base/line_table.h"
#include "match/operand.h"

/* A word of which a kernel may use one, in an instruction without an error. */
struct uniform_use {
    ptxc_span at;
    uint16_t uniform, word; /* indexes into isa_uniforms, isa_words */
};

struct uniform_uses {
    struct list list; /* struct uniform_use, in the order of the text */
    bool mixed;       /* not all are of one word */
};

struct chain_info;
struct match_need;
struct observer;

/* The caller sets the first part before the first instruction; the rest begins as zero. */
struct match_context {
    struct arena *arena, *words; /* words: of messages, until match_instruction returns */
    struct diags *diags;
    struct interner *names;
    const char *text;
    int version;         /* 86 for 8.6 */
    int target;          /* index into isa_targets; below 0: judge no availability */
    int release;         /* index into isa_releases */
    bool guarded;        /* the instruction being judged has a guard */
    bool in_kernel;      /* ... and stands in the body of an entry */
    bool independent;    /* textures and samplers are apart: .target texmode_independent */
    bool ignore_unknown; /* what no table knows is passed over */
    bool may_be_unused;  /* nobody knows whether it is compiled for the target */
    ptxc_span version_span, target_span; /* where they are written, for fixes; NO_SPAN: nowhere */
    struct observer *observer;           /* NULL: nobody wants to know what is judged */

    struct uniform_uses uniform;
    struct line_table clean;  /* lines with nothing wrong: what their operands are */
    uint32_t with_numbers;    /* how many of them for some numbers only */
    struct match_need *needs; /* what the header lacks, said once for all that need it */
};

/* An operand whose value is made of fields. */
struct match_described {
    const struct isa_layout *layout; /* NULL: it is not */
    isa_string name;
};

/* Was a line like this, with the same key, judged before, and nothing wrong with it? */
bool match_recall(struct match_context *c, const struct chain_info *info, ptxc_span head,
                  const struct line_key *key, const struct match_described **described);

/* Judges an instruction no part of which is broken. `head` is its opcode with the qualifiers, at
 * this place; the operands are `count` roots with all below them, guard not included. Returns what
 * each of the roots is, if that is more than a number; NULL: nothing is, or the line is wrong. */
const struct match_described *match_instruction(struct match_context *c, const struct line_key *key,
                                                ptxc_span head, ptxc_span stmt,
                                                const struct operand *operands, uint32_t count);

/* All of an operand that the tables ask for, but the value of a number. Of those that have no
 * number: all but OP_FLOAT. */
static inline uint32_t match_signature_of(const struct operand *o) {
    return (uint32_t)o->shape | (uint32_t)o->type << 5 | (uint32_t)o->space << 11 |
           (uint32_t)o->vector << 16 | (uint32_t)o->component << 19 | o->count << 20 |
           (uint32_t)(o->narrow || o->array) << 31;
}
uint32_t match_signature(const struct match_context *c, const struct operand *o);

/* What a verdict rests on. */
struct match_basis {
    uint8_t version; /* of accepted lines: what they need, 0: any */
    bool has_values; /* numbers were compared with ranges: others may be judged differently */
};

/* Would match_instruction find no error? Says nothing and remembers nothing. The version, target
 * and release of the context may be others than those of the module. */
bool match_accepts(struct match_context *c, uint32_t chain, ptxc_span head,
                   const struct operand *operands, uint32_t count, struct match_basis *basis);

struct chain_form;
struct fit;
/* How an instruction that is accepted is read: its form and, in *fit, what each operand of it is.
 * NULL: it is in no table, or not accepted. */
const struct chain_form *match_read(struct match_context *c, uint32_t chain, ptxc_span head,
                                    const struct operand *operands, uint32_t count,
                                    struct fit *fit);

/* A word that needs isa_avails[avail]: says so if the module has not got it. */
void match_need_word(struct match_context *c, uint8_t avail, ptxc_span span);

/* After the last instruction: completes what was said once for many. */
void match_end(struct match_context *c);

#endif
