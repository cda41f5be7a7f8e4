/* SPDX-License-Identifier: Apache-2.0
 * Maps byte offsets to lines: see line_index.h. */
#include "base/line_index.h"
#include <string.h>

void line_index_add(struct arena *arena, struct line_index *lines, uint32_t start) {
    while (lines->marks.count * (uint64_t)LINE_STRIDE < start)
        *(struct line_mark *)list_add(arena, &lines->marks) =
            (struct line_mark){lines->line, lines->start};
    lines->line++;
    lines->start = start;
}

/* Returns the mark of byte `number` * LINE_STRIDE. */
static struct line_mark mark_at(const struct line_index *lines, uint32_t number) {
    if (number < lines->marks.count) return *(struct line_mark *)list_at(&lines->marks, number);
    return (struct line_mark){lines->line, lines->start};
}

struct line_mark line_index_at(const struct line_index *lines, uint32_t offset) {
    uint32_t number = offset / LINE_STRIDE;
    struct line_mark at = mark_at(lines, number);
    if (number >= lines->marks.count) return at;
    const char *p = lines->text + (size_t)number * LINE_STRIDE, *end = lines->text + offset;
    while (at.line < lines->line && (p = memchr(p, '\n', (size_t)(end - p))))
        at = (struct line_mark){at.line + 1, (uint32_t)(++p - lines->text)};
    return at;
}

uint32_t line_index_start(const struct line_index *lines, uint32_t line) {
    uint32_t low = 0, high = lines->marks.count + 1;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (mark_at(lines, middle).line <= line)
            low = middle;
        else
            high = middle;
    }
    struct line_mark at = mark_at(lines, low);
    const char *p = lines->text + (size_t)low * LINE_STRIDE;
    for (; at.line < line; at.line++) {
        p = (const char *)memchr(p, '\n', LINE_STRIDE) + 1;
        at.start = (uint32_t)(p - lines->text);
    }
    return at.start;
}

ptxc_span line_index_span(const struct line_index *lines, uint32_t length, uint32_t line) {
    uint32_t start = line_index_start(lines, line);
    uint32_t end = line < lines->line ? line_index_start(lines, line + 1) - 1 : length;
    if (end > start && lines->text[end - 1] == '\r') end--;
    return (ptxc_span){start, end};
}
