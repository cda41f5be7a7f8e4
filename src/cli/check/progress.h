/* SPDX-License-Identifier: Apache-2.0
 * A line on a terminal that counts the files that have been checked, if there are many. */
#ifndef CLI_CHECK_PROGRESS_H
#define CLI_CHECK_PROGRESS_H

#include "program/options/options.h"

struct progress {
    size_t count, done;
    bool is_wanted, is_shown;
};

struct progress progress_start(const struct options *options);
/* Removes the line, before something else is written. */
void progress_clear(struct progress *p);
/* Counts a file. Returns true if the line is due: all other output must have been written. */
bool progress_step(struct progress *p);
void progress_show(struct progress *p);

#endif
