/* SPDX-License-Identifier: Apache-2.0
 * Detects races on shared memory and Tensor Memory while a machine runs: accesses that are not
 * ordered. Manual: Memory Consistency Model; Memory Consistency Model for tcgen05. */
#ifndef REHEARSE_RACE_H
#define REHEARSE_RACE_H

#include "rehearse/race/shadow.h"
#include "rehearse/running.h"

/* The knowledge that an mbarrier passes on. Its phases continue to be counted when it is
 * initialized again. */
struct race_mbarrier {
    struct order_object object;
    uint32_t epoch;
    uint32_t *asked; /* for each warp: the lanes that have used it since its initialization */
};

/* A word that threads use for synchronization through strong accesses. */
struct race_word {
    uint64_t address;
    struct order_object object;
};

enum { RACE_GROUPS = 16, GROUP_KINDS = 2, RACE_WORDS = 256 };

/* The groups that a thread has committed: the last operation of its channel that each contains. */
struct race_groups {
    uint32_t count, until[RACE_GROUPS];
};

struct race_warp {
    uint32_t started[CHANNELS];                    /* operations of each channel */
    struct race_groups groups[GROUP_KINDS][LANES]; /* for CHANNEL_COPY and CHANNEL_BULK */
    struct race_groups wgmma;
    bool mixed; /* lanes accessed memory, or learned something, since they last converged */
};

struct race {
    struct orders orders;
    struct shadow shadow;
    uint32_t **shared, **tmem; /* for each CTA: the first record of each cell */
    struct race_warp *warps;
    struct list mbarriers; /* struct race_mbarrier, with the numbers of the machine's */
    struct order_object *barriers, cluster; /* barriers: for each CTA and number */
    struct race_word words[RACE_WORDS];
    uint8_t *uses_loaded; /* for each op: it reads what `tcgen05.ld` loads; NULL if there is none */
    uint64_t unchecked;   /* accesses at unknown addresses */
};

/* Returns NULL if the machine is too large to look for races. */
struct race *race_make(struct machine *m);
/* Returns NULL if the clocks are no longer valid because memory ran out. */
static inline struct race *race_of(const struct machine *m) {
    struct race *r = m->race;
    return r && !r->orders.clocks.spent && !r->shadow.spent ? r : NULL;
}
static inline uint32_t race_warp_index(const struct machine *m, const struct warp *w) {
    return (uint32_t)(w - m->warps);
}

/* ---- race.c: synchronization of threads ---- */

/* Called before an op is executed: handles what the machine does not track. */
void race_run(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes);

void race_mbarrier_made(const struct running *r, unsigned lane, uint32_t barrier);
/* Checks for an operation on an mbarrier that its initialization is visible. */
void race_mbarrier_used(const struct running *r, uint32_t lanes, uint32_t barrier);
void race_arrive(const struct running *r, uint32_t lanes, uint32_t barrier);
void race_phase_over(struct machine *m, uint32_t barrier);
void race_wait_over(const struct running *r, uint32_t lanes, uint32_t barrier);
/* Called when lanes arrive at a barrier of the CTA and all threads have arrived. */
void race_meet(const struct running *r, uint32_t id);
void race_met(struct machine *m, uint32_t cta, uint32_t id);
void race_cluster_arrive(const struct running *r);
void race_cluster_open(struct machine *m);
void race_cluster_pass(const struct running *r);

/* ---- race_access.c: accesses of threads to shared memory ---- */

void race_access(const struct running *r);
void race_exchange_words(const struct running *r, bool reads, bool writes, unsigned lane,
                         uint64_t address);
/* Records an access to cells of shared memory of a CTA from `at` on, as far as they exist. */
void race_touch(struct race *race, const struct shadow_access *a, uint32_t cta, uint64_t at,
                uint64_t bytes);

/* ---- race_async.c: asynchronous operations ---- */

/* Records an operation that an mbarrier completes. Returns 0 if it is not tracked. */
uint32_t race_started(const struct running *r, uint32_t lanes, uint32_t barrier);
void race_completed(struct machine *m, uint32_t operation, uint32_t barrier);
/* Records that the operation reads or writes shared memory. */
void race_copied(const struct running *r, uint32_t operation, uint32_t cta, uint64_t at,
                 uint64_t bytes, bool writes);
void race_async(const struct running *r);
/* Returns an access that is complete when `time` of a channel of the warp is. */
struct shadow_access race_access_of(const struct running *r, unsigned lane, uint32_t warp,
                                    enum order_channel channel, uint32_t time, uint8_t is);

/* ---- race_tmem.c: Tensor Memory ---- */

void race_tmem(const struct running *r);
uint8_t *race_find_loaded(struct machine *m);

/* ---- race_say.c ---- */

/* Reports the races that were found, and returns their number. */
uint32_t race_say(struct machine *m);

#endif
