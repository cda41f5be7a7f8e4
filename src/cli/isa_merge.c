/* SPDX-License-Identifier: Apache-2.0
 * What forms of an instruction have in common: see isa_merge.h. */
#include "isa_merge.h"
#include "isa_say.h"
#include <string.h>

static const char *slot_name(size_t insn, const struct isa_part *p) {
    ptxc_isa_slot slot = {.name = ""};
    (void)ptxc_isa_slot_get(insn, p->form, p->index, &slot);
    return slot.name;
}

static const char *operand_name(size_t insn, const struct isa_part *p) {
    ptxc_isa_operand operand = {.name = ""};
    (void)ptxc_isa_operand_get(insn, p->form, p->index, &operand);
    return operand.name;
}

static bool same_slot(size_t insn, const struct isa_part *p, const struct isa_part *q) {
    ptxc_isa_slot a, b;
    ptxc_isa_value x, y;
    (void)ptxc_isa_slot_get(insn, p->form, p->index, &a);
    (void)ptxc_isa_slot_get(insn, q->form, q->index, &b);
    if (strcmp(a.name, b.name) || a.optional != b.optional || a.wanted != b.wanted ||
        a.value_count != b.value_count || a.default_value != b.default_value ||
        !isa_same_avail(&a.avail, &b.avail))
        return false;
    for (size_t v = 0; v < a.value_count; v++) {
        (void)ptxc_isa_value_get(insn, p->form, p->index, v, &x);
        (void)ptxc_isa_value_get(insn, q->form, q->index, v, &y);
        if (strcmp(x.word, y.word) || !isa_same_avail(&x.avail, &y.avail)) return false;
    }
    return true;
}

static bool same_operand(size_t insn, const struct isa_part *p, const struct isa_part *q) {
    struct phrase a = {.length = 0}, b = {.length = 0};
    if (strcmp(operand_name(insn, p), operand_name(insn, q))) return false;
    for (int k = 0; k < 2; k++) {
        struct phrase *text = k ? &b : &a;
        const struct isa_part *part = k ? q : p;
        isa_say_kind(text, insn, part->form, part->index);
        phrase_add(text, "\n");
        struct phrase when = {.length = 0};
        when.text[0] = '\0';
        isa_say_when(&when, insn, part->form, part->index);
        phrase_add(text, "%s", when.text);
    }
    return !strcmp(a.text, b.text);
}

typedef bool same_parts(size_t insn, const struct isa_part *p, const struct isa_part *q);
typedef const char *name_of(size_t insn, const struct isa_part *p);

/* Parts of one name stand together. */
static void merge(struct isa_parts *parts, size_t insn, struct isa_part part, same_parts *same,
                  name_of *name) {
    size_t at = parts->count;
    for (size_t i = 0; i < parts->count; i++) {
        if (same(insn, &parts->part[i], &part)) {
            parts->part[i].forms |= part.forms;
            return;
        }
        if (!strcmp(name(insn, &parts->part[i]), name(insn, &part))) at = i + 1;
    }
    if (parts->count == ISA_MERGE_MOST) return;
    memmove(&parts->part[at + 1], &parts->part[at], (parts->count++ - at) * sizeof part);
    parts->part[at] = part;
}

static uint64_t bit(size_t form) { return UINT64_C(1) << form; }

void isa_merge_slots(struct isa_parts *parts, size_t insn) {
    ptxc_isa_form form;
    parts->count = 0;
    for (size_t f = 0; f < ISA_MERGE_FORMS && ptxc_isa_form_get(insn, f, &form) == PTXC_OK; f++)
        for (size_t s = 0; s < form.slot_count; s++)
            merge(parts, insn, (struct isa_part){f, s, bit(f)}, same_slot, slot_name);
}

void isa_merge_operands(struct isa_parts *parts, size_t insn) {
    ptxc_isa_form form;
    ptxc_isa_operand operand;
    parts->count = 0;
    for (size_t f = 0; f < ISA_MERGE_FORMS && ptxc_isa_form_get(insn, f, &form) == PTXC_OK; f++)
        for (size_t o = 0; ptxc_isa_operand_get(insn, f, o, &operand) == PTXC_OK; o++)
            if (!operand.inside)
                merge(parts, insn, (struct isa_part){f, o, bit(f)}, same_operand, operand_name);
}

bool isa_tells_forms(const struct isa_parts *slots, size_t insn, const char *name) {
    ptxc_isa_insn x;
    size_t kinds = 0;
    uint64_t forms = 0;
    (void)ptxc_isa_insn_get(insn, &x);
    for (size_t i = 0; i < slots->count; i++) {
        ptxc_isa_slot slot;
        const struct isa_part *p = &slots->part[i];
        (void)ptxc_isa_slot_get(insn, p->form, p->index, &slot);
        if (strcmp(slot.name, name)) continue;
        if (slot.optional) return false;
        forms |= p->forms;
        kinds++;
    }
    return kinds > 1 && forms == UINT64_MAX >> (64 - x.form_count);
}
