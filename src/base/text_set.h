/* SPDX-License-Identifier: Apache-2.0
 * Interned texts in an arena: a hash table with linear probing. */
#ifndef BASE_TEXT_SET_H
#define BASE_TEXT_SET_H

#include "base/arena.h"
#include "base/slice.h"

/* Must be zero-initialized. */
struct text_set {
    struct text *slot; /* start is NULL in a free slot */
    uint32_t mask;     /* slots - 1; the number of slots is a power of two */
    uint32_t used;
};

/* Returns the copy of `text` in the set, which adds it if it is new. The copy ends with NUL and is
 * aligned to 8, so that the bytes of any record can be stored as a text. */
const char *text_set_keep(struct text_set *set, struct arena *arena, struct text text);

#endif
