/* SPDX-License-Identifier: Apache-2.0
 * Mutations that keep statements whole: see splice.h. */
#include "splice.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct text {
    uint8_t *data;
    size_t size, max;
};

struct range {
    size_t from, to;
};

/* A linear congruential generator: the seed decides everything. */
static size_t below(unsigned *seed, size_t limit) {
    *seed = *seed * 1664525u + 1013904223u;
    return limit ? (*seed >> 8) % limit : 0;
}

/* A statement ends with one of these, which belongs to it. */
static bool is_end(uint8_t c) { return c == ';' || c == '{' || c == '}' || c == '\n'; }

/* Returns one to three statements around a random place. */
static struct range some_statements(const uint8_t *data, size_t size, unsigned *seed) {
    size_t at = below(seed, size), count = 1 + below(seed, 8) / 3;
    struct range r = {at, at};
    while (r.from && !is_end(data[r.from - 1])) r.from--;
    for (; count && r.to < size; count--) {
        while (r.to < size && !is_end(data[r.to])) r.to++;
        r.to += r.to < size;
    }
    return r;
}

static bool is_word(uint8_t c) {
    return c >= 0x80 || c == '_' || c == '$' || c == '%' || c == '.' || (c >= '0' && c <= '9') ||
           ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* Returns the word at a random place, or a single other character. */
static struct range some_word(const uint8_t *data, size_t size, unsigned *seed) {
    size_t at = below(seed, size);
    struct range r = {at, at + (at < size)};
    if (at == size || !is_word(data[at])) return r;
    while (r.from && is_word(data[r.from - 1])) r.from--;
    while (r.to < size && is_word(data[r.to])) r.to++;
    return r;
}

/* Replaces a range of the text. What does not fit is left out. */
static void replace(struct text *t, struct range r, const uint8_t *with, size_t length) {
    size_t rest = t->size - r.to, room = t->max - (t->size - (r.to - r.from));
    if (length > room) length = room;
    memmove(t->data + r.from + length, t->data + r.to, rest);
    if (with) memcpy(t->data + r.from, with, length);
    t->size = r.from + length + rest;
}

/* Replaces a range by a copy of another one, of this text or of another. */
static void copy(struct text *t, struct range to, const uint8_t *data, struct range from) {
    size_t length = from.to - from.from;
    uint8_t *kept = malloc(length + 1);
    if (!kept) return;
    memcpy(kept, data + from.from, length);
    replace(t, to, kept, length);
    free(kept);
}

static void exchange(struct text *t, struct range a, struct range b) {
    if (a.from > b.from) {
        struct range swap = a;
        a = b;
        b = swap;
    }
    if (a.to > b.from) return;
    size_t length = b.to - b.from;
    uint8_t *later = malloc(length + 1);
    if (!later) return;
    memcpy(later, t->data + b.from, length);
    copy(t, b, t->data, a);
    replace(t, a, later, length);
    free(later);
}

static void mutate(struct text *t, unsigned *seed) {
    struct range a = some_statements(t->data, t->size, seed);
    struct range b = some_statements(t->data, t->size, seed), before = {a.from, a.from};
    switch (below(seed, 7)) {
    case 0: replace(t, a, NULL, 0); break;
    case 1: copy(t, before, t->data, b); break;
    case 2: copy(t, a, t->data, b); break;
    case 3: exchange(t, a, b); break;
    case 4: copy(t, before, t->data, a); break;
    default:
        a = some_word(t->data, t->size, seed);
        copy(t, a, t->data, some_word(t->data, t->size, seed));
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    struct text t = {data, size, max};
    if (!size || below(&seed, 3) == 0) return LLVMFuzzerMutate(data, size, max);
    for (size_t count = 1 + below(&seed, 3); count; count--) mutate(&t, &seed);
    return t.size;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other,
                                 size_t other_size, uint8_t *out, size_t max, unsigned seed) {
    struct text t = {out, size < max ? size : max, max};
    if (t.size) memcpy(out, data, t.size);
    for (size_t count = 1 + below(&seed, 4); count; count--) {
        struct range to = some_statements(out, t.size, &seed);
        if (below(&seed, 2)) to.to = to.from;
        copy(&t, to, other, some_statements(other, other_size, &seed));
    }
    return t.size;
}
