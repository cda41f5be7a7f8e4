/* SPDX-License-Identifier: Apache-2.0
 * Ranges of numbers as conditions of C++. */
#ifndef ISA_RANGE_H
#define ISA_RANGE_H

#include "base/text_builder.h"
#include "isa/tables.h"

/* "(x >= 0 && x <= 15)" for the name "x", without what the target must have. false: any number is
 * in the range, and nothing is written. */
bool isa_put_range(struct text_builder *t, const struct isa_range *range, const char *name);

#endif
