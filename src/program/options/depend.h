/* SPDX-License-Identifier: Apache-2.0
 * -MD: writes a rule for make that lists the files that the output depends on. */
#ifndef PROGRAM_OPTIONS_DEPEND_H
#define PROGRAM_OPTIONS_DEPEND_H

#include "program/io/out.h"
#include <stdbool.h>

struct depend {
    bool wanted;
    const char *file;   /* NULL: named after the output */
    const char *target; /* target of the rule as written; NULL: the output */
};

/* Reports a combination of options that cannot work. Returns true if there is one. */
bool depend_is_wrong(const struct depend *depend, const char *output);

/* Returns the path of the dependency file, which the caller frees, or NULL if memory runs out. */
char *depend_path(const struct depend *depend, const char *output);

/* `input` is NULL for standard input, which cannot be a dependency. */
void depend_write(const struct depend *depend, const char *output, const char *input,
                  struct out *out);

#endif
