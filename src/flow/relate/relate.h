/* SPDX-License-Identifier: Apache-2.0
 * Relations of one asynchronous instruction of a function to the others: which operations a wait
 * completes, a commit closes or a fence orders, and which instructions use the same barrier.
 * This answers a user's question about one place; the checks (flow/check) need certainty about
 * all places. */
#ifndef FLOW_RELATE_RELATE_H
#define FLOW_RELATE_RELATE_H

#include "flow/check/check.h"

struct flow_relation {
    uint32_t insn; /* the other instruction */
    uint8_t kind;  /* ptxc_relation_kind */
};

/* Adds the relations of an instruction to a list of struct flow_relation, in the order of the
 * text. */
void flow_relate(const struct flow_facts *facts, uint32_t insn, struct list *relations);

/* A family of operations, with what commits them and waits for them. */
struct relate_family {
    group_step_of *step;  /* NULL if there is no family */
    bool grouped;         /* commits form groups of its operations */
    uint8_t of_wait;      /* ptxc_relation_kind from an operation to its wait */
    uint8_t of_operation; /* and from a wait to its operation */
};

/* families.c: returns the family of an event. */
struct relate_family relate_family_of(const struct flow_events *events, uint32_t event);
/* Returns how far a fence reaches as a site, or NULL if it has no effect on what follows. */
group_step_of *relate_reach_of(uint8_t kind);
/* Returns true if it orders events of this kind that follow it. */
bool relate_follows(uint8_t kind, uint8_t fence);

#endif
