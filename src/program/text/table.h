/* SPDX-License-Identifier: Apache-2.0
 * Text in columns, wrapped so that no line is longer than TABLE_WIDTH. */
#ifndef PROGRAM_TEXT_TABLE_H
#define PROGRAM_TEXT_TABLE_H

#include "program/io/out.h"
#include <stdbool.h>

enum { TABLE_WIDTH = 100, TABLE_COLUMNS = 6 };

struct table_column {
    size_t most;       /* columns on the screen; 0: what the other columns leave */
    bool right;        /* right-aligned */
    bool dotted;       /* may be broken before a dot or `{` */
    const char *color; /* an escape sequence, or NULL */
    size_t width;
};

struct table {
    size_t indent;
    const char *head, *reset; /* escape sequences before the first row (NULL if it is not a header)
                                 and after it */
    size_t count;             /* number of columns */
    struct table_column column[TABLE_COLUMNS];
    char **cell; /* the cells of all rows */
    size_t used, room;
    bool failed; /* out of memory */
};

/* Adds a copy of a cell; `count` cells make a row. The text must be ASCII. */
void table_add(struct table *table, const char *text);
void table_write(struct table *table, struct out *out);
/* Frees the rows. */
void table_free(struct table *table);

#endif
