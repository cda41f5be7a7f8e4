/* SPDX-License-Identifier: Apache-2.0
 * What the files of the tensor-map library share. */
#ifndef TENSORMAP_TENSORMAP_H
#define TENSORMAP_TENSORMAP_H

#include "ptxcheck_tensormap.h"

enum tm_rule_id {
#define RULE(id, name, origin, quantity, because) TM_##id,
#include "tensormap/rules.def"
#undef RULE
    TM_RULE_COUNT
};

/* The source of a rule. ADVICE is also documented, but it is never an error. */
enum tm_source { TM_DOCUMENT, TM_DRIVER, TM_ONLY, TM_ADVICE };
enum tm_source tm_rule_source(enum tm_rule_id id);

/* The most shared memory that one copy may fill: the capacity of a multiprocessor of cc 9.0. */
enum { TM_MAX_SHARED = 228 << 10 };

static inline bool tm_is_packed(uint32_t type) {
    return type >= PTXC_TM_16U4_ALIGN8B && type <= PTXC_TM_16U6_ALIGN16B;
}
/* Returns true for packed types that are stored with gaps. */
static inline bool tm_is_packed_16(uint32_t type) {
    return type == PTXC_TM_16U4_ALIGN16B || type == PTXC_TM_16U6_ALIGN16B;
}
static inline bool tm_is_float(uint32_t type) {
    return type >= PTXC_TM_FLOAT16 && type <= PTXC_TM_TFLOAT32_FTZ;
}
static inline bool tm_is_im2col(const ptxc_tensormap *map) {
    return map->function == PTXC_TM_IM2COL || map->function == PTXC_TM_IM2COL_WIDE;
}
static inline bool tm_is_interleaved(const ptxc_tensormap *map) {
    return map->interleave != PTXC_TM_INTERLEAVE_NONE;
}

/* Returns the number of elements along dimension 0 of the box, or of a pixel. */
static inline uint32_t tm_inner(const ptxc_tensormap *map) {
    return tm_is_im2col(map) ? map->channels : map->box[0];
}
/* Returns the bytes of a swizzle's span, or 0 if not swizzled. */
uint32_t tm_swizzle_span(uint32_t swizzle);
/* Returns the first of the spatial dimensions of an im2col map. Channels come before them or, if
 * interleaved, after them. */
static inline uint32_t tm_first_spatial(const ptxc_tensormap *map) {
    return tm_is_interleaved(map) ? 0 : 1;
}
/* Returns what the driver counts as the shared memory of one copy. The map's type must be known. */
uint64_t tm_shared_bytes(const ptxc_tensormap *map);
/* Computes the bytes of shared memory that a copy reads or writes, regardless of the position of
 * the box: what the mbarrier of a load counts. `halo` is that of im2col::w. Returns false if this
 * map does not support such a copy, or if the size is unknown. */
bool tm_box_bytes(const ptxc_tensormap *map, ptxc_tm_use use, uint32_t halo, uint64_t *bytes);

#endif
