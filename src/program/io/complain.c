/* SPDX-License-Identifier: Apache-2.0
 * Messages on standard error: see complain.h. */
#include "program/io/complain.h"
#include "program/io/system.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_SIZE = 1024 };

int complain(const char *format, ...) {
    static const char prefix[] = "ptxcheck: error: ";
    char message[MESSAGE_SIZE + sizeof prefix + 1];
    memcpy(message, prefix, sizeof prefix);
    char *text = message + sizeof prefix - 1;
    va_list args;
    va_start(args, format);
    vsnprintf(text, MESSAGE_SIZE, format, args);
    va_end(args);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F) *c = '?';
    size_t length = strlen(message);
    message[length++] = '\n';
    /* If standard error fails as well, there is no way left to report that. */
    (void)sys_write(2, message, length);
    return EXIT_TROUBLE;
}

int complain_file(const char *what, const char *path, int error) {
    const char *quote = strcmp(path, "-") ? "'" : "";
    const char *name = *quote ? path : "standard input";
    return complain("%s %s%s%s: %s", what, quote, name, quote, sys_error_text(error));
}
