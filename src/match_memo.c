/* SPDX-License-Identifier: Apache-2.0
 * Lines with nothing wrong: see match_memo.h. A hash table with linear probing. */
#include "match_memo.h"
#include <string.h>

/* Lines that differ in numbers alone are kept up to here: a long table of constants must not take
 * more memory than its text. */
enum { MOST_WITH_NUMBERS = 4096 };

struct verdict {
    uint64_t hash;
    uint32_t chain, nodes, count;
    const uint32_t *word;
    const struct match_described *described;
};

struct match_memo {
    struct verdict **slot;
    uint32_t mask, used, with_numbers;
    uint32_t *word; /* of the key */
    uint32_t room;
};

/* Room for the words of a line of so many nodes. */
static uint32_t *words_for(struct match_context *c, uint32_t nodes) {
    if (!c->memo) c->memo = arena_zalloc(c->arena, sizeof *c->memo);
    struct match_memo *memo = c->memo;
    if (memo->room < 3 * nodes) {
        memo->room = 6 * nodes;
        memo->word = arena_alloc(c->arena, memo->room * sizeof *memo->word);
    }
    return memo->word;
}

struct memo_key memo_begin(struct match_context *c, uint32_t chain, uint32_t nodes) {
    return (struct memo_key){.chain = chain,
                             .nodes = nodes,
                             .count = nodes,
                             .hash = memo_mix(chain, nodes),
                             .word = words_for(c, nodes)};
}

void memo_add_number(struct memo_key *key, int64_t value) {
    memcpy(&key->word[key->count], &value, sizeof value);
    key->count += 2;
}

static uint64_t hash_with_numbers(const struct memo_key *key) {
    uint64_t h = key->hash;
    for (uint32_t i = key->nodes; i < key->count; i++) h = memo_mix(h, key->word[i]);
    return h;
}

static const struct verdict *find(const struct match_memo *memo, const struct memo_key *key,
                                  uint64_t hash, uint32_t count) {
    for (uint32_t at = (uint32_t)hash & memo->mask; memo->slot[at]; at = (at + 1) & memo->mask) {
        const struct verdict *v = memo->slot[at];
        if (v->hash == hash && v->chain == key->chain && v->nodes == key->nodes &&
            v->count == count && (!count || !memcmp(v->word, key->word, count * sizeof *key->word)))
            return v;
    }
    return NULL;
}

bool memo_recall(const struct match_context *c, const struct memo_key *key,
                 const struct match_described **described) {
    if (!c->memo->slot) return false;
    const struct verdict *v = find(c->memo, key, key->hash, key->nodes);
    if (!v && key->count > key->nodes && c->memo->with_numbers)
        v = find(c->memo, key, hash_with_numbers(key), key->count);
    if (v) *described = v->described;
    return v != NULL;
}

static void insert(struct match_memo *memo, struct verdict *v) {
    uint32_t at = (uint32_t)v->hash & memo->mask;
    while (memo->slot[at]) at = (at + 1) & memo->mask;
    memo->slot[at] = v;
    memo->used++;
}

static void grow(struct match_context *c) {
    struct match_memo *memo = c->memo, old = *memo;
    uint32_t size = old.slot ? 2 * (old.mask + 1) : 256;
    memo->slot = arena_zalloc(c->arena, size * sizeof(struct verdict *));
    memo->mask = size - 1;
    memo->used = 0;
    for (uint32_t i = 0; old.slot && i <= old.mask; i++)
        if (old.slot[i]) insert(memo, old.slot[i]);
}

void memo_keep(struct match_context *c, const struct memo_key *key, bool for_any,
               const struct match_described *described) {
    struct match_memo *memo = c->memo;
    if (!for_any && memo->with_numbers++ >= MOST_WITH_NUMBERS) return;
    if (!memo->slot || memo->used > memo->mask / 2) grow(c);
    uint32_t count = for_any ? key->nodes : key->count;
    uint32_t *word = arena_alloc(c->arena, (count + 1) * sizeof *word);
    if (count) memcpy(word, key->word, count * sizeof *word);
    struct verdict *v = arena_alloc(c->arena, sizeof *v);
    *v = (struct verdict){.hash = for_any ? key->hash : hash_with_numbers(key),
                          .chain = key->chain,
                          .nodes = key->nodes,
                          .count = count,
                          .word = word,
                          .described = described};
    insert(memo, v);
}
