/* SPDX-License-Identifier: Apache-2.0
 * Merges the forms of an instruction: see merge.h. */
#include "program/isa/merge.h"
#include "program/isa/say.h"
#include <string.h>

static uint64_t bit(size_t form) { return UINT64_C(1) << form; }

/* ---- words ---- */

static void merge_word(struct isa_words *words, const struct isa_word *w) {
    for (size_t i = 0; i < words->word_count; i++) {
        struct isa_word *x = &words->word[i];
        if (!strcmp(x->slot, w->slot) && !strcmp(x->word, w->word) &&
            isa_same_avail(&x->avail, &w->avail)) {
            x->forms |= w->forms;
            return;
        }
    }
    if (words->word_count < ISA_MERGE_MOST) words->word[words->word_count++] = *w;
}

static struct isa_slot *slot_of(struct isa_words *words, const char *name) {
    for (size_t i = 0; i < words->slot_count; i++)
        if (!strcmp(words->slot[i].name, name)) return &words->slot[i];
    if (words->slot_count == ISA_MERGE_FORMS) return NULL;
    words->slot[words->slot_count] = (struct isa_slot){.name = name, .standard = ""};
    return &words->slot[words->slot_count++];
}

static void merge_slot(struct isa_words *words, size_t insn, size_t form, size_t s) {
    ptxc_isa_slot slot;
    ptxc_isa_slot_value value;
    (void)ptxc_isa_slot_get(insn, form, s, &slot);
    struct isa_slot *x = slot_of(words, slot.name);
    if (!x) return;
    x->forms |= bit(form);
    x->optional |= slot.optional ? bit(form) : 0;
    x->wanted = x->wanted || slot.wanted;
    if (ptxc_isa_slot_value_get(insn, form, s, slot.default_value, &value) == PTXC_OK)
        x->standard = value.word;
    for (size_t v = 0; ptxc_isa_slot_value_get(insn, form, s, v, &value) == PTXC_OK; v++) {
        ptxc_isa_avail avail = isa_both(&slot.avail, &value.avail);
        merge_word(words,
                   &(struct isa_word){slot.name, value.word, value.meaning, avail, bit(form)});
    }
}

static bool tells(const struct isa_words *words, const struct isa_slot *slot, uint64_t all) {
    if (slot->forms != all || slot->optional) return false;
    for (size_t i = 0; i < words->word_count; i++)
        if (!strcmp(words->word[i].slot, slot->name) && words->word[i].forms != all) return true;
    return false;
}

void isa_merge_words(struct isa_words *words, size_t insn) {
    ptxc_isa_form form;
    uint64_t all = 0;
    words->word_count = words->slot_count = 0;
    for (size_t f = 0; f < ISA_MERGE_FORMS && ptxc_isa_form_get(insn, f, &form) == PTXC_OK; f++) {
        all |= bit(f);
        for (size_t s = 0; s < form.slot_count; s++) merge_slot(words, insn, f, s);
    }
    for (size_t i = 0; i < words->slot_count; i++)
        words->slot[i].tells = tells(words, &words->slot[i], all);
}

/* ---- operands ---- */

static const char *operand_name(size_t insn, const struct isa_part *p) {
    ptxc_isa_operand operand = {.name = ""};
    (void)ptxc_isa_operand_get(insn, p->form, p->index, &operand);
    return operand.name;
}

static void say(struct phrase *text, size_t insn, const struct isa_part *p) {
    struct phrase when = {.length = 0};
    when.text[0] = '\0';
    isa_say_kind(text, insn, p->form, p->index);
    isa_say_when(&when, insn, p->form, p->index);
    phrase_add(text, "\n%s", when.text);
}

static bool same_operand(size_t insn, const struct isa_part *p, const struct isa_part *q) {
    struct phrase a = {.length = 0}, b = {.length = 0};
    if (strcmp(operand_name(insn, p), operand_name(insn, q)) != 0) return false;
    say(&a, insn, p);
    say(&b, insn, q);
    return !strcmp(a.text, b.text);
}

static void merge_operand(struct isa_parts *parts, size_t insn, struct isa_part part) {
    size_t at = parts->count;
    for (size_t i = 0; i < parts->count; i++) {
        if (same_operand(insn, &parts->part[i], &part)) {
            parts->part[i].forms |= part.forms;
            return;
        }
        if (!strcmp(operand_name(insn, &parts->part[i]), operand_name(insn, &part))) at = i + 1;
    }
    if (parts->count == ISA_MERGE_MOST) return;
    memmove(&parts->part[at + 1], &parts->part[at], (parts->count++ - at) * sizeof part);
    parts->part[at] = part;
}

void isa_merge_operands(struct isa_parts *parts, size_t insn) {
    ptxc_isa_operand operand;
    parts->count = 0;
    for (size_t f = 0; f < ISA_MERGE_FORMS; f++)
        for (size_t o = 0; ptxc_isa_operand_get(insn, f, o, &operand) == PTXC_OK; o++)
            if (!operand.inside) merge_operand(parts, insn, (struct isa_part){f, o, bit(f)});
}
