/* SPDX-License-Identifier: Apache-2.0
 * A report that is written to standard output or to the file of --report. */
#ifndef CLI_CHECK_OUTPUT_H
#define CLI_CHECK_OUTPUT_H

#include "program/options/options.h"
#include "cli/check/report.h"
#include "program/io/system.h"

struct output {
    const struct renderer *renderer;
    void *state;
    struct totals totals;
    const char *path; /* file of --report; NULL for standard output */
    struct sys_target target;
    struct out out;
};

/* Returns false after it has reported what is wrong. */
bool output_open(struct output *output, const struct options *options);
/* Ends the report. Returns the exit status of the program according to the totals. */
int output_close(struct output *output);

#endif
