/* SPDX-License-Identifier: Apache-2.0
 * Files, standard streams and terminals: with jobs.c, all that depends on the operating system.
 * Functions that return int return 0, an errno, or SYS_TOO_LARGE. */
#ifndef PROGRAM_IO_SYSTEM_H
#define PROGRAM_IO_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

enum { SYS_TOO_LARGE = -1 };

/* "No such file or directory" */
const char *sys_error_text(int error);

/* Call first: keeps 0, 1 and 2 from becoming other files, and makes a closed pipe an error. */
void sys_start(void);

/* Reads a file of any type, or standard input for "-", into *text with a NUL behind it. */
int sys_read(const char *path, char **text, size_t *length);
/* ... with room for what is made of it: see memory.h. */
struct memory;
int sys_read_beside(const char *path, char **text, size_t *length, struct memory *spare);
/* Reads once, from a pipe whatever is there; *count 0: its end. */
int sys_read_some(int file, char *data, size_t size, size_t *count);
/* Would that not wait? */
bool sys_has_input(int file);
int sys_write(int file, const char *data, size_t length);

/* Whether errors of standard output are the reader's choice: it closed the pipe. */
bool sys_is_closed_pipe(int error);
bool sys_is_terminal(int file);
bool sys_is_file(const char *path);
/* Another number when a file has been written again; 0: there is none. */
long long sys_stamp(const char *path);
bool sys_is_same_file(const char *path, const char *other);
unsigned sys_processor_count(void);
/* The directory that the program lies in, to be freed; NULL: not known. */
char *sys_program_directory(void);
/* The absolute path of a file that need not exist, to be freed; NULL: no memory. */
char *sys_absolute(const char *path);

/* A file that appears whole, when sys_commit succeeds, or not at all. What is no regular file
 * (/dev/full, a FIFO) is written in place. */
struct sys_target {
    int file;
    char *path;      /* links resolved */
    char *temporary; /* NULL: written in place */
};
int sys_create(struct sys_target *target, const char *path);
int sys_commit(struct sys_target *target);
void sys_discard(struct sys_target *target);

#endif
