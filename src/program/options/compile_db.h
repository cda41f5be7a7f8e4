/* SPDX-License-Identifier: Apache-2.0
 * A compile_commands.json: the macros that a C++ file is compiled with, and those of its headers.
 */
#ifndef PROGRAM_OPTIONS_COMPILE_DB_H
#define PROGRAM_OPTIONS_COMPILE_DB_H

#include "ptxcheck.h"

struct compile_db;

/* Reads the file, or compile_commands.json in a folder of this name. Returns NULL after it has
 * reported why it is unusable. */
struct compile_db *compile_db_read(const char *path);
void compile_db_free(struct compile_db *db);

/* What a file is compiled with. */
struct compile_flags {
    const char **define; /* NAME or NAME=VALUE of -D, and those of the caller */
    size_t define_count;
    char *prelude; /* directives of its headers and of -include, or NULL */
};

/* Adds to `library` what a file is compiled with: the macros of its options -D, and the
 * preprocessor directives of the headers that it includes from the folders of -I, -iquote and
 * -isystem. Does nothing if the database does not contain the file. `flags`, which `library` then
 * points into, must be freed in any case. */
void compile_db_add(const struct compile_db *db, const char *path, const char *text, size_t length,
                    ptxc_options *library, struct compile_flags *flags);
/* Lets `library` point into the flags again. */
void compile_flags_use(const struct compile_flags *flags, ptxc_options *library);
void compile_flags_free(struct compile_flags *flags);

#endif
