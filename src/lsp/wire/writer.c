/* SPDX-License-Identifier: Apache-2.0
 * JSON as text: see writer.h. */
#include "lsp/wire/writer.h"
#include "lsp/wire/need.h"
#include "program/text/jsontext.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Returns room for this many bytes at the end. A NUL fits behind them. */
static char *writer_room(struct writer *w, size_t more) {
    if (w->room - w->length <= more) {
        size_t room = 2 * (w->length + more) + 64;
        w->text = need(realloc(w->text, room));
        w->room = room;
    }
    return w->text + w->length;
}

void writer_bytes(struct writer *w, const char *bytes, size_t length) {
    char *to = writer_room(w, length);
    memcpy(to, bytes, length);
    to[length] = '\0';
    w->length += length;
}

void writer_text(struct writer *w, const char *text) { writer_bytes(w, text, strlen(text)); }

enum { MOST_DIGITS = 10 };

/* Most numbers have one digit or two. */
static char *put_number(char *to, uint32_t number) {
    char digits[MOST_DIGITS], *from = digits + MOST_DIGITS;
    for (; number >= 10; number /= 10) *--from = (char)('0' + number % 10);
    *to++ = (char)('0' + number);
    while (from < digits + MOST_DIGITS) *to++ = *from++;
    return to;
}

static void set_end(struct writer *w, char *end) {
    *end = '\0';
    w->length = (size_t)(end - w->text);
}

void writer_number(struct writer *w, uint32_t number) {
    char *to = writer_room(w, MOST_DIGITS);
    set_end(w, put_number(to, number));
}

void writer_numbers(struct writer *w, const uint32_t *number, size_t count) {
    enum { AT_ONCE = 1024 };
    for (size_t i = 0, end; i < count; i = end) {
        char *to = writer_room(w, AT_ONCE * (MOST_DIGITS + 1));
        end = count - i < AT_ONCE ? count : i + AT_ONCE;
        for (size_t k = i; k < end; k++) {
            if (k) *to++ = ',';
            to = put_number(to, number[k]);
        }
        set_end(w, to);
    }
}

/* Returns true for a byte that stands for itself in a string of JSON. */
static bool is_plain(char c) { return c >= ' ' && c != '"' && c != '\\'; }

/* Writes text that may contain anything, even invalid UTF-8. */
static void write_any(struct writer *w, const char *bytes, size_t length) {
    json_t *json = json_text(bytes, length);
    char *dumped = need(json_dumps(json, JSON_ENCODE_ANY));
    writer_text(w, dumped);
    free(dumped);
    json_decref(json);
}

void writer_string(struct writer *w, const char *bytes, size_t length) {
    static const char hex[] = "0123456789ABCDEF";
    size_t ascii = 0, end;
    while (ascii < length && (signed char)bytes[ascii] >= 0) ascii++;
    if (ascii < length) {
        write_any(w, bytes, length);
        return;
    }
    writer_bytes(w, "\"", 1);
    for (size_t i = 0; i < length; i = end) {
        for (end = i; end < length && is_plain(bytes[end]);) end++;
        writer_bytes(w, bytes + i, end - i);
        if (end == length) break;
        unsigned char c = (unsigned char)bytes[end++];
        const char escape[] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
        writer_bytes(w, escape, sizeof escape);
    }
    writer_bytes(w, "\"", 1);
}
