/* SPDX-License-Identifier: Apache-2.0
 * Values of constant expressions. Manual: Constants, Constant Expressions. */
#ifndef SYNTAX_VALUE_H
#define SYNTAX_VALUE_H

#include <stdbool.h>
#include <stdint.h>

enum value_type { VALUE_SIGNED, VALUE_UNSIGNED, VALUE_FLOAT };

struct value {
    union {
        int64_t integer; /* the bits of an unsigned one, too */
        double number;
    };
    uint8_t type;
};

/* The value of an integer literal, modulo 2^64. false: it is none. `overflow` as the assembler sees
 * it: a digit follows when bit 63 is set already, so 2^64 itself is 0 and no overflow. */
bool value_integer(const char *text, uint32_t length, struct value *value, bool *overflow);
/* The value of a decimal or hexadecimal floating-point literal. */
struct value value_float(const char *text, uint32_t length, bool *overflow);

struct value value_of_int(int64_t integer);

/* `op` is the operator's spelling, two characters packed by VALUE_OP. false: division by zero. */
bool value_binary(int op, struct value a, struct value b, struct value *result);
struct value value_unary(int op, struct value a);
/* Do floating-point operands make sense for a binary operator? */
bool value_takes_floats(int op);
struct value value_cast(struct value a, enum value_type to);

#define VALUE_OP(c, d) ((c) | (d) << 8)

#endif
