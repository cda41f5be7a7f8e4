/* SPDX-License-Identifier: Apache-2.0
 * The loops of a function: for each block, the innermost one that contains it. */
#ifndef FLOW_LOOPS_H
#define FLOW_LOOPS_H

#include "flow/paths.h"

/* Returns, for each block, the head of its innermost loop, or NO_BLOCK. Returns NULL if that would
 * take too long. */
uint32_t *flow_loops(const struct paths *paths);
/* Returns, for each block, whether the loop with this head contains it. */
bool *flow_loop_blocks(const struct paths *paths, uint32_t head);

#endif
