/* SPDX-License-Identifier: Apache-2.0
 * What integer instructions compute, for one thread. Manual: Integer Arithmetic Instructions,
 * Extended-Precision, Comparison and Selection, Logic and Shift, Data Movement and Conversion. */
#ifndef REHEARSE_INTEGER_H
#define REHEARSE_INTEGER_H

#include "rehearse/program/program.h"

/* `source` holds the operands that are read, each as its register does: the bits above its type are
 * whatever they are. *carry is the flag of the thread. false: the value is not known, because it is
 * no integer or the result is undefined. *result has more bits than the register takes. */
bool integer_compute(const struct op *op, const uint64_t *source, bool *carry, uint64_t *result);
/* The result of a comparison, with the predicate that it is combined with, if any. */
bool integer_compare(const struct op *op, const uint64_t *source, uint32_t sources, bool *result);
/* What an access that changes memory writes, of what is there and the operands. */
bool integer_change(const struct op *op, uint64_t old, const uint64_t *source, uint64_t *result);
/* The same of a number as a value of a type: cut to its width, its sign extended. */
int64_t as_signed(uint8_t type, uint64_t bits);
uint64_t as_unsigned(uint8_t type, uint64_t bits);

#endif
