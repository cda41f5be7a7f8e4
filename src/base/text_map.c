/* SPDX-License-Identifier: Apache-2.0
 * Numbers by texts: see text_map.h. */
#include "base/text_map.h"

static uint32_t home_of_key(const struct text_map *map, struct text_key key) {
    return (text_hash(key.text) ^ key.place * 2654435761u) & map->mask;
}

/* Returns the slot that holds the key, or the free slot where it belongs. */
static struct text_map_slot *slot_with(const struct text_map *map, struct text_key key) {
    uint32_t at = home_of_key(map, key);
    for (; map->slot[at].key.text.start; at = (at + 1) & map->mask) {
        const struct text_key *other = &map->slot[at].key;
        if (other->place == key.place && text_same(other->text, key.text)) break;
    }
    return &map->slot[at];
}

static void grow_map(struct text_map *map, struct arena *arena) {
    struct text_map old = *map;
    uint32_t size = old.slot ? 2 * (old.mask + 1) : 64;
    map->slot = arena_zalloc(arena, size * sizeof *map->slot);
    map->mask = size - 1;
    for (uint32_t i = 0; old.slot && i <= old.mask; i++)
        if (old.slot[i].key.text.start) *slot_with(map, old.slot[i].key) = old.slot[i];
}

uint32_t text_map_get(const struct text_map *map, struct text_key key) {
    return map->slot ? slot_with(map, key)->value : 0;
}

uint32_t *text_map_put(struct text_map *map, struct arena *arena, struct text_key key) {
    if (!map->slot || map->used > map->mask / 2) grow_map(map, arena);
    struct text_map_slot *slot = slot_with(map, key);
    if (!slot->key.text.start) {
        slot->key = key;
        map->used++;
    }
    return &slot->value;
}
