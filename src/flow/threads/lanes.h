/* SPDX-License-Identifier: Apache-2.0
 * What a register holds in each thread of a CTA: a number for each thread, beside a part that is
 * not known and the same in all of them (a parameter, the address of a variable). */
#ifndef FLOW_THREADS_LANES_H
#define FLOW_THREADS_LANES_H

#include "base/arena.h"
#include "isa/tables.h"

enum { MOST_THREADS = 1024, WARP_SIZE = 32, MOST_INPUTS = 4 };

struct lanes {
    uint64_t key;    /* of the part that is not known; equal keys, equal parts. 0: there is none */
    int64_t *number; /* see lanes_at; NULL: nothing is known */
    uint8_t grain;   /* enum lanes_grain */
    bool differs;    /* NULL numbers: what is not known may differ from thread to thread */
    bool varies;     /* it may be another one in another round of a loop */
    bool is_truth;   /* it is a predicate */
    bool partial;    /* ... and some numbers are of enum lanes_unsure */
};

/* Which threads share a number: those whose indices agree but for so many low bits. */
enum lanes_grain { GRAIN_THREAD = 0, GRAIN_WARP = 5, GRAIN_CTA = 10 /* of MOST_THREADS */ };

/* What a predicate is in a thread, if neither true nor false: not known, but the same in all
 * threads that have it, or not even that. */
enum lanes_unsure { UNSURE_SAME = 2, UNSURE_DIFFERS = 3 };

/* What an instruction computes, thread by thread. */
struct operation {
    enum isa_does does;
    uint8_t width, from; /* in bits: of the result; CONVERT, MULTIPLY: of what is read */
    bool is_signed;      /* what is read */
    uint8_t compare;     /* COMPARE: enum lanes_compare */
    uint32_t inputs;
};

enum lanes_compare { COMPARE_EQ, COMPARE_NE, COMPARE_LT, COMPARE_LE, COMPARE_GT, COMPARE_GE };

/* The threads of the CTA, and where numbers are kept. */
struct lanes_room {
    struct arena *arena;
    uint32_t threads;
    uint64_t left; /* numbers that may still be allocated */
};

/* The same number in all threads. */
struct lanes lanes_number(struct lanes_room *room, int64_t number, uint64_t key);
/* Nothing is known. */
struct lanes lanes_unknown(bool differs);
/* Room for numbers of this grain; unknown lanes if there is none. */
struct lanes lanes_new(struct lanes_room *room, enum lanes_grain grain);
/* Of how many threads a number is kept. */
static inline uint32_t lanes_count(const struct lanes_room *room, const struct lanes *l) {
    return (room->threads + (1u << l->grain) - 1) >> l->grain;
}
/* The number of a thread; there are numbers. */
static inline int64_t lanes_at(const struct lanes *l, uint32_t thread) {
    return l->number[thread >> l->grain];
}
/* The same with as few numbers as it takes. */
struct lanes lanes_coarse(const struct lanes_room *room, struct lanes l);
/* Do all threads surely hold the same? */
bool lanes_are_uniform(const struct lanes_room *room, const struct lanes *l);
/* What a predicate is in a thread: 0, 1, or enum lanes_unsure. */
static inline int64_t lanes_truth(const struct lanes *p, uint32_t thread) {
    if (p->number) return lanes_at(p, thread);
    return p->differs ? UNSURE_DIFFERS : UNSURE_SAME;
}
/* The result of an operation; `self` is the key of a result of which nothing else is known. */
struct lanes lanes_compute(struct lanes_room *room, const struct operation *o,
                           const struct lanes *in, uint64_t self);
/* `a` where the predicate is true, else `b`. */
struct lanes lanes_select(struct lanes_room *room, const struct lanes *p, const struct lanes *a,
                          const struct lanes *b, uint64_t self);

#endif
