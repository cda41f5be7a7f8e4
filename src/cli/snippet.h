/* SPDX-License-Identifier: Apache-2.0
 * The line that a diagnostic is about, with a caret range and its fixes under it:
 *      9 |     mov.u32 %r1, %r2
 *        |                     ^
 *        |                     ; */
#ifndef CLI_SNIPPET_H
#define CLI_SNIPPET_H

#include "report.h"

/* Escape sequences; all empty without colour. */
struct palette {
    const char *location, *error, *warning, *note, *message, *gutter, *caret, *fix, *reset;
};

/* Writes the lines. fixes_of: show its fixes that are edits of this line; may be NULL. */
void snippet_write(struct out *out, const struct palette *palette, const ptxc_module *module,
                   ptxc_span span, const struct finding *fixes_of);
/* Whether snippet_write shows a fix under the line of `span`. */
bool snippet_shows(const ptxc_module *module, ptxc_span span, const ptxc_fix *fix);

#endif
