/* SPDX-License-Identifier: Apache-2.0
 * Terminal colors, and whether to use them. */
#ifndef PROGRAM_IO_PALETTE_H
#define PROGRAM_IO_PALETTE_H

#include <stdbool.h>

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* Escape sequences; all are empty without color. */
struct palette {
    const char *location, *error, *warning, *note, *message, *gutter, *caret, *fix, *reset;
};

const struct palette *palette_for(bool color);

/* Returns true if what is written to `file` should have colors. Only a standard stream can be a
 * terminal. */
bool palette_wanted(enum color color, int file);

#endif
