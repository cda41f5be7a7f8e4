/* SPDX-License-Identifier: Apache-2.0
 * Lines with nothing wrong, so that one alike is not judged again. Two lines are alike if they have
 * the same opcode and qualifiers, and operands of the same shapes and types; where the judge looked
 * at numbers, the same numbers, too. */
#ifndef MATCH_MEMO_H
#define MATCH_MEMO_H

#include "match.h"

/* All that is asked of a line; good until the next is made. */
struct memo_key {
    uint32_t chain;
    uint32_t nodes, count; /* words of `word` without and with the numbers */
    uint64_t hash;         /* of the first `nodes` words */
    const uint32_t *word;
};

struct memo_key memo_key(struct match_context *c, uint32_t chain, const struct operand *operands,
                         uint32_t roots);

/* Was a line like this clean? Then *described is what was kept with it. */
bool memo_recall(const struct match_context *c, const struct memo_key *key,
                 const struct match_described **described);

/* The line is clean, `for_any`: whatever its numbers are. */
void memo_keep(struct match_context *c, const struct memo_key *key, bool for_any,
               const struct match_described *described);

#endif
