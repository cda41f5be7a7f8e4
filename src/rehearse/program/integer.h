/* SPDX-License-Identifier: Apache-2.0
 * The results of integer instructions, for one thread. Manual: Integer Arithmetic Instructions,
 * Extended-Precision, Comparison and Selection, Logic and Shift, Data Movement and Conversion. */
#ifndef REHEARSE_INTEGER_H
#define REHEARSE_INTEGER_H

#include "rehearse/program/program.h"

/* An arrival returns a state of the mbarrier: the phase and, from this bit on, the missing
 * arrivals. */
enum { STATE_PENDING = 32 };

/* `source` contains the operands that are read, each as in its register: the bits above its type
 * are arbitrary. *carry is the flag of the thread. Returns false if the value is unknown, because
 * it is not an integer or the result is undefined. *result may have more bits than the register. */
bool integer_compute(const struct op *op, const uint64_t *source, bool *carry, uint64_t *result);
/* Computes a comparison, combined with a predicate if there is one. */
bool integer_compare(const struct op *op, const uint64_t *source, uint32_t sources, bool *result);
/* Computes what an access that changes memory writes, from the old value and the operands. */
bool integer_change(const struct op *op, uint64_t old, const uint64_t *source, uint64_t *result);
/* Converts a number to a value of a type: truncates it to its width and sign-extends it. */
int64_t as_signed(uint8_t type, uint64_t bits);
uint64_t as_unsigned(uint8_t type, uint64_t bits);

/* Returns whether a comparison holds, given which of two numbers is less. */
bool compare_by(uint8_t mode, bool less_ab, bool less_ba);

#endif
