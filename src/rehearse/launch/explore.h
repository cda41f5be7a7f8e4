/* SPDX-License-Identifier: Apache-2.0
 * Rehearses a kernel in one order after another: first in those that differ by what a rehearsal
 * has shown, then in random ones. */
#ifndef REHEARSE_EXPLORE_H
#define REHEARSE_EXPLORE_H

#include "rehearse/sequence.h"

struct exploration {
    struct holds holds; /* the order to report */
    uint64_t seed;
    uint32_t orders; /* that were rehearsed */
    bool all;        /* no others differ, as far as is known */
};

/* Rehearses in at most `most` orders, and stops at the first with a finding. All of them together
 * take no more steps than a launch may. `from` has a program, a launch and an arena; the arena is
 * as before afterwards. */
struct exploration explore(const struct machine *from, uint32_t most);

#endif
