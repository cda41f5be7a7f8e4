/* SPDX-License-Identifier: Apache-2.0
 * -MD: what is written depends on what was read, as a rule for make. */
#ifndef PROGRAM_OPTIONS_DEPEND_H
#define PROGRAM_OPTIONS_DEPEND_H

#include "program/io/out.h"
#include <stdbool.h>

struct depend {
    bool wanted;
    const char *file;   /* NULL: named like the output */
    const char *target; /* as it stands in the rule; NULL: the output */
};

/* Asked for in a way that cannot be done; that has been said. */
bool depend_is_wrong(const struct depend *depend, const char *output);

/* The file of the rule, to be freed. NULL: out of memory. */
char *depend_path(const struct depend *depend, const char *output);

/* `input` NULL: standard input, on which nothing can depend. */
void depend_write(const struct depend *depend, const char *output, const char *input,
                  struct out *out);

#endif
