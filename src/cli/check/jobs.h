/* SPDX-License-Identifier: Apache-2.0
 * Files are read and checked by several threads; the report is made by one, in order. */
#ifndef CLI_CHECK_JOBS_H
#define CLI_CHECK_JOBS_H

#include "program/io/memory.h"
#include "program/options/profiles.h"

/* A file that has been checked. */
struct job {
    const char *path;
    const struct options *options; /* that it was checked with */
    ptxc_language language;
    int error; /* of reading; see system.h */
    char *text;
    struct memory spare; /* behind it */
    size_t length;
    ptxc_status status;
    ptxc_module *module; /* NULL: error or status says why */
    const char *product; /* what passes; NULL: nothing can be made of the file */
    size_t product_length;
};

/* Checks the files, so many at a time as is asked for, and calls `take` for each, in order and in
 * the calling thread; the job is freed after it. take returns false to stop. `profile`: of each
 * file. */
void jobs_run(const struct options *options, const struct profile *const *profile,
              bool (*take)(void *context, const struct job *job), void *context);

#endif
