/* SPDX-License-Identifier: Apache-2.0
 * The command line. */
#ifndef PROGRAM_OPTIONS_OPTIONS_H
#define PROGRAM_OPTIONS_OPTIONS_H

#include "program/options/arguments.h"
#include "program/options/compile_db.h"
#include "program/options/config.h"
#include "program/options/depend.h"
#include "program/options/language.h"
#include "program/io/palette.h"
#include "program/map/maps.h"
#include "ptxcheck.h"
#include "program/options/warnings.h"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_SARIF, FORMAT_GITHUB };
enum task { TASK_CHECK, TASK_EXPLAIN_LOG, TASK_HELP, TASK_VERSION };

/* What is written to the output instead of a copy of the file. */
enum product { PRODUCT_NONE, PRODUCT_KERNELS, PRODUCT_EXPANSION };

/* The files that a command line names, in order. */
struct files {
    char **name;
    size_t count, capacity;
};

/* How and where the report is written. */
struct report_options {
    const char *path; /* NULL for standard output */
    enum format format;
    enum color color;
    bool quiet, verbose, list_skipped;
    bool on_stderr; /* write to standard error instead of standard output */
};

/* What C++ is compiled with. */
struct cxx_options {
    struct files defines;          /* NAME or NAME=VALUE; library.defines points into it */
    struct compile_db *compile_db; /* or NULL */
};

struct options {
    struct arguments arguments; /* the strings below point into it */
    enum task task;
    ptxc_options library;
    struct config config;         /* they also point into this one */
    struct warnings warnings;     /* library.warnings points into it */
    struct maps maps;             /* library.maps points into it */
    const char *config_read_from; /* path of the `.ptxcheck` that is being read, or NULL */
    struct files files;           /* files to check, or the log for explain-log */
    struct files ptx;             /* PTX for explain-log, or compiled from the file to check */
    struct cxx_options cxx;
    struct report_options report;
    enum language language;
    unsigned jobs;
    const char *output; /* what is written: "-" is standard output, NULL is no output */
    enum product product;
    struct depend depend;
    bool dump_ast, dump_flow, explains_log, no_config;
};

/* Converts the value of --format or --color to its index in `words`, which ends with NULL. Returns
 * false after it has reported what is wrong. */
bool options_choose(const char *what, const char *value, const char *const *words, int *choice);
extern const char *const option_colors[];

/* Parses the words after argv[0] of a check or of explain-log. Returns false after it has reported
 * what is wrong. The result must be freed in either case. */
bool options_parse(struct options *options, enum task task, int argc, char **argv);
/* Parses words that are not a whole command line: there are no files, and combinations of values
 * are not checked. */
bool options_words(struct options *options, int argc, char **argv);
/* Combines the options of a `.ptxcheck` with those of `command`, which override them and must live
 * as long. */
bool options_under(struct options *options, const struct options *command, const char *config);
void options_free(struct options *options);

#endif
