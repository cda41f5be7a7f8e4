/* SPDX-License-Identifier: Apache-2.0
 * What can be written at a place: see expected.h. */
#include "match/expected.h"
#include "base/distance.h"
#include "match/parts.h"
#include <string.h>

static struct text word_text(uint16_t word) {
    return (struct text){isa_str(isa_words[word].text), isa_words[word].length};
}

/* ---- words for a slot ---- */

static bool keeps_rules(const struct match_context *c, const struct chain_form *f, uint8_t role,
                        uint16_t member) {
    uint16_t before = f->member[role];
    f->member[role] = member;
    bool keeps = true;
    for (uint16_t r = 0; keeps && r < f->insn->rules.count; r++) {
        const struct isa_rule *rule = &isa_rules[f->insn->rules.first + r];
        if (!(rule->flags & (RULE_WARNS | RULE_ON_OPERANDS)))
            keeps = !match_rule_broken(c, f, NULL, rule);
    }
    f->member[role] = before;
    return keeps;
}

struct words expected_in_slot(const struct match_context *c, const struct chain_form *f,
                              uint16_t s) {
    const struct isa_slot *slot = chain_slot(f, s);
    struct text *word = arena_alloc(c->words, (slot->members.count + 1u) * sizeof *word);
    uint32_t count = 0;
    for (uint16_t i = 0; i < slot->members.count; i++)
        if (keeps_rules(c, f, slot->role, (uint16_t)(slot->members.first + i)))
            word[count++] = word_text(isa_members[slot->members.first + i].word);
    for (uint16_t i = 0; !count && i < slot->members.count; i++)
        word[i] = word_text(isa_members[slot->members.first + i].word);
    return (struct words){word, count ? count : slot->members.count};
}

/* ---- similar words ---- */

/* Returns the length of the text before the last `::`. */
static uint32_t stem_length(struct text t) {
    for (uint32_t i = t.length; i > 1; i--)
        if (t.start[i - 1] == ':') return i;
    return 0;
}

static bool alike(struct text spelling, uint16_t word, uint16_t member_word) {
    uint8_t class = isa_words[word].class;
    if (word && class && class == isa_words[member_word].class) return true;
    struct text other = word_text(member_word);
    uint32_t n = stem_length(spelling);
    return n && n == stem_length(other) && !memcmp(spelling.start, other.start, n);
}

uint16_t expected_slot_like(const struct chain_form *f, struct text spelling, uint16_t word,
                            bool any) {
    for (uint16_t s = 0; s < f->form->slots.count; s++) {
        const struct isa_slot *slot = chain_slot(f, s);
        if (f->filled_by[s] != ISA_NONE || (!any && !chain_slot_missing(f, s))) continue;
        for (uint16_t i = 0; i < slot->members.count; i++)
            if (alike(spelling, word, isa_members[slot->members.first + i].word)) return s;
    }
    return ISA_NONE;
}

/* ---- nearest words ---- */

struct nearest {
    struct text spelling;
    const struct isa_word *word;
    uint32_t edits;
    bool tied; /* another one is equally near, so the intent is unclear */
};

static void consider(struct nearest *n, uint16_t word) {
    uint32_t edits = edit_distance(n->spelling, word_text(word), n->edits);
    if (edits == n->edits && n->word && n->word != &isa_words[word]) n->tied = true;
    if (edits >= n->edits) return;
    n->tied = false;
    n->edits = edits;
    n->word = &isa_words[word];
}

static void consider_slots(struct nearest *n, const struct chain_form *f, bool missing) {
    for (uint16_t s = 0; s < f->form->slots.count; s++) {
        const struct isa_slot *slot = chain_slot(f, s);
        if (missing && !chain_slot_missing(f, s)) continue;
        for (uint16_t i = 0; i < slot->members.count; i++)
            consider(n, isa_members[slot->members.first + i].word);
    }
}

/* Returns true if one word continues the other: `.multicast` and `.multicast::cluster`. */
static bool continues(struct text a, struct text b) {
    enum { LEAST = 4 };
    uint32_t n = a.length < b.length ? a.length : b.length;
    return n > LEAST && !memcmp(a.start, b.start, n);
}

/* Returns the only word of the form that continues the spelling or that the spelling continues. */
static const struct isa_word *continued(const struct chain_form *f, struct text spelling) {
    const struct isa_word *found = NULL;
    for (uint16_t s = 0; s < f->form->slots.count; s++) {
        struct isa_span members = chain_slot(f, s)->members;
        for (uint16_t i = 0; i < members.count; i++) {
            uint16_t word = isa_members[members.first + i].word;
            if (!continues(spelling, word_text(word))) continue;
            if (found && found != &isa_words[word]) return NULL;
            found = &isa_words[word];
        }
    }
    return found;
}

const struct isa_word *expected_near(const struct chain_form *f, struct text spelling) {
    struct nearest n = {spelling, NULL,
                        spelling.length > 8   ? 4
                        : spelling.length > 4 ? 3
                                              : 2,
                        false};
    consider_slots(&n, f, true);
    if (!n.word) consider_slots(&n, f, false);
    if (!n.word) return continued(f, spelling);
    return n.tied ? NULL : n.word;
}

struct words expected_opcodes(const struct match_context *c, const char *root, uint32_t length) {
    struct text *word = arena_alloc(c->words, (isa_insn_count + 1u) * sizeof *word);
    uint32_t count = 0;
    for (uint16_t i = 0; i < isa_insn_count; i++) {
        const char *name = isa_str(isa_insns[i].name);
        if (!strncmp(name, root, length) && name[length] == '.') word[count++] = text_of(name);
    }
    return (struct words){word, count};
}
