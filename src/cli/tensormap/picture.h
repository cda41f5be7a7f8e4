/* SPDX-License-Identifier: Apache-2.0
 * One copy as a picture: what --show prints and --svg draws. */
#ifndef CLI_TENSORMAP_PICTURE_H
#define CLI_TENSORMAP_PICTURE_H

#include "ptxcheck_tensormap.h"

/* Shared memory is shown in lines of 128 bytes, which span all banks: 8 chunks of 16 bytes. */
enum { LINE = 128, CHUNK = 16, CHUNKS = LINE / CHUNK, PICTURE_LINES = 16 };

struct chunk {
    uint8_t copied, filled; /* bytes of it */
    uint32_t row, column;   /* where it comes from: row, and chunk of the row */
};

struct picture {
    const ptxc_tensormap *map;
    const ptxc_tm_copy *copy;
    const char *trap; /* NULL: no trap; else the rest is empty */
    ptxc_tm_extent extent;
    uint64_t copied, filled; /* bytes */
    uint32_t lines, shown;   /* of shared memory; how many of them are in chunk */
    struct chunk chunk[PICTURE_LINES][CHUNKS];
    /* Reading one chunk of each of 8 rows: as many go to the same banks, at worst. */
    uint32_t conflicts;
};

void picture_make(struct picture *picture, const ptxc_tensormap *map, const ptxc_tm_copy *copy);

/* "CU_TENSOR_MAP_SWIZZLE_128B" -> "128B" */
const char *short_name(ptxc_tm_param param, uint32_t value);
/* Names of dimensions of an im2col map: "C", "W", ...; of others: "0", "1". */
const char *dimension_name(const ptxc_tensormap *map, uint32_t dimension);
bool picture_is_im2col(const ptxc_tensormap *map);

#endif
