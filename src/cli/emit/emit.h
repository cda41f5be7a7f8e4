/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck emit: PTX as functions of CUDA C++. */
#ifndef CLI_EMIT_EMIT_H
#define CLI_EMIT_EMIT_H

#include "program/options/depend.h"
#include <stdbool.h>

/* The options of the command line. */
struct emit_command {
    const char *file;    /* NULL if there is none, with `all` */
    const char *output;  /* NULL for standard output */
    const char *arch;    /* NULL for the module's .target */
    const char *toolkit; /* NULL for the newest */
    const char *only;    /* patterns of opcodes and functions; NULL for all */
    const char *space;   /* the namespace; NULL for ptx */
    struct depend depend;
    bool all, help;
};

/* Handles the words after `ptxcheck emit`; returns the exit status. */
int emit_main(int count, char **words);

/* options.c: returns false after it has reported what is wrong. */
bool emit_parse(struct emit_command *command, int count, char **words);

#endif
