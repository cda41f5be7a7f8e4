/* SPDX-License-Identifier: Apache-2.0
 * Growing arrays of strings. */
#ifndef PROGRAM_TEXT_STRINGS_H
#define PROGRAM_TEXT_STRINGS_H

#include <stdbool.h>
#include <stddef.h>

/* Appends to a growing array of strings. Returns false if memory runs out. */
bool strings_add(char ***strings, size_t *count, size_t *capacity, char *string);

#endif
