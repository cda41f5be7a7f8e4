/* SPDX-License-Identifier: Apache-2.0
 * Framing: see transport.h. */
#include "lsp/wire/transport.h"
#include "program/io/complain.h"
#include "program/io/system.h"
#include "lsp/wire/need.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { READ_SIZE = 1 << 16, MAX_HEADER = 1 << 16, MAX_MESSAGE = 1 << 28, MOST_KEPT = 1 << 24 };

void transport_init(struct transport *t, int in, int out, bool lit) {
    *t = (struct transport){.in = in, .out = out, .lit = lit};
}

void transport_free(struct transport *t) {
    free(t->data);
    *t = (struct transport){0};
}

/* ---- reading ---- */

/* Reserves this many bytes and a NUL after `used`. The memory of a large message is released. */
static void reserve(struct transport *t, size_t more) {
    if (t->at == t->used && t->room > MOST_KEPT) {
        free(t->data);
        t->data = NULL;
        t->at = t->used = t->room = 0;
    }
    if (t->at) memmove(t->data, t->data + t->at, t->used - t->at);
    t->used -= t->at;
    t->at = 0;
    if (t->data && t->room - t->used > more) return;
    size_t room = 2 * (t->used + more) + 1;
    t->data = need(realloc(t->data, room));
    t->room = room;
}

void transport_feed(struct transport *t, const char *data, size_t length) {
    reserve(t, length);
    if (length) memcpy(t->data + t->used, data, length);
    t->used += length;
    t->data[t->used] = '\0';
}

bool transport_read(struct transport *t, bool wait) {
    size_t count = 0;
    if (t->ended || (!wait && !sys_has_input(t->in, 0))) return false;
    reserve(t, READ_SIZE);
    int error = sys_read_some(t->in, t->data + t->used, READ_SIZE, &count);
    if (error) complain_file("cannot read", "-", error);
    t->ended = !count;
    t->used += count;
    t->data[t->used] = '\0';
    return count;
}

/* ---- headers ---- */

/* Reads the length in a header; the last valid one counts. Returns false if there is none. */
static bool content_length(const char *header, const char *end, size_t *length) {
    static const char name[] = "Content-Length:";
    bool found = false;
    while (header < end) {
        const char *line_end = memchr(header, '\n', (size_t)(end - header));
        if (!line_end) line_end = end;
        if ((size_t)(line_end - header) >= sizeof name - 1 &&
            !strncasecmp(header, name, sizeof name - 1)) {
            char *digits_end;
            const char *digits = header + sizeof name - 1;
            digits += strspn(digits, " \t");
            unsigned long long value = strtoull(digits, &digits_end, 10);
            digits_end += strspn(digits_end, " \t\r");
            if (*digits >= '0' && *digits <= '9' && digits_end == line_end) {
                *length = value > SIZE_MAX ? SIZE_MAX : (size_t)value;
                found = true;
            }
        }
        header = line_end + 1;
    }
    return found;
}

/* Returns the position after the empty line that ends a header, or NULL if it has not arrived
 * yet. */
static char *header_end(char *at, char *end) {
    for (char *line; (line = memchr(at, '\n', (size_t)(end - at))); at = line + 1) {
        bool empty = line == at || (line == at + 1 && *at == '\r');
        if (empty) return line + 1;
    }
    return NULL;
}

static void skip(struct transport *t) {
    size_t there = t->used - t->at, count = there < t->skip ? there : t->skip;
    t->at += count;
    t->skip -= count;
}

static enum transport_next next_framed(struct transport *t, char **text, size_t *length) {
    skip(t);
    for (;;) {
        char *start = t->data + t->at, *end = t->data + t->used;
        while (start < end && (*start == '\r' || *start == '\n')) start++;
        t->at = (size_t)(start - t->data);
        char *body = start < end ? header_end(start, end) : NULL;
        if (!body) return end - start > MAX_HEADER ? TRANSPORT_LOST : TRANSPORT_NONE;
        if (!content_length(start, body, length)) {
            complain("lsp: a message without 'Content-Length'");
            t->at = (size_t)(body - t->data);
            continue;
        }
        if (*length > MAX_MESSAGE) {
            t->at = (size_t)(body - t->data);
            t->skip = *length;
            skip(t);
            return TRANSPORT_LARGE;
        }
        if ((size_t)(end - body) < *length) return TRANSPORT_NONE;
        *text = body;
        t->at = (size_t)(body - t->data) + *length;
        return TRANSPORT_MESSAGE;
    }
}

