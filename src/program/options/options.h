/* SPDX-License-Identifier: Apache-2.0
 * What the command line asks for. */
#ifndef PROGRAM_OPTIONS_OPTIONS_H
#define PROGRAM_OPTIONS_OPTIONS_H

#include "program/options/arguments.h"
#include "program/options/config.h"
#include "program/options/depend.h"
#include "program/options/language.h"
#include "program/io/palette.h"
#include "program/map/maps.h"
#include "ptxcheck.h"
#include "program/options/warnings.h"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_SARIF, FORMAT_GITHUB };
enum task { TASK_CHECK, TASK_EXPLAIN_LOG, TASK_HELP, TASK_VERSION };

/* What passes, instead of the file as it is. */
enum product { PRODUCT_NONE, PRODUCT_KERNELS, PRODUCT_EXPANSION };

/* The files that a command line names, in order. */
struct files {
    char **name;
    size_t count, capacity;
};

/* How and where the report is written. */
struct report_options {
    const char *path; /* NULL: standard output */
    enum format format;
    enum color color;
    bool quiet, verbose;
};

struct options {
    struct arguments arguments; /* strings below point into them */
    enum task task;
    ptxc_options library;
    struct config config;         /* so do they into this */
    struct warnings warnings;     /* library.warnings points into it */
    struct maps maps;             /* library.maps points into it */
    const char *config_read_from; /* the path of the `.ptxcheck` that is being read; NULL: none */
    struct files files;           /* to check, or the log of explain-log */
    struct files ptx;             /* of explain-log, or compiled from the file to check */
    struct files defines;         /* NAME or NAME=VALUE; library.defines points into it */
    struct report_options report;
    enum language language;
    unsigned jobs;
    const char *output; /* what passes; "-": standard output, NULL: nothing does */
    enum product product;
    struct depend depend;
    bool dump_ast, dump_flow, explains_log, no_config;
};

/* The value of --format or --color as its index in `words`, which end in NULL. false: what is wrong
 * has been said. */
bool options_choose(const char *what, const char *value, const char *const *words, int *choice);
extern const char *const option_colors[];

/* The words behind argv[0], of a check or of explain-log. false: what is wrong has been said. Free
 * in either case. */
bool options_parse(struct options *options, enum task task, int argc, char **argv);
/* Words that are not a whole command line: no files, and the values are not looked at together. */
bool options_words(struct options *options, int argc, char **argv);
/* The options of a `.ptxcheck` and over them those of `command`, which must live as long. */
bool options_under(struct options *options, const struct options *command, const char *config);
void options_free(struct options *options);

#endif
