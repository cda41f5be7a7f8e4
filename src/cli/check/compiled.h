/* SPDX-License-Identifier: Apache-2.0
 * `ptxcheck kernel.cu --ptx=kernel.ptx`: reports what is wrong between the lines of compiled PTX
 * at the lines of the C++ that it comes from. */
#ifndef CLI_CHECK_COMPILED_H
#define CLI_CHECK_COMPILED_H

#include "cli/check/jobs.h"
#include "cli/check/output.h"

/* The PTX of a job, and those of its diagnostics that cannot be moved to the C++. */
struct compiled;

/* Reads and checks the PTX, and moves its diagnostics to the job's module. `options` are those of
 * the C++. Returns NULL if there is no PTX, or if memory runs out. */
struct compiled *compiled_open(const struct options *options, const struct files *ptx,
                               const struct job *job, struct output *output);
/* Reports the diagnostics that were not moved. */
void compiled_report(const struct compiled *compiled, struct output *output);
void compiled_free(struct compiled *compiled);

#endif
