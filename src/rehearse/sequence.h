/* SPDX-License-Identifier: Apache-2.0
 * The order of what synchronizes. A rehearsal in one order knows which other orders would be
 * different: where an operation on a barrier came in a phase of which it did not have to know the
 * beginning, or where a thread saw the end of a phase, and the next end did not have to wait for
 * it. Then the two can be taken in the other order, by holding one of them until the other is
 * done. */
#ifndef REHEARSE_SEQUENCE_H
#define REHEARSE_SEQUENCE_H

#include "rehearse/machine.h"

/* Something that a warp does, or that completes later. */
struct deed {
    uint32_t warp;  /* in the cluster: who did it, or started it */
    uint32_t index; /* from 1, of those that the warp did, or started */
    bool completes; /* it was started, and completes */
    bool arrives;   /* at the mbarrier that it concerns */
};

/* `later` does not happen until `first` has. */
struct hold {
    struct deed first, later;
    bool met;
};

enum { MOST_HOLDS = 8 };

struct holds {
    struct hold of[MOST_HOLDS];
    uint32_t count;
};

/* `records`: finds out which orders are different. */
struct sequence *sequence_make(struct machine *m, const struct holds *holds, bool records);
/* "w0.3-w2.5+c0.1-w2.4": what happens before what, where it would not by itself. false: the text
 * means nothing. */
bool sequence_read(const char *text, struct holds *holds);
const char *sequence_text(struct arena *arena, const struct holds *holds);

/* What could be in another order, as holds; the same for each order in which all operations come in
 * the same phases: signature. */
const struct list *sequence_choices(const struct sequence *order); /* struct hold */
uint64_t sequence_signature(const struct sequence *order);

/* ---- what the machine says ---- */

/* A warp is about to run events. false: it has to wait for its turn, as its lanes now do. */
bool sequence_begin(struct machine *m, struct warp *w, uint32_t lanes);
void sequence_end(struct machine *m, struct warp *w);
/* Threads of the warp end. */
void sequence_leave(struct machine *m, const struct warp *w);
/* Something that was started completes. */
bool sequence_may_complete(const struct machine *m, const struct agent *a);
void sequence_begin_completion(struct machine *m, const struct agent *a);
void sequence_end_completion(struct machine *m, struct agent *a);
void sequence_start(struct machine *m, const struct warp *w, struct agent *a);
/* The current operation counts for the phase of an mbarrier, ends it, or has seen its end. */
void sequence_touch(struct machine *m, uint32_t barrier, uint32_t phase, bool arrives);
/* It has raised the bytes that the phase waits for. */
void sequence_expect(struct machine *m, uint32_t barrier);
void sequence_over(struct machine *m, uint32_t barrier);
void sequence_pass(struct machine *m, uint32_t barrier, uint32_t phase);
/* The same of barriers of the CTA, and of the cluster if `number` is NAMED_BARRIERS. */
void sequence_meet(struct machine *m, uint32_t cta, uint32_t number, bool waits);
void sequence_open(struct machine *m, uint32_t cta, uint32_t number);
/* Nothing else moves: what waits for its turn goes on. false: nothing does. */
bool sequence_release(struct machine *m);

#endif
