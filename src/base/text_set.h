/* SPDX-License-Identifier: Apache-2.0
 * Texts that are kept once each, in an arena: a hash table with linear probing. */
#ifndef BASE_TEXT_SET_H
#define BASE_TEXT_SET_H

#include "base/arena.h"
#include "base/slice.h"

/* Begins as zero. */
struct text_set {
    struct text *slot; /* start NULL: free */
    uint32_t mask;     /* slots - 1; a power of two of them */
    uint32_t used;
};

/* The copy of `text` in the set, which is added if it is new. It is followed by a NUL, and aligned
 * to 8, so that any record may be kept as the text of its bytes. */
const char *text_set_keep(struct text_set *set, struct arena *arena, struct text text);

#endif
