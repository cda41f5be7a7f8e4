/* SPDX-License-Identifier: Apache-2.0
 * One copy as a picture: what --show prints and --svg draws. */
#ifndef CLI_TENSORMAP_PICTURE_H
#define CLI_TENSORMAP_PICTURE_H

#include "ptxcheck_tensormap.h"

/* Shared memory is shown in lines of 128 bytes, which span all banks: 8 chunks of 16 bytes. */
enum { LINE = 128, CHUNK = 16, CHUNKS = LINE / CHUNK, PICTURE_LINES = 16 };

struct chunk {
    uint8_t copied, filled; /* number of bytes */
    uint32_t row, column;   /* where it comes from: the row, and the chunk of the row */
};

struct picture {
    const ptxc_tensormap *map;
    const ptxc_tm_copy *copy;
    const char *trap; /* NULL if there is no trap; otherwise, the rest is empty */
    ptxc_tm_extent extent;
    uint64_t copied, filled; /* bytes */
    uint32_t lines, shown;   /* lines of shared memory, and how many of them are in `chunk` */
    struct chunk chunk[PICTURE_LINES][CHUNKS];
    /* The largest number of accesses to the same banks when one chunk of each of 8 rows is read. */
    uint32_t conflicts;
};

void picture_make(struct picture *picture, const ptxc_tensormap *map, const ptxc_tm_copy *copy);

/* Returns "128B" for "CU_TENSOR_MAP_SWIZZLE_128B". */
const char *short_name(ptxc_tm_param param, uint32_t value);
/* Returns the name of a dimension: "C", "W", ... for an im2col map, "0", "1" for others. */
const char *dimension_name(const ptxc_tensormap *map, uint32_t dimension);
bool picture_is_im2col(const ptxc_tensormap *map);

#endif
