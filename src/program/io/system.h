/* SPDX-License-Identifier: Apache-2.0
 * Files, standard streams and terminals: together with child.h and the threads of jobs.c,
 * everything that depends on the operating system. Functions that return int return 0, an errno, or
 * SYS_TOO_LARGE. */
#ifndef PROGRAM_IO_SYSTEM_H
#define PROGRAM_IO_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

enum { SYS_TOO_LARGE = -1 };

/* Returns "No such file or directory" and the like. */
const char *sys_error_text(int error);

/* Returns the name of the system, "Linux". */
const char *sys_name(void);

/* Must be called first. Prevents 0, 1 and 2 from becoming other files, and makes a closed pipe an
 * error. */
void sys_start(void);

/* Reads a file of any type, or standard input for "-", into *text and appends NUL. */
int sys_read(const char *path, char **text, size_t *length);
/* Does the same with spare room for the blocks of its module: see memory.h. */
struct memory;
int sys_read_beside(const char *path, char **text, size_t *length, struct memory *spare);
/* Opens a file for sys_read_some; the path "-" is standard input. Returns 0 or an errno. */
int sys_open(const char *path, int *file);
void sys_close(int file);
/* Reads once; a pipe delivers whatever is available. *count is 0 at the end. */
int sys_read_some(int file, char *data, size_t size, size_t *count);
/* Returns true if a read would not block; waits this long for it. On a system that cannot wait, it
 * returns true unless the time is 0. */
bool sys_has_input(int file, int milliseconds);
/* Returns false if there is no process with this number, true if that is unknown. */
bool sys_is_running(long process);
int sys_write(int file, const char *data, size_t length);

/* Returns true if the error of standard output means that the reader closed the pipe. */
bool sys_is_closed_pipe(int error);
bool sys_is_terminal(int file);
bool sys_is_file(const char *path);
/* Returns true for a file that can be read more than once. */
bool sys_is_regular(const char *path);
bool sys_is_folder(const char *path);
/* Calls `each` for each entry of a folder, in any order, until it returns false. Returns 0, an
 * errno, or ENOMEM if `each` returned false. */
int sys_list(const char *path, bool (*each)(void *context, const char *name), void *context);
/* Returns true if the file belongs to this user, to root, or to the owner of `beside`, which may
 * not exist. */
bool sys_is_trusted(const char *path, const char *beside);
/* Reads a regular file of at most `most` bytes, as sys_read does, for names that the user did not
 * give. Returns EINVAL for another kind of file and SYS_TOO_LARGE for a larger one. */
int sys_read_small(const char *path, size_t most, char **text, size_t *length);
/* Returns a number that changes when a file is written again, or 0 if the file does not exist. */
long long sys_stamp(const char *path);
bool sys_is_same_file(const char *path, const char *other);
unsigned sys_processor_count(void);
/* Separators are "/", and on Windows also "\\". */
bool sys_is_separator(char c);
bool sys_is_absolute(const char *path);
bool sys_has_drives(void); /* a path may begin with "C:" */
/* Returns what follows the last separator. */
const char *sys_base_name(const char *path);
/* Returns the directory of the program, which the caller frees, or NULL if it is unknown. */
char *sys_program_directory(void);
/* Returns the absolute path of a file that need not exist; the caller frees it. Returns NULL if
 * memory runs out. */
char *sys_absolute(const char *path);

/* An output file that appears complete when sys_commit succeeds, or not at all: until then, the
 * bytes are in a file without a name, which a process that is killed does not leave. A file that is
 * not a regular file (/dev/full, a FIFO) is written directly. */
struct sys_target {
    int file;
    char *path; /* with links resolved */
    bool direct;
};
/* Defers signals that end the process, for this thread and for those that it creates meanwhile. */
void sys_hold_signals(bool hold);
int sys_create(struct sys_target *target, const char *path);
int sys_commit(struct sys_target *target);
void sys_discard(struct sys_target *target);

#endif
