/* SPDX-License-Identifier: Apache-2.0
 * What is wrong with the qualifiers of an instruction, in words. */
#include "base/distance.h"
#include "match/expected.h"
#include "match/parts.h"
#include "chain/misspelt.h"
#include <string.h>

enum { MOST_WORDS = 6 }; /* that a message lists; more go into a note */

static struct text given(const struct judged *j, uint16_t i) {
    return text_at(j->c->text, judged_word(j, i));
}

static struct text member_text(uint16_t member) {
    const struct isa_word *w = &isa_words[isa_members[member].word];
    return (struct text){isa_str(w->text), w->length};
}

void say_syntax(const struct judged *j, const struct chain_form *f, struct diag *d) {
    note_syntax_is(j->c->diags, d, NO_SPAN, text_of(isa_str(f->form->syntax)));
}

static void replace(const struct judged *j, struct diag *d, uint16_t i, struct text with) {
    diag_fix(j->c->diags, d, judged_word(j, i), arena_copy(j->c->arena, with.start, with.length));
}

static void remove_word(const struct judged *j, struct diag *d, uint16_t i) {
    diag_fix(j->c->diags, d, judged_word(j, i), "");
}

static void insert(const struct judged *j, struct diag *d, uint32_t at, struct text word) {
    diag_fix(j->c->diags, d, (ptxc_span){at, at}, arena_copy(j->c->arena, word.start, word.length));
}

/* ---- opcodes ---- */

/* What the name of an instruction has behind that of another. */
static struct text behind(struct text all, struct text name) {
    return (struct text){all.start + name.length, all.length - name.length};
}

/* Would all qualifiers but the skipped one fit an instruction of that name? */
static bool fits_as(const struct judged *j, struct text name, ptxc_span skipped) {
    const char *text = j->c->text;
    uint32_t start = judged_opcode(j).end;
    struct text_builder line = build_in_arena(j->c->arena);
    build_text(&line, name);
    build_text(&line, text_at(text, (ptxc_span){start, skipped.start}));
    build_text(&line, text_at(text, (ptxc_span){skipped.end, j->head.end}));
    const struct chain_info *info =
        chain_read(j->c->arena, line.start, (uint32_t)line.length, j->c->release, false);
    return info->form_count && !info->forms->problem_count;
}

/* `mul.u32.lo`: a word of the name stands among the qualifiers. `siblings`: the instructions whose
 * name begins with this one. */
static bool say_parted(const struct judged *j, struct text name, struct words siblings) {
    for (uint32_t i = 0; i < siblings.count; i++)
        for (uint16_t w = 0; w < j->info->word_count; w++) {
            struct text last = behind(siblings.word[i], name);
            if (!text_same(given(j, w), last)) continue;
            if (!fits_as(j, siblings.word[i], judged_word(j, w))) continue;
            struct diag *d = report_qualifier_order(j->c->diags, judged_word(j, w), last, name);
            insert(j, d, judged_opcode(j).end, last);
            remove_word(j, d, w);
            return true;
        }
    return false;
}

static bool contains(struct text t, const char *part, uint32_t length) {
    for (uint32_t i = 0; i + length <= t.length; i++)
        if (!memcmp(t.start + i, part, length)) return true;
    return false;
}

/* Of opcodes those that may be meant, the best kind of likeness there is: the name goes on (`wait`,
 * `wait::ld`), another has its last word in it (`try_wait`), or is a slip of the pen away. */
static struct words meant_opcodes(const struct judged *j, struct text name, uint32_t root) {
    struct words opcodes = expected_opcodes(j->c, name.start, root);
    struct text *word = arena_alloc(j->c->arena, (opcodes.count + 1u) * sizeof *word);
    struct words meant = {word, 0};
    const char *last = name.start + root + 1;
    uint32_t length = name.length > root ? name.length - root - 1 : 0;
    uint32_t edits = length < 6 ? 1 : length / 3;
    for (int way = 0; way < 3 && length && !meant.count; way++)
        for (uint32_t i = 0; i < opcodes.count; i++) {
            struct text w = opcodes.word[i];
            bool like = way == 0   ? w.length > name.length && contains(w, name.start, name.length)
                        : way == 1 ? contains(w, last, length)
                                   : edit_distance(name, w, edits + 1) <= edits;
            if (like) word[meant.count++] = w;
        }
    return meant.count ? meant : opcodes;
}

