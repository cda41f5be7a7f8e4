/* SPDX-License-Identifier: Apache-2.0
 * Passes on a file without errors: -o writes it unchanged or converted, and -MD writes its rule. */
#ifndef CLI_CHECK_PASS_H
#define CLI_CHECK_PASS_H

#include "cli/check/jobs.h"

/* Writes the requested output for a file without errors. Returns EXIT_TROUBLE after it has reported
 * that it could not be written; the old file is then unchanged. */
int pass(const struct options *options, const struct job *job);

/* Writes the rule of -MD: `output` depends on `input`, or on nothing if that is NULL. Otherwise
 * like `pass`. */
int pass_rule(const struct depend *depend, const char *output, const char *input);

/* Returns true if standard output is used for the output or its rule. */
bool pass_uses_stdout(const struct options *options);

#endif
