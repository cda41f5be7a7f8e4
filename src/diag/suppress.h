/* SPDX-License-Identifier: Apache-2.0
 * Comments that silence diagnostics. */
#ifndef DIAG_SUPPRESS_H
#define DIAG_SUPPRESS_H

#include "base/line_index.h"
#include "diag/diag.h"

/* Drops the diagnostics on lines with a comment
 *   // ptxcheck: ignore                       all of them
 *   // ptxcheck: ignore[ptx-320, alignment]   those with these codes, names or rules
 * and on lines after a line that contains only such a comment. */
/* Returns true if the text may contain such a comment. */
bool suppress_is_used(const char *text, uint32_t length);
void suppress_by_comments(struct diags *diags, const struct line_index *lines, const char *text,
                          uint32_t length);

#endif