/* `cp.aysnc.bulk` */
static void say_misspelt(const struct judged *j) {
    struct match_context *c = j->c;
    ptxc_span span = {j->head.start, j->head.start + j->info->meant_length};
    struct text *name = arena_alloc(c->arena, sizeof *name);
    *name = text_of(isa_str(isa_insns[j->info->meant].name));
    struct diag *d =
        report_unknown_instruction(c->diags, span, text_at(c->text, span), (struct words){name, 1});
    diag_fix(c->diags, d, span, name->start);
}

/* `mbarrier.foo`: of those that begin with `mbarrier.` some are meant. */
static void say_unknown_of_family(const struct judged *j) {
    uint32_t root = j->info->opcode_length;
    ptxc_span span = {j->head.start, j->head.start + root};
    if (j->info->word_count) span.end = judged_word(j, 0).end;
    struct text name = text_at(j->c->text, span);
    struct words meant = meant_opcodes(j, name, root);
    struct diag *d = report_unknown_instruction(j->c->diags, span, name, meant);
    if (meant.count == 1) diag_fix(j->c->diags, d, span, meant.word[0].start);
}

/* `ads.u32` */
static void say_unknown_root(const struct judged *j) {
    struct match_context *c = j->c;
    ptxc_span span = {j->head.start, j->head.start + j->info->opcode_length};
    struct text root = text_at(c->text, span);
    struct words near = misspelt_roots(c->arena, root);
    if (!near.count) {
        report_no_instruction(c->diags, span, root);
        return;
    }
    struct diag *d = report_unknown_instruction(c->diags, span, root, near);
    if (near.count > 1) return;
    diag_fix(c->diags, d, span, arena_copy(c->arena, near.word->start, near.word->length));
}

void say_no_instruction(const struct judged *j) {
    struct text root = text_at(j->c->text, judged_opcode(j));
    struct words siblings = expected_opcodes(j->c, root.start, root.length);
    if (say_parted(j, root, siblings)) return;
    if (j->info->meant != ISA_NONE)
        say_misspelt(j);
    else if (siblings.count)
        say_unknown_of_family(j);
    else
        say_unknown_root(j);
}

void say_divided(const struct judged *j) {
    ptxc_span span = {j->head.start, j->head.start + j->info->opcode_length};
    struct diag *d = report_divided_opcode(j->c->diags, span, judged_name(j));
    diag_fix(j->c->diags, d, span, isa_str(judged_insn(j)->name));
}

/* ---- words that do not fit ---- */

/* A word of the chain that this form has and the form of the foreign word has not. */
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

/* The filled slot of the same class or stem: then there is one word too many. */
static uint16_t rival(const struct judged *j, const struct chain_form *f, uint16_t i) {
    uint8_t class = isa_words[j->info->words[i].word].class;
    for (uint16_t s = 0; class && s < f->form->slots.count; s++) {
        uint16_t by = f->filled_by[s];
        if (by != ISA_NONE && isa_words[j->info->words[by].word].class == class) return by;
    }
    return ISA_NONE;
}

/* ---- what other forms have for the same place ---- */

static void add_words(struct words *to, struct text *room, uint32_t most, struct words more) {
    for (uint32_t k = 0; k < more.count; k++) {
        bool known = false;
        for (uint32_t n = 0; n < to->count; n++)
            known = known || room[n].start == more.word[k].start;
        if (!known && to->count < most) room[to->count++] = more.word[k];
    }
}

/* The slot of g that stands for slot s of f: of its role, or what g lacks alone. */
static uint16_t same_slot(const struct chain_form *f, uint16_t s, const struct chain_form *g) {
    uint16_t alone = ISA_NONE;
    for (uint16_t k = 0; k < g->form->slots.count; k++) {
        if (!chain_slot_missing(g, k)) continue;
        if (chain_slot(g, k)->role == chain_slot(f, s)->role) return k;
        if (g->problem_count == 1 && !(chain_slot(g, k)->flags & SLOT_OPTIONAL)) alone = k;
    }
    return alone;
}

/* What may fill a slot: of all forms that the line is as near to and whose operands are as many.
 * `instead`: the word that stands in its place; ISA_NONE: none does. */
