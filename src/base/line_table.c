/* SPDX-License-Identifier: Apache-2.0
 * A hash table with linear probing: see line_table.h. */
#include "base/line_table.h"
#include <string.h>

void line_add_number(struct line_key *key, int64_t value) {
    memcpy(&key->word[key->count], &value, sizeof value);
    key->count += 2;
}

static uint64_t hash_of(const struct line_key *key, bool numbers) {
    uint64_t h = key->hash;
    for (uint32_t i = key->nodes; numbers && i < key->count; i++) h = line_mix(h, key->word[i]);
    return h;
}

const struct line_entry *line_find(const struct line_table *t, const struct line_key *key,
                                   bool numbers) {
    if (!t->slot) return NULL;
    uint64_t hash = hash_of(key, numbers);
    uint32_t count = numbers ? key->count : key->nodes;
    for (uint32_t at = (uint32_t)hash & t->mask; t->slot[at]; at = (at + 1) & t->mask) {
        const struct line_entry *e = t->slot[at];
        if (e->hash == hash && e->chain == key->chain && e->nodes == key->nodes &&
            e->count == count && (!count || !memcmp(e->word, key->word, count * sizeof *key->word)))
            return e;
    }
    return NULL;
}

static void insert_line(struct line_table *t, struct line_entry *e) {
    uint32_t at = (uint32_t)e->hash & t->mask;
    while (t->slot[at]) at = (at + 1) & t->mask;
    t->slot[at] = e;
    t->used++;
}

static void grow(struct line_table *t, struct arena *arena) {
    struct line_table old = *t;
    uint32_t size = old.slot ? 2 * (old.mask + 1) : 256;
    t->slot = arena_zalloc(arena, size * sizeof(struct line_entry *));
    t->mask = size - 1;
    t->used = 0;
    for (uint32_t i = 0; old.slot && i <= old.mask; i++)
        if (old.slot[i]) insert_line(t, old.slot[i]);
}

void line_keep(struct line_table *t, struct arena *arena, const struct line_key *key, bool numbers,
               void *value) {
    if (!t->slot || t->used > t->mask / 2) grow(t, arena);
    uint32_t count = numbers ? key->count : key->nodes;
    uint32_t *word = arena_alloc(arena, (count + 1) * sizeof *word);
    if (count) memcpy(word, key->word, count * sizeof *word);
    struct line_entry *e = arena_alloc(arena, sizeof *e);
    *e = (struct line_entry){hash_of(key, numbers), key->chain, key->nodes, count, word, value};
    insert_line(t, e);
}
