/* SPDX-License-Identifier: Apache-2.0
 * What the file of each system provides for system.c, memory.c and child.c: posix.c with linux.c or
 * darwin.c, windows.c, or wasi.c. These files also implement a part of system.h and child.h. */
#ifndef PROGRAM_IO_NATIVE_H
#define PROGRAM_IO_NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

struct native {
    const char *name;
    const char *separators; /* between the folders of a path; every system accepts the first one */
    char list_separator;    /* between the folders of the variable PATH */
    const char *suffix;     /* of programs */
    bool has_drives;        /* a path may begin with "C:" */
};
extern const struct native native;

/* Opens an existing file without translating its bytes, and not for child processes. Returns a
 * descriptor, or -1 and sets errno. */
int native_open(const char *path, bool write);

/* Creates a file whose name replaces the six X at the end of `name`, with the owner and permissions
 * of `existing`, or those of a new file if that is NULL. Returns a descriptor, or -1 and sets
 * errno.
 */
int native_create(char *name, const struct stat *existing);
/* Creates a file for reading and writing in the same folder; the file disappears when it is closed.
 */
int native_scratch(char *name);
/* Truncates a file, following links, or creates it, and opens it. */
int native_fill(const char *path);
/* Returns true if replacing the file would change what a link means: it has several names, or the
 * path is a link to a file that does not exist. */
bool native_is_linked(const char *path);

/* Returns 0, or -1 and sets errno. */
int native_sync(int file);
int native_replace(const char *from, const char *to);

/* Returns true if this user may write an existing file, or run one. Sets errno otherwise. */
bool native_may_write(const char *path);
bool native_may_run(const char *path);

/* Returns the path of an existing file with links resolved, and of this program; the caller frees
 * them. Returns NULL if there is none, and native_real_path then sets errno. */
char *native_real_path(const char *path);
char *native_program(void);

/* Returns a block for free(), of which the first `used` bytes are in huge pages if the system has
 * them, or NULL if memory runs out. */
void *native_large(size_t size, size_t used);

/* What differs between POSIX systems: linux.c and darwin.c. */
long long native_time(const struct stat *info); /* of the last change, in nanoseconds */

#endif
