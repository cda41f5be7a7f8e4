/* SPDX-License-Identifier: Apache-2.0
 * A file as lines of limited length, so that a file of any size needs the memory of one. */
#ifndef PROGRAM_IO_LINES_H
#define PROGRAM_IO_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct lines {
    int file;
    size_t from, to; /* what of `ahead` is read and not yet taken */
    char *text;      /* the line, without its end, and a NUL */
    size_t length, capacity, most;
    bool too_long; /* the line has more than `most` bytes; the rest of it was skipped */
    int error;     /* errno of what failed; 0: nothing */
    char ahead[1 << 16];
};

/* Path "-" is standard input. Returns 0 or an errno. */
int lines_open(struct lines *lines, const char *path, size_t most);
/* false: no more lines, or lines->error. Empty lines count; nothing behind the last end does not.
 */
bool lines_next(struct lines *lines);
/* The next line with its end, or `most` bytes of it: the rest comes next. Nothing is lost. */
bool lines_part(struct lines *lines);
/* All that is left, as one line. */
bool lines_rest(struct lines *lines);
/* Whether the next line has been read in full, so that lines_next will not wait for anybody. Flush
 * what you answered before you ask for a line that is not: the writer may wait for the answer. */
bool lines_ready(const struct lines *lines);
void lines_close(struct lines *lines);

#endif
