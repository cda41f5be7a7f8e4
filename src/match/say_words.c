/* SPDX-License-Identifier: Apache-2.0
 * Messages about the qualifiers of an instruction. */
#include "base/distance.h"
#include "match/expected.h"
#include "match/say.h"

void say_syntax(const struct judged *j, const struct chain_form *f, struct diag *d) {
    note_syntax_is(j->c->diags, d, NO_SPAN, text_of(isa_str(f->form->syntax)));
}

/* ---- words that do not fit ---- */

/* Finds a word of the chain that this form has but the form of the unexpected word does not. */
static bool other_form(const struct judged *j, const struct chain_form *f, uint16_t i,
                       uint16_t *against) {
    for (uint16_t n = 0; n < j->info->form_count; n++) {
        const struct chain_form *g = &j->info->forms[n];
        if (g == f || g->fits[i].problem != CHAIN_FITS) continue;
        for (uint16_t k = 0; k < j->info->word_count; k++) {
            if (f->fits[k].problem != CHAIN_FITS || g->fits[k].problem == CHAIN_FITS) continue;
            *against = k;
            return true;
        }
    }
    return false;
}

/* Returns the filled slot of the same class or stem, which means that there is one word too
 * many. */
static uint16_t rival(const struct judged *j, const struct chain_form *f, uint16_t i) {
    uint8_t class = isa_words[j->info->words[i].word].class;
    for (uint16_t s = 0; class && s < f->form->slots.count; s++) {
        uint16_t by = f->filled_by[s];
        if (by != ISA_NONE && isa_words[j->info->words[by].word].class == class) return by;
    }
    return ISA_NONE;
}

/* ---- words that other forms have in the same place ---- */

static void add_words(struct words *to, struct text *room, uint32_t most, struct words more) {
    for (uint32_t k = 0; k < more.count; k++) {
        bool known = false;
        for (uint32_t n = 0; n < to->count; n++)
            known = known || room[n].start == more.word[k].start;
        if (!known && to->count < most) room[to->count++] = more.word[k];
    }
}

/* Returns the slot of g that corresponds to slot s of f: the one with its role, or the only one
 * that g lacks. */
static uint16_t same_slot(const struct chain_form *f, uint16_t s, const struct chain_form *g) {
    uint16_t alone = ISA_NONE;
    for (uint16_t k = 0; k < g->form->slots.count; k++) {
        if (!chain_slot_missing(g, k)) continue;
        if (chain_slot(g, k)->role == chain_slot(f, s)->role) return k;
        if (g->problem_count == 1 && !(chain_slot(g, k)->flags & SLOT_OPTIONAL)) alone = k;
    }
    return alone;
}

/* Returns the words that can fill a slot in any form that is equally near to the line and takes as
 * many operands. `instead` is the word in its place, or ISA_NONE. */
static struct words expected_of_all(const struct judged *j, const struct chain_form *f, uint16_t s,
                                    uint16_t instead) {
    enum { MOST = 64 };
    struct text *room = arena_alloc(j->c->words, MOST * sizeof *room);
    struct words all = {room, 0};
    add_words(&all, room, MOST, expected_in_slot(j->c, f, s));
    for (uint16_t i = 0; i < j->info->form_count; i++) {
        const struct chain_form *g = &j->info->forms[i];
        bool near = g != f && g->problem_count == f->problem_count && match_takes_count(j, g);
        if (near && instead != ISA_NONE) near = g->fits[instead].problem == CHAIN_FOREIGN;
        uint16_t other = near ? same_slot(f, s, g) : ISA_NONE;
        if (other != ISA_NONE) add_words(&all, room, MOST, expected_in_slot(j->c, g, other));
    }
    return all;
}

/* Selects those of a few words with which the line has no error, or all of them if there are
 * none. */
static struct words fitting(const struct judged *j, ptxc_span at, struct words words) {
    if (words.count < 2 || words.count > SAY_MOST_WORDS) return words;
    struct text *word = arena_alloc(j->c->words, SAY_MOST_WORDS * sizeof *word);
    uint32_t count = 0;
    for (uint32_t i = 0; i < words.count; i++)
        if (verify_edit(j, at, words.word[i])) word[count++] = words.word[i];
    return count ? (struct words){word, count} : words;
}

