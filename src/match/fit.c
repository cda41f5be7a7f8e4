/* SPDX-License-Identifier: Apache-2.0
 * Matches all operands of an instruction against those of a form. The operands of a form depend
 * on its qualifiers; freely optional operands are tried both ways. */
#include "match/parts.h"
#include <string.h>

struct patterns { /* the patterns whose conditions hold */
    const struct isa_operand *at[ISA_MOST_OPERANDS];
    uint32_t count, optional;
};

static void active(const struct judged *j, const struct chain_form *f, const struct isa_operand *o,
                   const struct isa_operand *end, struct patterns *list) {
    *list = (struct patterns){0};
    for (; o < end; o += 1 + o->size) {
        bool on = o == j->with || match_holds(j->c, f, NULL, o->condition);
        if (!on || o == j->without || list->count == ISA_MOST_OPERANDS) continue;
        list->at[list->count++] = o;
        list->optional += o->flags & OPERAND_OPTIONAL;
    }
}

static bool better(const struct fit *a, const struct fit *b) {
    if (a->stage != b->stage) return a->stage > b->stage;
    if (a->fitting != b->fitting) return a->fitting > b->fitting;
    return b->lenient.operand && !a->lenient.operand;
}

static void fail(struct fit *fit, enum fit_stage stage) {
    if (stage < fit->stage) fit->stage = stage;
}

static void fit_list(const struct judged *j, const struct chain_form *f, struct fit *fit,
                     const struct isa_operand *from, const struct isa_operand *end,
                     const struct operand *o, uint32_t count, const struct operand *group);

static void note_failure(struct fit *fit, enum fit_stage stage, const struct isa_operand *pattern,
                         const struct kind_fit *k) {
    if (stage >= fit->stage) return;
    fit->stage = stage;
    fit->pattern = pattern;
    fit->at = k->at;
    fit->kind = k->kind;
    fit->wrong_length = k->wrong_length;
    fit->beside = k->beside;
    fit->wanted = k->wanted;
}

/* ptxas reads `r|_` as r at the start of a list of operands. Returns r, or NULL if the operand is
 * something else. */
static const struct operand *without_sink(const struct judged *j, const struct operand *o) {
    if (o != j->operands || o->shape != OP_PAIR || operand_next(o + 1)->shape != OP_SINK)
        return NULL;
    return o[1].shape == OP_REGISTER && !o[1].component ? o + 1 : NULL;
}

/* The assembler ignores the offset of a vector register, but not where it writes one. */
static bool is_vector_with_offset(const struct operand *o) {
    return o->shape == OP_OFFSET && o[1].shape == OP_REGISTER && o[1].vector;
}

static void fit_one(const struct judged *j, const struct chain_form *f, struct fit *fit,
                    const struct isa_operand *pattern, const struct operand *o) {
    static const enum fit_stage stages[] = {FIT_SHAPE, FIT_TYPE, FIT_RANGE};
    fit->given[pattern - &isa_operands[f->form->operands.first]] = o;
    if (pattern->flags & OPERAND_GROUP) {
        struct kind_fit k = {.at = o, .kind = ISA_NONE};
        if (o->shape == OP_UNKNOWN) return;
        if (o->shape != OP_ADDRESS)
            note_failure(fit, FIT_SHAPE, pattern, &k);
        else
            fit_list(j, f, fit, pattern + 1, pattern + 1 + pattern->size, o + 1, o->count, o);
        return;
    }
    struct kind_fit k = match_kind(j->c, f, pattern->kind, o);
    if (k.level == KIND_FITS && pattern->flags & OPERAND_WRITTEN && is_vector_with_offset(o))
        k = (struct kind_fit){.level = KIND_TYPE, .at = o, .kind = pattern->kind};
    const struct operand *first = k.level < KIND_FITS ? without_sink(j, o) : NULL;
    if (first && match_kind(j->c, f, pattern->kind, first).level == KIND_FITS)
        k = (struct kind_fit){
            .level = KIND_FITS, .lenient = true, .odd = o, .odd_kind = pattern->kind};
    fit->has_values = fit->has_values || k.has_values;
    if (k.level < KIND_FITS) {
        note_failure(fit, stages[k.level], pattern, &k);
        return;
    }
    fit->fitting++;
    if (k.avail) need_add(&fit->need, k.avail, o->span);
    if (k.lenient && !fit->lenient.operand) {
        fit->lenient.operand = k.odd ? k.odd : o;
        fit->lenient.pattern = pattern;
        fit->lenient.parsed = k.parsed;
        fit->lenient.kind = k.odd ? k.odd_kind : match_resolve(f, pattern->kind);
    } else if (k.usual && !fit->usual.operand) {
        fit->usual.operand = o;
        fit->usual.pattern = pattern;
    }
}

