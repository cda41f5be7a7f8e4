/* SPDX-License-Identifier: Apache-2.0
 * Checks that require trying out spellings: words and rules that can never be used, and lines
 * that two forms accept. */
#include "model.h"

/* Two lines are equal if they have the same words in any order and operands of the same kinds,
 * unless both have ordered words in different orders. */
struct spelling_key {
    uint64_t words, ordered, sequence;
};

struct report {
    bool *member_used, *operand_seen;   /* by member and operand of all instructions */
    bool *event_seen;                   /* by event of all instructions */
    VEC(struct spelling_key) spellings; /* one for each valid spelling */
};

static void try_rules(const struct trial *t) {
    for (uint16_t r = 0; r < t->insn->rules.count; r++) {
        const struct isa_rule *rule = &m.rules.at[t->insn->rules.first + r];
        struct rule_info *info = &m.rule_infos.at[t->insn->rules.first + r];
        if (info->fires || try_condition(t, rule->when) == NO) continue;
        enum truth need = rule->op == RULE_AVAIL ? YES : try_condition(t, rule->need);
        info->fires = rule->op == RULE_REQUIRE ? need != YES : need != NO;
    }
}

static uint64_t mix(uint64_t h, uint64_t v) {
    h = (h ^ v) * UINT64_C(0x9E3779B97F4A7C15);
    return h ^ h >> 31;
}

/* Hashes the words of all slots regardless of their order, and the words of ordered slots in their
 * order. */
static struct spelling_key hash_spelling(const struct trial *t) {
    const struct isa_slot *slot = &m.slots.at[t->form->slots.first];
    struct spelling_key key = {0};
    for (uint16_t s = 0; s < t->form->slots.count; s++) {
        if (t->of_slot[s] == ISA_NONE) continue;
        uint16_t word = m.members.at[t->of_slot[s]].word;
        key.words += mix(1, word);
        if (!slot[s].order) continue;
        key.ordered += mix(2, word);
        key.sequence = mix(key.sequence + 3, word);
    }
    for (uint16_t i = 0; i < t->form->operands.count; i++) {
        const struct isa_operand *o = &m.operands.at[t->form->operands.first + i];
        if (try_condition(t, o->condition) == NO) continue;
        uint64_t kind = chosen_kind(t, o->kind);
        uint8_t flags = o->flags & (OPERAND_OPTIONAL | OPERAND_GROUP);
        key.words = mix(key.words, kind << 16 | (uint64_t)flags << 8 | o->size);
    }
    return key;
}

static bool name_active(const struct trial *t, isa_string name) {
    for (uint16_t i = 0; i < t->form->operands.count; i++) {
        const struct isa_operand *o = &m.operands.at[t->form->operands.first + i];
        if (o->name == name && try_condition(t, o->condition) != NO) return true;
    }
    return false;
}

static void see_operands(const struct trial *t, struct report *report) {
    for (uint16_t i = 0; i < t->form->operands.count; i++) {
        size_t at = (size_t)(t->form->operands.first + i);
        if (try_condition(t, m.operands.at[at].condition) != NO) report->operand_seen[at] = true;
        if (!m.operand_absent.at[at] && !name_active(t, m.operands.at[at].name))
            m.operand_absent.at[at] = true;
    }
}

static void see_events(const struct trial *t, struct report *report) {
    for (uint16_t i = 0; i < t->insn->events.count; i++) {
        uint16_t event = (uint16_t)(t->insn->events.first + i);
        if (event_happens(t, event)) report->event_seen[event] = true;
    }
}

static void see(struct trial *t, void *user) {
    struct report *report = user;
    isa_target_set targets;
    try_rules(t);
    if (!trial_is_legal(t, &targets) || !targets) return;
    for (uint16_t s = 0; s < t->form->slots.count; s++)
        if (t->of_slot[s] != ISA_NONE) report->member_used[t->of_slot[s]] = true;
    see_operands(t, report);
    see_events(t, report);
    if (t->insn->forms.count > 1) PUSH(report->spellings, hash_spelling(t));
}

