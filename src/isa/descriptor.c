/* SPDX-License-Identifier: Apache-2.0
 * Decodes, encodes and checks descriptors: see descriptor.h. Conditions are three-valued,
 * because some bits of a descriptor and some qualifiers of its instruction may be unknown. */
#include "isa/descriptor.h"
#include "base/dotted.h"
#include "isa/condition.h"
#include <string.h>

/* ---- qualifiers ---- */

static bool is_whole_chain(struct text qualifiers) {
    return qualifiers.length && qualifiers.start[0] != '.';
}

/* Returns true if two words exclude each other, such as .kind::f16 and .kind::i8. */
static bool is_rival(struct text a, struct text b) {
    uint32_t stem = 0;
    while (stem + 1 < b.length && memcmp(b.start + stem, "::", 2)) stem++;
    return stem + 1 < b.length && stem < a.length && !memcmp(a.start, b.start, stem + 1);
}

static enum truth has_qualifier(struct text qualifiers, struct text word) {
    const char *s = qualifiers.start;
    uint32_t n = qualifiers.length, at = 0, start;
    enum truth answer = is_whole_chain(qualifiers) ? NO : OPEN;
    while ((start = dotted_next(s, n, &at)) < n) {
        struct text given = {s + start, at - start};
        if (text_same(given, word)) return YES;
        if (is_rival(given, word)) answer = NO;
    }
    return answer;
}

/* Returns whether the layout applies to an instruction with these qualifiers. */
static enum truth is_for(const struct isa_layout *layout, struct text qualifiers) {
    struct text words = text_of(isa_str(layout->words));
    enum truth answer = words.length ? NO : YES;
    uint32_t at = 0, start;
    while ((start = dotted_next(words.start, words.length, &at)) < words.length) {
        enum truth has = has_qualifier(qualifiers, (struct text){words.start + start, at - start});
        if (has == YES) return YES;
        if (has == OPEN) answer = OPEN;
    }
    return answer;
}

const struct isa_layout *descriptor_layout(const char *name, struct text qualifiers) {
    const struct isa_layout *found = NULL;
    unsigned possible = 0;
    for (uint16_t i = 0; i < isa_layout_count; i++) {
        if (strcmp(isa_str(isa_layouts[i].name), name)) continue;
        enum truth fits = is_for(&isa_layouts[i], qualifiers);
        if (fits == YES) return &isa_layouts[i];
        if (fits == NO) continue;
        found = &isa_layouts[i];
        possible++;
    }
    return possible == 1 ? found : NULL;
}

/* ---- fields ---- */

static uint64_t field_mask(const struct isa_field *field) {
    return UINT64_MAX >> (63 - (field->high - field->low)) << field->low;
}

uint32_t descriptor_bits(const struct isa_field *field, uint64_t value) {
    return (uint32_t)((value & field_mask(field)) >> field->low);
}

uint64_t descriptor_number(const struct isa_field *field, uint64_t value) {
    return (uint64_t)descriptor_bits(field, value) * field->times;
}

bool descriptor_set(const struct isa_field *field, uint64_t number, uint64_t *value) {
    uint64_t bits = number / field->times;
    if (number % field->times || bits > field_mask(field) >> field->low) return false;
    *value = (*value & ~field_mask(field)) | bits << field->low;
    return true;
}

uint64_t descriptor_empty(const struct isa_layout *layout) {
    uint64_t value = 0;
    for (uint16_t i = 0; i < layout->fields.count; i++) {
        const struct isa_field *f = &isa_fields[layout->fields.first + i];
        value |= (uint64_t)f->fixed << f->low;
    }
    return value;
}

static bool is_known_field(const struct descriptor *d, const struct isa_field *field) {
    return !(field_mask(field) & ~d->known);
}

/* ---- conditions ---- */

static bool in_numbers(struct isa_span numbers, uint64_t number) {
    for (uint16_t i = 0; i < numbers.count; i++) {
        const struct isa_numbers *r = &isa_numbers[numbers.first + i];
        if (number >= r->first && number <= r->last && (number - r->first) % r->step == 0)
            return true;
    }
    return false;
}