/* `leave` has a bit for each optional operand of the list that is left out. */
static void fit_choice(const struct judged *j, const struct chain_form *f, struct fit *fit,
                       const struct patterns *list, const struct operand *o, uint32_t leave) {
    for (uint32_t i = 0, free = 0; i < list->count; i++) {
        if (list->at[i]->flags & OPERAND_OPTIONAL && leave >> free++ & 1) continue;
        fit_one(j, f, fit, list->at[i], o);
        o = operand_next(o);
    }
}

static uint32_t bits(uint32_t v) {
    uint32_t n = 0;
    for (; v; v &= v - 1) n++;
    return n;
}

/* Returns the word or operand that a condition refers to first. */
static ptxc_span asked_first(const struct judged *j, const struct chain_form *f,
                             const struct fit *fit, uint16_t code) {
    int32_t op = isa_code[code], what = isa_code[code + 1];
    if (op == ISA_ROLE || op == ISA_ROLE_IS) {
        uint16_t word = match_filled(f, what);
        if (word != ISA_NONE) return judged_word(j, word);
    } else if (op == ISA_OPERAND || op == ISA_OPERAND_IS) {
        const struct operand *o = match_given(f, fit, (isa_string)what);
        if (o) return o->span;
    }
    return judged_opcode(j);
}

/* Checks rules and targets after the operands have been found to fit. */
static void finish(const struct judged *j, const struct chain_form *f, struct fit *fit) {
    if (fit->stage < FIT_ALL) return;
    fit->rule = match_broken_rule(j->c, j->info, f, fit, true);
    if (fit->rule) {
        fit->stage = FIT_RULE;
        return;
    }
    need_of_form(j, f, &fit->need);
    for (uint16_t i = 0; i < judged_insn(j)->rules.count; i++) {
        const struct isa_rule *rule = &isa_rules[judged_insn(j)->rules.first + i];
        if (rule->op == RULE_AVAIL && match_holds(j->c, f, fit, rule->when))
            need_add(&fit->need, rule->avail, asked_first(j, f, fit, rule->when));
    }
    if (!need_is_met(j->c, &fit->need)) fit->stage = FIT_NEED;
}

/* `group` is the address that contains the operands, or NULL if these are all operands of the
 * line. */
static void fit_list(const struct judged *j, const struct chain_form *f, struct fit *fit,
                     const struct isa_operand *from, const struct isa_operand *end,
                     const struct operand *o, uint32_t count, const struct operand *group) {
    struct patterns list;
    active(j, f, from, end, &list);
    uint32_t least = list.count - list.optional;
    if (count < least || count > list.count) {
        if (fit->stage > FIT_COUNT) {
            fit->wanted = count < least ? least : list.count;
            fit->found = count;
            fit->group = group;
        }
        fail(fit, FIT_COUNT);
        return;
    }
    struct fit before = *fit, best = *fit;
    bool first = true, tried_values = false;
    for (uint32_t leave = 0; leave >> list.optional == 0; leave++) {
        if (bits(leave) != list.count - count) continue;
        *fit = before;
        fit_choice(j, f, fit, &list, o, leave);
        if (!group) finish(j, f, fit);
        tried_values = tried_values || fit->has_values || fit->tried_values;
        if (first || better(fit, &best)) best = *fit;
        first = false;
    }
    *fit = best;
    fit->tried_values = tried_values;
}

void match_fit(const struct judged *j, const struct chain_form *f, struct fit *fit) {
    memset(fit, 0, sizeof *fit);
    fit->stage = FIT_ALL;
    need_init(&fit->need);
    const struct isa_operand *from = &isa_operands[f->form->operands.first];
    fit_list(j, f, fit, from, from + f->form->operands.count, j->operands, j->count, NULL);
}
