/* SPDX-License-Identifier: Apache-2.0
 * The order of synchronizing operations. A rehearsal in one order finds out which other orders
 * would differ: an operation on a barrier came in a phase whose start its warp did not have to
 * know, or a thread saw the end of a phase, and the next end did not have to wait for that. The
 * two can then be exchanged by holding one of them until the other has happened. */
#ifndef REHEARSE_SEQUENCE_H
#define REHEARSE_SEQUENCE_H

#include "rehearse/machine.h"

/* Something that a warp does, or that completes later. */
struct deed {
    uint32_t warp;  /* in the cluster: the warp that did it, or started it */
    uint32_t index; /* from 1, among those that the warp did, or started */
    bool completes; /* it completes, after it was started */
    bool arrives;   /* it arrives at the mbarrier in question */
};

/* `later` does not happen before `first` has happened. */
struct hold {
    struct deed first, later;
    bool met;
};

enum { MOST_HOLDS = 8 };

struct holds {
    struct hold of[MOST_HOLDS];
    uint32_t count;
};

/* With `records`, finds out which other orders differ. */
struct sequence *sequence_make(struct machine *m, const struct holds *holds, bool records);
/* Reads "w0.3-w2.5+c0.1-w2.4": what happens before what, where it would not by default. Returns
 * false if the text is not valid. */
bool sequence_read(const char *text, struct holds *holds);
const char *sequence_text(struct arena *arena, const struct holds *holds);

/* sequence_choices returns what could happen in another order, as holds; sequence_signature is the
 * same for each order in which all operations come in the same phases. */
const struct list *sequence_choices(const struct sequence *order); /* struct hold */
uint64_t sequence_signature(const struct sequence *order);

/* ---- called by the machine ---- */

/* Called when a warp is about to execute events. Returns false if it has to wait for its turn; its
 * lanes then wait. */
bool sequence_begin(struct machine *m, struct warp *w, uint32_t lanes);
void sequence_end(struct machine *m, struct warp *w);
/* Called when threads of the warp exit. */
void sequence_leave(struct machine *m, const struct warp *w);
/* Called when something that was started completes. */
bool sequence_may_complete(const struct machine *m, const struct agent *a);
void sequence_begin_completion(struct machine *m, const struct agent *a);
void sequence_end_completion(struct machine *m, struct agent *a);
void sequence_start(struct machine *m, const struct warp *w, struct agent *a);
/* The current operation counts for the phase of an mbarrier, completes it, or has seen it
 * complete. */
void sequence_touch(struct machine *m, uint32_t barrier, uint32_t phase, bool arrives);
/* The current operation has raised the bytes that the phase waits for. */
void sequence_expect(struct machine *m, uint32_t barrier);
void sequence_over(struct machine *m, uint32_t barrier);
void sequence_pass(struct machine *m, uint32_t barrier, uint32_t phase);
/* Does the same for barriers of the CTA, or of the cluster if `number` is NAMED_BARRIERS. */
void sequence_meet(struct machine *m, uint32_t cta, uint32_t number, bool waits);
void sequence_open(struct machine *m, uint32_t cta, uint32_t number);
/* Called when nothing else can run: resumes what waits for its turn. Returns false if nothing
 * does. */
bool sequence_release(struct machine *m);

#endif
