/* SPDX-License-Identifier: Apache-2.0
 * Rehearses a kernel in one order after another: first in orders that differ according to
 * earlier rehearsals, then in random ones. */
#ifndef REHEARSE_EXPLORE_H
#define REHEARSE_EXPLORE_H

#include "rehearse/sequence.h"

struct exploration {
    struct holds holds; /* the order to report */
    uint64_t seed;
    uint32_t orders; /* the number of rehearsed orders */
    bool all;        /* as far as is known, no other orders differ */
};

/* Rehearses in at most `most` orders, and stops at the first one with a finding. All of them
 * together take no more steps than a launch may. `from` has a program, a launch and an arena;
 * memory allocated from the arena is released before the return. */
struct exploration explore(const struct machine *from, uint32_t most);

#endif
