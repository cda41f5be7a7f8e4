/* SPDX-License-Identifier: Apache-2.0
 * Files and paths on every system: see system.h. */
#include "program/io/system.h"
#include "program/io/memory.h"
#include "program/io/native.h"
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The library takes texts of less than 4 GiB. */
#define MAX_LENGTH ((size_t)UINT32_MAX)

const char *sys_error_text(int error) {
    return error == SYS_TOO_LARGE ? "4 GiB or larger, which is too large" : strerror(error);
}

const char *sys_name(void) { return native.name; }

/* ---- reading ---- */

/* Returns how many bytes to reserve for a file: its size plus one byte, so that the read that finds
 * the end needs no growth. Guesses for files without a size. */
static int first_capacity(int file, size_t *capacity) {
    struct stat info;
    if (fstat(file, &info)) return errno;
    if (S_ISDIR(info.st_mode)) return EISDIR;
    *capacity = 1 << 16;
    if (!S_ISREG(info.st_mode)) return 0;
    if ((uintmax_t)info.st_size >= MAX_LENGTH) return SYS_TOO_LARGE;
    if (info.st_size > 0) *capacity = (size_t)info.st_size + 2;
    return 0;
}

static int grow(char **text, size_t *capacity) {
    size_t larger = *capacity < MAX_LENGTH / 2 ? *capacity * 2 : MAX_LENGTH + 1;
    if (larger <= *capacity) return SYS_TOO_LARGE;
    char *moved = realloc(*text, larger);
    if (!moved) return ENOMEM;
    *text = moved;
    *capacity = larger;
    return 0;
}

static int read_all(int file, char **text, size_t *length, struct memory *spare) {
    size_t capacity = 0, used = 0;
    int error = first_capacity(file, &capacity);
    if (error) return error;
    if (!(*text = memory_for_text(capacity, spare))) return ENOMEM;
    for (;;) {
        if (used + 1 == capacity) {
            *spare = (struct memory){0}; /* the block may move */
            if ((error = grow(text, &capacity))) break;
        }
        size_t count;
        error = sys_read_some(file, *text + used, capacity - used - 1, &count);
        if (error || !count) break;
        used += count;
    }
    if (error) {
        free(*text);
        *text = NULL;
        return error;
    }
    (*text)[used] = '\0';
    *length = used;
    return 0;
}

int sys_open(const char *path, int *file) {
    *file = strcmp(path, "-") ? native_open(path, false) : STDIN_FILENO;
    return *file < 0 ? errno : 0;
}

void sys_close(int file) {
    if (file > STDIN_FILENO) close(file);
}

int sys_read_beside(const char *path, char **text, size_t *length, struct memory *spare) {
    *text = NULL;
    *length = 0;
    *spare = (struct memory){0};
    int file, error = sys_open(path, &file);
    if (error) return error;
    error = read_all(file, text, length, spare);
    sys_close(file);
    return error;
}

int sys_read(const char *path, char **text, size_t *length) {
    struct memory spare;
    return sys_read_beside(path, text, length, &spare);
}

/* ---- files ---- */

bool sys_is_closed_pipe(int error) { return error == EPIPE; }

bool sys_is_terminal(int file) { return isatty(file) != 0; }

bool sys_is_file(const char *path) {
    struct stat info;
    return !stat(path, &info) && !S_ISDIR(info.st_mode);
}

bool sys_is_regular(const char *path) {
    struct stat info;
    return !stat(path, &info) && S_ISREG(info.st_mode);
}

bool sys_is_folder(const char *path) {
    struct stat info;
    return !stat(path, &info) && S_ISDIR(info.st_mode);
}

int sys_list(const char *path, bool (*each)(void *context, const char *name), void *context) {
    DIR *folder = opendir(path);
    if (!folder) return errno;
    const struct dirent *entry;
    bool more = true;
    while (more && (entry = readdir(folder))) more = each(context, entry->d_name);
    closedir(folder);
    return more ? 0 : ENOMEM;
}

int sys_read_small(const char *path, size_t most, char **text, size_t *length) {
    struct stat info;
    *text = NULL;
    if (stat(path, &info)) return errno;
    if (!S_ISREG(info.st_mode)) return EINVAL;
    if ((uintmax_t)info.st_size > most) return SYS_TOO_LARGE;
    return sys_read(path, text, length);
}

long long sys_stamp(const char *path) {
    struct stat info;
    if (stat(path, &info)) return 0;
    return native_time(&info) + (long long)info.st_size;
}

/* ---- paths ---- */

bool sys_is_separator(char c) { return c && strchr(native.separators, c); }

bool sys_is_absolute(const char *path) {
    return sys_is_separator(*path) || (native.has_drives && *path && path[1] == ':');
}

