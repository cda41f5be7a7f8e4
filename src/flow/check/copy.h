/* SPDX-License-Identifier: Apache-2.0
 * What a bulk copy moves: how many bytes, and through which tensor map. */
#ifndef FLOW_CHECK_COPY_H
#define FLOW_CHECK_COPY_H

#include "flow/check/check.h"
#include "ptxcheck_tensormap.h"

struct flow_bytes {
    bool known;
    uint64_t bytes;
};

/* How many bytes the event moves. Of a load this is what its mbarrier counts, in each CTA that
 * gets the data. Of a copy of a tensor it is known if the map is given. */
struct flow_bytes flow_copy_bytes(const struct flow_facts *facts, uint32_t event);
/* The tensor map that the event uses; NULL: it uses none, or it is not given. */
const ptxc_tensormap *flow_map_of(const struct flow_facts *facts, uint32_t event);
/* How the event uses its map. */
ptxc_tm_use flow_map_use(const struct flow_facts *facts, uint32_t event);

#endif
