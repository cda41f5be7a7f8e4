/* SPDX-License-Identifier: Apache-2.0
 * What the files say_*.c share: the qualifiers of a line as text, and edits of them for fixes. */
#ifndef MATCH_SAY_H
#define MATCH_SAY_H

#include "match/parts.h"

enum { SAY_MOST_WORDS = 6 }; /* the most words that a message lists; the rest goes into a note */

static inline struct text say_given(const struct judged *j, uint16_t i) {
    return text_at(j->c->text, judged_word(j, i));
}

static inline struct text say_member(uint16_t member) {
    const struct isa_word *w = &isa_words[isa_members[member].word];
    return (struct text){isa_str(w->text), w->length};
}

static inline void say_replace(const struct judged *j, struct diag *d, uint16_t i,
                               struct text with) {
    diag_fix(j->c->diags, d, judged_word(j, i), arena_copy(j->c->arena, with.start, with.length));
}

static inline void say_remove(const struct judged *j, struct diag *d, uint16_t i) {
    diag_fix(j->c->diags, d, judged_word(j, i), "");
}

static inline void say_insert(const struct judged *j, struct diag *d, uint32_t at,
                              struct text word) {
    diag_fix(j->c->diags, d, (ptxc_span){at, at}, arena_copy(j->c->arena, word.start, word.length));
}

/* say_opcode.c: names that the tables list for another instruction. */
bool say_misnamed(const struct judged *j);
/* Reports a word of the name that is among the qualifiers. `siblings` are the instructions whose
 * name starts with this one. */
bool say_parted(const struct judged *j, struct text name, struct words siblings);
/* Returns the words that the name of the instruction lacks, if it is only valid when continued by
 * one of them. */
struct words say_missing_of_name(const struct judged *j, struct text name, struct words siblings);

#endif
