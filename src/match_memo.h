/* SPDX-License-Identifier: Apache-2.0
 * Lines with nothing wrong, so that one alike is not judged again. Two lines are alike if they have
 * the same opcode and qualifiers, and operands of the same shapes and types; where the judge looked
 * at numbers, the same numbers, too. */
#ifndef MATCH_MEMO_H
#define MATCH_MEMO_H

#include "match.h"

/* All that is asked of a line, in any order that is the same for lines alike. Good until the next
 * is begun. */
struct memo_key {
    uint32_t chain;
    uint32_t nodes, count; /* words of `word` without and with the numbers */
    uint64_t hash;         /* of the first `nodes` words */
    uint32_t *word;
};

/* For a line of so many nodes: memo_add is called for each of them in turn. */
struct memo_key memo_begin(struct match_context *c, uint32_t chain, uint32_t nodes);

static inline uint64_t memo_mix(uint64_t hash, uint32_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}
static inline void memo_add(struct memo_key *key, uint32_t node, uint32_t word) {
    key->word[node] = word;
    key->hash = memo_mix(key->hash, word);
}
void memo_add_number(struct memo_key *key, int64_t value);

/* Was a line like this clean? Then *described is what was kept with it. */
bool memo_recall(const struct match_context *c, const struct memo_key *key,
                 const struct match_described **described);

/* The line is clean, `for_any`: whatever its numbers are. */
void memo_keep(struct match_context *c, const struct memo_key *key, bool for_any,
               const struct match_described *described);

#endif
