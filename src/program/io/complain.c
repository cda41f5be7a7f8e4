/* SPDX-License-Identifier: Apache-2.0
 * Messages on standard error: see complain.h. */
#include "program/io/complain.h"
#include "program/io/glyph.h"
#include "program/io/system.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_BYTES = 1024, MOST_SHOWN = 12 /* of a glyph, for each byte */ };

/* Names of files come from archives and repositories: they must not steer a terminal, or begin a
 * line that a CI system reads as a command. */
static void write_line(const char *prefix, const char *format, va_list arguments) {
    char text[MOST_BYTES], line[64 + MOST_BYTES * MOST_SHOWN];
    vsnprintf(text, sizeof text, format, arguments);
    size_t used = strlen(prefix), left = strlen(text);
    memcpy(line, prefix, used);
    for (const char *at = text; left;) {
        struct glyph glyph = glyph_at(at, left);
        memcpy(line + used, glyph.shown, glyph.shown_length);
        used += glyph.shown_length;
        at += glyph.length;
        left -= glyph.length;
    }
    line[used++] = '\n';
    /* If standard error fails as well, there is no way left to report that. */
    (void)sys_write(2, line, used);
}

int complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_line("ptxcheck: error: ", format, arguments);
    va_end(arguments);
    return EXIT_TROUBLE;
}

void remark(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_line("ptxcheck: ", format, arguments);
    va_end(arguments);
}

int complain_file(const char *what, const char *path, int error) {
    const char *quote = strcmp(path, "-") ? "'" : "";
    const char *name = *quote ? path : "standard input";
    return complain("%s %s%s%s: %s", what, quote, name, quote, sys_error_text(error));
}
