/* SPDX-License-Identifier: Apache-2.0
 * Numbers by texts, in an arena: a hash table with linear probing. */
#ifndef BASE_TEXT_MAP_H
#define BASE_TEXT_MAP_H

#include "base/arena.h"
#include "base/slice.h"

/* A text, and a number that tells equal texts of different places apart. */
struct text_key {
    struct text text;
    uint32_t place;
};

struct text_map_slot {
    struct text_key key; /* text.start is NULL in a free slot */
    uint32_t value;
};

/* Must be zero-initialized. The keys are borrowed. */
struct text_map {
    struct text_map_slot *slot;
    uint32_t mask; /* slots - 1; the number of slots is a power of two */
    uint32_t used;
};

/* Returns the number of the key, which is 0 if the map has none. */
uint32_t text_map_get(const struct text_map *map, struct text_key key);
/* Returns where the number of the key is, which is 0 at first. Valid until the next call. */
uint32_t *text_map_put(struct text_map *map, struct arena *arena, struct text_key key);

#endif
