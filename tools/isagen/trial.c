/* SPDX-License-Identifier: Apache-2.0
 * Trying out spellings: every choice of words that the slots of a form allow. */
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
    if (t->number >= MOST_TRIALS) return;
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
    for (int i = 0; i < MOST_ROLES; i++) tour.t.member[i] = tour.t.of_slot[i] = ISA_NONE;
    if (form->slots.count < MOST_ROLES) visit(&tour, 0);
}

/* ---- conditions, as far as qualifiers decide them ---- */

static uint16_t standing(const struct trial *t, int32_t role) {
    if (t->member[role] != ISA_NONE) return t->member[role];
    for (uint16_t s = 0; s < t->form->slots.count; s++)
        if (slot_at(t, s)->role == role) return slot_at(t, s)->default_member;
    return ISA_NONE;
}

static int64_t role_is(const struct trial *t, const int32_t *p) {
    uint16_t member = standing(t, p[0]);
    for (int32_t i = 0; member != ISA_NONE && i < p[1]; i++)
        if (m.members.at[member].word == p[2 + i]) return IS_TRUE;
    return IS_FALSE;
}

static int64_t attribute(const struct trial *t, int32_t name, int32_t role) {
    uint16_t member = standing(t, role);
    if (member == ISA_NONE) return 0;
    struct isa_span attrs = m.members.at[member].attrs;
    for (uint16_t i = 0; i < attrs.count; i++)
        if (m.attrs.at[attrs.first + i].name == name) return m.attrs.at[attrs.first + i].value;
    return 0;
}

static int64_t both(int64_t a, int64_t b) {
    return a == IS_FALSE || b == IS_FALSE ? IS_FALSE
           : a == IS_OPEN || b == IS_OPEN ? IS_OPEN
                                          : IS_TRUE;
}

static int64_t negated(int64_t a) { return a == IS_OPEN ? IS_OPEN : a == IS_FALSE; }

static int64_t two(int32_t op, int64_t a, int64_t b) {
    switch (op) {
    case ISA_AND: return both(a, b);
    case ISA_OR: return negated(both(negated(a), negated(b)));
    case ISA_ADD: return a + b;
    case ISA_SUB: return a - b;
    case ISA_MUL: return a * b;
    case ISA_DIV: return b > 0 ? (a + b - 1) / b : 0;
    case ISA_LE: return a <= b;
    case ISA_GE: return a >= b;
    default: return a == b;
    }
}

int64_t try_length(const struct trial *t, uint16_t code) {
    int64_t stack[32] = {0};
    int n = 0;
    for (const int32_t *p = &m.code.at[code]; *p != ISA_END;) {
        int32_t op = *p++;
        switch (op) {
        case ISA_TRUE: stack[n++] = IS_TRUE; break;
        case ISA_ROLE: stack[n++] = t->member[*p++] != ISA_NONE; break;
        case ISA_ROLE_IS:
            stack[n++] = role_is(t, p);
            p += 2 + p[1];
            break;
        case ISA_KERNEL:
        case ISA_GUARDED: stack[n++] = IS_OPEN; break;
        case ISA_INDEPENDENT: stack[n++] = t->newest ? IS_FALSE : IS_OPEN; break;
        case ISA_BEFORE: p += 2, stack[n++] = IS_OPEN; break;
        case ISA_UP_TO:
        case ISA_OPERAND_IS: p++; /* fall through */
        case ISA_OPERAND:
        case ISA_TARGET: p++, stack[n++] = IS_OPEN; break;
        case ISA_VERSION:
        case ISA_RELEASE: p++, stack[n++] = t->newest ? IS_TRUE : IS_OPEN; break;
        case ISA_NOT: stack[n - 1] = negated(stack[n - 1]); break;
        case ISA_NUMBER: stack[n++] = *p++; break;
        case ISA_ATTR:
            stack[n++] = attribute(t, p[0], p[1]);
            p += 2;
            break;
        default:
            n--;
            stack[n - 1] = two(op, stack[n - 1], stack[n]);
            break;
        }
    }
    return stack[0];
}

enum truth try_condition(const struct trial *t, uint16_t code) {
    return code ? (enum truth)try_length(t, code) : IS_TRUE;
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
        if (rule->flags & RULE_WARNS || try_condition(t, rule->when) != IS_TRUE) continue;
        enum truth need = rule->op == RULE_AVAIL ? IS_TRUE : try_condition(t, rule->need);
        if (rule->op == RULE_AVAIL) *targets &= m.sets.at[m.avails.at[rule->avail].set];
        if (rule->op == RULE_REQUIRE && need == IS_FALSE) return false;
        if (rule->op == RULE_FORBID && need == IS_TRUE) return false;
    }
    return true;
}