static struct isa_value field_is(const struct descriptor *d, const int32_t *op) {
    const struct isa_field *field = &isa_fields[op[1]];
    struct isa_span numbers = {(uint16_t)op[2], (uint16_t)op[3]};
    if (!is_known_field(d, field)) return isa_unknown();
    return isa_known(in_numbers(numbers, descriptor_number(field, d->value)));
}

static struct isa_value qualifier_is(const struct descriptor *d, const int32_t *op) {
    enum truth has = has_qualifier(d->qualifiers, text_of(isa_str((isa_string)op[1])));
    return has == OPEN ? isa_unknown() : isa_known(has == YES);
}

static struct isa_value leaf(const void *asker, const int32_t *op) {
    const struct descriptor *d = asker;
    switch (*op) {
    case ISA_WORD: return qualifier_is(d, op);
    case ISA_FIELD_IS: return field_is(d, op);
    case ISA_TARGET:
        return d->target < 0 ? isa_unknown() : isa_known(isa_sets[op[1]] >> d->target & 1);
    case ISA_VERSION: return d->version < 0 ? isa_unknown() : isa_known(d->version >= op[1]);
    default: return isa_unknown();
    }
}

static enum truth holds(const struct descriptor *d, uint16_t code) {
    return code ? isa_truth(isa_evaluate(&isa_code[code], leaf, d)) : YES;
}

/* ---- what fields mean ---- */

static const struct isa_meaning *meaning_in(const struct isa_meanings *group, uint32_t bits) {
    for (uint16_t i = 0; i < group->list.count; i++) {
        const struct isa_meaning *m = &isa_meaning_list[group->list.first + i];
        if (m->value == bits) return m;
    }
    return NULL;
}

const struct isa_meaning *descriptor_meaning(const struct descriptor *d,
                                             const struct isa_field *field, uint32_t bits) {
    for (uint16_t g = 0; g < field->meanings.count; g++) {
        const struct isa_meanings *group = &isa_meanings[field->meanings.first + g];
        const struct isa_meaning *m = meaning_in(group, bits);
        if (m && holds(d, group->when) != NO) return m;
    }
    return NULL;
}

const struct isa_meaning *descriptor_meaning_at(const struct descriptor *d,
                                                const struct isa_field *field, size_t index) {
    for (uint16_t g = 0; g < field->meanings.count; g++) {
        const struct isa_meanings *group = &isa_meanings[field->meanings.first + g];
        if (holds(d, group->when) == NO) continue;
        if (index < group->list.count) return &isa_meaning_list[group->list.first + index];
        index -= group->list.count;
    }
    return NULL;
}

/* ---- the verdict ---- */

/* Returns true if no group of meanings that may apply contains the bits. Sets *wanted to a group
 * that applies. */
static bool has_no_meaning(const struct descriptor *d, const struct isa_field *field,
                           const struct isa_meanings **wanted) {
    *wanted = NULL;
    if (descriptor_meaning(d, field, descriptor_bits(field, d->value))) return false;
    for (uint16_t g = 0; g < field->meanings.count; g++) {
        const struct isa_meanings *group = &isa_meanings[field->meanings.first + g];
        if (holds(d, group->when) == YES) *wanted = group;
    }
    return *wanted;
}

bool descriptor_is_wrong(const struct descriptor *d, const struct isa_field *field,
                         struct descriptor_problem *problem) {
    *problem = (struct descriptor_problem){field, NULL, NULL};
    if (!is_known_field(d, field) || field->flags & FIELD_UNUSED) return false;
    if (field->flags & FIELD_RESERVED) return descriptor_bits(field, d->value) != field->fixed;
    if (has_no_meaning(d, field, &problem->wanted)) return true;
    uint64_t number = descriptor_number(field, d->value);
    for (uint16_t i = 0; i < d->layout->rules.count; i++) {
        const struct isa_layout_rule *rule = &isa_layout_rules[d->layout->rules.first + i];
        if (&isa_fields[rule->field] != field || in_numbers(rule->numbers, number) ||
            holds(d, rule->when) != YES)
            continue;
        problem->rule = rule;
        return true;
    }
    return false;
}
