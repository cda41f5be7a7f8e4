/* SPDX-License-Identifier: Apache-2.0
 * Builds a text piece by piece, either in a caller's buffer, where it is truncated as snprintf
 * does, or in an arena, where it grows. The text ends with NUL after every call. */
#ifndef BASE_TEXT_BUILDER_H
#define BASE_TEXT_BUILDER_H

#include "base/arena.h"
#include "base/slice.h"

struct text_builder {
    char *start;
    size_t length; /* length of the whole text, even if it is truncated */
    size_t room;
    struct arena *arena; /* NULL if the text stays in the caller's buffer */
};

/* Builds a text in a buffer. If `size` is 0, the text is only measured. */
struct text_builder build_in_buffer(char *buffer, size_t size);
static inline struct text_builder build_in_arena(struct arena *arena) {
    return (struct text_builder){.arena = arena};
}

void build_bytes(struct text_builder *b, const char *bytes, size_t length);
void build_string(struct text_builder *b, const char *string);
static inline void build_text(struct text_builder *b, struct text text) {
    build_bytes(b, text.start, text.length);
}
static inline void build_char(struct text_builder *b, char c) {
    if (b->length + 1 >= b->room) {
        build_bytes(b, &c, 1);
        return;
    }
    b->start[b->length++] = c;
    b->start[b->length] = '\0';
}
/* Truncates the text to its first `length` bytes. */
static inline void build_cut(struct text_builder *b, size_t length) {
    b->length = length;
    if (length < b->room) b->start[length] = '\0';
}
void build_number(struct text_builder *b, int64_t number);
void build_unsigned(struct text_builder *b, uint64_t number);
/* Writes 86 as "8.6". */
void build_version(struct text_builder *b, int version);
/* Appends all strings up to NULL. */
void build_strings(struct text_builder *b, const char *first, ...);
#define PUT(b, ...) build_strings(b, __VA_ARGS__, (const char *)NULL)

/* Returns 95 as "9.5", followed by NUL. */
struct text text_of_version(struct arena *arena, int version);

/* Writes what precedes item i of `count` in "a, b or c". */
void build_separator(struct text_builder *b, uint32_t i, uint32_t count);
/* Writes "a, b or c", with each word between two copies of `quote`. */
void build_list(struct text_builder *b, struct words words, const char *quote);

/* Returns what was built, "" if that is nothing. */
static inline const char *built_string(const struct text_builder *b) {
    return b->start ? b->start : "";
}
static inline struct text built_text(const struct text_builder *b) {
    size_t length = b->length < b->room ? b->length : b->room - (b->room > 0);
    return (struct text){built_string(b), (uint32_t)length};
}

#endif
