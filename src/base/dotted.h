/* SPDX-License-Identifier: Apache-2.0
 * The words of a dotted chain, an opcode with its qualifiers. */
#ifndef BASE_DOTTED_H
#define BASE_DOTTED_H

#include <stdbool.h>
#include <stdint.h>

/* Returns true if the byte can occur in a word of a chain, after its dot. */
bool is_dotted_byte(char c);

/* Finds the next dotted word of s[*at..n), skipping whitespace and comments. Returns its start and
 * sets *at to its end, or returns n if there is none. */
uint32_t dotted_next(const char *s, uint32_t n, uint32_t *at);

#endif