static struct diag *say_expected(const struct judged *j, const struct chain_form *f, uint16_t i,
                                 uint16_t slot) {
    struct words words = expected_of_all(j, f, slot, i);
    if (words.count > SAY_MOST_WORDS) words = expected_in_slot(j->c, f, slot);
    struct diag *d;
    if (words.count > SAY_MOST_WORDS) {
        d = report_foreign_qualifier(j->c->diags, judged_word(j, i), say_given(j, i),
                                     judged_name(j));
        note_expected_is(j->c->diags, d, NO_SPAN, words);
    } else {
        words = fitting(j, judged_word(j, i), words);
        d = report_wrong_qualifier(j->c->diags, judged_word(j, i), say_given(j, i), words);
        if (words.count == 1) say_replace(j, d, i, words.word[0]);
    }
    return d;
}

/* If one word is missing, the unknown word may be meant for it. */
static void note_missing(const struct judged *j, const struct chain_form *f, uint16_t i,
                         struct diag *d) {
    uint16_t missing = ISA_NONE, count = 0;
    for (uint16_t s = 0; s < f->form->slots.count; s++)
        if (chain_slot_missing(f, s)) missing = s, count++;
    if (count == 1 && match_takes_count(j, f))
        note_expected_is(j->c->diags, d, NO_SPAN, expected_of_all(j, f, missing, i));
}

static uint32_t edits_to(struct text spelling, const struct isa_word *word) {
    return edit_distance(spelling, (struct text){isa_str(word->text), word->length}, UINT16_MAX);
}

/* The word nearest to an unknown one, among all forms that fit the line equally well. */
static const struct isa_word *near_of_all(const struct judged *j, const struct chain_form *f,
                                          struct text spelling) {
    const struct isa_word *best = expected_near(f, spelling);
    for (uint16_t n = 0; n < j->info->form_count; n++) {
        const struct chain_form *g = &j->info->forms[n];
        const struct isa_word *near = g != f ? expected_near(g, spelling) : NULL;
        uint32_t edits = near ? edits_to(spelling, near) : 0;
        /* A word in capitals stands for that word, whatever else the line lacks. */
        if (!near || (edits && g->problem_count != f->problem_count)) continue;
        if (!best || edits < edits_to(spelling, best)) best = near;
    }
    return best;
}

static struct diag *say_unknown(const struct judged *j, const struct chain_form *f, uint16_t i) {
    const struct isa_word *near = near_of_all(j, f, say_given(j, i));
    uint16_t slot = expected_slot_like(f, say_given(j, i), 0, true);
    if (!near && slot != ISA_NONE) return say_expected(j, f, i, slot);
    struct diag *d = report_unknown_qualifier(j->c->diags, judged_word(j, i), say_given(j, i));
    if (!near) {
        if (verify_edit(j, judged_word(j, i), text_of("")))
            note_valid_without(j->c->diags, d, NO_SPAN, say_given(j, i));
        else
            note_missing(j, f, i, d);
        return d;
    }
    struct text word = {isa_str(near->text), near->length};
    note_did_you_mean(j->c->diags, d, NO_SPAN, word);
    say_replace(j, d, i, word);
    return d;
}

static struct diag *say_foreign(const struct judged *j, const struct chain_form *f, uint16_t i) {
    uint16_t word = j->info->words[i].word, against;
    uint16_t slot = expected_slot_like(f, say_given(j, i), word, false);
    if (slot == ISA_NONE && rival(j, f, i) == ISA_NONE)
        slot = expected_slot_like(f, say_given(j, i), word, true);
    if (slot != ISA_NONE) return say_expected(j, f, i, slot);
    if (other_form(j, f, i, &against))
        return report_not_combined(j->c->diags, judged_word(j, i), say_given(j, i),
                                   say_given(j, against));
    struct diag *d =
        report_foreign_qualifier(j->c->diags, judged_word(j, i), say_given(j, i), judged_name(j));
    say_remove(j, d, i);
    return d;
}

/* Returns true if an operand names a variable and thereby shows its state space. */
static bool names_variable(const struct judged *j) {
    const struct operand *end = j->operands;
    for (uint32_t i = 0; i < j->count; i++) end = operand_next(end);
    for (const struct operand *o = j->operands; o < end; o++)
        if (o->shape == OP_VARIABLE) return true;
    return false;
}

/* Two state spaces in the wrong order may mean the opposite direction. Only the operands show which
 * was meant. */
static bool may_swap(const struct judged *j, uint16_t a, uint16_t b) {
    const struct chain_word *words = j->info->words;
    uint8_t class = isa_words[words[a].word].class;
    return !class || class != isa_words[words[b].word].class || names_variable(j);
}

/* Returns true if words of a slot can replace this one. */
static bool is_of_class(const struct isa_slot *slot, uint16_t word) {
    uint8_t class = isa_words[word].class;
    return class && isa_words[isa_members[slot->members.first].word].class == class;
}

