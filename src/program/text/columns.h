/* SPDX-License-Identifier: Apache-2.0
 * Columns in UTF-16 code units, as SARIF viewers count them. After a text has been counted, any
 * position takes constant time, on a line of any length. */
#ifndef PROGRAM_TEXT_COLUMNS_H
#define PROGRAM_TEXT_COLUMNS_H

#include "ptxcheck.h"

struct columns {
    const char *text;
    uint32_t *units; /* units before each block of bytes, or NULL if the text is ASCII */
};

/* Counts the text of a module and replaces the previous counts. Returns false if memory runs
 * out. */
bool columns_count(struct columns *columns, const ptxc_module *module);
void columns_free(struct columns *columns);

/* Returns the column of `offset` in units, from 1. `column` is the same column in bytes. */
uint32_t columns_at(const struct columns *columns, uint32_t offset, uint32_t column);

#endif
