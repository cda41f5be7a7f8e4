/* SPDX-License-Identifier: Apache-2.0
 * Composed texts: see phrase.h. */
#include "program/text/phrase.h"
#include <stdarg.h>
#include <stdio.h>

void phrase_add(struct phrase *p, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(p->text + p->length, sizeof p->text - p->length, format, args);
    va_end(args);
    if (n > 0) p->length += (size_t)n;
    if (p->length >= sizeof p->text) p->length = sizeof p->text - 1;
}
