/* SPDX-License-Identifier: Apache-2.0
 * Runs another program, on POSIX: see child.h. */
#include "program/io/child.h"
#include "program/io/system.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

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
    *child = (struct child){(int)process, ends[0]};
    return 0;
}

int child_become(const char *path, char **words) {
    signal(SIGPIPE, SIG_DFL);
    execv(path, words);
    return errno;
}

int child_wait(const struct child *child) {
    int status;
    while (waitpid(child->process, &status, 0) < 0)
        if (errno != EINTR) return 128;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool is_other_program(const char *path) {
    return sys_is_file(path) && !access(path, X_OK) && !sys_is_same_file(path, "/proc/self/exe");
}

char *child_find(const char *name) {
    const char *folder = getenv("PATH");
    while (folder && *folder) {
        size_t length = strcspn(folder, ":"), size = length + strlen(name) + 2;
        char *path = malloc(size);
        if (!path) return NULL;
        snprintf(path, size, "%.*s/%s", (int)length, folder, name);
        if (length && is_other_program(path)) return path;
        free(path);
        folder += length + (folder[length] == ':');
    }
    return NULL;
}
