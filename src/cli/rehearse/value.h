/* SPDX-License-Identifier: Apache-2.0
 * Values of parameters in the notation of launches: "u32:7", "in:4096", "words:1,2". */
#ifndef CLI_REHEARSE_VALUE_H
#define CLI_REHEARSE_VALUE_H

#include "cli/rehearse/launch.h"

enum { WHY_SIZE = 200 };

/* Reads a value; `type` is the text before the colon. Returns false and sets `why` if it is not
 * valid. */
bool value_read(struct launch *l, const char *type, const char *text, ptxc_launch_param *p,
                char why[WHY_SIZE]);
/* Reads an unsigned number in C notation at the start of `text`, and sets *end to its end. */
bool value_unsigned(const char *text, uint64_t most, uint64_t *value, char **end);

#endif
