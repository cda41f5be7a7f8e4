/* SPDX-License-Identifier: Apache-2.0
 * Interned texts: see text_set.h. */
#include "base/text_set.h"

/* Returns the slot that holds the text, or the free slot where it belongs. */
static struct text *find_slot(const struct text_set *set, struct text text) {
    uint32_t at = text_hash(text) & set->mask;
    while (set->slot[at].start && !text_same(set->slot[at], text)) at = (at + 1) & set->mask;
    return &set->slot[at];
}

static void grow_texts(struct text_set *set, struct arena *arena) {
    struct text_set old = *set;
    uint32_t size = old.slot ? 2 * (old.mask + 1) : 64;
    set->slot = arena_zalloc(arena, size * sizeof *set->slot);
    set->mask = size - 1;
    for (uint32_t i = 0; old.slot && i <= old.mask; i++)
        if (old.slot[i].start) *find_slot(set, old.slot[i]) = old.slot[i];
}

const char *text_set_keep(struct text_set *set, struct arena *arena, struct text text) {
    if (!set->slot || set->used > set->mask / 2) grow_texts(set, arena);
    struct text *slot = find_slot(set, text);
    if (!slot->start) {
        *slot = (struct text){arena_copy(arena, text.start, text.length), text.length};
        set->used++;
    }
    return slot->start;
}
