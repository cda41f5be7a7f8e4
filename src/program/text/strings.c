/* SPDX-License-Identifier: Apache-2.0
 * Growing arrays of strings: see strings.h. */
#include "program/text/strings.h"
#include <stdlib.h>

bool strings_add(char ***strings, size_t *count, size_t *capacity, char *string) {
    if (*count == *capacity) {
        size_t larger = *capacity ? *capacity * 2 : 32;
        char **moved = realloc(*strings, larger * sizeof *moved);
        if (!moved) return false;
        *strings = moved;
        *capacity = larger;
    }
    (*strings)[(*count)++] = string;
    return true;
}
