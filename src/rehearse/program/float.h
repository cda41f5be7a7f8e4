/* SPDX-License-Identifier: Apache-2.0
 * The results of instructions on numbers of type f32 and f64, for one thread, as far as they are
 * certain. Manual: Floating-Point Instructions, Comparison and Selection, cvt. */
#ifndef REHEARSE_FLOAT_H
#define REHEARSE_FLOAT_H

#include "rehearse/program/program.h"

/* Returns true for a type whose values are computed. */
bool is_float_type(uint8_t type);
/* Returns what a qualifier that is neither a type nor a mode says about rounding, in addition to
 * `so_far`. */
enum rounding float_rounding(enum rounding so_far, const char *word, uint32_t length);
/* Returns the bits of a constant in an operand of this type. `hex`: 'f' for a constant such as
 * 0f3F800000, 'd' for 0d..., otherwise 0. Returns false if the bits are uncertain. */
bool float_constant(uint8_t type, double number, char hex, uint64_t *bits);
/* Returns false if the value is unknown: NaN, subnormal numbers (which `.ftz` replaces), and
 * results that depend on whether the assembler fuses a product with a sum. */
bool float_compute(const struct op *op, const uint64_t *source, uint32_t sources, uint64_t *result);
/* Compares two numbers, of which one may be a NaN. */
bool float_compare(const struct op *op, uint64_t a, uint64_t b, bool *result);

#endif
