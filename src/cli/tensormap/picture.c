/* SPDX-License-Identifier: Apache-2.0
 * One copy as a picture: see picture.h. */
#include "cli/tensormap/picture.h"
#include <string.h>

bool picture_is_im2col(const ptxc_tensormap *map) {
    return map->function == PTXC_TM_IM2COL || map->function == PTXC_TM_IM2COL_WIDE;
}

static struct chunk *chunk_at(struct picture *p, uint32_t offset) {
    return offset / LINE < p->shown ? &p->chunk[offset / LINE][offset % LINE / CHUNK] : NULL;
}

static void see_run(void *context, const ptxc_tm_run *run) {
    struct picture *p = context;
    *(run->filled ? &p->filled : &p->copied) += run->length;
    uint32_t from = run->shared - p->copy->shared;
    for (uint32_t i = from; i < from + run->length; i++) {
        struct chunk *chunk = chunk_at(p, i);
        if (!chunk) return;
        ++*(run->filled ? &chunk->filled : &chunk->copied);
    }
}

static uint32_t landing(const struct picture *p, uint32_t row, uint32_t column) {
    uint32_t offset = row * p->extent.row_pitch + column * CHUNK;
    return ptxc_tm_swizzled(p->map->swizzle, p->copy->shared + offset);
}

/* The same chunk of 8 rows, which is how a matrix is read: a line of banks serves one chunk at a
 * time. */
static uint32_t worst_conflict(const struct picture *p) {
    uint32_t worst = 0;
    for (uint32_t column = 0; column < p->extent.row_bytes / CHUNK; column++) {
        uint32_t uses[CHUNKS] = {0};
        for (uint32_t row = 0; row < 8 && row < p->extent.rows; row++) {
            uint32_t *use = &uses[landing(p, row, column) / CHUNK % CHUNKS];
            if (++*use > worst) worst = *use;
        }
    }
    return worst;
}

void picture_make(struct picture *p, const ptxc_tensormap *map, const ptxc_tm_copy *copy) {
    memset(p, 0, sizeof *p);
    p->map = map;
    p->copy = copy;
    p->trap = ptxc_tensormap_copy(map, copy, NULL, NULL, &p->extent);
    if (p->trap) return;
    p->lines = (p->extent.footprint + LINE - 1) / LINE;
    p->shown = p->lines < PICTURE_LINES ? p->lines : PICTURE_LINES;
    ptxc_tensormap_copy(map, copy, see_run, p, NULL);
    for (uint32_t offset = 0; offset < p->shown * LINE; offset += CHUNK) {
        uint32_t from = ptxc_tm_swizzled(map->swizzle, copy->shared + offset) - copy->shared;
        struct chunk *chunk = &p->chunk[offset / LINE][offset % LINE / CHUNK];
        chunk->row = from / p->extent.row_pitch;
        chunk->column = from % p->extent.row_pitch / CHUNK;
    }
    p->conflicts = worst_conflict(p);
}

const char *short_name(ptxc_tm_param param, uint32_t value) {
    static const char *const prefixes[] = {"CU_TENSOR_MAP_DATA_TYPE_", "CU_TENSOR_MAP_INTERLEAVE_",
                                           "CU_TENSOR_MAP_SWIZZLE_"};
    const char *name = ptxc_tm_value_name(param, value);
    for (size_t i = 0; name && i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i]);
        if (!strncmp(name, prefixes[i], length)) return name + length;
    }
    return name ? name : "?";
}

const char *dimension_name(const ptxc_tensormap *map, uint32_t dimension) {
    static const char *const numbers[] = {"0", "1", "2", "3", "4"};
    static const char *const spatial[] = {"W", "H", "D"};
    bool slices = map->interleave != PTXC_TM_INTERLEAVE_NONE;
    uint32_t channels = slices ? map->rank - 2 : 0;
    if (!picture_is_im2col(map))
        return slices && dimension == channels ? "slice" : numbers[dimension];
    if (dimension == map->rank - 1) return "N";
    if (dimension == channels) return slices ? "slice" : "C";
    return spatial[slices ? dimension : dimension - 1];
}
