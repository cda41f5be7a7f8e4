/* SPDX-License-Identifier: Apache-2.0
 * The rules of an instruction. */
#include "match/parts.h"

/* A name that is already reported fits any kind and must not cause further messages. */
static bool knows_all(const struct chain_form *f, const struct fit *fit) {
    for (uint16_t i = 0; i < f->form->operands.count; i++)
        if (fit->given[i] && fit->given[i]->shape == OP_UNKNOWN) return false;
    return true;
}

bool match_rule_broken(const struct match_context *c, const struct chain_form *f,
                       const struct fit *fit, const struct isa_rule *rule) {
    struct match_context oldest;
    if (rule->flags & RULE_WARNS && c->may_be_unused) {
        /* C++ may select this line for an older PTX ISA with #if. */
        oldest = *c;
        oldest.version = 0;
        c = &oldest;
    }
    if (rule->flags & RULE_ON_OPERANDS && !knows_all(f, fit)) return false;
    if (rule->op == RULE_AVAIL || !match_holds(c, f, fit, rule->when)) return false;
    return match_truth(c, f, fit, rule->need) == (rule->op == RULE_REQUIRE ? NO : YES);
}

const struct isa_rule *match_broken_rule(const struct match_context *c, const struct chain_info *i,
                                         const struct chain_form *f, const struct fit *fit,
                                         bool on_operands) {
    struct isa_span rules = isa_insns[i->insn].rules;
    for (uint16_t r = 0; r < rules.count; r++) {
        const struct isa_rule *rule = &isa_rules[rules.first + r];
        if (rule->flags & RULE_WARNS || on_operands != !!(rule->flags & RULE_ON_OPERANDS)) continue;
        if (match_rule_broken(c, f, fit, rule)) return rule;
    }
    return NULL;
}
