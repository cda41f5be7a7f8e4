/* SPDX-License-Identifier: Apache-2.0
 * Shows how many files have been checked: see progress.h. */
#include "cli/check/progress.h"
#include "program/io/system.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST = 64, EACH = 16 }; /* files */

struct progress progress_start(const struct options *options) {
    const char *term = getenv("TERM");
    const struct report_options *r = &options->report;
    bool has_lines = sys_is_terminal(2) && term && *term && strcmp(term, "dumb");
    return (struct progress){.count = options->files.count,
                             .is_wanted = has_lines && options->files.count >= FEWEST &&
                                          !r->quiet && !r->verbose && !r->list_skipped};
}

void progress_clear(struct progress *p) {
    if (p->is_shown) (void)fputs("\r\033[K", stderr);
    p->is_shown = false;
}

bool progress_step(struct progress *p) {
    p->done++;
    return p->is_wanted && p->done < p->count && p->done % EACH == 0;
}

void progress_show(struct progress *p) {
    (void)fprintf(stderr, "\r\033[K%zu of %zu files checked", p->done, p->count);
    p->is_shown = true;
}
