/* SPDX-License-Identifier: Apache-2.0
 * What one asynchronous instruction of a function has to do with the others: which operations a
 * wait completes, a commit closes or a fence orders, and who uses the same barrier. It answers for
 * one place, for readers; the checks (flow/check) ask for all places, and for certainty. */
#ifndef FLOW_RELATE_RELATE_H
#define FLOW_RELATE_RELATE_H

#include "flow/check/check.h"

struct flow_relation {
    uint32_t insn; /* the other one */
    uint8_t kind;  /* ptxc_relation_kind */
};

/* Adds the relations of an instruction to a list of struct flow_relation, in the order of the text.
 */
void flow_relate(const struct flow_facts *facts, uint32_t insn, struct list *relations);

/* Operations that belong together, with what commits them and waits for them. */
struct relate_family {
    group_step_of *step;  /* NULL: it is no family */
    bool grouped;         /* commits make groups of its operations */
    uint8_t of_wait;      /* ptxc_relation_kind: what an operation is to its wait, */
    uint8_t of_operation; /* and a wait to its operation */
};

/* families.c: the family of an event. */
struct relate_family relate_family_of(const struct flow_events *events, uint32_t event);
/* Where a fence is a site: how far it reaches. NULL: it has no effect on what follows. */
group_step_of *relate_reach_of(uint8_t kind);
/* Does it order events of this kind that follow it? */
bool relate_follows(uint8_t kind, uint8_t fence);

#endif
