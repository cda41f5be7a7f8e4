/* SPDX-License-Identifier: Apache-2.0
 * The rows of a picture of a rehearsal and their contents: a row for each warp, for each unit
 * that runs asynchronous operations, and for each mbarrier. */
#ifndef CLI_REHEARSE_CHART_H
#define CLI_REHEARSE_CHART_H

#include "cli/rehearse/story.h"

enum row_kind { ROW_WARP, ROW_UNIT, ROW_MBARRIER };

struct row {
    enum row_kind kind;
    uint32_t cta, number; /* of the warp, unit or mbarrier */
    uint32_t last;        /* warps up to this one do the same */
    const char *name;     /* name of an mbarrier */
    bool stuck;           /* a thread waits here, or for it, when the rehearsal ends */
};

enum shape {
    SHAPE_RUN,
    SHAPE_WAIT,
    SHAPE_STUCK, /* it waits when the rehearsal ends */
    SHAPE_OPERATION,
    SHAPE_UNFINISHED, /* an operation that has not completed */
    SHAPE_PHASE,
    SHAPE_OPEN_PHASE, /* a phase that has not completed */
    /* marks at a single time */
    SHAPE_ARRIVE,
    SHAPE_START,
    SHAPE_END
};

struct piece {
    uint32_t row;
    enum shape shape;
    uint64_t from, to;
    const ptxc_moment *why; /* NULL if the warp runs */
};

struct chart {
    struct row *rows;
    uint32_t row_count, warps_left_out, mbarriers_left_out, ctas;
    struct piece *pieces;
    size_t piece_count, piece_room;
    bool no_memory;
};

/* `hangs` means that what waits at the end waits forever. Check no_memory afterwards. */
void chart_make(struct chart *chart, const struct story *story, uint64_t end, bool hangs);
void chart_free(struct chart *chart);

/* Writes "warp 0", "warps 1 to 3", "TMA", "full+8"; with several CTAs, "CTA 1, warp 0". Returns the
 * text, truncated to `size`. */
const char *row_name(const struct chart *chart, const struct row *row, char *text, size_t size);
/* Writes "waits for phase 0 of full", without the row. */
const char *piece_text(const struct piece *piece, char *text, size_t size);

#endif
