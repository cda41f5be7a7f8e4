/* SPDX-License-Identifier: Apache-2.0
 * Findings that say the same at several places of a function. */
#ifndef FLOW_RUN_ALIKE_H
#define FLOW_RUN_ALIKE_H

#include "diag/diag.h"

/* Of the findings from number `from` on, which are those of one function: marks what repeats
 * another one as such, and notes how many there are. */
void flow_join_alike(struct diags *diags, struct arena *arena, uint32_t from);

#endif
