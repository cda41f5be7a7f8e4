/* SPDX-License-Identifier: Apache-2.0
 * A violation as a sentence. */
#include "tensormap/tensormap.h"

struct sink {
    char *buffer;
    size_t size, length;
};

static void put_char(struct sink *s, char c) {
    if (s->length + 1 < s->size) s->buffer[s->length] = c;
    s->length++;
}

static void put(struct sink *s, const char *text) {
    while (*text) put_char(s, *text++);
}

static void put_digits(struct sink *s, uint64_t number, unsigned base) {
    char digits[20];
    unsigned n = 0;
    do digits[n++] = "0123456789abcdef"[number % base];
    while (number /= base);
    while (n) put_char(s, digits[--n]);
}

static void put_signed(struct sink *s, int64_t number) {
    if (number < 0) put_char(s, '-');
    put_digits(s, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, 10);
}

/* A value as a programmer writes it: an enumerator, an address in hexadecimal, or a number. */
static void put_value(struct sink *s, const ptxc_tm_violation *v, int64_t value, bool is_unsigned) {
    const char *name = v->relation == PTXC_TM_ONE_OF && value >= 0
                           ? ptxc_tm_value_name(v->param, (uint64_t)value)
                           : NULL;
    bool address = v->relation == PTXC_TM_MULTIPLE_OF &&
                   (v->param == PTXC_TM_PARAM_ADDRESS || v->param == PTXC_TM_PARAM_TENSOR_MAP);
    if (name) {
        put(s, name);
    } else if (address) {
        put(s, "0x");
        put_digits(s, (uint64_t)value, 16);
    } else if (is_unsigned) {
        put_digits(s, (uint64_t)value, 10);
    } else {
        put_signed(s, value);
    }
}

/* "0 to 15" where all values are allowed that exist, else their names. */
static void put_choice(struct sink *s, const ptxc_tm_violation *v) {
    unsigned last = 0;
    while (v->a >> (last + 1)) last++;
    if (v->a == ((int64_t)1 << (last + 1)) - 1 && last > 1) {
        put(s, "one of ");
        put(s, ptxc_tm_value_name(v->param, 0));
        put(s, " to ");
        put(s, ptxc_tm_value_name(v->param, last));
        return;
    }
    const char *separator = "";
    for (unsigned i = 0; i <= last; i++) {
        if (!(v->a >> i & 1)) continue;
        put(s, separator);
        put(s, ptxc_tm_value_name(v->param, i));
        separator = " or ";
    }
}

static void put_wanted(struct sink *s, const ptxc_tm_violation *v) {
    switch (v->relation) {
    case PTXC_TM_MULTIPLE_OF: put(s, "a multiple of "); break;
    case PTXC_TM_AT_LEAST: put(s, "at least "); break;
    case PTXC_TM_AT_MOST: put(s, "at most "); break;
    case PTXC_TM_BETWEEN: break;
    case PTXC_TM_EQUAL: break;
    case PTXC_TM_ONE_OF: put_choice(s, v); return;
    }
    put_signed(s, v->a);
    if (v->relation != PTXC_TM_BETWEEN) return;
    put(s, " to ");
    put_signed(s, v->b);
}

size_t ptxc_tm_violation_text(const ptxc_tm_violation *v, char *buffer, size_t size) {
    struct sink s = {buffer, size, 0};
    ptxc_tm_rule rule;
    if (ptxc_tm_rule_get(v->rule, &rule) == PTXC_OK) {
        put(&s, ptxc_tm_param_name(v->param));
        if (v->index >= 0) {
            put_char(&s, '[');
            put_signed(&s, v->index);
            put_char(&s, ']');
        }
        put(&s, rule.quantity);
        put(&s, " is ");
        put_value(&s, v, v->found, v->found_unsigned);
        put(&s, ", but must be ");
        put_wanted(&s, v);
        put(&s, rule.because);
    }
    if (size) buffer[s.length < size ? s.length : size - 1] = '\0';
    return s.length;
}
