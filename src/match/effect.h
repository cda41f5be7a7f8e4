/* SPDX-License-Identifier: Apache-2.0
 * What a compiler must know about an instruction: which operands it writes, and what else it
 * does. Also the events of a line, which state how it affects the asynchronous protocol. */
#ifndef MATCH_EFFECT_H
#define MATCH_EFFECT_H

#include "chain/chain.h"
#include "isa/event.h"
#include "match/match.h"

struct effect {
    uint8_t level; /* enum isa_effect */
    uint16_t insn; /* ISA_NONE if the tables do not contain it, so nothing is known */
};

enum effect_access { ACCESS_READ, ACCESS_WRITTEN, ACCESS_UPDATED /* also read */ };

/* Returns the effect of a chain, as chain_info describes it. NULL stands for a chain that was never
 * looked up. */
struct effect effect_of(const struct chain_info *info);
/* Does the same for any chain, but without the level. */
struct effect effect_of_name(struct text chain);
/* Returns how the i-th operand is accessed, not counting the guard; elements of a vector or pair
 * are accessed like the whole. Operands in brackets are read, whatever happens to the memory
 * there. */
enum effect_access effect_access(const struct effect *effect, uint32_t i);
/* Returns true if an asm statement with outputs needs `volatile` or "memory" so that it is not
 * moved or deleted. */
static inline bool effect_needs_volatile(const struct effect *e) { return e->level > EFFECT_PURE; }
static inline bool effect_needs_memory(const struct effect *e) { return e->level >= EFFECT_MEMORY; }

/* ---- events ---- */

/* An argument of an event of a line. */
struct event_value {
    bool given;                    /* if false, everything else is zero */
    enum isa_event_name name;      /* for an argument with names */
    bool known;                    /* `number` is known; an operand may be a register */
    int64_t number;                /* value of a number or a flag */
    const struct operand *operand; /* the operand that is the argument or holds the number, or
                                      NULL */
    uint32_t node;                 /* the same operand in the tree of a function (flow_argument) */
};

/* Returns the next event of a line that match_read has read, or NULL. *at must start as 0. */
const struct isa_event *match_next_event(const struct match_context *c, const struct chain_form *f,
                                         const struct fit *fit, uint16_t *at);
struct event_value match_event_value(const struct match_context *c, const struct chain_form *f,
                                     const struct fit *fit, const struct isa_event *event,
                                     enum isa_event_argument what);

#endif
