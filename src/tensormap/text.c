/* SPDX-License-Identifier: Apache-2.0
 * Writes a violation as a sentence. */
#include "tensormap/tensormap.h"

struct sink {
    char *buffer;
    size_t size, length;
};

static void put_byte(struct sink *s, char c) {
    if (s->length + 1 < s->size) s->buffer[s->length] = c;
    s->length++;
}

static void put_string(struct sink *s, const char *text) {
    while (*text) put_byte(s, *text++);
}

static void put_digits(struct sink *s, uint64_t number, unsigned base) {
    char digits[20];
    unsigned n = 0;
    do digits[n++] = "0123456789abcdef"[number % base];
    while (number /= base);
    while (n) put_byte(s, digits[--n]);
}

static void put_signed(struct sink *s, int64_t number) {
    if (number < 0) put_byte(s, '-');
    put_digits(s, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, 10);
}

/* Writes a value as a programmer would: an enumerator, a hexadecimal address, or a number. */
static void put_violating_value(struct sink *s, const ptxc_tm_violation *v, int64_t value,
                                bool is_unsigned) {
    const char *name = v->relation == PTXC_TM_ONE_OF && value >= 0
                           ? ptxc_tm_value_name(v->param, (uint64_t)value)
                           : NULL;
    bool address = v->relation == PTXC_TM_MULTIPLE_OF &&
                   (v->param == PTXC_TM_PARAM_ADDRESS || v->param == PTXC_TM_PARAM_TENSOR_MAP);
    if (name) {
        put_string(s, name);
    } else if (address) {
        put_string(s, "0x");
        put_digits(s, (uint64_t)value, 16);
    } else if (is_unsigned) {
        put_digits(s, (uint64_t)value, 10);
    } else {
        put_signed(s, value);
    }
}

/* Writes "0 to 15" if all existing values are allowed, otherwise their names. */
static void put_allowed(struct sink *s, const ptxc_tm_violation *v) {
    unsigned last = 0;
    while (v->a >> (last + 1)) last++;
    if (v->a == ((int64_t)1 << (last + 1)) - 1 && last > 1) {
        put_string(s, "one of ");
        put_string(s, ptxc_tm_value_name(v->param, 0));
        put_string(s, " to ");
        put_string(s, ptxc_tm_value_name(v->param, last));
        return;
    }
    const char *separator = "";
    for (unsigned i = 0; i <= last; i++) {
        if (!(v->a >> i & 1)) continue;
        put_string(s, separator);
        put_string(s, ptxc_tm_value_name(v->param, i));
        separator = " or ";
    }
}

static void put_wanted(struct sink *s, const ptxc_tm_violation *v) {
    switch (v->relation) {
    case PTXC_TM_MULTIPLE_OF: put_string(s, "a multiple of "); break;
    case PTXC_TM_AT_LEAST: put_string(s, "at least "); break;
    case PTXC_TM_AT_MOST: put_string(s, "at most "); break;
    case PTXC_TM_BETWEEN: break;
    case PTXC_TM_EQUAL: break;
    case PTXC_TM_ONE_OF: put_allowed(s, v); return;
    }
    put_signed(s, v->a);
    if (v->relation != PTXC_TM_BETWEEN) return;
    put_string(s, " to ");
    put_signed(s, v->b);
}

size_t ptxc_tm_violation_text(const ptxc_tm_violation *v, char *buffer, size_t size) {
    struct sink s = {buffer, size, 0};
    ptxc_tm_rule rule;
    if (ptxc_tm_rule_get(v->rule, &rule) == PTXC_OK) {
        put_string(&s, ptxc_tm_param_name(v->param));
        if (v->index >= 0) {
            put_byte(&s, '[');
            put_signed(&s, v->index);
            put_byte(&s, ']');
        }
        put_string(&s, rule.quantity);
        put_string(&s, " is ");
        put_violating_value(&s, v, v->found, v->found_unsigned);
        put_string(&s, ", but must be ");
        put_wanted(&s, v);
        put_string(&s, rule.because);
    }
    if (size) buffer[s.length < size ? s.length : size - 1] = '\0';
    return s.length;
}
