/* SPDX-License-Identifier: Apache-2.0
 * An event that happens: its arguments, in the lanes that execute its instruction. */
#ifndef REHEARSE_RUNNING_H
#define REHEARSE_RUNNING_H

#include "rehearse/machine.h"

/* The instruction that is executed, and its lanes. */
struct running {
    struct machine *m;
    struct warp *w;
    uint32_t pc, lanes;
    const struct happening *h;
};

/* Returns NULL if the event has no such argument. */
const struct argument *given_argument(const struct running *r, enum isa_event_argument what);
bool has_flag(const struct running *r, enum isa_event_argument what);
/* Reads a number in a lane; `otherwise` is used if the event has no such argument. Returns false if
 * it is unknown. */
bool number_in_lane(const struct running *r, unsigned lane, enum isa_event_argument what,
                    int64_t otherwise, int64_t *number);
/* Returns the lanes whose operand has the same value as in the first lane. */
uint32_t lanes_alike(const struct running *r, enum isa_event_argument what, uint32_t lanes);
/* Finds a place in the shared memory of the cluster. */
bool shared_of(const struct running *r, unsigned lane, enum isa_event_argument what, uint32_t *cta,
               uint32_t *offset);
/* Returns the bytes of a copy, or 0 if unknown. */
int64_t bytes_of_copy(const struct running *r, unsigned lane);

/* ---- address.c: addresses that no access may have ---- */

struct addresses *addresses_make(struct machine *m);
/* Called before an op runs in the lanes. */
void addresses_check(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes);
/* Reports the findings, and returns their number. */
uint32_t addresses_say(struct machine *m);

#endif
