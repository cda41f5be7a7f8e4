/* SPDX-License-Identifier: Apache-2.0
 * What a compiler must know of an instruction: which operands it writes, what else it does. What a
 * line does to the asynchronous protocol: its events. */
#ifndef MATCH_EFFECT_H
#define MATCH_EFFECT_H

#include "chain/chain.h"
#include "isa/event.h"
#include "match/match.h"

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
static inline bool effect_needs_volatile(const struct effect *e) { return e->level > EFFECT_PURE; }
static inline bool effect_needs_memory(const struct effect *e) { return e->level >= EFFECT_MEMORY; }

/* ---- events ---- */

/* An argument of an event of a line. */
struct event_value {
    bool given;                    /* all else is zero if it is not */
    enum isa_event_name name;      /* of an argument with names */
    bool known;                    /* `number` is; an operand may be a register */
    int64_t number;                /* of a number or a flag */
    const struct operand *operand; /* that the argument is, or that has the number; NULL: none */
    uint32_t node;                 /* of a function (flow_argument): the same in the tree */
};

/* The next event of a line, as match_read reads it; *at begins as 0. NULL: there are no more. */
const struct isa_event *match_next_event(const struct match_context *c, const struct chain_form *f,
                                         const struct fit *fit, uint16_t *at);
struct event_value match_event_value(const struct match_context *c, const struct chain_form *f,
                                     const struct fit *fit, const struct isa_event *event,
                                     enum isa_event_argument what);

#endif
