/* SPDX-License-Identifier: Apache-2.0
 * Findings that say the same at several places of a function. */
#ifndef FLOW_RUN_ALIKE_H
#define FLOW_RUN_ALIKE_H

#include "diag/diag.h"

/* Among the findings from number `from` on, marks those of one function that repeat another, and
 * notes their number. */
void flow_join_alike(struct diags *diags, struct arena *arena, uint32_t from);

#endif
