/* SPDX-License-Identifier: Apache-2.0
 * Lines with nothing wrong: see match_memo.h. A hash table with linear probing. */
#include "match_memo.h"
#include "match_parts.h"
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

uint32_t match_signature(const struct match_context *c, const struct operand *o) {
    uint32_t s = (uint32_t)o->shape | (uint32_t)o->type << 5 | (uint32_t)o->space << 11 |
                 (uint32_t)o->vector << 16 | (uint32_t)o->component << 19;
    if (o->shape == OP_FLOAT && match_is_single(c, o)) s |= UINT32_C(1) << 15;
    return s | o->count << 20;
}

static uint64_t mix(uint64_t h, uint32_t word) {
    h = (h ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return h ^ h >> 29;
}

/* Room for the words of a line of so many operands with all below them. */
static uint32_t *words_for(struct match_context *c, uint32_t nodes) {
    if (!c->memo) c->memo = arena_zalloc(c->arena, sizeof *c->memo);
    struct match_memo *memo = c->memo;
    if (memo->room < 3 * nodes) {
        memo->room = 6 * nodes;
        memo->word = arena_alloc(c->arena, memo->room * sizeof *memo->word);
    }
    return memo->word;
}

static uint32_t count_nodes(const struct operand *operands, uint32_t roots) {
    const struct operand *o = operands;
    for (uint32_t i = 0; i < roots; i++) o = operand_next(o);
    return (uint32_t)(o - operands);
}

struct memo_key memo_key(struct match_context *c, uint32_t chain, const struct operand *operands,
                         uint32_t roots) {
    uint32_t nodes = count_nodes(operands, roots);
    uint32_t *word = words_for(c, nodes);
    struct memo_key key = {.chain = chain, .nodes = nodes, .count = nodes, .word = word};
    key.hash = mix(chain, nodes);
    for (uint32_t i = 0; i < nodes; i++) {
        const struct operand *o = &operands[i];
        word[i] = match_signature(c, o);
        key.hash = mix(key.hash, word[i]);
        if (o->shape != OP_INTEGER && o->shape != OP_FLOAT) continue;
        memcpy(&word[key.count], &o->value, sizeof o->value);
        key.count += 2;
    }
    return key;
}

static uint64_t hash_with_numbers(const struct memo_key *key) {
    uint64_t h = key->hash;
    for (uint32_t i = key->nodes; i < key->count; i++) h = mix(h, key->word[i]);
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
