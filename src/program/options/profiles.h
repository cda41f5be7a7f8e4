/* SPDX-License-Identifier: Apache-2.0
 * The options of each file: those of the nearest `.ptxcheck`, which the command line overrides. */
#ifndef PROGRAM_OPTIONS_PROFILES_H
#define PROGRAM_OPTIONS_PROFILES_H

#include "program/options/options.h"

struct profile {
    struct profile *next;
    char *config;    /* path of its `.ptxcheck`, or NULL */
    long long stamp; /* stamp of that file when it was read */
    bool bad;        /* it cannot be used, so the options are those of the command line */
    struct options options;
};

struct profiles {
    const struct options *command;
    struct profile *first;
    bool ignored_said; /* that the file of another user is ignored */
};

/* Returns the profile of a file, which is kept until profiles_free, or NULL if memory runs out. */
const struct profile *profiles_for(struct profiles *profiles, const char *file);
/* Returns true if the same configuration would be found and read now. */
bool profiles_is_current(const struct profiles *profiles, const struct profile *profile,
                         const char *file);
void profiles_free(struct profiles *profiles);

#endif
