/* SPDX-License-Identifier: Apache-2.0
 * The data that a bulk copy moves: how many bytes, and through which tensor map. */
#ifndef FLOW_CHECK_COPY_H
#define FLOW_CHECK_COPY_H

#include "flow/check/check.h"
#include "ptxcheck_tensormap.h"

struct flow_bytes {
    bool known;
    uint64_t bytes;
};

/* Returns how many bytes the event moves. For a load, this is what its mbarrier counts, in each CTA
 * that gets the data. For a copy of a tensor, it is known only if the map is given. */
struct flow_bytes flow_copy_bytes(const struct flow_facts *facts, uint32_t event);
/* Returns the tensor map that the event uses, or NULL if it uses none or if the map is not
 * given. */
const ptxc_tensormap *flow_map_of(const struct flow_facts *facts, uint32_t event);
/* Returns how the event uses its map. */
ptxc_tm_use flow_map_use(const struct flow_facts *facts, uint32_t event);

#endif