static int compare(uint64_t x, uint64_t y) { return x < y ? -1 : x > y; }

static int by_value(const void *a, const void *b) {
    const struct spelling_key *x = a, *y = b;
    int words = compare(x->words, y->words), ordered = compare(x->ordered, y->ordered);
    return words ? words : ordered ? ordered : compare(x->sequence, y->sequence);
}

static bool repeats(struct report *report) {
    const struct spelling_key *key = report->spellings.at;
    if (!report->spellings.count) return false;
    SORT(report->spellings, by_value);
    for (size_t i = 1; i < report->spellings.count; i++)
        if (key[i].words == key[i - 1].words &&
            (key[i].ordered != key[i - 1].ordered || key[i].sequence == key[i - 1].sequence))
            return true;
    return false;
}

static void check_members(const struct isa_insn *insn, const struct node *at,
                          const struct report *report) {
    for (uint16_t f = 0; f < insn->forms.count; f++) {
        const struct isa_form *form = &m.forms.at[insn->forms.first + f];
        for (uint16_t s = 0; s < form->slots.count; s++) {
            struct isa_span members = m.slots.at[form->slots.first + s].members;
            for (uint16_t i = 0; i < members.count; i++)
                if (!report->member_used[members.first + i])
                    fail_at(at->at, "no spelling of '%s' that a target has uses '%s'",
                            pooled(insn->name),
                            m.word_texts.at[m.members.at[members.first + i].word]);
        }
    }
}

static void check_one(size_t index, bool *operand_seen, bool *event_seen) {
    const struct isa_insn *insn = &m.insns.at[index];
    const struct node *node = m.insn_infos.at[index].node;
    struct report report = {.member_used = allocate(m.members.count + 1),
                            .operand_seen = operand_seen,
                            .event_seen = event_seen};
    for (uint16_t f = 0; f < insn->forms.count; f++)
        each_trial(insn, &m.forms.at[insn->forms.first + f], see, &report);
    if (repeats(&report))
        fail_at(node->at, "two forms of '%s' accept the same line", pooled(insn->name));
    check_members(insn, node, &report);
    for (uint16_t f = 0; f < insn->forms.count; f++)
        write_syntax(insn, (uint16_t)(insn->forms.first + f));
    release(report.member_used);
    release(report.spellings.at);
}

/* Checks that a shared rule applies to at least one of its instructions. */
static void check_rules(void) {
    for (size_t i = 0; i < m.rules.count; i++) {
        bool fires = m.rule_infos.at[i].fires;
        for (size_t k = 0; !fires && k < m.rules.count; k++)
            fires = m.rule_infos.at[k].node == m.rule_infos.at[i].node &&
                    m.rule_infos.at[k].fires && k != i;
        if (!fires)
            fail_at(m.rule_infos.at[i].node->at, "no spelling breaks the rule '%s'",
                    pooled(m.rules.at[i].name));
    }
}

/* Checks that a shared operand is present in at least one of its lists. */
static void check_operands_seen(const bool *seen) {
    for (size_t i = 0; i < m.operands.count; i++) {
        const struct node *node = m.operand_nodes.at[i];
        bool used = false;
        for (size_t k = 0; !used && k < m.operands.count; k++)
            used = m.operand_nodes.at[k] == node && seen[k];
        if (!used) fail_at(node->at, "operand '%s' is there in no spelling", node->text);
    }
}

static void check_events_seen(const bool *seen) {
    for (size_t i = 0; i < m.events.count; i++)
        if (!seen[i])
            fail_at(m.event_nodes.at[i]->at, "no spelling has the event '%s'",
                    m.event_nodes.at[i]->text);
}

void verify(void) {
    bool *operand_seen = allocate(m.operands.count + 1);
    bool *event_seen = allocate(m.events.count + 1);
    for (size_t i = 0; i < m.insns.count; i++) check_one(i, operand_seen, event_seen);
    check_operands_seen(operand_seen);
    check_events_seen(event_seen);
    release(operand_seen);
    release(event_seen);
    check_rules();
}
