/* SPDX-License-Identifier: Apache-2.0
 * Columns in UTF-16 code units, which SARIF viewers count in. Any position takes constant time, on
 * a line of any length, once its text has been counted. */
#ifndef PROGRAM_TEXT_COLUMNS_H
#define PROGRAM_TEXT_COLUMNS_H

#include "ptxcheck.h"

struct columns {
    const char *text;
    uint32_t *units; /* before each block of bytes; NULL: the text is ASCII */
};

/* Counts the text of a module, in place of what was counted before. false: no memory. */
bool columns_count(struct columns *columns, const ptxc_module *module);
void columns_free(struct columns *columns);

/* Units between the start of the line and `offset`, plus 1. `column` is the same in bytes. */
uint32_t columns_at(const struct columns *columns, uint32_t offset, uint32_t column);

#endif
