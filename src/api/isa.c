/* SPDX-License-Identifier: Apache-2.0
 * The public functions for the tables of the instruction set. */
#include "api/isa_describe.h"
#include "base/set.h"
#include "isa/target_set.h"
#include "isa/words.h"
#include "ptxcheck.h"
#include "ptxcheck_query.h"
#include <string.h>

/* ---- records by index; NULL if the index is past the end ---- */

static const struct isa_form *form_at(size_t insn, size_t i) {
    const struct isa_insn *x = api_insn_at(insn);
    return x && i < x->forms.count ? &isa_forms[x->forms.first + i] : NULL;
}

static const struct isa_slot *slot_at(size_t insn, size_t form, size_t i) {
    const struct isa_form *f = form_at(insn, form);
    return f && i < f->slots.count ? &isa_slots[f->slots.first + i] : NULL;
}

static const struct isa_member *value_at(size_t insn, size_t form, size_t slot, size_t i) {
    const struct isa_slot *s = slot_at(insn, form, slot);
    return s && i < s->members.count ? &isa_members[s->members.first + i] : NULL;
}

static const struct isa_operand *operand_at(size_t insn, size_t form, size_t i) {
    const struct isa_form *f = form_at(insn, form);
    return f && i < f->operands.count ? &isa_operands[f->operands.first + i] : NULL;
}

static const struct isa_rule *rule_at(size_t insn, size_t i) {
    const struct isa_insn *x = api_insn_at(insn);
    return x && i < x->rules.count ? &isa_rules[x->rules.first + i] : NULL;
}

/* ---- instructions ---- */

/* Returns the releases that any code of the instruction depends on. */
static uint64_t releases_of(const struct isa_insn *x) {
    uint64_t releases = isa_words_releases(x->lowered);
    for (uint16_t r = 0; r < x->rules.count; r++) {
        const struct isa_rule *rule = &isa_rules[x->rules.first + r];
        releases |= isa_words_releases(rule->when) | isa_words_releases(rule->need);
    }
    for (uint16_t f = 0; f < x->forms.count; f++) {
        struct isa_span operands = isa_forms[x->forms.first + f].operands;
        for (uint16_t o = 0; o < operands.count; o++)
            releases |= isa_words_releases(isa_operands[operands.first + o].condition);
    }
    return releases;
}

size_t ptxc_isa_insn_count(void) { return isa_insn_count; }

ptxc_status ptxc_isa_insn_get(size_t insn, ptxc_isa_insn *out) {
    const struct isa_insn *x = api_insn_at(insn);
    if (!out) return PTXC_BAD_ARGUMENT;
    if (!x) return PTXC_NOT_FOUND;
    *out = (ptxc_isa_insn){.name = isa_str(x->name),
                           .summary = isa_str(x->doc),
                           .manual = isa_str(x->manual),
                           .avail = target_set_need_at(x->avail),
                           .releases = set_of_bits(releases_of(x)),
                           .distinct = x->distinct,
                           .form_count = x->forms.count,
                           .rule_count = x->rules.count,
                           .example_count = x->examples.count,
                           .never_after = isa_str(x->never_after)};
    return PTXC_OK;
}

static bool has_word(const struct isa_insn *x, uint16_t word) {
    for (uint16_t f = 0; f < x->forms.count; f++) {
        struct isa_span slots = isa_forms[x->forms.first + f].slots;
        for (uint16_t s = 0; s < slots.count; s++) {
            struct isa_span members = isa_slots[slots.first + s].members;
            for (uint16_t i = 0; i < members.count; i++)
                if (isa_members[members.first + i].word == word) return true;
        }
    }
    return false;
}

static bool is_of(const struct isa_insn *x, const struct isa_uniform *u) {
    size_t length = strlen(isa_str(u->root));
    const char *name = isa_str(x->name);
    return !strncmp(name, isa_str(u->root), length) && (!name[length] || name[length] == '.') &&
           has_word(x, isa_uniform_words[u->words.first]);
}

size_t ptxc_isa_insn_kernel_rule_text(size_t insn, char *buffer, size_t size) {
    const struct isa_insn *x = api_insn_at(insn);
    struct text_builder out = build_in_buffer(buffer, size);
    for (uint16_t i = 0; x && i < isa_uniform_count && !out.length; i++) {
        const struct isa_uniform *u = &isa_uniforms[i];
        if (!is_of(x, u)) continue;
        build_string(&out, "a kernel and what it calls have one of ");
        for (uint16_t w = 0; w < u->words.count; w++) {
            if (w) build_string(&out, ", ");
            build_string(&out, isa_str(isa_words[isa_uniform_words[u->words.first + w]].text));
        }
        if (!u->since) continue;
        build_string(&out, "; before CUDA ");
        build_string(&out, isa_release_name(u->since));
        build_string(&out, " a warning");
    }
    return out.length;
}

