/* SPDX-License-Identifier: Apache-2.0
 * Initial values of variables: see initial.h. */
#include "rehearse/program/initial.h"
#include "rehearse/program/float.h"
#include "rehearse/program/integer.h"
#include "syntax/value.h"
#include <string.h>

struct initial_reader {
    const char *at, *end;
    const struct initial_shape *shape;
    initial_taker take;
    void *user;
};

static void skip_to_word(struct initial_reader *r) {
    for (; r->at < r->end; r->at++) {
        bool comment =
            r->end - r->at > 1 && r->at[0] == '/' && (r->at[1] == '/' || r->at[1] == '*');
        if (!comment && !strchr(" \t\r\n", *r->at)) return;
        if (!comment) continue;
        bool line = r->at[1] == '/';
        for (r->at += 2; r->at < r->end; r->at++)
            if (line ? *r->at == '\n' : r->at[-1] == '*' && r->at[0] == '/') break;
        if (r->at == r->end) return;
    }
}

static bool take_sign(struct initial_reader *r, char sign) {
    skip_to_word(r);
    if (r->at == r->end || *r->at != sign) return false;
    r->at++;
    skip_to_word(r);
    return true;
}

/* Returns a value up to the next comma or brace, without blanks at its end. */
static struct text take_initial_value(struct initial_reader *r) {
    const char *start = r->at, *end = start;
    while (r->at < r->end && !strchr(",}", *r->at)) {
        const char *before = r->at;
        skip_to_word(r);
        if (r->at == before) end = ++r->at;
    }
    return (struct text){start, (uint32_t)(end - start)};
}

static bool read_initial_number(struct text word, uint8_t type, uint64_t *bits) {
    bool minus = word.length && word.start[0] == '-', overflow;
    const char *s = word.start + minus;
    uint32_t n = word.length - minus;
    struct value v;
    if (!n || s[0] < '0' || s[0] > '9') return false;
    if (!is_float_type(type)) {
        if (!value_integer(s, n, &v, &overflow)) return false;
        *bits = minus ? 0 - (uint64_t)v.integer : (uint64_t)v.integer;
        return true;
    }
    char hex = s[0] == '0' && n > 1 && strchr("fFdD", s[1]) ? (char)(s[1] | 32) : 0;
    v = value_float(s, n, &overflow);
    if (!float_constant(type, v.number, hex, bits)) return false;
    if (minus) *bits ^= UINT64_C(1) << (isa_types[type].width - 1);
    return true;
}

static void read_value(struct initial_reader *r, uint64_t at) {
    uint64_t bits = 0;
    bool known = read_initial_number(take_initial_value(r), r->shape->type, &bits);
    r->take(r->user, at, known ? bits : 0, known);
}

/* Returns the number of elements in one step of a dimension. */
static uint64_t stride_of(const struct initial_shape *shape, uint32_t dimension) {
    uint64_t stride = 1;
    for (uint32_t i = dimension + 1; i < shape->dimensions; i++) stride *= shape->size[i];
    return stride;
}

bool initial_read(struct text text, const struct initial_shape *shape, initial_taker take,
                  void *user) {
    struct initial_reader r = {text.start, text.start + text.length, shape, take, user};
    uint64_t at[MOST_DIMENSIONS + 1] = {0}; /* the element that comes next at each depth */
    uint32_t depth = 0;
    skip_to_word(&r);
    while (r.at < r.end) {
        if (take_sign(&r, '{')) {
            if (depth == shape->dimensions) return false;
            at[depth + 1] = at[depth];
            depth++;
        } else if (depth && take_sign(&r, '}')) {
            depth--;
            if (depth) at[depth] += stride_of(shape, depth - 1);
        } else if (depth != shape->dimensions) {
            return false;
        } else {
            read_value(&r, at[depth]++);
        }
        take_sign(&r, ',');
    }
    return depth == 0;
}
