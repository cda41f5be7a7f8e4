/* SPDX-License-Identifier: Apache-2.0
 * What a compiler must know of an instruction: which operands it writes, what else it does. */
#ifndef MATCH_EFFECT_H
#define MATCH_EFFECT_H

#include "match/chain.h"

struct effect {
    uint8_t level; /* enum isa_effect */
    uint16_t insn; /* ISA_NONE: not in the tables; nothing is known */
};

enum effect_access { ACCESS_READ, ACCESS_WRITTEN, ACCESS_UPDATED /* read, too */ };

/* Of a chain as chain_info has it; NULL: it was never asked for. */
struct effect effect_of(const struct chain_info *info);
/* The same of any chain, but for how much it does. */
struct effect effect_of_name(struct text chain);
/* The i-th operand, guard not counted; of a vector or a pair each element. What stands in
 * brackets is read, whatever happens to the memory there. */
enum effect_access effect_access(const struct effect *effect, uint32_t i);
/* An asm statement with outputs needs `volatile`, or "memory", to keep its place. */
static inline bool effect_needs_volatile(const struct effect *e) {
    return e->level >= EFFECT_VOLATILE;
}
static inline bool effect_needs_memory(const struct effect *e) { return e->level >= EFFECT_MEMORY; }

#endif
