/* SPDX-License-Identifier: Apache-2.0
 * Messages about the rules of an instruction. */
#include "match/say.h"

/* Lists at most `most` qualifiers of the line that a condition refers to. */
static uint32_t words_of_code(const struct chain_form *f, uint16_t code, uint16_t *filled,
                              uint32_t most) {
    uint32_t n = 0;
    for (const int32_t *p = &isa_code[code]; code && *p != ISA_END; p += isa_op_size(p)) {
        int32_t role = *p == ISA_ROLE || *p == ISA_ROLE_IS ? p[1] : *p == ISA_ATTR ? p[2] : -1;
        uint16_t word = role < 0 ? ISA_NONE : match_filled(f, role);
        if (word != ISA_NONE && n < most) filled[n++] = word;
    }
    return n;
}

/* Returns the words of a role that the first test of a condition asks for. */
static struct words asked_words(const struct match_context *c, const struct chain_form *f,
                                uint16_t code, uint16_t *slot) {
    const int32_t *p = &isa_code[code];
    *slot = ISA_NONE;
    if (!code || (*p != ISA_ROLE && *p != ISA_ROLE_IS)) return (struct words){0};
    for (uint16_t s = 0; s < f->form->slots.count; s++)
        if (chain_slot(f, s)->role == p[1]) *slot = s;
    if (*slot == ISA_NONE) return (struct words){0};
    struct isa_span members = chain_slot(f, *slot)->members;
    struct text *word = arena_alloc(c->words, (members.count + 1u) * sizeof *word);
    uint32_t count = 0;
    for (uint16_t i = 0; i < members.count; i++) {
        uint16_t member = (uint16_t)(members.first + i);
        bool asked = *p == ISA_ROLE;
        for (int32_t k = 0; *p == ISA_ROLE_IS && k < p[2]; k++)
            asked = asked || p[3 + k] == isa_members[member].word;
        if (asked) word[count++] = say_member(member);
    }
    return (struct words){word, count};
}

/* Reports "'.64x128b' requires '.warpx2::02_13' or '.warpx2::01_23'". */
static struct diag *say_requires(const struct judged *j, const struct chain_form *f,
                                 struct text subject, ptxc_span at, const struct isa_rule *rule) {
    uint16_t slot;
    struct words words = asked_words(j->c, f, rule->need, &slot);
    struct diags *diags = j->c->diags;
    if (slot == ISA_NONE || !words.count) return NULL;
    uint16_t by = f->filled_by[slot];
    struct diag *d = by == ISA_NONE ? report_rule_requires(diags, at, subject, words)
                                    : report_rule_requires_other(diags, judged_word(j, by), subject,
                                                                 words, say_given(j, by));
    if (words.count == 1 && by == ISA_NONE) say_insert(j, d, at.end, words.word[0]);
    if (words.count == 1 && by != ISA_NONE) say_replace(j, d, by, words.word[0]);
    return d;
}

/* Returns true if the line does not need the word. */
static bool is_optional(const struct chain_form *f, uint16_t word) {
    uint8_t slot = f->fits[word].slot;
    return slot != CHAIN_NO_SLOT && chain_slot(f, slot)->flags & SLOT_OPTIONAL;
}

static struct diag *say_forbids(const struct judged *j, const struct chain_form *f,
                                struct text subject, const struct isa_rule *rule) {
    uint16_t word;
    if (!words_of_code(f, rule->need, &word, 1)) return NULL;
    struct diag *d =
        report_rule_forbids(j->c->diags, judged_word(j, word), subject, say_given(j, word));
    if (is_optional(f, word)) say_remove(j, d, word);
    return d;
}

/* Returns the first operand that a condition refers to, if it is given. */
static const struct operand *operand_of_code(const struct chain_form *f, const struct fit *fit,
                                             uint16_t code) {
    for (const int32_t *p = &isa_code[code]; code && fit && *p != ISA_END; p += isa_op_size(p)) {
        if (*p != ISA_OPERAND && *p != ISA_OPERAND_IS && *p != ISA_UP_TO) continue;
        const struct operand *o = match_given(f, fit, (isa_string)p[1]);
        if (o) return o;
    }
    return NULL;
}

