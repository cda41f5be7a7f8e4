/* SPDX-License-Identifier: Apache-2.0
 * The asm statements that are not checked, and why: --verbose and --list-skipped. */
#ifndef CLI_CHECK_SKIPS_H
#define CLI_CHECK_SKIPS_H

#include "ptxcheck.h"

enum { MOST_SKIP_REASONS = 32 };

/* All zero at first. */
struct skips {
    size_t statements, skipped, partly; /* of all files; partly: some instructions are skipped */
    struct {
        const char *text;
        size_t count;
    } reason[MOST_SKIP_REASONS];
};

/* Names each statement of a file that is not checked, on standard error, and counts them. */
void skips_list(struct skips *skips, const char *path, const ptxc_module *module);
/* Prints how many statements of all files are not checked, by reason, on standard error. */
void skips_sum(const struct skips *skips);

#endif
