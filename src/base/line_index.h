/* SPDX-License-Identifier: Apache-2.0
 * The lines of a text, and the line that contains a byte. Lines count from 0 here. */
#ifndef BASE_LINE_INDEX_H
#define BASE_LINE_INDEX_H

#include "base/arena.h"
#include "base/slice.h"

/* Maps offsets to lines by storing the line of every LINE_STRIDE-th byte. Storing the start of
 * every line would take a tenth of all memory. */
enum { LINE_STRIDE = 1024 };
struct line_mark {
    uint32_t line, start;
};
struct line_index {
    const char *text;
    struct list marks;    /* struct line_mark of the bytes 0, LINE_STRIDE, ... */
    uint32_t line, start; /* the last line */
};

/* Records that a line starts at `start`. Must be called for each line except the first, in
 * order. */
void line_index_add(struct arena *arena, struct line_index *lines, uint32_t start);
/* Returns the line that contains an offset, and where that line starts, in constant time. */
struct line_mark line_index_at(const struct line_index *lines, uint32_t offset);
/* Returns the offset of the first byte of a line. */
uint32_t line_index_start(const struct line_index *lines, uint32_t line);
/* Returns the bytes of a line without its end of line; `length` is the length of the whole text. */
ptxc_span line_index_span(const struct line_index *lines, uint32_t length, uint32_t line);

#endif
