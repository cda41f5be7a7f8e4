/* SPDX-License-Identifier: Apache-2.0
 * Reads a file as lines of limited length, so that memory does not depend on the size of the
 * file. */
#ifndef PROGRAM_IO_LINES_H
#define PROGRAM_IO_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct lines {
    int file;
    size_t from, to; /* the part of `ahead` that has been read but not consumed */
    char *text;      /* the line without its end, followed by NUL */
    size_t length, capacity, most;
    bool too_long;       /* the line has more than `most` bytes; the rest of it was skipped */
    int error;           /* errno of the failure, or 0 */
    char ahead[1 << 14]; /* on the stack, which may be small */
};

/* Opens a file; the path "-" is standard input. Returns 0 or an errno. */
int lines_open(struct lines *lines, const char *path, size_t most);
/* Does the same for a file that is already open; lines_close closes it. */
void lines_attach(struct lines *lines, int file, size_t most);
/* Reads the next line. Returns false if there are no more lines, or on an error, which sets
 * lines->error. Empty lines count, but an empty remainder after the last end of line does not. */
bool lines_next(struct lines *lines);
/* Reads the next line with its end, or `most` bytes of it; the next call then continues it. Nothing
 * is lost. */
bool lines_part(struct lines *lines);
/* Reads everything that is left, as one line. */
bool lines_rest(struct lines *lines);
/* Returns true if the next line has been read completely, so that lines_next will not block.
 * Flush pending answers before asking for a line that is not ready: the writer may be waiting
 * for them. */
bool lines_ready(const struct lines *lines);
void lines_close(struct lines *lines);

#endif
