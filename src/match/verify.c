/* SPDX-License-Identifier: Apache-2.0
 * Verifies fixes of an opcode and its qualifiers: a fix is offered only if the line has no error
 * with it. Because a message names one cause, the line with the fix is checked again, against
 * the same operands and the same header. */
#include "match/expected.h"
#include "match/say.h"

/* Returns true if the edit changes a word of the line. A fix of the header is verified where it is
 * made. */
static bool is_of_head(const struct judged *j, const struct diag_part *edit) {
    return edit->span.start >= j->head.start && edit->span.end <= j->head.end;
}

enum { MOST_EDITS = 8 };

/* Collects the edits of the fix in the order of the text and returns their number. */
static uint32_t edits_of(const struct diag *d, const struct diag_part *edit[MOST_EDITS]) {
    uint32_t count = 0;
    for (const struct diag_part *p = d->parts; p; p = p->next) {
        if (!p->is_fix || count == MOST_EDITS) continue;
        uint32_t i = count++;
        for (; i && edit[i - 1]->span.start > p->span.start; i--) edit[i] = edit[i - 1];
        edit[i] = p;
    }
    return count;
}

/* Returns the opcode and its qualifiers with the fix applied. */
static struct text fixed_head(const struct judged *j, const struct diag *d) {
    const struct diag_part *edit[MOST_EDITS];
    struct text_builder line = build_in_arena(j->c->words);
    uint32_t at = j->head.start, count = edits_of(d, edit);
    for (uint32_t i = 0; i < count; i++) {
        build_text(&line, text_at(j->c->text, (ptxc_span){at, edit[i]->span.start}));
        build_string(&line, edit[i]->text);
        at = edit[i]->span.end;
    }
    build_text(&line, text_at(j->c->text, (ptxc_span){at, j->head.end}));
    return built_text(&line);
}

/* Returns true if the line has no error with this opcode and these qualifiers. */
static bool takes_head(const struct judged *j, struct text head) {
    struct judged tried = *j;
    tried.info = chain_read(j->c->words, head.start, head.length, j->c->release, false);
    tried.head.end = j->head.start + head.length;
    return match_takes_but_for_header(&tried);
}

bool verify_edit(const struct judged *j, ptxc_span span, struct text with) {
    struct arena_mark mark = arena_mark(j->c->words);
    struct text_builder head = build_in_arena(j->c->words);
    build_text(&head, text_at(j->c->text, (ptxc_span){j->head.start, span.start}));
    build_text(&head, with);
    build_text(&head, text_at(j->c->text, (ptxc_span){span.end, j->head.end}));
    bool takes = takes_head(j, built_text(&head));
    arena_release(j->c->words, mark);
    return takes;
}

void verify_fix(const struct judged *j, struct diag *d) {
    for (const struct diag_part *p = d->parts; p; p = p->next)
        if (p->is_fix && !is_of_head(j, p)) return;
    struct arena_mark mark = arena_mark(j->c->words);
    bool passes = !d->fix_count || takes_head(j, fixed_head(j, d));
    arena_release(j->c->words, mark);
    if (!passes) diag_drop_fix(d);
}

/* Returns the only word with a problem, or ISA_NONE if there is none or more than one. */
static uint16_t only_problem(const struct judged *j, const struct chain_form *f) {
    uint16_t only = ISA_NONE;
    for (uint16_t i = 0; i < j->info->word_count; i++) {
        if (f->fits[i].problem <= CHAIN_SKIPPED) continue;
        if (only != ISA_NONE) return ISA_NONE;
        only = i;
    }
    return only;
}

/* Returns true if the word is of the kind that the empty slot requires. */
static bool may_fill(const struct judged *j, const struct chain_form *f, uint16_t i,
                     uint16_t slot) {
    uint16_t word = j->info->words[i].word;
    return expected_slot_like(f, say_given(j, i), word, false) == slot;
}

bool verify_repair(const struct judged *j, const struct chain_form *f) {
    uint16_t wrong = only_problem(j, f), slot = ISA_NONE, missing = 0;
    if (wrong == ISA_NONE) return false;
    for (uint16_t s = 0; s < f->form->slots.count; s++)
        if (chain_slot_missing(f, s)) slot = s, missing++;
    if (missing != 1 || !may_fill(j, f, wrong, slot)) return false;
    struct words words = expected_in_slot(j->c, f, slot);
    if (words.count > SAY_MOST_WORDS) return false;
    /* Either copy of a repeated word may be wrong. */
    for (uint16_t k = 0; k < j->info->word_count; k++)
        for (uint32_t i = 0; i < words.count; i++)
            if (j->info->words[k].word == j->info->words[wrong].word &&
                verify_edit(j, judged_word(j, k), words.word[i]))
                return true;
    return false;
}
