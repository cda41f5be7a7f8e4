/* SPDX-License-Identifier: Apache-2.0
 * The distance between two spellings, for "did you mean". */
#ifndef BASE_DISTANCE_H
#define BASE_DISTANCE_H

#include "base/slice.h"

/* Returns the number of edits (insert, delete, replace, swap neighbors) between two words, at most
 * `limit` + 1. */
uint32_t edit_distance(struct text a, struct text b, uint32_t limit);

#endif
