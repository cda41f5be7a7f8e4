/* SPDX-License-Identifier: Apache-2.0
 * Finds warps that loop without progress. What a warp does next depends only on its own state and
 * on what threads share. If it is in the same state as before, and nothing shared has changed since
 * then, it repeats itself until something does: it waits, like a thread at a barrier. */
#ifndef REHEARSE_LOOPS_H
#define REHEARSE_LOOPS_H

#include "rehearse/machine.h"

struct loops {
    struct kept_state *kept; /* for each warp; NULL until a loop is suspected */
    uint64_t seen;           /* what had changed when the count began */
    uint32_t rounds;         /* turns of all warps without a change */
    uint32_t turns;          /* turns of all warps since an operation completed */
    bool waits;              /* some lanes wait in a loop */
};

/* Called before the warps take a turn: resumes those that wait in a loop if something has
 * changed. */
void loops_begin(struct loops *loops, struct machine *m);
/* Called after each warp had a turn: finds those that repeat themselves. */
void loops_end(struct loops *loops, struct machine *m);
/* Called when some warps still run. Completes an operation if they have run for long: they may
 * poll for what follows it. If there is none, advances the clocks for which they may wait. */
void loops_pass_time(struct loops *loops, struct machine *m);

#endif
