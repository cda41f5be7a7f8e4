/* SPDX-License-Identifier: Apache-2.0
 * Color: see palette.h. */
#include "program/io/palette.h"
#include "program/io/system.h"
#include <stdlib.h>
#include <string.h>

static const struct palette plain = {"", "", "", "", "", "", "", "", ""};
static const struct palette colored = {
    .location = "\033[1m",
    .error = "\033[1;31m",
    .warning = "\033[1;35m",
    .note = "\033[1;36m",
    .message = "\033[1m",
    .gutter = "\033[2m",
    .caret = "\033[1;32m",
    .fix = "\033[32m",
    .reset = "\033[0m",
};

const struct palette *palette_for(bool color) { return color ? &colored : &plain; }

bool palette_wanted(enum color color, int file) {
    if (color != COLOR_AUTO) return color == COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    if (file > 2 || (no_color && *no_color)) return false;
    return term && *term && strcmp(term, "dumb") && sys_is_terminal(file);
}