bool sys_has_drives(void) { return native.has_drives; }

const char *sys_base_name(const char *path) {
    const char *name = path;
    for (; *path; path++)
        if (sys_is_separator(*path)) name = path + 1;
    return name;
}

static void cut_base_name(char *path) {
    char *name = path + (sys_base_name(path) - path);
    if (name > path) name[-1] = '\0';
}

char *sys_program_directory(void) {
    char *path = native_program();
    if (path) cut_base_name(path);
    return path;
}

char *sys_absolute(const char *path) {
    const char *name = sys_base_name(path);
    size_t length = (size_t)(name - path);
    char *directory = malloc(length + 1);
    if (!directory) return NULL;
    memcpy(directory, path, length);
    directory[length] = '\0';
    char *real = native_real_path(length ? directory : ".");
    /* If the directory does not exist, its name is used as it is. */
    const char *base = real ? real : directory;
    size_t size = strlen(base) + strlen(name) + 2;
    char *absolute = malloc(size);
    if (absolute) snprintf(absolute, size, "%s/%s", strcmp(base, "/") ? base : "", name);
    free(real);
    free(directory);
    return absolute;
}

/* ---- files that are written atomically ---- */

/* Returns DIR/.ptxcheck-XXXXXX for DIR/NAME, on the same file system so that rename is atomic. */
static char *temporary_name(const char *path) {
    static const char pattern[] = ".ptxcheck-XXXXXX";
    size_t folder = (size_t)(sys_base_name(path) - path);
    char *name = malloc(folder + sizeof pattern);
    if (!name) return NULL;
    memcpy(name, path, folder);
    memcpy(name + folder, pattern, sizeof pattern);
    return name;
}

/* Returns a file for the bytes until sys_commit. A process that is killed leaves nothing. */
static int begin_beside(struct sys_target *target) {
    char *name = temporary_name(target->path);
    if (!name) return ENOMEM;
    target->file = native_scratch(name);
    int error = target->file < 0 ? errno : 0;
    free(name);
    return error;
}

int sys_create(struct sys_target *target, const char *path) {
    *target = (struct sys_target){.file = -1};
    struct stat info;
    bool exists = !stat(path, &info);
    if (!exists && errno != ENOENT) return errno;
    if (exists && S_ISDIR(info.st_mode)) return EISDIR;
    /* A pipe that is opened through /dev/fd has no other name. */
    bool is_regular = exists && S_ISREG(info.st_mode);
    target->path = is_regular ? native_real_path(path) : strdup(path);
    if (!target->path) return errno;

    int error = 0;
    if (exists && !is_regular) {
        target->direct = true;
        target->file = native_open(path, true);
        if (target->file < 0) error = errno;
    } else if (exists && !native_may_write(target->path)) {
        error = errno;
    } else {
        error = begin_beside(target);
    }
    if (error) sys_discard(target);
    return error;
}

/* Writes what the target holds to `to`, and closes that. */
static int copy_and_close(const struct sys_target *target, int to, bool sync) {
    char bytes[4096];
    size_t count = 1;
    /* The function: the macro of WASI is not C11. */
    int error = (lseek)(target->file, 0, SEEK_SET) < 0 ? errno : 0;
    while (!error && count) {
        error = sys_read_some(target->file, bytes, sizeof bytes, &count);
        if (!error) error = sys_write(to, bytes, count);
    }
    if (!error && sync && native_sync(to)) error = errno;
    if (close(to) && !error) error = errno;
    return error;
}

/* Keeps links to the file and its owner, but leaves a truncated file if the disk is full. */
static int fill(const struct sys_target *target) {
    int file = native_fill(target->path);
    return file < 0 ? errno : copy_and_close(target, file, false);
}

static int replace(const struct sys_target *target) {
    struct stat info;
    bool exists = !stat(target->path, &info);
    char *name = temporary_name(target->path);
    if (!name) return ENOMEM;
    int file = native_create(name, exists ? &info : NULL);
    int error = file < 0 ? errno : copy_and_close(target, file, true);
    if (!error && native_replace(name, target->path)) error = errno;
    if (error && file >= 0) unlink(name);
    free(name);
    return error;
}

int sys_commit(struct sys_target *target) {
    int error = 0;
    if (!target->direct) {
        sys_hold_signals(true);
        error = native_is_linked(target->path) ? fill(target) : replace(target);
        if (error == EPERM) error = fill(target); /* the owner cannot be kept otherwise */
        sys_hold_signals(false);
    } else if (close(target->file)) {
        error = errno;
    }
    if (target->direct) target->file = -1;
    sys_discard(target);
    return error;
}

void sys_discard(struct sys_target *target) {
    if (target->file >= 0) close(target->file);
    free(target->path);
    *target = (struct sys_target){.file = -1};
}