static struct words expected_of_all(const struct judged *j, const struct chain_form *f, uint16_t s,
                                    uint16_t instead) {
    enum { MOST = 64 };
    struct text *room = arena_alloc(j->c->arena, MOST * sizeof *room);
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

static struct diag *say_expected(const struct judged *j, const struct chain_form *f, uint16_t i,
                                 uint16_t slot) {
    struct words words = expected_of_all(j, f, slot, i);
    if (words.count > MOST_WORDS) words = expected_in_slot(j->c, f, slot);
    struct diag *d;
    if (words.count > MOST_WORDS) {
        d = report_foreign_qualifier(j->c->diags, judged_word(j, i), given(j, i), judged_name(j));
        note_expected_is(j->c->diags, d, NO_SPAN, words);
    } else {
        d = report_wrong_qualifier(j->c->diags, judged_word(j, i), given(j, i), words);
        if (words.count == 1) replace(j, d, i, words.word[0]);
    }
    return d;
}

/* Where one word is missing, the unknown one may be meant for it. */
static void note_missing(const struct judged *j, const struct chain_form *f, struct diag *d) {
    uint16_t missing = ISA_NONE, count = 0;
    for (uint16_t s = 0; s < f->form->slots.count; s++)
        if (chain_slot_missing(f, s)) missing = s, count++;
    if (count == 1) note_expected_is(j->c->diags, d, NO_SPAN, expected_in_slot(j->c, f, missing));
}

static struct diag *say_unknown(const struct judged *j, const struct chain_form *f, uint16_t i) {
    const struct isa_word *near = expected_near(f, given(j, i));
    uint16_t slot = expected_slot_like(f, given(j, i), 0, true);
    if (!near && slot != ISA_NONE) return say_expected(j, f, i, slot);
    struct diag *d = report_unknown_qualifier(j->c->diags, judged_word(j, i), given(j, i));
    if (!near) {
        note_missing(j, f, d);
        return d;
    }
    struct text word = {isa_str(near->text), near->length};
    note_did_you_mean(j->c->diags, d, NO_SPAN, word);
    replace(j, d, i, word);
    return d;
}

static struct diag *say_foreign(const struct judged *j, const struct chain_form *f, uint16_t i) {
    uint16_t word = j->info->words[i].word, against;
    uint16_t slot = expected_slot_like(f, given(j, i), word, false);
    if (slot == ISA_NONE && rival(j, f, i) == ISA_NONE)
        slot = expected_slot_like(f, given(j, i), word, true);
    if (slot != ISA_NONE) return say_expected(j, f, i, slot);
    if (other_form(j, f, i, &against))
        return report_not_combined(j->c->diags, judged_word(j, i), given(j, i), given(j, against));
    struct diag *d =
        report_foreign_qualifier(j->c->diags, judged_word(j, i), given(j, i), judged_name(j));
    remove_word(j, d, i);
    return d;
}

/* Does an operand name a variable, and so show its state space? */
static bool names_variable(const struct judged *j) {
    const struct operand *end = j->operands;
    for (uint32_t i = 0; i < j->count; i++) end = operand_next(end);
    for (const struct operand *o = j->operands; o < end; o++)
        if (o->shape == OP_VARIABLE) return true;
    return false;
}

/* Two state spaces in the wrong order: the other order is another direction. Only the operands tell
 * which was meant. */
static bool may_swap(const struct judged *j, uint16_t a, uint16_t b) {
    const struct chain_word *words = j->info->words;
    uint8_t class = isa_words[words[a].word].class;
    return !class || class != isa_words[words[b].word].class || names_variable(j);
}

static struct diag *say_collision(const struct judged *j, const struct chain_form *f, uint16_t i) {
    const struct chain_fit *fit = &f->fits[i];
    struct diags *diags = j->c->diags;
    bool twice = j->info->words[i].word == j->info->words[fit->other].word;
    if (fit->problem == CHAIN_ORDER) {
        struct diag *d =
            report_qualifier_order(diags, judged_word(j, i), given(j, i), given(j, fit->other));
        if (!may_swap(j, i, fit->other)) return d;
        replace(j, d, i, given(j, fit->other));
        replace(j, d, fit->other, given(j, i));
        return d;
    }
    if (fit->problem == CHAIN_CONFLICT && !twice)
        return report_conflicting_qualifiers(diags, judged_word(j, i), given(j, fit->other),
                                             given(j, i));
    struct diag *d = report_duplicate_qualifier(diags, judged_word(j, i), given(j, i));
    remove_word(j, d, i);
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
        d = report_missing_partner(diags, judged_word(j, with), given(j, with), words);
        if (words.count == 1) {
            /* In front if it must stand there. */
            bool before = chain_slot(f, s)->order && f->fits[with].slot > s;
            insert(j, d, before ? judged_word(j, with).start : judged_word(j, with).end,
                   words.word[0]);
        }
        return d;
    }
    if (words.count > MOST_WORDS) {
        d = report_missing_choice(diags, judged_opcode(j), words.count);
        note_expected_is(diags, d, NO_SPAN, words);
        return d;
    }
    d = report_missing_qualifier(diags, judged_opcode(j), words);
    /* Behind all others, or before the one that it must stand in front of. */
    uint32_t at = j->head.end;
    for (uint16_t k = (uint16_t)(s + 1); chain_slot(f, s)->order && k < f->form->slots.count; k++)
        if (chain_slot(f, k)->order == chain_slot(f, s)->order && f->filled_by[k] != ISA_NONE) {
            at = judged_word(j, f->filled_by[k]).start;
            break;
        }
    if (words.count == 1) insert(j, d, at, words.word[0]);
    return d;
}

