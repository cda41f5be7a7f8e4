/* SPDX-License-Identifier: Apache-2.0
 * Another program that runs with our streams, except that we read its standard error. */
#ifndef PROGRAM_IO_CHILD_H
#define PROGRAM_IO_CHILD_H

struct child {
    int process;
    int error; /* the end of its standard error that we read; the caller closes it */
};

/* Starts the program at `path` with `words`, which end in NULL; words[0] is its name. Returns 0 or
 * an errno. */
int child_start(struct child *child, const char *path, char **words);

/* Becomes that program. Returns an errno, and only if that fails. */
int child_become(const char *path, char **words);

/* Waits for the end of the program. Returns its exit status, or 128 plus the number of the signal
 * that ended it, as a shell does. */
int child_wait(const struct child *child);

/* The program of that name in PATH that is not this one, to be freed. NULL: there is none. */
char *child_find(const char *name);

#endif
