/* SPDX-License-Identifier: Apache-2.0
 * Operations that must have ended before another instruction of the same thread: for each of them,
 * does anything end it, and what comes while it surely has not ended? */
#ifndef FLOW_ORDER_H
#define FLOW_ORDER_H

#include "flow/check/check.h"

struct order {
    struct group_rules rules;
    bool (*must_have_ended)(uint8_t kind); /* of an event, which no such operation may outlive */
    /* What a site or such an event is about: an event concerns the sites that are about the same.
     * NULL: all of them. */
    struct flow_value (*subject)(const struct flow_facts *facts, uint32_t event);
    /* Of those, does the event concern this one? NULL: it does. */
    bool (*concerns)(const struct flow_facts *facts, uint32_t site_event, uint32_t event);
};

struct outcome {
    struct groups groups;
    uint64_t *ends;     /* a set of sites: something ends them on some path */
    uint64_t *in_time;  /* a set of sites: on some path they have ended where they must have */
    uint32_t *too_late; /* of each site: the first event by which it has surely not ended, though it
                           must have; UINT32_MAX */
};

struct outcome flow_outcome(const struct flow_facts *facts, const struct order *order);

#endif
