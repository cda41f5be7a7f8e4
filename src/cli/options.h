/* SPDX-License-Identifier: Apache-2.0
 * What the command line asks for. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "arguments.h"
#include "ptxcheck.h"
#include "warnings.h"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_SARIF, FORMAT_GITHUB };
enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
enum task { TASK_CHECK, TASK_HELP, TASK_VERSION };

struct options {
    struct arguments arguments; /* strings below point into them */
    enum task task;
    ptxc_options library;
    struct warnings warnings; /* library.warnings points into it */
    char **file;
    size_t file_count, file_capacity;
    enum format format;
    enum color color;
    unsigned jobs;
    const char *output; /* NULL: standard output */
    bool dump_ast, quiet, verbose;
};

/* false: what is wrong has been said. Free in either case. */
bool options_parse(struct options *options, int argc, char **argv);
void options_free(struct options *options);

#endif
