/* SPDX-License-Identifier: Apache-2.0
 * Vector clocks: for each thread and each channel of asynchronous operations, the time up to
 * which its operations are known. They are reference counted; a shared clock is never changed.
 * After Fidge, "Timestamps in message-passing systems", and Flanagan and Freund, "FastTrack". */
#ifndef REHEARSE_RACE_CLOCK_H
#define REHEARSE_RACE_CLOCK_H

#include "base/arena.h"

struct clock {
    uint32_t owners;
    uint32_t sum;       /* of its components, each multiplied by a different factor */
    struct clock *next; /* the next free clock */
    uint32_t at[];      /* clocks.size times */
};

/* The result of a join, which is often needed again. */
struct clock_joined {
    struct clock *a, *b, *both;
};

enum { CLOCK_MEMOS = 64, CLOCK_WAYS = 2, CLOCK_RECENT = 64 };

struct clocks {
    struct arena *arena;
    uint32_t size;       /* components of each */
    uint32_t made, most; /* number of clocks, and its maximum */
    bool spent;          /* more were needed, so the clocks are no longer valid */
    struct clock *free;
    struct clock_joined memo[CLOCK_MEMOS][CLOCK_WAYS];
    struct clock *recent[CLOCK_RECENT]; /* by their sums */
};

/* `most_bytes` limits the memory of all clocks. */
void clocks_init(struct clocks *c, struct arena *arena, uint32_t size, uint64_t most_bytes);

/* In all of these functions, NULL is the clock of a thread that has seen nothing. */
static inline struct clock *clock_share(struct clock *c) {
    if (c) c->owners++;
    return c;
}
void clock_drop(struct clocks *all, struct clock *c);
/* Replaces *to by the later of both in each component. */
void clock_join(struct clocks *all, struct clock **to, struct clock *from);
/* Raises a component of *to to `time`. */
void clock_raise(struct clocks *all, struct clock **to, uint32_t component, uint32_t time);

/* Replaces *to by an equal recent clock, if there is one: threads with equal knowledge then share
 * one clock, and one join serves them all. */
void clock_unify(struct clocks *all, struct clock **to);

static inline uint32_t clock_time(const struct clock *c, uint32_t component) {
    return c ? c->at[component] : 0;
}

#endif
