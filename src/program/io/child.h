/* SPDX-License-Identifier: Apache-2.0
 * Runs another program with the standard streams of this one, except that this one reads its
 * standard error. */
#ifndef PROGRAM_IO_CHILD_H
#define PROGRAM_IO_CHILD_H

#include <stdint.h>

struct child {
    intptr_t process;
    int error; /* the end from which its standard error is read; the caller closes it */
};

/* Starts the program at `path` with `words`, which end with NULL; words[0] is its name. Returns 0
 * or an errno. */
int child_start(struct child *child, const char *path, char **words);

/* Replaces this process by that program. Returns an errno, and only if that fails. */
int child_become(const char *path, char **words);

/* Waits until the program exits. Returns its exit status, or 128 plus the number of the signal that
 * ended it, as a shell does. */
int child_wait(const struct child *child);

/* Returns the path of the program with that name in PATH that is not this one, which the caller
 * frees, or NULL if there is none. */
char *child_find(const char *name);

#endif
