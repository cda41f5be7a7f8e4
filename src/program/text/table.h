/* SPDX-License-Identifier: Apache-2.0
 * Text in columns, wrapped so that no line is longer than TABLE_WIDTH. */
#ifndef PROGRAM_TEXT_TABLE_H
#define PROGRAM_TEXT_TABLE_H

#include "program/io/out.h"
#include <stdbool.h>

enum { TABLE_WIDTH = 100, TABLE_COLUMNS = 6 };

struct table_column {
    size_t most;       /* columns of the screen; 0: what the others leave */
    bool right;        /* aligned to the right */
    bool dotted;       /* may be broken before a dot or `{` */
    const char *color; /* an escape sequence, NULL: none */
    size_t width;
};

struct table {
    size_t indent;
    const char *head,
        *reset;   /* escape sequences: before the first row, NULL: it is none; after it */
    size_t count; /* of columns */
    struct table_column column[TABLE_COLUMNS];
    char **cell; /* of all rows */
    size_t used, room;
    bool failed; /* out of memory */
};

/* Adds a copy of a cell; `count` of them make a row. Text is ASCII. */
void table_add(struct table *table, const char *text);
void table_write(struct table *table, struct out *out);
/* Forgets the rows. */
void table_free(struct table *table);

#endif
