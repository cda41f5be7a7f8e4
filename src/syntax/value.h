/* SPDX-License-Identifier: Apache-2.0
 * Values of constant expressions. Manual: Constants, Constant Expressions. */
#ifndef SYNTAX_VALUE_H
#define SYNTAX_VALUE_H

#include <stdbool.h>
#include <stdint.h>

enum value_type { VALUE_SIGNED, VALUE_UNSIGNED, VALUE_FLOAT };

struct value {
    union {
        int64_t integer; /* also holds the bits of an unsigned value */
        double number;
    };
    uint8_t type;
};

/* Sets *value to an integer literal, modulo 2^64. Returns false if the text is not one. `overflow`
 * is set as in the assembler, which looks for a digit after bit 63 is already set: 2^64 itself is 0
 * and does not overflow. */
bool value_integer(const char *text, uint32_t length, struct value *value, bool *overflow);
/* Returns the value of a decimal or hexadecimal floating-point literal. */
struct value value_float(const char *text, uint32_t length, bool *overflow);

struct value value_of_int(int64_t integer);

/* `op` is the operator's spelling, two characters packed by VALUE_OP. Returns false for a division
 * by zero. */
bool value_binary(int op, struct value a, struct value b, struct value *result);
struct value value_unary(int op, struct value a);
/* Returns true if a binary operator can take floating-point operands. */
bool value_takes_floats(int op);
struct value value_cast(struct value a, enum value_type to);

#define VALUE_OP(c, d) ((c) | (d) << 8)

#endif
