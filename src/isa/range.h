/* SPDX-License-Identifier: Apache-2.0
 * Ranges of numbers as C++ conditions. */
#ifndef ISA_RANGE_H
#define ISA_RANGE_H

#include "base/text_builder.h"
#include "isa/tables.h"

/* Writes "(x >= 0 && x <= 15)" for the name "x", without the requirements on the target. Returns
 * false and writes nothing if every number is in the range. */
bool isa_put_range(struct text_builder *t, const struct isa_range *range, const char *name);

#endif
