/* SPDX-License-Identifier: Apache-2.0
 * Several threads read and check files; a single thread writes the report, in order. */
#ifndef CLI_CHECK_JOBS_H
#define CLI_CHECK_JOBS_H

#include "program/io/memory.h"
#include "program/options/profiles.h"

/* A file that has been checked. */
struct job {
    const char *path;
    const struct options *options; /* the options it was checked with */
    ptxc_language language;
    int error; /* error of reading; see system.h */
    char *text;
    struct memory spare; /* memory after the text */
    size_t length;
    ptxc_status status;
    ptxc_module *module; /* NULL: error or status says why */
    const char *product; /* the output, or NULL if none can be generated from the file */
    size_t product_length;
};

/* Checks the files, with the requested number of threads, and calls `take` for each in order and in
 * the calling thread; the job is then freed. `take` returns false to stop. `profile` contains the
 * profile of each file. */
void jobs_run(const struct options *options, const struct profile *const *profile,
              bool (*take)(void *context, const struct job *job), void *context);

#endif
