/* SPDX-License-Identifier: Apache-2.0
 * Builds a text: see text_builder.h. */
#include "base/text_builder.h"
#include <stdarg.h>

struct text_builder build_in_buffer(char *buffer, size_t size) {
    if (!buffer) size = 0;
    if (size) *buffer = '\0';
    return (struct text_builder){.start = buffer, .room = size};
}

static void build_grow(struct text_builder *b, size_t length) {
    size_t room = 2 * (b->length + length) + 64;
    char *more = arena_alloc(b->arena, room);
    if (b->length) memcpy(more, b->start, b->length);
    b->start = more;
    b->room = room;
}

void build_bytes(struct text_builder *b, const char *bytes, size_t length) {
    if (b->arena && b->length + length >= b->room) build_grow(b, length);
    if (b->length + 1 < b->room) {
        size_t free = b->room - b->length - 1, fitting = length < free ? length : free;
        memcpy(b->start + b->length, bytes, fitting);
        b->start[b->length + fitting] = '\0';
    }
    b->length += length;
}

void build_string(struct text_builder *b, const char *string) {
    build_bytes(b, string, strlen(string));
}

void build_unsigned(struct text_builder *b, uint64_t number) {
    char digits[24];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
    } while (number /= 10);
    build_bytes(b, digits + at, sizeof digits - at);
}

void build_number(struct text_builder *b, int64_t number) {
    if (number < 0) build_char(b, '-');
    build_unsigned(b, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

void build_version(struct text_builder *b, int version) {
    build_number(b, version / 10);
    build_char(b, '.');
    build_number(b, version % 10);
}

struct text text_of_version(struct arena *arena, int version) {
    struct text_builder b = build_in_arena(arena);
    build_version(&b, version);
    return built_text(&b);
}

void build_strings(struct text_builder *b, const char *first, ...) {
    va_list rest;
    va_start(rest, first);
    for (const char *s = first; s; s = va_arg(rest, const char *)) build_string(b, s);
    va_end(rest);
}

void build_separator(struct text_builder *b, uint32_t i, uint32_t count) {
    if (i) build_string(b, i + 1 == count ? " or " : ", ");
}

void build_list(struct text_builder *b, struct words words, const char *quote) {
    for (uint32_t i = 0; i < words.count; i++) {
        build_separator(b, i, words.count);
        build_string(b, quote);
        build_text(b, words.word[i]);
        build_string(b, quote);
    }
}
