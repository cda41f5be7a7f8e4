/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck tensormap --show: describes one copy as text. */
#include "cli/tensormap/tensormap.h"
#include "cli/tensormap/picture.h"
#include <stdio.h>
#include <errno.h>
#include <stdlib.h>

/* ---- the tensor and the box ---- */

static void show_tiled(struct out *out, const struct picture *p) {
    const ptxc_tensormap *map = p->map;
    bool slices = map->interleave != PTXC_TM_INTERLEAVE_NONE;
    out_format(out, "\n  dimension         size   box  step  coordinates\n");
    for (uint32_t i = 0; i < map->rank; i++) {
        int64_t first = p->copy->at[i], step = i || slices ? map->element_stride[i] : 1;
        bool one = slices && i == map->rank - 2;
        int64_t count = one ? 1 : (map->box[i] + step - 1) / step,
                last = first + (count - 1) * step;
        bool outside = first < 0 || last >= (int64_t)map->dim[i];
        out_format(out, "  %-9s %12llu  %4u  %4lld  %lld to %lld%s\n", dimension_name(map, i),
                   (unsigned long long)map->dim[i], one ? 1 : map->box[i], (long long)step,
                   (long long)first, (long long)last, outside ? " (partly or wholly outside)" : "");
    }
}

static void show_im2col(struct out *out, const struct picture *p) {
    const ptxc_tensormap *map = p->map;
    uint32_t first = map->interleave != PTXC_TM_INTERLEAVE_NONE ? 0 : 1;
    out_format(out, "\n  dimension         size  step  start  pixel box\n");
    for (uint32_t i = 0; i < map->rank; i++) {
        bool spatial = i >= first && i < first + map->rank - 2;
        out_format(out, "  %-9s %12llu  %4u  %5d", dimension_name(map, i),
                   (unsigned long long)map->dim[i], map->element_stride[i], p->copy->at[i]);
        if (spatial)
            out_format(out, "  %d to %lld", map->lower[i - first],
                       (long long)map->dim[i] + map->upper[i - first] - 1);
        out_char(out, '\n');
    }
}

/* ---- shared memory ---- */

static void show_chunk(struct out *out, const struct picture *p, const struct chunk *chunk) {
    char text[16] = "";
    bool written = chunk->copied || chunk->filled;
    if (written) {
        const char *mark = !chunk->filled ? "" : chunk->copied ? "~" : "*";
        snprintf(text, sizeof text, "%u.%u%s", chunk->row, chunk->column, mark);
    } else if (chunk->row < p->extent.rows && p->copy->op) {
        snprintf(text, sizeof text, "-");
    }
    out_format(out, " %7s", text);
}

static void show_shared(struct out *out, const struct picture *p) {
    out_format(out, "\n  shared memory, chunks of 16 bytes as row.chunk%s\n",
               p->filled ? " (*: filled, ~: partly)" : "");
    out_format(out, "  banks ");
    for (uint32_t i = 0; i < CHUNKS; i++) out_format(out, "   %2u-%2u", 4 * i, 4 * i + 3);
    out_char(out, '\n');
    for (uint32_t line = 0; line < p->shown; line++) {
        out_format(out, "%8u", line * LINE);
        for (uint32_t i = 0; i < CHUNKS; i++) show_chunk(out, p, &p->chunk[line][i]);
        out_char(out, '\n');
    }
    if (p->lines > p->shown) out_format(out, "     ... %u more lines\n", p->lines - p->shown);
    if (p->conflicts > 1)
        out_format(out, "  one chunk of 8 rows: read in %u turns, for %u of them share banks\n",
                   p->conflicts, p->conflicts);
    else
        out_format(out, "  one chunk of 8 rows: read in 1 turn, without bank conflicts\n");
}

void access_show(struct out *out, const ptxc_tensormap *map, const ptxc_tm_copy *copy) {
    struct picture *p = malloc(sizeof *p);
    if (!p) {
        out_fail(out, ENOMEM);
        return;
    }
    picture_make(p, map, copy);
    out_format(out, "%s: %s, interleave %s, swizzle %s\n", ptxc_tm_function_name(map->function),
               short_name(PTXC_TM_PARAM_TYPE, map->data_type),
               short_name(PTXC_TM_PARAM_INTERLEAVE, map->interleave),
               short_name(PTXC_TM_PARAM_SWIZZLE, map->swizzle));
    if (p->trap) {
        out_format(out, "the copy traps: %s\n", p->trap);
        free(p);
        return;
    }
    out_format(out,
               "%u rows of %u bytes, %u apart; %llu bytes %s, %llu copied, %llu filled with %s\n",
               p->extent.rows, p->extent.row_bytes, p->extent.row_pitch,
               (unsigned long long)p->extent.bytes,
               copy->op ? "written" : "counted by the mbarrier", (unsigned long long)p->copied,
               (unsigned long long)p->filled, map->oob_fill ? "NaN" : "zero");
    if (!ptxc_tensormap_copy_is_measured(map, copy))
        out_format(out, "after the documents; not measured\n");
    if (picture_is_im2col(map))
        show_im2col(out, p);
    else
        show_tiled(out, p);
    show_shared(out, p);
    free(p);
}
