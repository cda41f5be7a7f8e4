/* SPDX-License-Identifier: Apache-2.0
 * The arguments of events: numbers, and addresses that can be compared. */
#ifndef FLOW_VALUE_ADDRESS_H
#define FLOW_VALUE_ADDRESS_H

#include "flow/event.h"
#include "flow/value/values.h"

/* Returns the value of an argument: an address, a number, what a register holds. For a descriptor
 * of shared memory, it is the address in bytes. BASE_NOTHING means that the event has no such
 * argument, or that the register has never been written. */
struct flow_value flow_argument_value(struct values *v, const struct flow_events *events,
                                      uint32_t event, enum isa_event_argument what);

/* Returns true if it is a base and a range. */
static inline bool flow_is_known(const struct flow_value *v) {
    return v->base != BASE_NOTHING && v->bounded;
}
/* Returns true if it is one place in a variable. */
static inline bool flow_is_place(const struct flow_value *v) {
    return v->base == BASE_VARIABLE && v->bounded && v->low == v->high;
}
/* Returns true if it points into a variable in this state space. */
bool flow_points_to(const struct values *v, const struct flow_value *a, enum isa_space space);

/* Returns true if they are always the same: one place in a variable, or one number. */
bool flow_same_address(const struct flow_value *a, const struct flow_value *b);
/* Returns true if they are the same, unless their sources have been computed again in between, as
 * in another iteration of a loop. */
bool flow_same_value(const struct flow_value *a, const struct flow_value *b);
/* Returns true if an access of some bytes at one address can ever overlap an access at the
 * other. */
bool flow_may_overlap(const struct values *v, const struct flow_value *a, int64_t bytes_a,
                      const struct flow_value *b, int64_t bytes_b);
/* Returns true if both are known to lie in the same variable or to have the same source, and the
 * accesses can overlap. */
static inline bool flow_may_meet(const struct values *v, const struct flow_value *a,
                                 int64_t bytes_a, const struct flow_value *b, int64_t bytes_b) {
    return flow_is_known(a) && flow_is_known(b) && a->base == b->base && a->of == b->of &&
           flow_may_overlap(v, a, bytes_a, b, bytes_b);
}
/* Returns true if every possible value of b is a possible value of a. */
bool flow_covers(const struct flow_value *a, const struct flow_value *b);

#endif
