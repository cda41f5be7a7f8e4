/* SPDX-License-Identifier: Apache-2.0
 * What is wrong with a field, in words. */
#include "isa/descriptor.h"
#include <string.h>

struct out {
    char *buffer;
    size_t size, length;
};

static void put(struct out *out, const char *text) {
    for (; *text; text++, out->length++)
        if (out->length + 1 < out->size) out->buffer[out->length] = *text;
}

static void put_number(struct out *out, uint64_t number) {
    char digits[24];
    size_t at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
    } while (number /= 10);
    put(out, digits + at);
}

static void put_field(struct out *out, const struct isa_field *f) {
    bool named = isa_text[f->name];
    if (named) put(out, "'"), put(out, isa_str(f->name)), put(out, "' (");
    put(out, f->low == f->high ? "bit " : "bits ");
    put_number(out, f->low);
    if (f->low != f->high) put(out, ".."), put_number(out, f->high);
    put(out, named ? ") is " : f->low == f->high ? " is " : " are ");
}

/* What comes before item i of n: "a, b or c". */
static void put_comma(struct out *out, uint16_t i, uint16_t n) {
    if (i) put(out, i + 1 == n ? " or " : ", ");
}

/* 5 (E2M1) */
static void put_value(struct out *out, const struct descriptor *d, const struct isa_field *f,
                      uint64_t number) {
    const struct isa_meaning *m = descriptor_meaning(d, f, (uint32_t)(number / f->times));
    put_number(out, number);
    if (m) put(out, " ("), put(out, isa_str(m->name)), put(out, ")");
}

/* Names, unless there are so many that the line gets long. */
static void put_meanings(struct out *out, const struct isa_meanings *group) {
    for (uint16_t i = 0; i < group->list.count; i++) {
        const struct isa_meaning *m = &isa_meaning_list[group->list.first + i];
        put_comma(out, i, group->list.count);
        put_number(out, m->value);
        if (group->list.count <= 3) put(out, " ("), put(out, isa_str(m->name)), put(out, ")");
    }
}

static void put_numbers(struct out *out, const struct descriptor *d, const struct isa_field *f,
                        struct isa_span numbers) {
    for (uint16_t i = 0; i < numbers.count; i++) {
        const struct isa_numbers *r = &isa_numbers[numbers.first + i];
        put_comma(out, i, numbers.count);
        put_value(out, d, f, r->first);
        if (r->first == r->last) continue;
        put(out, ".."), put_number(out, r->last);
        if (r->step > 1) put(out, " in steps of "), put_number(out, r->step);
    }
}

size_t descriptor_say(const struct descriptor *d, const struct descriptor_problem *p, char *buffer,
                      size_t size) {
    struct out out = {buffer, size, 0};
    const struct isa_field *f = p->field;
    put_field(&out, f);
    put_value(&out, d, f, descriptor_number(f, d->value));
    put(&out, "; expected ");
    if (p->rule)
        put_numbers(&out, d, f, p->rule->numbers);
    else if (p->wanted)
        put_meanings(&out, p->wanted);
    else
        put_number(&out, f->fixed);
    if (size) buffer[out.length < size ? out.length : size - 1] = '\0';
    return out.length;
}
