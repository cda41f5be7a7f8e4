/* SPDX-License-Identifier: Apache-2.0
 * Files, standard streams and processes on POSIX: see system.h, native.h and child.h. What differs
 * between POSIX systems is in linux.c and darwin.c. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "program/io/child.h"
#include "program/io/native.h"
#include "program/io/system.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

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

/* ---- files ---- */

int native_open(const char *path, bool write) {
    return open(path, (write ? O_WRONLY : O_RDONLY) | O_CLOEXEC | O_NOCTTY);
}

int sys_read_some(int file, char *data, size_t size, size_t *count) {
    ssize_t n;
    do n = read(file, data, size);
    while (n < 0 && errno == EINTR);
    *count = n > 0 ? (size_t)n : 0;
    return n < 0 ? errno : 0;
}

bool sys_has_input(int file, int milliseconds) {
    struct pollfd input = {.fd = file, .events = POLLIN};
    return poll(&input, 1, milliseconds) > 0;
}

bool sys_is_running(long process) { return !kill((pid_t)process, 0) || errno != ESRCH; }

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

/* mkstemp makes files private; set the owner and permissions that the file would have had. */
static int set_rights(int file, const struct stat *existing) {
    mode_t mask = umask(0);
    umask(mask);
    if (existing && fchown(file, existing->st_uid, existing->st_gid)) return -1;
    return fchmod(file, existing ? existing->st_mode & 0777 : 0666 & ~mask);
}

int native_create(char *name, const struct stat *existing) {
    int file = mkstemp(name);
    if (file < 0 || !set_rights(file, existing)) return file;
    int error = errno;
    close(file);
    unlink(name);
    errno = error;
    return -1;
}

int native_scratch(char *name) {
    sys_hold_signals(true);
    int file = mkstemp(name);
    if (file >= 0) {
        unlink(name);
        (void)fcntl(file, F_SETFD, FD_CLOEXEC);
    }
    sys_hold_signals(false);
    return file;
}

int native_fill(const char *path) {
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
}

bool native_is_linked(const char *path) {
    struct stat info;
    return !lstat(path, &info) && (S_ISLNK(info.st_mode) || info.st_nlink > 1);
}

void sys_hold_signals(bool hold) {
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGHUP);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    pthread_sigmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &ends, NULL);
}

int native_sync(int file) { return fsync(file); }
int native_replace(const char *from, const char *to) { return rename(from, to); }
bool native_may_write(const char *path) { return !access(path, W_OK); }
bool native_may_run(const char *path) { return !access(path, X_OK); }
char *native_real_path(const char *path) { return realpath(path, NULL); }

bool sys_is_trusted(const char *path, const char *beside) {
    struct stat info, other;
    if (stat(path, &info)) return false;
    return info.st_uid == geteuid() || !info.st_uid ||
           (!stat(beside, &other) && other.st_uid == info.st_uid);
}

bool sys_is_same_file(const char *path, const char *other) {
    struct stat a, b;
    return !stat(path, &a) && !stat(other, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* ---- processes ---- */

/* This program ignores SIGPIPE, and a child process would inherit that. */
static int spawn(pid_t *process, const char *path, char **words, int error) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t signals;
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    int failed = posix_spawn_file_actions_init(&files);
    if (failed) return failed;
    failed = posix_spawnattr_init(&signals);
    if (!failed) {
        failed = posix_spawn_file_actions_adddup2(&files, error, STDERR_FILENO);
        if (!failed) failed = posix_spawnattr_setsigdefault(&signals, &usual);
        if (!failed) failed = posix_spawnattr_setflags(&signals, POSIX_SPAWN_SETSIGDEF);
        if (!failed) failed = posix_spawn(process, path, &files, &signals, words, environ);
        posix_spawnattr_destroy(&signals);
    }
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

int child_start(struct child *child, const char *path, char **words) {
    int ends[2];
    pid_t process;
    if (pipe(ends)) return errno;
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    int error = spawn(&process, path, words, ends[1]);
    close(ends[1]);
    if (error) {
        close(ends[0]);
        return error;
    }
    *child = (struct child){process, ends[0]};
    return 0;
}

int child_become(const char *path, char **words) {
    signal(SIGPIPE, SIG_DFL);
    execv(path, words);
    return errno;
}

int child_wait(const struct child *child) {
    int status;
    while (waitpid((pid_t)child->process, &status, 0) < 0)
        if (errno != EINTR) return 128;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