/* ---- the one message ---- */

/* The form has no place for it: it is foreign, or the assembler would skip it. */
static bool is_surplus(const struct chain_form *f, uint16_t i) {
    return f->fits[i].problem == CHAIN_FOREIGN || f->fits[i].problem == CHAIN_SKIPPED;
}

/* Is a word like it missing? */
static bool stands_for_missing(const struct judged *j, const struct chain_form *f, uint16_t i) {
    return is_surplus(f, i) &&
           expected_slot_like(f, given(j, i), j->info->words[i].word, false) != ISA_NONE;
}

/* An unknown word, else a surplus one that stands for a missing one, else the first of the others.
 */
static uint16_t worst(const struct judged *j, const struct chain_form *f) {
    uint16_t best = ISA_NONE, rank = UINT16_MAX;
    for (uint16_t i = 0; i < j->info->word_count; i++) {
        bool instead = stands_for_missing(j, f, i);
        if (f->fits[i].problem <= CHAIN_SKIPPED && !instead) continue;
        uint16_t r = !j->info->words[i].word               ? 0
                     : instead                             ? 1
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

/* Instructions whose name goes on with one word more, and which all qualifiers fit: `mul.u32` lacks
 * that word. */
static struct words missing_of_name(const struct judged *j, struct text name,
                                    struct words siblings) {
    struct text *word = arena_alloc(j->c->arena, (siblings.count + 1u) * sizeof *word);
    struct words missing = {word, 0};
    ptxc_span none = {j->head.end, j->head.end};
    for (uint32_t i = 0; i < siblings.count; i++) {
        struct text last = behind(siblings.word[i], name);
        if (memchr(last.start + 1, '.', last.length - 1)) continue;
        if (fits_as(j, siblings.word[i], none)) word[missing.count++] = last;
    }
    return missing;
}

void say_words(const struct judged *j, const struct chain_form *f) {
    struct text name = judged_name(j);
    struct words siblings = expected_opcodes(j->c, name.start, name.length);
    struct words more = missing_of_name(j, name, siblings);
    if (more.count) {
        ptxc_span at = judged_opcode(j);
        struct diag *d = report_missing_qualifier(j->c->diags, at, more);
        if (more.count == 1) insert(j, d, at.end, more.word[0]);
        return;
    }
    if (say_parted(j, name, siblings)) return;
    uint16_t i = worst(j, f), missing = first_missing(f);
    struct diag *d;
    bool paired = i != ISA_NONE &&
                  (!j->info->words[i].word || !is_surplus(f, i) || stands_for_missing(j, f, i));
    if (i == ISA_NONE || (!paired && missing != ISA_NONE)) {
        d = say_missing_word(j, f, missing);
        if (i != ISA_NONE)
            note_not_here(j->c->diags, d, judged_word(j, i), given(j, i), judged_name(j));
    } else if (!j->info->words[i].word) {
        d = say_unknown(j, f, i);
    } else if (is_surplus(f, i)) {
        d = say_foreign(j, f, i);
    } else {
        d = say_collision(j, f, i);
    }
    say_syntax(j, f, d);
}

/* A word that the manual demands and that is not there. */
static bool is_wanted(const struct chain_form *f, uint16_t s) {
    return chain_slot(f, s)->flags & SLOT_WANTED && f->filled_by[s] == ISA_NONE;
}

/* Inserts the word with those wanted right behind it: alone it may ask for them. */
static void insert_wanted(const struct judged *j, const struct chain_form *f, struct diag *d,
                          uint16_t s) {
    struct text_builder words = build_in_arena(j->c->arena);
    for (; s < f->form->slots.count && is_wanted(f, s); s++)
        build_text(&words, member_text(chain_slot(f, s)->members.first));
    insert(j, d, j->head.end, built_text(&words));
}

void say_skipped(const struct judged *j, const struct chain_form *f) {
    for (uint16_t i = 0; i < j->info->word_count; i++) {
        if (f->fits[i].problem != CHAIN_SKIPPED) continue;
        struct diag *d = report_ignored_qualifier(j->c->diags, judged_word(j, i), given(j, i));
        remove_word(j, d, i);
    }
    for (uint16_t s = 0; s < f->form->slots.count; s++) {
        if (!is_wanted(f, s)) continue;
        struct text word = member_text(chain_slot(f, s)->members.first);
        struct diag *d = report_manual_demands(j->c->diags, judged_opcode(j), word, judged_name(j));
        insert_wanted(j, f, d, s);
    }
}

/* ---- rules ---- */

/* The qualifiers a piece of code speaks of, as far as they are there: at most `most`. */
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

/* What the first question of a condition asks for: words of a role. */
static struct words asked_words(const struct match_context *c, const struct chain_form *f,
                                uint16_t code, uint16_t *slot) {
    const int32_t *p = &isa_code[code];
    *slot = ISA_NONE;
    if (!code || (*p != ISA_ROLE && *p != ISA_ROLE_IS)) return (struct words){0};
    for (uint16_t s = 0; s < f->form->slots.count; s++)
        if (chain_slot(f, s)->role == p[1]) *slot = s;
    if (*slot == ISA_NONE) return (struct words){0};
    struct isa_span members = chain_slot(f, *slot)->members;
    struct text *word = arena_alloc(c->arena, (members.count + 1u) * sizeof *word);
    uint32_t count = 0;
    for (uint16_t i = 0; i < members.count; i++) {
        uint16_t member = (uint16_t)(members.first + i);
        bool asked = *p == ISA_ROLE;
        for (int32_t k = 0; *p == ISA_ROLE_IS && k < p[2]; k++)
            asked = asked || p[3 + k] == isa_members[member].word;
        if (asked) word[count++] = member_text(member);
    }
    return (struct words){word, count};
}

/* "'.64x128b' requires '.warpx2::02_13' or '.warpx2::01_23'" */
static struct diag *say_requires(const struct judged *j, const struct chain_form *f,
                                 struct text subject, ptxc_span at, const struct isa_rule *rule) {
    uint16_t slot;
    struct words words = asked_words(j->c, f, rule->need, &slot);
    struct diags *diags = j->c->diags;
    if (slot == ISA_NONE || !words.count) return NULL;
    uint16_t by = f->filled_by[slot];
    struct diag *d = by == ISA_NONE ? report_rule_requires(diags, at, subject, words)
                                    : report_rule_requires_other(diags, judged_word(j, by), subject,
                                                                 words, given(j, by));
    if (words.count == 1 && by == ISA_NONE) insert(j, d, at.end, words.word[0]);
    if (words.count == 1 && by != ISA_NONE) replace(j, d, by, words.word[0]);
    return d;
}

/* May the line do without the word? */
static bool is_optional(const struct chain_form *f, uint16_t word) {
    uint8_t slot = f->fits[word].slot;
    return slot != CHAIN_NO_SLOT && chain_slot(f, slot)->flags & SLOT_OPTIONAL;
}

static struct diag *say_forbids(const struct judged *j, const struct chain_form *f,
                                struct text subject, const struct isa_rule *rule) {
    uint16_t word;
    if (!words_of_code(f, rule->need, &word, 1)) return NULL;
    struct diag *d =
        report_rule_forbids(j->c->diags, judged_word(j, word), subject, given(j, word));
    if (is_optional(f, word)) remove_word(j, d, word);
    return d;
}

/* The first operand that a piece of code speaks of, if it is there. */
static const struct operand *operand_of_code(const struct chain_form *f, const struct fit *fit,
                                             uint16_t code) {
    for (const int32_t *p = &isa_code[code]; code && fit && *p != ISA_END; p += isa_op_size(p)) {
        if (*p != ISA_OPERAND && *p != ISA_OPERAND_IS && *p != ISA_UP_TO) continue;
        const struct operand *o = match_given(f, fit, (isa_string)p[1]);
        if (o) return o;
    }
    return NULL;
}

/* "'.ashift' requires operand 'a' to be ..." */
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

/* The operand that a rule with a text of its own is about, NULL: it is about a qualifier. */
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
    struct text subject = n ? given(j, about[0]) : judged_name(j);
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
        d = report_not_combined(j->c->diags, judged_word(j, about[1]), given(j, about[0]),
                                given(j, about[1]));
    if (!d) d = report_rule_broken(j->c->diags, at, text_of(isa_str(rule->name)));
    diag_rule(d, isa_str(rule->name));
    say_syntax(j, f, d);
}
