/* SPDX-License-Identifier: Apache-2.0
 * Reports what happens during a rehearsal, in logical time. A warp has a clock that counts its
 * instructions; when it waits, the clock advances to the event that it waits for. Machines
 * without a listener have no trace and do not call these functions. */
#ifndef REHEARSE_TRACE_H
#define REHEARSE_TRACE_H

#include "rehearse/machine.h"

struct trace *trace_make(struct machine *m);
/* Reports what has not been reported yet. */
void trace_finish(struct machine *m);

/* ---- a warp ---- */

/* Lanes of a warp start to run. */
void trace_resume(struct machine *m, const struct warp *w, uint32_t lanes);
/* They have run until they wait, or to the end of a block. */
void trace_pause(struct machine *m, const struct warp *w, uint32_t lanes);
void trace_end(struct machine *m, const struct warp *w, uint32_t lanes);
/* They loop without progress: they wait. */
void trace_loop(struct machine *m, const struct warp *w, uint32_t lanes);
/* An operation without an mbarrier has been started. */
void trace_issue(struct machine *m, const struct warp *w, uint32_t pc, uint32_t lanes,
                 uint8_t event, int64_t bytes);

/* ---- mbarriers ---- */

void trace_init(struct machine *m, const struct warp *w, uint32_t pc, unsigned lane,
                uint32_t barrier);
void trace_arrive(struct machine *m, const struct warp *w, uint32_t pc, unsigned lane,
                  uint32_t barrier, int64_t count);
void trace_expect(struct machine *m, const struct warp *w, uint32_t pc, unsigned lane,
                  uint32_t barrier, int64_t bytes);
/* A phase is complete and no longer the current one of the mbarrier. */
void trace_phase(struct machine *m, uint32_t barrier);
/* A thread has seen that a phase is complete. */
void trace_pass(struct machine *m, const struct warp *w, uint32_t pc, unsigned lane,
                uint32_t barrier);
/* Something has been started that completes later; sets its number and its time in *a. */
void trace_start(struct machine *m, const struct warp *w, uint32_t lanes, struct agent *a,
                 uint8_t event);
void trace_complete(struct machine *m, const struct agent *a);

/* ---- other barriers: kind WAIT_BARRIER or WAIT_CLUSTER ---- */

void trace_meet(struct machine *m, const struct warp *w, uint32_t pc, uint32_t lanes, uint8_t kind,
                uint32_t number, bool waits);
void trace_open(struct machine *m, uint32_t cta, uint8_t kind, uint32_t number);

#endif
