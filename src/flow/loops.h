/* SPDX-License-Identifier: Apache-2.0
 * The loops of a function: for each block the innermost one that it is in. */
#ifndef FLOW_LOOPS_H
#define FLOW_LOOPS_H

#include "flow/paths.h"

/* Of each block the block at which its innermost loop begins; NO_BLOCK: it is in no loop. NULL: it
 * would take too long. */
uint32_t *flow_loops(const struct paths *paths);

#endif