/* If the copies of a repeated word are as many as the slots that hold it or are empty, the copy in
 * the place of the first empty slot is the wrong one. Returns that copy, and the slot in *slot, or
 * ISA_NONE if the numbers differ. */
static uint16_t misplaced_twin(const struct judged *j, const struct chain_form *f, uint16_t word,
                               uint16_t *slot) {
    uint16_t at[CHAIN_MOST_WORDS] = {0}, words = 0, slots = 0, empty = ISA_NONE;
    for (uint16_t i = 0; i < j->info->word_count; i++)
        if (j->info->words[i].word == word) at[words++] = i;
    for (uint16_t s = 0; s < f->form->slots.count; s++) {
        bool missing = chain_slot_missing(f, s) && is_of_class(chain_slot(f, s), word);
        bool holds =
            !missing && f->filled_by[s] != ISA_NONE && j->info->words[f->filled_by[s]].word == word;
        if (missing && empty == ISA_NONE) empty = slots, *slot = s;
        slots = (uint16_t)(slots + (missing || holds));
    }
    return empty != ISA_NONE && slots == words ? at[empty] : ISA_NONE;
}

static struct diag *say_collision(const struct judged *j, const struct chain_form *f, uint16_t i) {
    const struct chain_fit *fit = &f->fits[i];
    struct diags *diags = j->c->diags;
    bool twice = j->info->words[i].word == j->info->words[fit->other].word;
    if (fit->problem == CHAIN_ORDER) {
        struct diag *d = report_qualifier_order(diags, judged_word(j, i), say_given(j, i),
                                                say_given(j, fit->other));
        if (!may_swap(j, i, fit->other)) return d;
        say_replace(j, d, i, say_given(j, fit->other));
        say_replace(j, d, fit->other, say_given(j, i));
        return d;
    }
    if (fit->problem == CHAIN_CONFLICT && !twice)
        return report_conflicting_qualifiers(diags, judged_word(j, i), say_given(j, fit->other),
                                             say_given(j, i));
    uint16_t slot = 0, wrong = misplaced_twin(j, f, j->info->words[i].word, &slot);
    if (wrong != ISA_NONE) return say_expected(j, f, wrong, slot);
    struct diag *d = report_duplicate_qualifier(diags, judged_word(j, i), say_given(j, i));
    say_remove(j, d, i);
    return d;
}

/* ---- words that are missing ---- */

static uint16_t partner(const struct chain_form *f, uint16_t s) {
    const struct isa_slot *slot = chain_slot(f, s);
    for (uint16_t k = 0; slot->flags & SLOT_OPTIONAL && k < f->form->slots.count; k++)
        if (chain_slot(f, k)->together == slot->together && f->filled_by[k] != ISA_NONE)
            return f->filled_by[k];
    return ISA_NONE;
}

static struct diag *say_missing_word(const struct judged *j, const struct chain_form *f,
                                     uint16_t s) {
    struct diags *diags = j->c->diags;
    uint16_t with = partner(f, s);
    struct words words =
        with == ISA_NONE ? expected_of_all(j, f, s, ISA_NONE) : expected_in_slot(j->c, f, s);
    struct diag *d;
    if (with != ISA_NONE) {
        d = report_missing_partner(diags, judged_word(j, with), say_given(j, with), words);
        if (words.count == 1) {
            /* Insert it before the word if it must precede it. */
            bool before = chain_slot(f, s)->order && f->fits[with].slot > s;
            say_insert(j, d, before ? judged_word(j, with).start : judged_word(j, with).end,
                       words.word[0]);
        }
        return d;
    }
    if (words.count > SAY_MOST_WORDS) {
        d = report_missing_choice(diags, judged_opcode(j), words.count);
        note_expected_is(diags, d, NO_SPAN, words);
        return d;
    }
    /* Insert it after all others, or before the word that it must precede. */
    uint32_t at = j->head.end;
    for (uint16_t k = (uint16_t)(s + 1); chain_slot(f, s)->order && k < f->form->slots.count; k++)
        if (chain_slot(f, k)->order == chain_slot(f, s)->order && f->filled_by[k] != ISA_NONE) {
            at = judged_word(j, f->filled_by[k]).start;
            break;
        }
    words = fitting(j, (ptxc_span){at, at}, words);
    d = report_missing_qualifier(diags, judged_opcode(j), words);
    if (words.count == 1) say_insert(j, d, at, words.word[0]);
    return d;
}

/* ---- the message to report ---- */

/* Returns true if the form has no slot for it: it is unexpected, or the assembler would skip it. */
static bool is_surplus(const struct chain_form *f, uint16_t i) {
    return f->fits[i].problem == CHAIN_FOREIGN || f->fits[i].problem == CHAIN_SKIPPED;
}

