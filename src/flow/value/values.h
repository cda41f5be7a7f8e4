/* SPDX-License-Identifier: Apache-2.0
 * What registers of a function hold, as far as its instructions determine it. Computed on
 * demand, for what the checks need: few registers hold addresses, counts and phases. */
#ifndef FLOW_VALUE_VALUES_H
#define FLOW_VALUE_VALUES_H

#include "flow/value/definition.h"
#include "flow/value/value.h"

enum {
    SPECIAL_TERM = 1 << 30, /* plus the number of a special register: its value */
    COMPARED_WORDS = 64,
    MOST_LIMITS = 32 /* of one loop */
};

/* A predicate that compares what a definition holds with a number. */
struct flow_compare {
    uint32_t left, right; /* definitions; right may be NO_DEFINITION for a number */
    uint32_t leader;      /* of left: its representative in a form */
    int64_t number;
    struct value_type type;
    uint8_t relation; /* enum value_relation: holds where the register is true */
    bool negated;     /* its number in struct predicates is false there */
};

struct values {
    struct flow_function *f;
    const struct predicates *predicates;
    const struct paths *paths;
    struct definitions definitions;
    int64_t threads;                   /* per CTA, at most */
    struct list nodes;                 /* struct value_node, for definitions */
    uint32_t *node_of;                 /* for each writer, 1 + its node, or 0 */
    struct list merge_nodes;           /* uint32_t, the same for each merge */
    struct list compares;              /* struct flow_compare */
    uint64_t compared[COMPARED_WORDS]; /* a Bloom filter of the definitions that are compared */
    uint32_t *compare_of;              /* for each number of a predicate, 1 + its compare, or 0 */
    uint32_t *leader;                  /* for each number, the first definition that has it */
    struct list stack;           /* uint32_t: nodes whose dependencies have not been settled */
    int64_t limits[MOST_LIMITS]; /* what the current loop compares with */
    uint32_t limit_count;
    bool widens; /* a loop is being processed */
};

struct values flow_values(struct flow_function *f, const struct predicates *predicates,
                          const struct paths *paths);

/* Returns what a register holds when control gets to an instruction. */
struct flow_value flow_register_value(struct values *v, uint32_t id, uint32_t insn);

/* ---- shared by the parts of this pass ---- */

/* compute.c: returns true if the result of an instruction can be known. */
bool compute_is_known(const struct flow_function *f, uint32_t insn);
/* Returns what an instruction writes to one of its registers, given what its operands hold so
 * far. */
struct flow_value compute(struct values *v, uint32_t insn, uint32_t ref, uint32_t self);
/* compare.c: returns what a definition with `value` holds where a literal is true. */
struct flow_value narrow_by(struct values *v, struct flow_value value, uint32_t definition,
                            struct literal fact);
/* Does the same in a block, and where one of its instructions is executed. */
struct flow_value narrow_in(struct values *v, struct flow_value value, uint32_t definition,
                            uint32_t block);
struct flow_value narrow_at(struct values *v, struct flow_value value, uint32_t definition,
                            uint32_t insn);
void find_compares(struct values *v);
/* Returns what a definition holds, as far as it is known now. */
struct flow_value value_so_far(const struct values *v, uint32_t definition);
/* Returns the definition that represents all with the same value. */
uint32_t definition_leader(const struct values *v, uint32_t definition);

#endif
