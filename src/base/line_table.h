/* SPDX-License-Identifier: Apache-2.0
 * A table of similar instructions: those with the same opcode and qualifiers, and operands of
 * the same shapes and types. If numbers were examined, they must also be equal. */
#ifndef BASE_LINE_TABLE_H
#define BASE_LINE_TABLE_H

#include "base/arena.h"

/* Everything that is asked about a line, in an order that is the same for similar lines. */
struct line_key {
    uint32_t chain;
    uint32_t nodes, count; /* words in `word`, without and with the numbers */
    uint64_t hash;         /* hash of the first `nodes` words */
    uint32_t *word;
};

/* What is known about similar lines. */
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

/* Adds to the key of a line of this many nodes: line_add is called for each node in order. `word`
 * has room for three times as many words. */
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

/* Returns the entry that was stored for similar lines or, with `numbers`, for lines that also have
 * the same numbers. Returns NULL if there is none. */
const struct line_entry *line_find(const struct line_table *t, const struct line_key *key,
                                   bool numbers);
void line_keep(struct line_table *t, struct arena *arena, const struct line_key *key, bool numbers,
               void *value);

#endif
