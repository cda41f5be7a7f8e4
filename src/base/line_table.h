/* SPDX-License-Identifier: Apache-2.0
 * Instructions that are alike: the same opcode and qualifiers, and operands of the same shapes and
 * types; where somebody looked at numbers, the same numbers, too. */
#ifndef BASE_LINE_TABLE_H
#define BASE_LINE_TABLE_H

#include "base/arena.h"

/* All that is asked of a line, in any order that is the same for lines alike. */
struct line_key {
    uint32_t chain;
    uint32_t nodes, count; /* words of `word` without and with the numbers */
    uint64_t hash;         /* of the first `nodes` words */
    uint32_t *word;
};

/* Something that is known of lines alike. */
struct line_entry {
    uint64_t hash;
    uint32_t chain, nodes, count;
    const uint32_t *word;
    void *value;
};

struct line_table {
    struct line_entry **slot;
    uint32_t mask, used;
};

/* For a line of so many nodes: line_add is called for each of them in turn. `word` has room for
 * three times as many. */
static inline uint64_t line_mix(uint64_t hash, uint32_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}
static inline struct line_key line_begin(uint32_t chain, uint32_t nodes, uint32_t *word) {
    return (struct line_key){chain, nodes, nodes, line_mix(chain, nodes), word};
}
static inline void line_add(struct line_key *key, uint32_t node, uint32_t word) {
    key->word[node] = word;
    key->hash = line_mix(key->hash, word);
}
void line_add_number(struct line_key *key, int64_t value);

/* What was kept for lines alike, `numbers`: for those with the same numbers. NULL: nothing. */
const struct line_entry *line_find(const struct line_table *t, const struct line_key *key,
                                   bool numbers);
void line_keep(struct line_table *t, struct arena *arena, const struct line_key *key, bool numbers,
               void *value);

#endif
