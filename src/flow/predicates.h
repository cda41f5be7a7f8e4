/* SPDX-License-Identifier: Apache-2.0
 * Registers that are known to hold the same value whenever they are used: those that are written
 * once, by the same computation on the same values. Branches on such predicates agree. */
#ifndef FLOW_PREDICATES_H
#define FLOW_PREDICATES_H

#include "flow/function.h"

/* What a register holds: equal numbers mean equal values; `negated` applies to predicates. */
struct literal {
    uint32_t number; /* 0 if unknown */
    bool negated;
};

struct predicates {
    struct literal *of; /* for each register */
    uint32_t *writes;   /* how many instructions write each register; 2 means two or more */
    uint32_t *writer;   /* the last of them in the text */
    uint32_t count;     /* upper limit of the numbers */
};

struct predicates flow_number(struct flow_function *f);

/* Returns true if a thread finds the same value in the register whenever it gets there. */
bool flow_is_fixed(const struct flow_function *f, const struct predicates *p, uint32_t id);

/* Returns what the guard of an instruction makes true where it is executed; number 0 if nothing. */
static inline struct literal flow_guard(const struct flow_function *f, const struct predicates *p,
                                        uint32_t insn) {
    const struct flow_insn *x = &f->insns[insn];
    if (x->guard >= f->register_count) return (struct literal){0, false};
    struct literal l = p->of[x->guard];
    return (struct literal){l.number, l.negated != x->negated};
}

#endif