/* Returns true if a similar word is missing. */
static bool stands_for_missing(const struct judged *j, const struct chain_form *f, uint16_t i) {
    return is_surplus(f, i) &&
           expected_slot_like(f, say_given(j, i), j->info->words[i].word, false) != ISA_NONE;
}

/* Returns true if no form of the instruction has a slot for the word, although another word stands
 * for a missing one. */
static bool is_alien(const struct judged *j, const struct chain_form *f, uint16_t i) {
    bool instead = false;
    for (uint16_t k = 0; k < j->info->word_count; k++)
        instead = instead || stands_for_missing(j, f, k);
    if (!instead) return false;
    for (uint16_t n = 0; n < j->info->form_count; n++)
        if (j->info->forms[n].fits[i].problem != CHAIN_FOREIGN) return false;
    return true;
}

/* Returns the word to report: an unknown one, else a surplus one that stands for a missing one,
 * else the first of the others. */
static uint16_t worst(const struct judged *j, const struct chain_form *f) {
    uint16_t best = ISA_NONE, rank = UINT16_MAX;
    for (uint16_t i = 0; i < j->info->word_count; i++) {
        bool instead = stands_for_missing(j, f, i);
        if (f->fits[i].problem <= CHAIN_SKIPPED && !instead) continue;
        uint16_t r = !j->info->words[i].word               ? 0
                     : instead || is_alien(j, f, i)        ? 1
                     : f->fits[i].problem == CHAIN_FOREIGN ? 3
                                                           : 2;
        if (r < rank) rank = r, best = i;
    }
    return best;
}

static uint16_t first_missing(const struct chain_form *f) {
    for (uint16_t s = 0; s < f->form->slots.count; s++)
        if (chain_slot_missing(f, s)) return s;
    return ISA_NONE;
}

void say_words(const struct judged *j, const struct chain_form *f) {
    struct text name = judged_name(j);
    struct words siblings = expected_opcodes(j->c, name.start, name.length);
    struct words more = say_missing_of_name(j, name, siblings);
    if (more.count) {
        ptxc_span at = judged_opcode(j);
        struct diag *d = report_missing_qualifier(j->c->diags, at, more);
        if (more.count == 1) say_insert(j, d, at.end, more.word[0]);
        return;
    }
    if (say_parted(j, name, siblings) || say_misnamed(j)) return;
    uint16_t i = worst(j, f), missing = first_missing(f);
    struct diag *d;
    bool paired = i != ISA_NONE && (!j->info->words[i].word || !is_surplus(f, i) ||
                                    stands_for_missing(j, f, i) || is_alien(j, f, i));
    if (i == ISA_NONE || (!paired && missing != ISA_NONE)) {
        d = say_missing_word(j, f, missing);
        if (i != ISA_NONE)
            note_not_here(j->c->diags, d, judged_word(j, i), say_given(j, i), judged_name(j));
    } else if (!j->info->words[i].word) {
        d = say_unknown(j, f, i);
    } else if (is_surplus(f, i)) {
        d = say_foreign(j, f, i);
    } else {
        d = say_collision(j, f, i);
    }
    say_syntax(j, f, d);
}

/* Returns true if a word that the manual requires is absent. */
static bool is_wanted(const struct chain_form *f, uint16_t s) {
    return chain_slot(f, s)->flags & SLOT_WANTED && f->filled_by[s] == ISA_NONE;
}

/* Inserts the word, directly followed by the words that it requires. */
static void insert_wanted(const struct judged *j, const struct chain_form *f, struct diag *d,
                          uint16_t s) {
    struct text_builder words = build_in_arena(j->c->words);
    for (; s < f->form->slots.count && is_wanted(f, s); s++)
        build_text(&words, say_member(chain_slot(f, s)->members.first));
    say_insert(j, d, j->head.end, built_text(&words));
}

void say_skipped(const struct judged *j, const struct chain_form *f) {
    for (uint16_t i = 0; i < j->info->word_count; i++) {
        if (f->fits[i].problem != CHAIN_SKIPPED) continue;
        struct diag *d = report_ignored_qualifier(j->c->diags, judged_word(j, i), say_given(j, i));
        say_remove(j, d, i);
    }
    for (uint16_t s = 0; s < f->form->slots.count; s++) {
        if (!is_wanted(f, s)) continue;
        struct text word = say_member(chain_slot(f, s)->members.first);
        struct diag *d = report_manual_demands(j->c->diags, judged_opcode(j), word, judged_name(j));
        insert_wanted(j, f, d, s);
    }
}
