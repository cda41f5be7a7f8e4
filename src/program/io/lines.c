/* SPDX-License-Identifier: Apache-2.0
 * Lines of a file: see lines.h. */
#include "program/io/lines.h"
#include "program/io/system.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lines_attach(struct lines *lines, int file, size_t most) {
    memset(lines, 0, offsetof(struct lines, ahead));
    lines->most = most;
    lines->file = file;
}

int lines_open(struct lines *lines, const char *path, size_t most) {
    int file, error = sys_open(path, &file);
    lines_attach(lines, file, most);
    return error;
}

/* Returns the next byte, or EOF at the end of the file or after an error. */
static int next_byte(struct lines *lines) {
    if (lines->from == lines->to) {
        size_t count;
        int error = sys_read_some(lines->file, lines->ahead, sizeof lines->ahead, &count);
        if (error) lines->error = error;
        if (!count) return EOF;
        lines->from = 0;
        lines->to = count;
    }
    return (unsigned char)lines->ahead[lines->from++];
}

static bool add(struct lines *lines, int c) {
    if (lines->length + 1 >= lines->capacity) {
        size_t capacity = lines->capacity ? lines->capacity * 2 : 4096;
        char *moved = realloc(lines->text, capacity);
        if (!moved) {
            lines->error = ENOMEM;
            return false;
        }
        lines->text = moved;
        lines->capacity = capacity;
    }
    lines->text[lines->length] = c == EOF ? '\0' : (char)c;
    lines->length += c != EOF;
    return true;
}

/* Reads up to `end`, or to the end of the file. */
static bool read_to(struct lines *lines, int end) {
    int c;
    bool any = false;
    lines->length = 0;
    lines->too_long = false;
    while ((c = next_byte(lines)) != EOF) {
        any = true;
        if (c == end) break;
        if (lines->length >= lines->most)
            lines->too_long = true;
        else if (!add(lines, c))
            return false;
        if (lines->too_long && end == EOF) break; /* the rest is not needed */
    }
    if (lines->error || !add(lines, EOF)) return false;
    lines->text[lines->length] = '\0';
    return any;
}

bool lines_next(struct lines *lines) { return read_to(lines, '\n'); }

bool lines_part(struct lines *lines) {
    int c = 0;
    lines->length = 0;
    while (c != '\n' && lines->length < lines->most && (c = next_byte(lines)) != EOF)
        if (!add(lines, c)) return false;
    if (!add(lines, EOF)) return false;
    return lines->length > 0; /* bytes before an error count */
}

bool lines_rest(struct lines *lines) {
    bool any = read_to(lines, EOF);
    return any || !lines->error;
}

bool lines_ready(const struct lines *lines) {
    return memchr(lines->ahead + lines->from, '\n', lines->to - lines->from);
}

void lines_close(struct lines *lines) {
    sys_close(lines->file);
    free(lines->text);
}