/* ---- tests ---- */

/* Recognizes a line of dashes, with or without a comment sign. */
static bool is_divider(const char *line, const char *end) {
    while (line < end && strchr("/ \t", *line)) line++;
    return end - line >= 3 && !memcmp(line, "---", 3);
}

static bool is_comment(const char *line, const char *end) {
    while (line < end && strchr(" \t", *line)) line++;
    return line < end && (*line == '#' || (*line == '/' && end - line > 1 && line[1] == '/'));
}

/* Comments become spaces; lines of dashes end messages. */
static enum transport_next next_lit(struct transport *t, char **text, size_t *length) {
    char *start = t->data + t->at, *end = t->data + t->used, *line = start, *line_end;
    bool any = false;
    for (; line < end; line = line_end + 1) {
        line_end = memchr(line, '\n', (size_t)(end - line));
        if (!line_end && !t->ended) return TRANSPORT_NONE;
        if (!line_end) line_end = end;
        bool divides = is_divider(line, line_end);
        if (is_comment(line, line_end) || divides) memset(line, ' ', (size_t)(line_end - line));
        for (char *c = line; c < line_end && !any; c++) any = !strchr(" \t\r", *c);
        if ((divides || (t->ended && line_end + 1 >= end)) && any) {
            t->at = (size_t)((line_end < end ? line_end + 1 : end) - t->data);
            *text = start;
            *length = (size_t)(line_end - start);
            return TRANSPORT_MESSAGE;
        }
    }
    return TRANSPORT_NONE;
}

enum transport_next transport_next(struct transport *t, char **text, size_t *length) {
    if (!t->data) return TRANSPORT_NONE;
    return t->lit ? next_lit(t, text, length) : next_framed(t, text, length);
}

/* ---- writing ---- */

static void write_bytes(struct transport *t, const char *data, size_t length) {
    if (!t->failed) t->failed = sys_write(t->out, data, length) != 0;
}

struct part {
    const char *text;
    size_t length;
};

/* Writes a message that consists of these parts. */
static void write_parts(struct transport *t, const struct part *part, size_t count) {
    char header[64];
    size_t length = 0;
    for (size_t i = 0; i < count; i++) length += part[i].length;
    int n = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", length);
    if (!t->lit) write_bytes(t, header, (size_t)n);
    for (size_t i = 0; i < count; i++) write_bytes(t, part[i].text, part[i].length);
    if (t->lit) write_bytes(t, "\n", 1);
}

void transport_write(struct transport *t, json_t *message) {
    char *text = need(json_dumps(message, t->lit ? JSON_INDENT(2) : JSON_COMPACT));
    json_decref(message);
    write_parts(t, &(struct part){text, strlen(text)}, 1);
    free(text);
}

/* Tests show the result as a tree. */
void transport_write_result(struct transport *t, const json_t *id, const char *result,
                            size_t length) {
    json_t *answer =
        json_pack("{s:s, s:o}", "jsonrpc", "2.0", "id", id ? json_deep_copy(id) : json_null());
    if (t->lit) {
        json_object_set_new(answer, "result", json_loadb(result, length, JSON_DECODE_ANY, NULL));
        transport_write(t, answer);
        return;
    }
    char *head = need(json_dumps(answer, JSON_COMPACT));
    json_decref(answer);
    const struct part parts[] = {{head, strlen(head) - 1}, /* without its brace */
                                 {",\"result\":", 10},
                                 {result, length},
                                 {"}", 1}};
    write_parts(t, parts, sizeof parts / sizeof *parts);
    free(head);
}
