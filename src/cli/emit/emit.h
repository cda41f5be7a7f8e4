/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck emit: PTX as functions of CUDA C++. */
#ifndef CLI_EMIT_EMIT_H
#define CLI_EMIT_EMIT_H

#include "program/options/depend.h"
#include <stdbool.h>

/* What the command line asks for. */
struct emit_command {
    const char *file;    /* NULL: none, with `all` */
    const char *output;  /* NULL: standard output */
    const char *arch;    /* NULL: the module's .target */
    const char *toolkit; /* NULL: the newest */
    const char *only;    /* patterns of opcodes and functions; NULL: all */
    const char *space;   /* the namespace; NULL: ptx */
    struct depend depend;
    bool all, help;
};

/* Words behind `ptxcheck emit`; returns the exit status. */
int emit_main(int count, char **words);

/* options.c: false: what is wrong has been said. */
bool emit_parse(struct emit_command *command, int count, char **words);

#endif
