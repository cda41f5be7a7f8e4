/* SPDX-License-Identifier: Apache-2.0
 * Messages about the fields of descriptors. */
#include "isa/descriptor.h"
#include "base/text_builder.h"

static void put_field(struct text_builder *out, const struct isa_field *f) {
    bool named = isa_text[f->name];
    if (named)
        build_string(out, "'"), build_string(out, isa_str(f->name)), build_string(out, "' (");
    build_string(out, f->low == f->high ? "bit " : "bits ");
    build_unsigned(out, f->low);
    if (f->low != f->high) build_string(out, ".."), build_unsigned(out, f->high);
    build_string(out, named ? ") is " : f->low == f->high ? " is " : " are ");
}

/* Writes "5 (E2M1)". */
static void put_field_value(struct text_builder *out, const struct descriptor *d,
                            const struct isa_field *f, uint64_t number) {
    const struct isa_meaning *m = descriptor_meaning(d, f, (uint32_t)(number / f->times));
    build_unsigned(out, number);
    if (m) build_string(out, " ("), build_string(out, isa_str(m->name)), build_string(out, ")");
}

/* Writes names, unless there are so many that the line would get long. */
static void put_meanings(struct text_builder *out, const struct isa_meanings *group) {
    for (uint16_t i = 0; i < group->list.count; i++) {
        const struct isa_meaning *m = &isa_meaning_list[group->list.first + i];
        build_separator(out, i, group->list.count);
        build_unsigned(out, m->value);
        if (group->list.count <= 3)
            build_string(out, " ("), build_string(out, isa_str(m->name)), build_string(out, ")");
    }
}

static void put_field_numbers(struct text_builder *out, const struct descriptor *d,
                              const struct isa_field *f, struct isa_span numbers) {
    for (uint16_t i = 0; i < numbers.count; i++) {
        const struct isa_numbers *r = &isa_numbers[numbers.first + i];
        build_separator(out, i, numbers.count);
        put_field_value(out, d, f, r->first);
        if (r->first == r->last) continue;
        build_string(out, ".."), build_unsigned(out, r->last);
        if (r->step > 1) build_string(out, " in steps of "), build_unsigned(out, r->step);
    }
}

size_t descriptor_say(const struct descriptor *d, const struct descriptor_problem *p, char *buffer,
                      size_t size) {
    struct text_builder out = build_in_buffer(buffer, size);
    const struct isa_field *f = p->field;
    put_field(&out, f);
    put_field_value(&out, d, f, descriptor_number(f, d->value));
    build_string(&out, "; expected ");
    if (p->rule)
        put_field_numbers(&out, d, f, p->rule->numbers);
    else if (p->wanted)
        put_meanings(&out, p->wanted);
    else
        build_unsigned(&out, f->fixed);
    return out.length;
}
