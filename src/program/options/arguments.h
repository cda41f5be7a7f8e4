/* SPDX-License-Identifier: Apache-2.0
 * The words of the command line, with each @file replaced by the words in that file. */
#ifndef PROGRAM_OPTIONS_ARGUMENTS_H
#define PROGRAM_OPTIONS_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

struct arguments {
    char **word;
    size_t count, capacity;
    char **text; /* response files; words point into them */
    size_t text_count, text_capacity;
};

/* Replaces response files by their words, except after `--`. Returns false after it has reported
 * what is wrong. The result must be freed in either case. */
bool arguments_expand(struct arguments *arguments, int argc, char **argv);
void arguments_free(struct arguments *arguments);

#endif
