/* SPDX-License-Identifier: Apache-2.0
 * What registers of a function hold, as far as its instructions say it. Found on demand, for what
 * the checks ask: few registers hold addresses, counts and phases. */
#ifndef FLOW_VALUE_VALUES_H
#define FLOW_VALUE_VALUES_H

#include "flow/value/definition.h"
#include "flow/value/value.h"

enum {
    SPECIAL_TERM = 1 << 30, /* and the number of a special register: what it holds */
    COMPARED_WORDS = 64,
    MOST_LIMITS = 32 /* of one loop */
};

/* A predicate that compares what a definition holds with a number. */
struct flow_compare {
    uint32_t left, right; /* definitions; right may be NO_DEFINITION: a number */
    uint32_t leader;      /* of left: what stands for it in a form */
    int64_t number;
    struct value_type type;
    uint8_t relation; /* enum value_relation: where the register is true */
    bool negated;     /* ... and its number in struct predicates is false */
};

struct values {
    struct flow_function *f;
    const struct predicates *predicates;
    const struct paths *paths;
    struct definitions definitions;
    int64_t threads;                   /* of a CTA, at most */
    struct list nodes;                 /* struct value_node: of a definition */
    uint32_t *node_of;                 /* of each writer, 1 + its node; 0: it has none yet */
    struct list merge_nodes;           /* uint32_t, the same of each merge */
    struct list compares;              /* struct flow_compare */
    uint64_t compared[COMPARED_WORDS]; /* a bit for some definitions: one of them is compared */
    uint32_t *compare_of;              /* of a number of a predicate, 1 + its compare; 0: none */
    uint32_t *leader;                  /* of a number the first definition that has it */
    struct list stack; /* uint32_t: nodes of which it is not known yet what they depend on */
    int64_t limits[MOST_LIMITS]; /* what the loop that is looked at compares with */
    uint32_t limit_count;
    bool widens; /* a loop is looked at */
};

struct values flow_values(struct flow_function *f, const struct predicates *predicates,
                          const struct paths *paths);

/* What a register holds when control comes to an instruction. */
struct flow_value flow_register_value(struct values *v, uint32_t id, uint32_t insn);

/* ---- for the parts of this pass ---- */

/* compute.c: may what an instruction writes be known? */
bool compute_is_known(const struct flow_function *f, uint32_t insn);
/* What an instruction writes to one of its registers, of what its operands hold so far. */
struct flow_value compute(struct values *v, uint32_t insn, uint32_t ref, uint32_t self);
/* compare.c: what a definition holds, of which `value` is known, where a literal is true. */
struct flow_value narrow_by(struct values *v, struct flow_value value, uint32_t definition,
                            struct literal fact);
/* ... in a block; and where an instruction of it is executed. */
struct flow_value narrow_in(struct values *v, struct flow_value value, uint32_t definition,
                            uint32_t block);
struct flow_value narrow_at(struct values *v, struct flow_value value, uint32_t definition,
                            uint32_t insn);
void find_compares(struct values *v);
/* What a definition holds, as far as it is known now. */
struct flow_value value_so_far(const struct values *v, uint32_t definition);
/* The definition that stands for all of the same value. */
uint32_t definition_leader(const struct values *v, uint32_t definition);

#endif
