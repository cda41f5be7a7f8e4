/* SPDX-License-Identifier: Apache-2.0
 * What passes: a file without errors goes to -o, as it is or as what is made of it, and the rule
 * of -MD is written. */
#ifndef CLI_CHECK_PASS_H
#define CLI_CHECK_PASS_H

#include "cli/check/jobs.h"

/* Writes for a file without errors what the options ask for. EXIT_TROUBLE: it could not be written,
 * and that has been said; what was there is still there. */
int pass(const struct options *options, const struct job *job);

/* Writes the rule of -MD: `output` depends on `input`; NULL: on nothing. As `pass` otherwise. */
int pass_rule(const struct depend *depend, const char *output, const char *input);

/* Standard output holds what passes, or its rule. */
bool pass_uses_stdout(const struct options *options);

#endif
