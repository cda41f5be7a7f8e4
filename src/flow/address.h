/* SPDX-License-Identifier: Apache-2.0
 * Addresses that are a variable and a constant. */
#ifndef FLOW_ADDRESS_H
#define FLOW_ADDRESS_H

#include "flow/event.h"
#include "flow/predicates.h"

struct flow_address {
    bool known;
    uint32_t variable; /* of the function */
    int64_t offset;
};

/* What an argument of an event points to. */
struct flow_address flow_address_of(const struct flow_events *events,
                                    const struct predicates *predicates, uint32_t event,
                                    enum isa_event_argument what);

static inline bool flow_same_address(struct flow_address a, struct flow_address b) {
    return a.known && b.known && a.variable == b.variable && a.offset == b.offset;
}

#endif
