/* SPDX-License-Identifier: Apache-2.0
 * Which shared memory a multiplication reads, as far as its descriptors tell.
 * Manual: Asynchronous Warpgroup Level Matrix Shared Memory Layout; tcgen05 Shared Memory Layout
 * and Swizzling. */
#ifndef REHEARSE_RACE_TILE_H
#define REHEARSE_RACE_TILE_H

#include "rehearse/race.h"

/* What the instruction descriptor says; of what is not known the least that there can be. */
struct tile_shape {
    uint32_t m, n;
    bool a_across, b_across; /* the rows of memory go across those of the matrix, or may do so */
};

void race_read_wgmma(const struct running *r, unsigned lane, const struct shadow_access *a);
/* `ctas`: in how many CTAs the matrices lie. */
struct tile_shape race_mma_shape(const struct running *r, unsigned lane);
void race_read_mma(const struct running *r, unsigned lane, const struct shadow_access *a,
                   const struct tile_shape *shape);
/* The first bytes of what a descriptor tells of. */
void race_read_start(const struct running *r, unsigned lane, const struct shadow_access *a,
                     enum isa_event_argument what);
/* Is the argument an address in Tensor Memory? */
bool race_is_tmem(const struct running *r, enum isa_event_argument what);

#endif
