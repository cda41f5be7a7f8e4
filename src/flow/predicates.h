/* SPDX-License-Identifier: Apache-2.0
 * Which registers surely hold the same value, whenever they are used: those that are written once,
 * by the same computation of the same values. Branches on such predicates agree. */
#ifndef FLOW_PREDICATES_H
#define FLOW_PREDICATES_H

#include "flow/function.h"

/* What a register holds: equal numbers, equal values; `negated` is for predicates. */
struct literal {
    uint32_t number; /* 0: not known */
    bool negated;
};

struct predicates {
    struct literal *of; /* of each register */
    uint32_t *writes;   /* how many instructions write a register, 2: two or more */
    uint32_t *writer;   /* the last of them in the text */
    uint32_t count;     /* numbers are below */
};

struct predicates flow_number(struct flow_function *f);

/* Does a thread find the same in the register, whenever it comes by? */
bool flow_is_fixed(const struct flow_function *f, const struct predicates *p, uint32_t id);

/* What is true where the instruction is executed because of its guard; number 0: nothing. */
static inline struct literal flow_guard(const struct flow_function *f, const struct predicates *p,
                                        uint32_t insn) {
    const struct flow_insn *x = &f->insns[insn];
    if (x->guard >= f->register_count) return (struct literal){0, false};
    struct literal l = p->of[x->guard];
    return (struct literal){l.number, l.negated != x->negated};
}

#endif
