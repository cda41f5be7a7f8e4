/* SPDX-License-Identifier: Apache-2.0
 * The line that a diagnostic is about, with a caret range and its fixes under it:
 *      9 |     mov.u32 %r1, %r2
 *        |                     ^
 *        |                     ; */
#ifndef CLI_CHECK_SNIPPET_H
#define CLI_CHECK_SNIPPET_H

#include "program/io/palette.h"
#include "cli/check/report.h"

/* Writes the lines. Of the fixes of `finding` whose bits are set in *pending, shows those that fit
 * under the line and clears their bits; removed text is shown as dashes. */
void snippet_write(struct out *out, const struct palette *palette, ptxc_span span,
                   const struct finding *finding, uint64_t *pending);

#endif
