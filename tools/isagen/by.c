/* SPDX-License-Identifier: Apache-2.0
 * Kinds of operands that a word determines: `operand src "a register" by .u16: b16, .u32: b32`
 * and `a:src(.type)`. */
#include "model.h"

static uint16_t kind_now;

static void add_choice(const struct spelling *s, const struct node *n) {
    struct by_name *by = &m.by_names.at[m.by_names.count - 1];
    struct isa_choice choice = {word_of(s->text), kind_now};
    for (uint16_t i = 0; i < by->choices.count; i++)
        if (m.choices.at[by->choices.first + i].word == choice.word)
            fail_at(n->at, "'%s' chooses twice", s->text);
    PUSH(m.choices, choice);
    by->choices.count++;
}

static struct by_name *find_by(const char *name) {
    for (size_t i = 0; i < m.by_names.count; i++)
        if (same(m.by_names.at[i].name, name)) return &m.by_names.at[i];
    return NULL;
}

void check_by(const struct node *n) {
    if (is_kind_name(n->text) || find_by(n->text))
        fail_at(n->at, "kind '%s' is defined twice", n->text);
    struct by_name by = {n->text, n->more, n->at, {narrow(m.choices.count), 0}, false};
    working_at(n->at);
    PUSH(m.by_names, by);
    for (const struct node *g = n->child; g; g = g->next) {
        kind_now = check_kind(g->extra, "", NULL);
        for (const struct node *w = g->child; w; w = w->next) expand_word(w, w->text, add_choice);
    }
}

static uint16_t by_word_choice(const struct isa_alt *alt, uint16_t word) {
    for (uint16_t i = 0; i < alt->ranges.count; i++)
        if (m.choices.at[alt->ranges.first + i].word == word)
            return m.choices.at[alt->ranges.first + i].kind;
    return ISA_NONE;
}

uint16_t chosen_kind(const struct trial *t, uint16_t kind) {
    struct isa_span alts = m.kinds.at[kind].alts;
    const struct isa_alt *alt = &m.alts.at[alts.first];
    if (!alts.count || alt->op != ALT_BY_WORD || t->member[alt->length] == ISA_NONE) return kind;
    uint16_t chosen = by_word_choice(alt, m.members.at[t->member[alt->length]].word);
    return chosen == ISA_NONE ? kind : chosen;
}

/* Checks that each word that the form can have in that place selects a kind. */
static void check_complete(const struct node *n, const struct isa_alt *alt) {
    const struct isa_form *form = current_form();
    for (uint16_t s = 0; form && s < form->slots.count; s++) {
        const struct isa_slot *slot = &m.slots.at[form->slots.first + s];
        for (uint16_t i = 0; slot->role == alt->length && i < slot->members.count; i++) {
            uint16_t word = m.members.at[slot->members.first + i].word;
            if (by_word_choice(alt, word) == ISA_NONE)
                fail_at(n->at, "'%s' has nothing for '%s'", n->text, m.word_texts.at[word]);
        }
    }
}

struct isa_alt by_word(const struct node *n, const char **phrase) {
    struct isa_alt alt = {.op = ALT_BY_WORD};
    struct by_name *by = find_by(n->text);
    int role = find_role(n->more);
    *phrase = "";
    if (!by || role < 0) {
        fail_at(n->at, by ? "no form has '%s'" : "unknown kinds '%s'", by ? n->more : n->text);
        return alt;
    }
    by->used = true;
    alt.length = (uint16_t)role;
    alt.ranges = by->choices;
    check_complete(n, &alt);
    *phrase = format_text("%s that fits '%s'", by->phrase, n->more);
    return alt;
}

void warn_unused_by(void) {
    for (size_t i = 0; i < m.by_names.count; i++)
        if (!m.by_names.at[i].used)
            warn_at(m.by_names.at[i].at, "no operand is of the kind '%s'", m.by_names.at[i].name);
}
