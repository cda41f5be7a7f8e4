/* SPDX-License-Identifier: Apache-2.0
 * What a register holds in each thread of a CTA: a number for each thread, plus an unknown part
 * that is the same in all of them (a parameter, the address of a variable). */
#ifndef FLOW_THREADS_LANES_H
#define FLOW_THREADS_LANES_H

#include "base/arena.h"
#include "isa/tables.h"

enum { MOST_THREADS = 1024, WARP_SIZE = 32, MOST_INPUTS = 4 };

struct lanes {
    uint64_t key;    /* key of the unknown part; equal keys mean equal parts. 0 if there is none */
    int64_t *number; /* see lanes_at; NULL if nothing is known */
    uint8_t grain;   /* enum lanes_grain */
    bool differs;    /* without numbers: the unknown value may differ between threads */
    bool varies;     /* it may change between iterations of a loop */
    bool is_truth;   /* it is a predicate */
    bool partial;    /* some numbers are enum lanes_unsure */
};

/* Which threads share a number: those whose indexes differ only in this many low bits. */
enum lanes_grain { GRAIN_THREAD = 0, GRAIN_WARP = 5, GRAIN_CTA = 10 /* of MOST_THREADS */ };

/* An unknown predicate in a thread: the same in all threads that have this value, or not even
 * that. */
enum lanes_unsure { UNSURE_SAME = 2, UNSURE_DIFFERS = 3 };

/* What an instruction computes, thread by thread. */
struct operation {
    enum isa_does does;
    uint8_t width, from; /* in bits: of the result; CONVERT, MULTIPLY: of the source */
    bool is_signed;      /* the source is signed */
    uint8_t compare;     /* COMPARE: enum lanes_compare */
    uint32_t inputs;
};

enum lanes_compare { COMPARE_EQ, COMPARE_NE, COMPARE_LT, COMPARE_LE, COMPARE_GT, COMPARE_GE };

/* The threads of the CTA, and memory for numbers. */
struct lanes_room {
    struct arena *arena;
    uint32_t threads;
    uint64_t left; /* numbers that may still be allocated */
};

/* Returns the same number in all threads. */
struct lanes lanes_number(struct lanes_room *room, int64_t number, uint64_t key);
/* Returns lanes about which nothing is known. */
struct lanes lanes_unknown(bool differs);
/* Returns room for numbers of this granularity, or unknown lanes if there is no memory. */
struct lanes lanes_new(struct lanes_room *room, enum lanes_grain grain);
/* Returns how many numbers are stored. */
static inline uint32_t lanes_count(const struct lanes_room *room, const struct lanes *l) {
    return (room->threads + (1u << l->grain) - 1) >> l->grain;
}
/* Returns the number of a thread; there must be numbers. */
static inline int64_t lanes_at(const struct lanes *l, uint32_t thread) {
    return l->number[thread >> l->grain];
}
/* Returns the same lanes with as few numbers as possible. */
struct lanes lanes_coarse(const struct lanes_room *room, struct lanes l);
/* Returns true if all threads are known to hold the same. */
bool lanes_are_uniform(const struct lanes_room *room, const struct lanes *l);
/* Returns the value of a predicate in a thread: 0, 1, or enum lanes_unsure. */
static inline int64_t lanes_truth(const struct lanes *p, uint32_t thread) {
    if (p->number) return lanes_at(p, thread);
    return p->differs ? UNSURE_DIFFERS : UNSURE_SAME;
}
/* Returns the result of an operation; `self` is the key of a result about which nothing else is
 * known. */
struct lanes lanes_compute(struct lanes_room *room, const struct operation *o,
                           const struct lanes *in, uint64_t self);
/* Returns `a` where the predicate is true, otherwise `b`. */
struct lanes lanes_select(struct lanes_room *room, const struct lanes *p, const struct lanes *a,
                          const struct lanes *b, uint64_t self);

#endif
