/* SPDX-License-Identifier: Apache-2.0
 * Files on WASI, the system interface of WebAssembly, which has no users, links or processes: see
 * system.h, native.h and child.h. */
#include "program/io/child.h"
#include "program/io/native.h"
#include "program/io/system.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct native native = {
    .name = "WASI", .separators = "/", .list_separator = ':', .suffix = ""};

/* The host provides the standard streams. WASI has no working folder: relative paths start in the
 * one that the host names, if the host has opened it, or else in the root. */
void sys_start(void) {
    const char *folder = getenv("PWD");
    if (folder && chdir(folder)) errno = 0;
}

int native_open(const char *path, bool write) { return open(path, write ? O_WRONLY : O_RDONLY); }

int sys_read_some(int file, char *data, size_t size, size_t *count) {
    ssize_t n = read(file, data, size);
    *count = n > 0 ? (size_t)n : 0;
    return n < 0 ? errno : 0;
}

bool sys_has_input(int file, int milliseconds) {
    struct pollfd input = {.fd = file, .events = POLLIN};
    return poll(&input, 1, milliseconds) > 0;
}

bool sys_is_running(long process) {
    (void)process;
    return true;
}

int sys_write(int file, const char *data, size_t length) {
    while (length) {
        ssize_t n = write(file, data, length);
        if (n < 0) return errno;
        data += n;
        length -= (size_t)n;
    }
    return 0;
}

static int create_numbered(char *name, int mode) {
    enum { MOST = 1000000 };
    char *end = name + strlen(name) - 6;
    for (int i = 0; i < MOST; i++) {
        snprintf(end, 7, "%06d", i);
        int file = open(name, mode | O_CREAT | O_EXCL, 0666);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

int native_create(char *name, const struct stat *existing) {
    (void)existing;
    return create_numbered(name, O_WRONLY);
}

int native_scratch(char *name) {
    int file = create_numbered(name, O_RDWR);
    if (file >= 0) unlink(name);
    return file;
}

int native_fill(const char *path) { return open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666); }

bool native_is_linked(const char *path) {
    struct stat info;
    return !lstat(path, &info) && (S_ISLNK(info.st_mode) || info.st_nlink > 1);
}

void sys_hold_signals(bool hold) { (void)hold; }

int native_sync(int file) { return fsync(file); }
int native_replace(const char *from, const char *to) { return rename(from, to); }
bool native_may_write(const char *path) { return !access(path, W_OK); }
bool native_may_run(const char *path) { return !access(path, X_OK); }
char *native_real_path(const char *path) { return access(path, F_OK) ? NULL : strdup(path); }
char *native_program(void) { return NULL; }

/* There are no users: the host decides which folders the program sees. */
bool sys_is_trusted(const char *path, const char *beside) {
    (void)beside;
    return sys_is_file(path);
}

bool sys_is_same_file(const char *path, const char *other) {
    struct stat a, b;
    return !stat(path, &a) && !stat(other, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

long long native_time(const struct stat *info) {
    return (long long)info->st_mtim.tv_sec * 1000000000 + info->st_mtim.tv_nsec;
}

unsigned sys_processor_count(void) { return 1; }

void *native_large(size_t size, size_t used) {
    (void)used;
    return malloc(size);
}

int child_start(struct child *child, const char *path, char **words) {
    (void)child, (void)path, (void)words;
    return ENOSYS;
}

int child_become(const char *path, char **words) {
    (void)path, (void)words;
    return ENOSYS;
}

int child_wait(const struct child *child) {
    (void)child;
    return 128;
}
