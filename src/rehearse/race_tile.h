/* SPDX-License-Identifier: Apache-2.0
 * The shared memory that a multiplication reads, as far as its descriptors show. Manual:
 * Asynchronous Warpgroup Level Matrix Shared Memory Layout; tcgen05 Shared Memory Layout and
 * Swizzling. */
#ifndef REHEARSE_RACE_TILE_H
#define REHEARSE_RACE_TILE_H

#include "rehearse/race.h"

/* What the instruction descriptor specifies; if unknown, the smallest possible value. */
struct tile_shape {
    uint32_t m, n;
    bool a_across, b_across; /* the rows in memory are, or may be, columns of the matrix */
};

void race_read_wgmma(const struct running *r, unsigned lane, const struct shadow_access *a);
/* `ctas` is the number of CTAs that contain the matrices. */
struct tile_shape race_mma_shape(const struct running *r, unsigned lane);
void race_read_mma(const struct running *r, unsigned lane, const struct shadow_access *a,
                   const struct tile_shape *shape);
/* Records a read of the first bytes that a descriptor refers to. */
void race_read_start(const struct running *r, unsigned lane, const struct shadow_access *a,
                     enum isa_event_argument what);
/* Returns true if the argument is an address in Tensor Memory. */
bool race_is_tmem(const struct running *r, enum isa_event_argument what);

#endif
