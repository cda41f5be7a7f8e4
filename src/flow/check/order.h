/* SPDX-License-Identifier: Apache-2.0
 * Operations that must have ended before another instruction of the same thread. Determines for
 * each of them whether anything ends it, and what comes while it is known not to have ended. */
#ifndef FLOW_ORDER_H
#define FLOW_ORDER_H

#include "flow/check/check.h"

enum { MOST_COMPARED = 2 };

/* What of an event is compared: its arguments. */
struct compared {
    uint8_t count;
    enum isa_event_argument what[MOST_COMPARED];
};

struct order {
    struct group_rules rules;
    bool (*must_have_ended)(uint8_t kind); /* for an event: such operations must have ended
                                              before it */
    /* Returns the subject of a site or of such an event, which concerns the sites with the same
     * subject. NULL means that it concerns all. */
    struct flow_value (*subject)(const struct flow_facts *facts, uint32_t event);
    /* Returns true if the event concerns this one of those sites. NULL means that it does. */
    bool (*concerns)(const struct flow_facts *facts, uint32_t site_event, uint32_t event);
    /* The same, because of an argument of each, which must be known and have the same base; sites
     * and events are of different kinds. */
    bool (*meets)(const struct flow_value *of_site, const struct flow_value *of_event);
    struct compared of_site, of_event;
};

struct outcome {
    struct groups groups;
    uint64_t *ends;     /* a set of sites that something ends on some path */
    uint64_t *in_time;  /* a set of sites that have ended on some path where they must have */
    uint32_t *too_late; /* for each site, the first event by which it is known not to have ended
                           although it must have; or UINT32_MAX */
};

struct outcome flow_outcome(const struct flow_facts *facts, const struct order *order);

#endif
