/* SPDX-License-Identifier: Apache-2.0
 * A report on its way to standard output or to the file of --report. */
#ifndef CLI_CHECK_OUTPUT_H
#define CLI_CHECK_OUTPUT_H

#include "program/options/options.h"
#include "cli/check/report.h"
#include "program/io/system.h"

struct output {
    const struct renderer *renderer;
    void *state;
    struct totals totals;
    const char *path; /* of --report; NULL: standard output */
    struct sys_target target;
    struct out out;
};

/* false: what is wrong has been said. */
bool output_open(struct output *output, const struct options *options);
/* Ends the report. Returns the exit status of the program, as the totals have it. */
int output_close(struct output *output);

#endif
