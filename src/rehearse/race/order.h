/* SPDX-License-Identifier: Apache-2.0
 * What each thread knows to have happened, and how barriers pass this on. Knowledge about
 * accesses through the generic proxy counts for the async proxy after a proxy fence on the way.
 * Manual: Memory Consistency Model, Causality Order; Proxies. */
#ifndef REHEARSE_RACE_ORDER_H
#define REHEARSE_RACE_ORDER_H

#include "rehearse/race/clock.h"

/* What happened before, and which part of it is before a proxy fence. */
struct order {
    struct clock *known, *fenced;
};

/* A thread knows everything about itself; this is represented by the time of its warp. */
struct order_thread {
    struct order now;
    struct order offered;                              /* at its last fence, for relaxed arrivals */
    struct order accepted;                             /* by relaxed waits, until its next fence */
    uint32_t fenced_at, offered_at, offered_fenced_at; /* the times of its last fences */
};

/* What passes knowledge on: an mbarrier, a barrier, a word of memory. */
struct order_object {
    struct order coming; /* knowledge of those that have arrived in this phase */
    struct order open;   /* knowledge of the completed phases */
    struct order last;   /* what `coming` was last joined with: many threads know the same */
};

/* The channels of a warp: operations that complete later, in order. */
enum order_channel {
    CHANNEL_COPY,  /* cp.async */
    CHANNEL_BULK,  /* bulk groups: until the sources have been read */
    CHANNEL_WGMMA, /* of the warpgroup: stored in its first warp */
    CHANNEL_MMA,   /* of Tensor Memory */
    CHANNEL_TMEM_LOAD,
    CHANNEL_TMEM_STORE,
    CHANNELS
};

enum { ORDER_LANES = 32, ORDER_BARRIERS = 512 /* mbarriers that have a channel */ };

struct orders {
    struct clocks clocks;
    uint32_t warps;
    struct order_thread *threads;
    uint32_t *time; /* for each warp, the time of its next operation; starts at 1 */
};

void orders_init(struct orders *o, struct arena *arena, uint32_t warps);

static inline uint32_t order_channel(const struct orders *o, uint32_t warp, uint32_t channel) {
    return o->warps * ORDER_LANES + warp * CHANNELS + channel;
}
static inline uint32_t order_barrier(const struct orders *o, uint32_t barrier) {
    return o->warps * (ORDER_LANES + CHANNELS) + barrier;
}

/* Joins *to with everything that the lanes of a warp know, including themselves. What they do next
 * is later than what they released if the caller then ends the time of the warp. */
void order_release(struct orders *o, uint32_t warp, uint32_t lanes, struct order *to);
/* Does the same for a relaxed arrival: what they knew at their last fence. */
void order_offer(struct orders *o, uint32_t warp, uint32_t lanes, struct order *to);
static inline void order_tick(struct orders *o, uint32_t warp) { o->time[warp]++; }
/* Gives the lanes the knowledge of *from; with `relaxed`, it counts from their next fence on. */
void order_acquire(struct orders *o, uint32_t warp, uint32_t lanes, const struct order *from,
                   bool relaxed);
/* Tells the lanes that the operations of a channel are complete up to `time`. */
void order_complete(struct orders *o, uint32_t warp, uint32_t lanes, uint32_t component,
                    uint32_t time);

void order_fence(struct orders *o, uint32_t warp, uint32_t lanes);
void order_proxy_fence(struct orders *o, uint32_t warp, uint32_t lanes);
/* Orders everything that the lanes did before everything that each of them does next. */
void order_warp(struct orders *o, uint32_t warp, uint32_t lanes);
/* Records that the lanes arrive at the object. */
void order_arrive(struct orders *o, uint32_t warp, uint32_t lanes, struct order_object *object);
/* Completes a phase of a barrier: the knowledge of those that arrived becomes available. */
void order_open(struct orders *o, struct order_object *object);
/* Completes the phase as the `epoch`-th of the mbarrier with this channel. */
void order_phase(struct orders *o, struct order_object *object, uint32_t component, uint32_t epoch);

void order_join(struct orders *o, struct order *to, const struct order *from);
void order_drop(struct orders *o, struct order *order);

#endif
