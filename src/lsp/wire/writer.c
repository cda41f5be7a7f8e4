/* SPDX-License-Identifier: Apache-2.0
 * JSON as text: see writer.h. */
#include "lsp/wire/writer.h"
#include <stdlib.h>
#include <string.h>

/* Returns room for this many bytes at the end, or NULL. A NUL fits behind them. */
static char *writer_room(struct writer *w, size_t more) {
    if (w->room - w->length <= more) {
        size_t room = 2 * (w->length + more) + 64;
        char *moved = w->failed ? NULL : realloc(w->text, room);
        w->failed = !moved;
        if (!moved) return NULL;
        w->text = moved;
        w->room = room;
    }
    return w->text + w->length;
}

void writer_bytes(struct writer *w, const char *bytes, size_t length) {
    char *to = writer_room(w, length);
    if (!to) return;
    memcpy(to, bytes, length);
    to[length] = '\0';
    w->length += length;
}

void writer_text(struct writer *w, const char *text) { writer_bytes(w, text, strlen(text)); }

void writer_number(struct writer *w, uint32_t number) {
    enum { MOST_DIGITS = 10 };
    char digits[MOST_DIGITS], *from = digits + MOST_DIGITS, *to = writer_room(w, MOST_DIGITS);
    if (!to) return;
    do *--from = (char)('0' + number % 10);
    while (number /= 10);
    while (from < digits + MOST_DIGITS) *to++ = *from++;
    *to = '\0';
    w->length = (size_t)(to - w->text);
}

void writer_string(struct writer *w, const char *bytes, size_t length) {
    static const char hex[] = "0123456789ABCDEF";
    writer_bytes(w, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        char escape[] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
        if (c >= ' ' && c != '"' && c != '\\')
            writer_bytes(w, bytes + i, 1);
        else
            writer_bytes(w, escape, sizeof escape);
    }
    writer_bytes(w, "\"", 1);
}
