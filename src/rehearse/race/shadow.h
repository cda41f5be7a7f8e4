/* SPDX-License-Identifier: Apache-2.0
 * The accesses to memory that a later one may race with: for each cell, the last write and the
 * reads since then. A cell has up to four parts: the bytes of a word of shared memory, or halves
 * of the lanes of a column of Tensor Memory. */
#ifndef REHEARSE_RACE_SHADOW_H
#define REHEARSE_RACE_SHADOW_H

#include "rehearse/race/order.h"

enum access_is {
    ACCESS_WRITES = 1,
    ACCESS_ASYNC = 2,        /* it completes later */
    ACCESS_PROXY = 4,        /* through the async proxy */
    ACCESS_OPERATION = 8,    /* `time` is the index of an operation that an mbarrier completes */
    ACCESS_STRONG = 16,      /* of a kind that threads use for synchronization */
    ACCESS_INITIALIZES = 32, /* initializes an mbarrier */
    ACCESS_BARRIER = 64,     /* an operation on an mbarrier */
    ACCESS_TMEM = 128
};

/* An access by threads of a warp, or by a channel of asynchronous operations. */
struct shadow_record {
    uint32_t next;  /* the next record of the cell, or the next free one */
    uint32_t who;   /* the warp; for an asynchronous access, its component */
    uint32_t lanes; /* 0 for an asynchronous access */
    uint32_t time;
    uint32_t op;
    uint8_t parts, is; /* is: enum access_is */
};

struct shadow_access {
    uint32_t warp, lane; /* whose knowledge counts */
    struct shadow_record as;
};

/* An operation that an mbarrier completes. */
struct shadow_operation {
    uint32_t component; /* component of the mbarrier */
    uint32_t epoch;     /* the phase in which it completed, or 0 */
    uint32_t warp, lane;
    struct order carried; /* what came before it */
};

enum race_kind {
    RACE_NONE,
    RACE_THREADS,     /* two accesses through the generic proxy */
    RACE_PROXY,       /* a proxy fence is missing */
    RACE_READ_EARLY,  /* reading the result of an operation too early */
    RACE_OVERWRITTEN, /* overwriting what an operation still uses, or what is read when an
                         operation writes */
    RACE_TMEM,
    RACE_BARRIER /* an mbarrier that is not visible yet */
};

/* Two accesses that are not ordered. */
struct race_found {
    uint8_t kind; /* enum race_kind */
    struct shadow_record earlier;
    uint32_t earlier_warp, earlier_lane;
    struct shadow_access later;
    uint32_t cta, cell;
};

enum { MOST_RACES = 16 };

struct shadow {
    struct orders *orders;
    struct list records; /* struct shadow_record; 0 is unused */
    uint32_t free;
    struct list operations; /* struct shadow_operation */
    struct race_found found[MOST_RACES];
    uint32_t found_count;
    bool spent; /* the limit on records was exceeded */
    struct {
        uint32_t who, lanes, time;
        const struct clock *clock;
        bool known;
    } last; /* the last query and its result */
};

void shadow_init(struct shadow *s, struct orders *orders);
/* Called before the accesses of an instruction: what threads know may have changed. */
void shadow_ask(struct shadow *s);
/* Processes an access to a cell of the CTA, whose records start at *head. */
void shadow_touch(struct shadow *s, uint32_t *head, const struct shadow_access *a, uint32_t cta,
                  uint32_t cell);
/* Removes all records of the cell. */
void shadow_clear(struct shadow *s, uint32_t *head);

#endif
