/* SPDX-License-Identifier: Apache-2.0
 * Lines of a file: see lines.h. */
#include "lines.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int lines_open(struct lines *lines, const char *path, size_t most) {
    *lines = (struct lines){.most = most};
    lines->file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    return lines->file ? 0 : errno;
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
    lines->text[lines->length] = (char)c;
    lines->length += c != EOF;
    return true;
}

/* Reads to `end`, or to the end of the file. */
static bool read_to(struct lines *lines, int end) {
    int c;
    bool any = false;
    lines->length = 0;
    lines->too_long = false;
    while ((c = getc_unlocked(lines->file)) != EOF) {
        any = true;
        if (c == end) break;
        if (lines->length >= lines->most)
            lines->too_long = true;
        else if (!add(lines, c))
            return false;
        if (lines->too_long && end == EOF) break; /* nobody wants the rest */
    }
    if (c == EOF && ferror(lines->file)) lines->error = errno ? errno : EIO;
    if (lines->error || !add(lines, EOF)) return false;
    lines->text[lines->length] = '\0';
    return any;
}

bool lines_next(struct lines *lines) { return read_to(lines, '\n'); }

bool lines_rest(struct lines *lines) {
    bool any = read_to(lines, EOF);
    return any || !lines->error;
}

void lines_close(struct lines *lines) {
    if (lines->file && lines->file != stdin) fclose(lines->file);
    free(lines->text);
}
