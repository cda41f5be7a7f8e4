/* SPDX-License-Identifier: Apache-2.0
 * The public sets, and the 64-bit masks that the library uses internally. */
#ifndef BASE_SET_H
#define BASE_SET_H

#include "ptxcheck.h"

static inline ptxc_set set_of_bits(uint64_t bits) { return (ptxc_set){.bits = {bits}}; }
static inline uint64_t set_bits(const ptxc_set *set) { return set ? set->bits[0] : 0; }

#endif
