/* SPDX-License-Identifier: Apache-2.0
 * The public functions that describe an instruction: examples, meanings, effects. */
#include "api/isa_describe.h"
#include "isa/words.h"
#include "ptxcheck.h"
#include <string.h>

ptxc_status ptxc_isa_example_get(size_t insn, size_t example, ptxc_isa_example *out) {
    const struct isa_insn *x = api_insn_at(insn);
    if (!out) return PTXC_BAD_ARGUMENT;
    if (!x || example >= x->examples.count) return PTXC_NOT_FOUND;
    const struct isa_example *e = &isa_examples[x->examples.first + example];
    *out = (ptxc_isa_example){isa_str(e->text), isa_str(e->doc)};
    return PTXC_OK;
}

/* Returns true if the name of the instruction starts with the words of `root`. */
static bool begins_with(const struct isa_insn *insn, const char *root) {
    const char *name = isa_str(insn->name);
    size_t length = strlen(root);
    return !strncmp(name, root, length) && (!length || !name[length] || name[length] == '.');
}

ptxc_status ptxc_isa_purpose_get(size_t insn, ptxc_isa_purpose *out) {
    const struct isa_insn *x = api_insn_at(insn);
    size_t longest = 0;
    if (!out) return PTXC_BAD_ARGUMENT;
    for (uint16_t i = 0; x && i < isa_purpose_count; i++) {
        const char *root = isa_str(isa_purposes[i].root);
        if (strlen(root) <= longest || !begins_with(x, root)) continue;
        *out = (ptxc_isa_purpose){isa_str(isa_purposes[i].text), isa_str(isa_purposes[i].kernel)};
        longest = strlen(root);
    }
    return longest ? PTXC_OK : PTXC_NOT_FOUND;
}

const char *isa_meaning(const struct isa_insn *insn, isa_string name) {
    const char *best = "";
    size_t longest = 0;
    for (uint16_t i = 0; i < isa_meant_count; i++) {
        const struct isa_meant *x = &isa_meant[i];
        if (x->name != name) continue;
        const char *root = isa_str(x->root);
        size_t length = strlen(root);
        if (!begins_with(insn, root) || length < longest) continue;
        best = isa_str(x->text);
        longest = length;
    }
    return best;
}

const char *isa_layout_of(const struct isa_insn *insn, isa_string operand) {
    for (uint16_t i = 0; i < insn->described.count; i++) {
        const struct isa_described *d = &isa_described[insn->described.first + i];
        if (d->operand == operand) return isa_str(d->layout);
    }
    return "";
}

/* ---- effects ---- */

static const char *effect_text(uint8_t effect) {
    switch (effect) {
    case EFFECT_PURE: return "only computes: it may be dropped, repeated or moved";
    case EFFECT_STEADY:
        return "only computes, with the other threads of its warp, or reads what nothing writes";
    case EFFECT_CARRY_IN: return "reads the carry flag";
    case EFFECT_CARRY: return "writes the carry flag";
    case EFFECT_VOLATILE: return "does something that stays, but not to memory";
    case EFFECT_ORDER: return "orders accesses to memory that others make";
    default: return "may read or write memory, now or later";
    }
}

size_t ptxc_isa_insn_effect_text(size_t insn, char *buffer, size_t size) {
    const struct isa_insn *x = api_insn_at(insn);
    struct text_builder out = build_in_buffer(buffer, size);
    if (!x) return out.length;
    build_string(&out, effect_text(x->effect));
    if (x->effect_when) {
        build_string(&out, "; ");
        isa_words_when(&out, x, x->effect_when);
        build_string(&out, ": ");
        build_string(&out, effect_text(x->effect_then));
    }
    return out.length;
}

size_t ptxc_isa_insn_ignored_text(size_t insn, char *buffer, size_t size) {
    const struct isa_insn *x = api_insn_at(insn);
    struct text_builder out = build_in_buffer(buffer, size);
    for (uint16_t i = 0; x && i < x->ignores.count; i++) {
        const struct isa_ignore *ignore = &isa_ignores[x->ignores.first + i];
        if (!ignore->most) continue; /* rejected */
        if (out.length) build_string(&out, " ");
        build_string(&out, isa_str(isa_words[ignore->word].text));
    }
    return out.length;
}

/* ---- what a word permits ---- */

struct walk {
    const struct isa_insn *insn;
    const struct isa_form *form;
    size_t left; /* choices still to be skipped */
    ptxc_isa_operand_choice *out;
};

static bool may_be(const struct walk *w, uint16_t role, uint16_t word) {
    for (uint16_t s = 0; s < w->form->slots.count; s++) {
        const struct isa_slot *slot = &isa_slots[w->form->slots.first + s];
        for (uint16_t i = 0; slot->role == role && i < slot->members.count; i++)
            if (isa_members[slot->members.first + i].word == word) return true;
    }
    return false;
}

static bool find_choice(struct walk *w, const struct isa_alt *alt) {
    for (uint16_t i = 0; i < alt->ranges.count; i++) {
        const struct isa_choice *c = &isa_choices[alt->ranges.first + i];
        if (!may_be(w, alt->length, c->word) || w->left--) continue;
        *w->out = (ptxc_isa_operand_choice){isa_str(isa_roles[w->insn->roles.first + alt->length]),
                                            isa_str(isa_words[c->word].text),
                                            isa_str(isa_kinds[c->kind].phrase)};
        return true;
    }
    return false;
}

/* Kinds are nested, up to a few levels. */
static bool find_in_kind(struct walk *w, uint16_t kind) {
    struct isa_span alts = isa_kinds[kind].alts;
    for (uint16_t i = 0; i < alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[alts.first + i];
        if (alt->flags & ALT_LENIENT) continue;
        if (alt->op == ALT_BY_WORD) {
            if (find_choice(w, alt)) return true;
            continue;
        }
        if (alt->inner && find_in_kind(w, alt->inner)) return true;
        if (alt->inner2 && alt->inner2 != alt->inner && find_in_kind(w, alt->inner2)) return true;
    }
    return false;
}

ptxc_status ptxc_isa_operand_choice_get(size_t insn, size_t form, size_t operand, size_t choice,
                                        ptxc_isa_operand_choice *out) {
    const struct isa_insn *x = api_insn_at(insn);
    if (!out) return PTXC_BAD_ARGUMENT;
    if (!x || form >= x->forms.count) return PTXC_NOT_FOUND;
    const struct isa_form *f = &isa_forms[x->forms.first + form];
    if (operand >= f->operands.count) return PTXC_NOT_FOUND;
    const struct isa_operand *o = &isa_operands[f->operands.first + operand];
    struct walk walk = {x, f, choice, out};
    if (o->flags & OPERAND_GROUP || !find_in_kind(&walk, o->kind)) return PTXC_NOT_FOUND;
    return PTXC_OK;
}
