/* SPDX-License-Identifier: Apache-2.0
 * Text that grows: see text.h. */
#include "base/text.h"
#include "base/sink.h"
#include <stdarg.h>
#include <string.h>

void emit_bytes(struct emit_text *t, const char *s, size_t length) {
    if (t->length + length >= t->room) {
        size_t room = 2 * (t->length + length) + 64;
        char *more = arena_alloc(t->arena, room);
        if (t->length) memcpy(more, t->s, t->length);
        t->s = more;
        t->room = room;
    }
    memcpy(t->s + t->length, s, length);
    t->length += length;
    t->s[t->length] = '\0';
}

void emit_strings(struct emit_text *t, const char *first, ...) {
    va_list rest;
    va_start(rest, first);
    for (const char *s = first; s; s = va_arg(rest, const char *)) emit_bytes(t, s, strlen(s));
    va_end(rest);
}

void emit_number(struct emit_text *t, int64_t number) {
    char digits[32];
    struct sink sink = {digits, sizeof digits, 0};
    sink_number(&sink, number);
    emit_bytes(t, digits, sink.length);
}
