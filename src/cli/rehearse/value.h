/* SPDX-License-Identifier: Apache-2.0
 * Values of parameters as a launch spells them: "u32:7", "in:4096", "words:1,2". */
#ifndef CLI_REHEARSE_VALUE_H
#define CLI_REHEARSE_VALUE_H

#include "cli/rehearse/launch.h"

enum { WHY_SIZE = 200 };

/* Reads a value; `type` is what stands before the colon. false: `why` says why it is none. */
bool value_read(struct launch *l, const char *type, const char *text, ptxc_launch_param *p,
                char why[WHY_SIZE]);
/* A number without a sign that `text` begins with, in C's notation; *end is behind it. */
bool value_unsigned(const char *text, uint64_t most, uint64_t *value, char **end);

#endif
