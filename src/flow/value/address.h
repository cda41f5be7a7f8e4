/* SPDX-License-Identifier: Apache-2.0
 * What the arguments of events are: numbers, and addresses that can be compared. */
#ifndef FLOW_VALUE_ADDRESS_H
#define FLOW_VALUE_ADDRESS_H

#include "flow/event.h"
#include "flow/value/values.h"

/* The value of an argument: an address, a number, what a register holds. Of a descriptor of shared
 * memory it is the address in bytes. BASE_NOTHING: the event has no such argument, or a register
 * that nothing has written. */
struct flow_value flow_argument_value(struct values *v, const struct flow_events *events,
                                      uint32_t event, enum isa_event_argument what);

/* Is it a base and a range? */
static inline bool flow_is_known(const struct flow_value *v) {
    return v->base != BASE_NOTHING && v->bounded;
}
/* Is it one place of a variable? */
static inline bool flow_is_place(const struct flow_value *v) {
    return v->base == BASE_VARIABLE && v->bounded && v->low == v->high;
}
/* Does it point into a variable in this state space? */
bool flow_points_to(const struct values *v, const struct flow_value *a, enum isa_space space);

/* Always the same: one place of a variable, or one number. */
bool flow_same_address(const struct flow_value *a, const struct flow_value *b);
/* The same, unless what they are computed of has been computed again in between, as in another
 * round of a loop. */
bool flow_same_value(const struct flow_value *a, const struct flow_value *b);
/* May an access of some bytes at one touch what an access at the other touches, ever? */
bool flow_may_overlap(const struct values *v, const struct flow_value *a, int64_t bytes_a,
                      const struct flow_value *b, int64_t bytes_b);
/* Is all that b may be among what a may be? */
bool flow_covers(const struct flow_value *a, const struct flow_value *b);

#endif
