/* SPDX-License-Identifier: Apache-2.0
 * Tries out spellings: every combination of words that the slots of a form allow. */
#include "model.h"

struct tour {
    struct trial t;
    void (*each)(struct trial *, void *);
    void *user;
};

static const struct isa_slot *slot_at(const struct trial *t, uint16_t s) {
    return &m.slots.at[t->form->slots.first + s];
}

/* Slots that go together follow the first of them. */
static bool may_be(const struct trial *t, uint16_t s, bool filled) {
    const struct isa_slot *slot = slot_at(t, s);
    for (uint16_t k = 0; slot->together && k < s; k++)
        if (slot_at(t, k)->together == slot->together) return filled == (t->of_slot[k] != ISA_NONE);
    return filled || slot->flags & SLOT_OPTIONAL;
}

static void visit(struct tour *tour, uint16_t s) {
    struct trial *t = &tour->t;
    if (t->number >= m.most_trials) return;
    if (s == t->form->slots.count) {
        t->number++;
        tour->each(t, tour->user);
        return;
    }
    const struct isa_slot *slot = slot_at(t, s);
    for (int i = -1; i < (int)slot->members.count; i++) {
        if (!may_be(t, s, i >= 0)) continue;
        uint16_t member = i < 0 ? ISA_NONE : (uint16_t)(slot->members.first + i);
        uint16_t before = t->member[slot->role];
        t->of_slot[s] = member;
        if (i >= 0) t->member[slot->role] = member;
        visit(tour, (uint16_t)(s + 1));
        t->member[slot->role] = before;
    }
    t->of_slot[s] = ISA_NONE;
}

void each_trial(const struct isa_insn *insn, const struct isa_form *form,
                void (*each)(struct trial *, void *), void *user) {
    struct tour tour = {.t = {.insn = insn, .form = form}, .each = each, .user = user};
    for (int i = 0; i < ISA_MOST_ROLES; i++) tour.t.member[i] = ISA_NONE;
    for (int i = 0; i < ISA_MOST_SLOTS; i++) tour.t.of_slot[i] = ISA_NONE;
    visit(&tour, 0);
}

/* ---- conditions, as far as qualifiers decide them ---- */

/* Returns the member that fills a role, or NULL. */
static const struct isa_member *standing(const struct trial *t, int32_t role) {
    uint16_t member = t->member[role];
    for (uint16_t s = 0; member == ISA_NONE && s < t->form->slots.count; s++)
        if (slot_at(t, s)->role == role) member = slot_at(t, s)->default_member;
    return member == ISA_NONE ? NULL : &m.members.at[member];
}

static struct isa_value leaf(const void *asker, const int32_t *op) {
    const struct trial *t = asker;
    switch (*op) {
    case ISA_ROLE: return isa_known(t->member[op[1]] != ISA_NONE);
    case ISA_ROLE_IS: return isa_member_is(standing(t, op[1]), op);
    case ISA_ATTR: return isa_member_attr(standing(t, op[2]), m.attrs.at, op);
    case ISA_VERSION:
    case ISA_RELEASE: return t->newest ? isa_known(1) : isa_unknown();
    case ISA_INDEPENDENT: return t->newest ? isa_known(0) : isa_unknown();
    default: return isa_unknown();
    }
}

int64_t try_length(const struct trial *t, uint16_t code) {
    return isa_evaluate(&m.code.at[code], leaf, t).number;
}

enum truth try_condition(const struct trial *t, uint16_t code) {
    return code ? isa_truth(isa_evaluate(&m.code.at[code], leaf, t)) : YES;
}

/* ---- rules and targets ---- */

bool trial_is_legal(const struct trial *t, isa_target_set *targets) {
    *targets =
        m.sets.at[m.avails.at[t->insn->avail].set] & m.sets.at[m.avails.at[t->form->avail].set];
    for (uint16_t s = 0; s < t->form->slots.count; s++) {
        if (t->of_slot[s] == ISA_NONE) continue;
        *targets &= m.sets.at[m.avails.at[slot_at(t, s)->avail].set];
        *targets &= m.sets.at[m.avails.at[m.members.at[t->of_slot[s]].avail].set];
    }
    for (uint16_t r = 0; r < t->insn->rules.count; r++) {
        const struct isa_rule *rule = &m.rules.at[t->insn->rules.first + r];
        if (rule->flags & RULE_WARNS || try_condition(t, rule->when) != YES) continue;
        enum truth need = rule->op == RULE_AVAIL ? YES : try_condition(t, rule->need);
        if (rule->op == RULE_AVAIL) *targets &= m.sets.at[m.avails.at[rule->avail].set];
        if (rule->op == RULE_REQUIRE && need == NO) return false;
        if (rule->op == RULE_FORBID && need == YES) return false;
    }
    return true;
}
