/* SPDX-License-Identifier: Apache-2.0
 * Finds warps that loop without progress. What a warp does next depends only on its own state and
 * on what threads share. If a lap of a loop ends in the same state as an earlier one, and nothing
 * shared has changed since then, the warp repeats itself: it waits, like a thread at a barrier,
 * until a word that the lap reads has another value. */
#ifndef REHEARSE_LOOPS_H
#define REHEARSE_LOOPS_H

#include "rehearse/machine.h"

struct loops {
    struct lap *laps; /* for each warp */
    uint64_t seen;    /* what had changed when the last round began */
    uint32_t rounds;  /* turns of all warps without a change */
    uint32_t turns;   /* turns of all warps since an operation completed */
};

struct loops loops_make(struct machine *m);
/* Called before the warps take a turn. */
void loops_begin(struct loops *loops, const struct machine *m);
/* Called before a warp takes its turn: resumes it if it waits in a loop and would now read
 * something else. */
void loops_resume(struct loops *loops, struct machine *m, struct warp *w);
/* Called when threads of the warp have jumped back: stops them if they repeat themselves. */
void loops_lap(struct loops *loops, struct machine *m, struct warp *w);
/* Called when some warps still run. Completes an operation if they have run for long: they may
 * poll for what follows it. If there is none, advances the clocks for which they may wait. */
void loops_pass_time(struct loops *loops, struct machine *m);

#endif
