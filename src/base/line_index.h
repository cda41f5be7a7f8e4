/* SPDX-License-Identifier: Apache-2.0
 * The lines of a text, and which of them a byte lies in. Lines count from 0 here. */
#ifndef BASE_LINE_INDEX_H
#define BASE_LINE_INDEX_H

#include "base/arena.h"
#include "base/slice.h"

/* Where lines are: for every LINE_STRIDE bytes, the line that byte lies in. Not for every line:
 * that would be a tenth of all memory. */
enum { LINE_STRIDE = 1024 };
struct line_mark {
    uint32_t line, start;
};
struct line_index {
    const char *text;
    struct list marks;    /* struct line_mark of the bytes 0, LINE_STRIDE, ... */
    uint32_t line, start; /* the last line */
};

/* A line begins at `start`: call it for each but the first, in order. */
void line_index_add(struct arena *arena, struct line_index *lines, uint32_t start);
/* The line that an offset lies in, and where it begins. O(1). */
struct line_mark line_index_at(const struct line_index *lines, uint32_t offset);
/* The offset of the first byte of a line. */
uint32_t line_index_start(const struct line_index *lines, uint32_t line);
/* The bytes of a line without its end of line; `length` is that of the whole text. */
ptxc_span line_index_span(const struct line_index *lines, uint32_t length, uint32_t line);

#endif