ptxc_status ptxc_isa_insn_find(const char *chain, size_t length, size_t *insn) {
    if (!chain || !insn || length > UINT16_MAX) return PTXC_BAD_ARGUMENT;
    uint16_t found = isa_insn_of_chain(chain, (uint32_t)length);
    if (found == ISA_NONE) return PTXC_NOT_FOUND;
    *insn = found;
    return PTXC_OK;
}

ptxc_status ptxc_isa_form_get(size_t insn, size_t form, ptxc_isa_form *out) {
    const struct isa_form *f = form_at(insn, form);
    if (!out) return PTXC_BAD_ARGUMENT;
    if (!f) return PTXC_NOT_FOUND;
    *out = (ptxc_isa_form){isa_str(f->name), isa_str(f->syntax), target_set_need_at(f->avail),
                           f->slots.count, f->operands.count};
    return PTXC_OK;
}

/* ---- qualifiers ---- */

ptxc_status ptxc_isa_slot_get(size_t insn, size_t form, size_t slot, ptxc_isa_slot *out) {
    const struct isa_slot *s = slot_at(insn, form, slot);
    if (!out) return PTXC_BAD_ARGUMENT;
    if (!s) return PTXC_NOT_FOUND;
    bool has_default = s->default_member != ISA_NONE;
    *out = (ptxc_isa_slot){.name = isa_str(isa_roles[isa_insns[insn].roles.first + s->role]),
                           .optional = s->flags & SLOT_OPTIONAL,
                           .wanted = s->flags & SLOT_WANTED,
                           .together = s->together,
                           .order = s->order,
                           .value_count = s->members.count,
                           .default_value = has_default ? s->default_member - s->members.first
                                                        : s->members.count,
                           .avail = target_set_need_at(s->avail)};
    return PTXC_OK;
}

ptxc_status ptxc_isa_slot_value_get(size_t insn, size_t form, size_t slot, size_t value,
                                    ptxc_isa_slot_value *out) {
    const struct isa_member *v = value_at(insn, form, slot, value);
    if (!out) return PTXC_BAD_ARGUMENT;
    if (!v) return PTXC_NOT_FOUND;
    *out = (ptxc_isa_slot_value){isa_str(isa_words[v->word].text), target_set_need_at(v->avail),
                                 isa_meaning(&isa_insns[insn], isa_words[v->word].text)};
    return PTXC_OK;
}

size_t ptxc_isa_slot_value_numbers_text(size_t insn, size_t form, size_t slot, size_t value,
                                        char *buffer, size_t size) {
    const struct isa_member *v = value_at(insn, form, slot, value);
    struct text_builder out = build_in_buffer(buffer, size);
    for (uint16_t i = 0; v && i < v->attrs.count; i++) {
        const struct isa_attr *a = &isa_attrs[v->attrs.first + i];
        if (i) build_string(&out, ", ");
        build_string(&out, isa_str(isa_attr_names[a->name]));
        build_string(&out, "=");
        build_number(&out, a->value);
    }
    return out.length;
}

/* ---- operands ---- */

ptxc_status ptxc_isa_operand_get(size_t insn, size_t form, size_t operand, ptxc_isa_operand *out) {
    const struct isa_operand *o = operand_at(insn, form, operand);
    if (!out) return PTXC_BAD_ARGUMENT;
    if (!o) return PTXC_NOT_FOUND;
    bool group = o->flags & OPERAND_GROUP;
    *out = (ptxc_isa_operand){.name = isa_str(o->name),
                              .kind = group ? "an address []" : isa_str(isa_kinds[o->kind].phrase),
                              .also = group ? "" : isa_str(isa_kinds[o->kind].also),
                              .optional = o->flags & OPERAND_OPTIONAL,
                              .inside = o->size,
                              .written = o->flags & (OPERAND_WRITTEN | OPERAND_UPDATED),
                              .updated = o->flags & OPERAND_UPDATED,
                              .meaning = isa_meaning(&isa_insns[insn], o->name),
                              .layout = isa_layout_of(&isa_insns[insn], o->name)};
    return PTXC_OK;
}

size_t ptxc_isa_operand_condition_text(size_t insn, size_t form, size_t operand, char *buffer,
                                       size_t size) {
    const struct isa_operand *o = operand_at(insn, form, operand);
    struct text_builder out = build_in_buffer(buffer, size);
    if (o) isa_words_when(&out, &isa_insns[insn], o->condition);
    return out.length;
}