/* Reports "'.ashift' requires operand 'a' to be ...". */
static struct diag *say_about_operand(const struct judged *j, const struct chain_form *f,
                                      const struct fit *fit, struct text subject, ptxc_span at,
                                      const struct isa_rule *rule) {
    const int32_t *p = &isa_code[rule->need];
    if (!rule->need || (*p != ISA_OPERAND && *p != ISA_OPERAND_IS)) return NULL;
    struct diags *diags = j->c->diags;
    struct text name = text_of(isa_str((isa_string)p[1]));
    const struct operand *o = operand_of_code(f, fit, rule->need);
    if (o) at = o->span;
    bool required = rule->op == RULE_REQUIRE;
    if (*p == ISA_OPERAND)
        return required ? report_requires_operand(diags, at, subject, name)
                        : report_forbids_operand(diags, at, subject, name);
    struct text kind = text_of(isa_str(isa_kinds[p[2]].phrase));
    return required ? report_requires_kind(diags, at, subject, name, kind)
                    : report_forbids_kind(diags, at, subject, name, kind);
}

/* Returns the operand that a rule with its own text is about, or NULL if it is about a
 * qualifier. */
static const struct operand *rule_operand(const struct chain_form *f, const struct fit *fit,
                                          const struct isa_rule *rule) {
    const struct operand *o = operand_of_code(f, fit, rule->need);
    return o ? o : operand_of_code(f, fit, rule->when);
}

static ptxc_span rule_span(const struct judged *j, const struct chain_form *f,
                           const struct fit *fit, const struct isa_rule *rule) {
    uint16_t word;
    const struct operand *o = rule_operand(f, fit, rule);
    if (o) return o->span;
    if (rule->op == RULE_FORBID && words_of_code(f, rule->need, &word, 1))
        return judged_word(j, word);
    return words_of_code(f, rule->when, &word, 1) ? judged_word(j, word) : judged_opcode(j);
}

const struct operand *say_rule_warning(const struct judged *j, const struct chain_form *f,
                                       const struct fit *fit, const struct isa_rule *rule) {
    struct diags *diags = j->c->diags;
    const char *name = isa_str(rule->name);
    diags->action[D_manual_rule] = (uint8_t)diags_rule_action(diags, D_manual_rule, name);
    diag_rule(report_manual_rule(diags, rule_span(j, f, fit, rule), text_of(isa_str(rule->text))),
              name);
    return rule_operand(f, fit, rule);
}

void say_rule(const struct judged *j, const struct chain_form *f, const struct fit *fit,
              const struct isa_rule *rule) {
    uint16_t about[2];
    uint32_t n = words_of_code(f, rule->when, about, 1);
    ptxc_span at = n ? judged_word(j, about[0]) : judged_opcode(j);
    struct text subject = n ? say_given(j, about[0]) : judged_name(j);
    struct diag *d;
    if (rule->text)
        d = report_rule_broken(j->c->diags, rule_span(j, f, fit, rule),
                               text_of(isa_str(rule->text)));
    else
        d = say_about_operand(j, f, fit, subject, at, rule);
    if (!d)
        d = rule->op == RULE_REQUIRE ? say_requires(j, f, subject, at, rule)
                                     : say_forbids(j, f, subject, rule);
    if (!d && words_of_code(f, rule->need, about, 2) == 2)
        d = report_not_combined(j->c->diags, judged_word(j, about[1]), say_given(j, about[0]),
                                say_given(j, about[1]));
    if (!d) d = report_rule_broken(j->c->diags, at, text_of(isa_str(rule->name)));
    diag_rule(d, isa_str(rule->name));
    say_syntax(j, f, d);
}
