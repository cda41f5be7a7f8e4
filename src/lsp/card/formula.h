/* SPDX-License-Identifier: Apache-2.0
 * The formula of a truth table of three inputs: 0x96 is `a ^ b ^ c`. */
#ifndef LSP_CARD_FORMULA_H
#define LSP_CARD_FORMULA_H

#include <stddef.h>
#include <stdint.h>

enum { FORMULA_SIZE = 40 };

/* Writes a shortest formula of ~, &, ^, | and ?: for the table, whose bit 4a + 2b + c is the result
 * for a, b and c. */
void formula_of(uint8_t table, char text[FORMULA_SIZE]);

#endif
