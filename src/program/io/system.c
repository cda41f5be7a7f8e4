/* SPDX-License-Identifier: Apache-2.0
 * Files, standard streams and terminals on POSIX: see system.h. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "program/io/system.h"
#include "program/io/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The library takes texts of less than 4 GiB. */
#define MAX_LENGTH ((size_t)UINT32_MAX)

const char *sys_error_text(int error) {
    return error == SYS_TOO_LARGE ? "4 GiB or larger, which is too large" : strerror(error);
}

void sys_start(void) {
    /* A missing descriptor would be reused for the next file opened, and messages would go into
     * that file. Opening /dev/null in the wrong direction reserves the number and still makes its
     * use fail. */
    for (int file = 0; file <= 2; file++) {
        if (fcntl(file, F_GETFD) >= 0) continue;
        (void)!open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY);
    }
    signal(SIGPIPE, SIG_IGN);
}

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
        ssize_t n = read(file, *text + used, capacity - used - 1);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) error = errno;
        if (n <= 0) break;
        used += (size_t)n;
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

int sys_read_beside(const char *path, char **text, size_t *length, struct memory *spare) {
    *text = NULL;
    *length = 0;
    *spare = (struct memory){0};
    if (!strcmp(path, "-")) return read_all(STDIN_FILENO, text, length, spare);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (file < 0) return errno;
    int error = read_all(file, text, length, spare);
    close(file);
    return error;
}

int sys_read(const char *path, char **text, size_t *length) {
    struct memory spare;
    return sys_read_beside(path, text, length, &spare);
}

int sys_read_some(int file, char *data, size_t size, size_t *count) {
    ssize_t n;
    do n = read(file, data, size);
    while (n < 0 && errno == EINTR);
    *count = n > 0 ? (size_t)n : 0;
    return n < 0 ? errno : 0;
}

bool sys_has_input(int file) {
    struct pollfd input = {.fd = file, .events = POLLIN};
    return poll(&input, 1, 0) > 0;
}

/* ---- writing ---- */

int sys_write(int file, const char *data, size_t length) {
    while (length) {
        ssize_t n = write(file, data, length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        data += n;
        length -= (size_t)n;
    }
    return 0;
}

bool sys_is_closed_pipe(int error) { return error == EPIPE; }

bool sys_is_terminal(int file) { return isatty(file) == 1; }

bool sys_is_file(const char *path) {
    struct stat info;
    return !stat(path, &info) && !S_ISDIR(info.st_mode);
}

bool sys_is_trusted(const char *path, const char *beside) {
    struct stat info, other;
    if (stat(path, &info)) return false;
    return info.st_uid == geteuid() || !info.st_uid ||
           (!stat(beside, &other) && other.st_uid == info.st_uid);
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
    return (long long)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec + info.st_size;
}

bool sys_is_same_file(const char *path, const char *other) {
    struct stat a, b;
    return !stat(path, &a) && !stat(other, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

unsigned sys_processor_count(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}

/* ---- paths ---- */

char *sys_program_directory(void) {
    char *path = realpath("/proc/self/exe", NULL);
    char *slash = path ? strrchr(path, '/') : NULL;
    if (slash) *slash = '\0';
    return path;
}

char *sys_absolute(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char *directory = strndup(path, (size_t)(name - path));
    char *real = directory ? realpath(*directory ? directory : ".", NULL) : NULL;
    /* If the directory does not exist, its name is used as it is. */
    const char *base = real ? real : directory ? directory : "";
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
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    char *name = malloc(folder + sizeof pattern);
    if (!name) return NULL;
    memcpy(name, path, folder);
    memcpy(name + folder, pattern, sizeof pattern);
    return name;
}

/* mkstemp makes files private; set the permissions that the file would have had. */
static int set_rights(int file, const struct stat *existing) {
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(file, existing ? existing->st_mode & 0777 : 0666 & ~mask) ? errno : 0;
}

static int create_beside(struct sys_target *target, const struct stat *existing) {
    if (existing && access(target->path, W_OK)) return errno;
    if (!(target->temporary = temporary_name(target->path))) return ENOMEM;
    target->file = mkstemp(target->temporary);
    if (target->file < 0) {
        int error = errno;
        free(target->temporary);
        target->temporary = NULL;
        return error;
    }
    return set_rights(target->file, existing);
}

int sys_create(struct sys_target *target, const char *path) {
    *target = (struct sys_target){.file = -1};
    struct stat info;
    bool exists = !stat(path, &info);
    if (!exists && errno != ENOENT) return errno;
    if (exists && S_ISDIR(info.st_mode)) return EISDIR;
    /* A pipe that is opened through /dev/fd has no other name. */
    bool is_regular = exists && S_ISREG(info.st_mode);
    target->path = is_regular ? realpath(path, NULL) : strdup(path);
    if (!target->path) return errno;

    int error = 0;
    if (exists && !is_regular) {
        target->file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
        if (target->file < 0) error = errno;
    } else {
        error = create_beside(target, exists ? &info : NULL);
    }
    if (error) sys_discard(target);
    return error;
}

int sys_commit(struct sys_target *target) {
    int error = 0;
    if (target->temporary && fsync(target->file)) error = errno;
    if (close(target->file) && !error) error = errno;
    target->file = -1;
    if (!error && target->temporary && rename(target->temporary, target->path)) error = errno;
    if (!error) {
        free(target->temporary);
        target->temporary = NULL;
    }
    sys_discard(target);
    return error;
}

void sys_discard(struct sys_target *target) {
    if (target->file >= 0) close(target->file);
    if (target->temporary) unlink(target->temporary);
    free(target->temporary);
    free(target->path);
    *target = (struct sys_target){.file = -1};
}
