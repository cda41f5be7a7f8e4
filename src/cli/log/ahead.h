/* SPDX-License-Identifier: Apache-2.0
 * The PTX of a command, checked while ptxas runs, before its messages are read. */
#ifndef CLI_LOG_AHEAD_H
#define CLI_LOG_AHEAD_H

#include "program/options/options.h"

struct ahead_file {
    char *text;
    ptxc_module *module; /* NULL if it was not checked */
};

struct ahead {
    struct ahead_file *file; /* for each file of options->ptx; NULL if none was checked */
    size_t count;
};

/* Checks the PTX files of the options. What cannot be read, or for lack of memory not be checked,
 * is left out. */
void ahead_check(struct ahead *ahead, const struct options *options);
/* Returns the file, which the caller then owns, or an empty one. */
struct ahead_file ahead_take(struct ahead *ahead, size_t file);
/* Drops what has not been taken. */
void ahead_free(struct ahead *ahead);

#endif