size_t ptxc_isa_operand_length_text(size_t insn, size_t form, size_t operand, char *buffer,
                                    size_t size) {
    const struct isa_operand *o = operand_at(insn, form, operand);
    struct text_builder out = build_in_buffer(buffer, size);
    struct isa_span alts = {0, 0};
    if (o && !(o->flags & OPERAND_GROUP)) alts = isa_kinds[o->kind].alts;
    for (uint16_t i = 0; i < alts.count && !out.length; i++) {
        const struct isa_alt *alt = &isa_alts[alts.first + i];
        if (alt->op != ALT_VECTOR || alt->flags & ALT_LENIENT) continue;
        const int32_t *length = &isa_code[alt->length];
        bool alone = length[0] == ISA_NUMBER && length[1] == 1; /* the phrase already says so */
        if (!alone) isa_words_number(&out, &isa_insns[insn], alt->length);
    }
    return out.length;
}

static void put_range(struct text_builder *out, const struct isa_range *r) {
    build_number(out, r->low);
    if (r->low == r->high) return;
    build_string(out, "..");
    build_number(out, r->high);
}

static void put_needs(struct text_builder *out, uint16_t kind) {
    struct isa_span alts = isa_kinds[kind].alts;
    for (uint16_t i = 0; i < alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[alts.first + i];
        if (alt->op == ALT_BY_WORD) continue; /* these are listed as choices */
        for (uint16_t k = 0; k < alt->ranges.count; k++) {
            const struct isa_range *r = &isa_ranges[alt->ranges.first + k];
            if (!r->avail) continue;
            if (out->length) build_string(out, "; ");
            put_range(out, r);
            build_string(out, r->low == r->high ? " needs " : " need ");
            isa_words_avail(out, r->avail);
        }
    }
}

size_t ptxc_isa_operand_needs_text(size_t insn, size_t form, size_t operand, char *buffer,
                                   size_t size) {
    const struct isa_operand *o = operand_at(insn, form, operand);
    struct text_builder out = build_in_buffer(buffer, size);
    if (o && !(o->flags & OPERAND_GROUP)) put_needs(&out, o->kind);
    return out.length;
}

/* ---- rules ---- */

ptxc_status ptxc_isa_rule_get(size_t insn, size_t rule, ptxc_isa_rule *out) {
    const struct isa_rule *r = rule_at(insn, rule);
    if (!out) return PTXC_BAD_ARGUMENT;
    if (!r) return PTXC_NOT_FOUND;
    *out = (ptxc_isa_rule){.name = isa_str(r->name),
                           .severity = r->flags & RULE_WARNS ? PTXC_WARNING : PTXC_ERROR,
                           .message = r->text ? isa_str(r->text) : "",
                           .kind = r->op == RULE_REQUIRE  ? PTXC_RULE_REQUIRES
                                   : r->op == RULE_FORBID ? PTXC_RULE_FORBIDS
                                                          : PTXC_RULE_NEEDS,
                           .avail = target_set_need_at(r->avail)};
    return PTXC_OK;
}

size_t ptxc_isa_rule_text(size_t insn, size_t rule, char *buffer, size_t size) {
    const struct isa_rule *r = rule_at(insn, rule);
    struct text_builder out = build_in_buffer(buffer, size);
    if (r) isa_words_rule(&out, &isa_insns[insn], r);
    return out.length;
}

/* ---- numbers ---- */

static bool is_in(const struct isa_range *r, int64_t number) {
    return r->low <= number && number <= r->high && (!r->multiple || !(number % r->multiple));
}

ptxc_status ptxc_isa_operand_number_get(size_t insn, size_t form, size_t operand, int64_t number,
                                        ptxc_isa_avail *avail) {
    ptxc_isa_form f;
    if (!avail) return PTXC_BAD_ARGUMENT;
    if (ptxc_isa_form_get(insn, form, &f) != PTXC_OK || operand >= f.operand_count)
        return PTXC_NOT_FOUND;
    uint16_t first = isa_forms[isa_insns[insn].forms.first + form].operands.first;
    struct isa_span alts = isa_kinds[isa_operands[first + operand].kind].alts;
    for (uint16_t i = 0; i < alts.count; i++) {
        const struct isa_alt *a = &isa_alts[alts.first + i];
        if (a->op != ALT_INTEGER || a->flags & ALT_LENIENT) continue;
        *avail = target_set_need_at(0);
        if (!a->ranges.count) return PTXC_OK;
        for (uint16_t k = 0; k < a->ranges.count; k++) {
            const struct isa_range *r = &isa_ranges[a->ranges.first + k];
            if (!is_in(r, number)) continue;
            *avail = target_set_need_at(r->avail);
            return PTXC_OK;
        }
    }
    return PTXC_NOT_FOUND;
}
