/* SPDX-License-Identifier: Apache-2.0
 * A text that is composed in a fixed buffer and truncated if it does not fit. */
#ifndef PROGRAM_TEXT_PHRASE_H
#define PROGRAM_TEXT_PHRASE_H

#include <stddef.h>

struct phrase {
    size_t length;
    char text[8192];
};

/* Starts as {.length = 0}. */
void phrase_add(struct phrase *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
