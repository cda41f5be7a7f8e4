/* SPDX-License-Identifier: Apache-2.0
 * An event that happens: the arguments of it, in the lanes that run its instruction. */
#ifndef REHEARSE_RUNNING_H
#define REHEARSE_RUNNING_H

#include "rehearse/machine.h"

/* The instruction that is run, and for which lanes. */
struct running {
    struct machine *m;
    struct warp *w;
    uint32_t pc, lanes;
    const struct happening *h;
};

/* NULL: the event has no such argument. */
const struct argument *given_argument(const struct running *r, enum isa_event_argument what);
bool has_flag(const struct running *r, enum isa_event_argument what);
/* A number in a lane; `otherwise`: if the event has no such argument. false: it is not known. */
bool number_in_lane(const struct running *r, unsigned lane, enum isa_event_argument what,
                    int64_t otherwise, int64_t *number);
/* A place in the shared memory of the cluster. */
bool shared_of(const struct running *r, unsigned lane, enum isa_event_argument what, uint32_t *cta,
               uint32_t *offset);
/* The bytes of a copy; 0: they are not known. */
int64_t bytes_of_copy(const struct running *r, unsigned lane);

#endif
