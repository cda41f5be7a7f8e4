/* SPDX-License-Identifier: Apache-2.0
 * Measurements for bench/run.py; prints only numbers. CPU times are minima, in nanoseconds.
 *   bench library FILE SECONDS
 *       prints bytes, lexer alone, ptxc_module_open with _close, peak of the allocator
 *   bench process RUNS COMMAND
 *       prints CPU time, wall time, peak resident bytes, exit status */
#include "syntax/lexer.h"
#include "ptx.tab.h"
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void least(int64_t *least, int64_t value) {
    if (value < *least) *least = value;
}

static void fail(const char *what, const char *name) {
    fprintf(stderr, "bench: error: %s '%s'\n", what, name);
    exit(2);
}

/* ---- the library ---- */

struct usage {
    size_t now, peak;
};

static void *count_resize(void *user, void *block, size_t old_size, size_t new_size) {
    struct usage *usage = user;
    usage->now += new_size - old_size;
    if (usage->now > usage->peak) usage->peak = usage->now;
    if (new_size) return realloc(block, new_size);
    free(block);
    return NULL;
}

static char *read_file(const char *name, size_t *length) {
    FILE *f = fopen(name, "rb");
    if (!f || fseek(f, 0, SEEK_END)) fail("cannot read", name);
    *length = (size_t)ftell(f);
    rewind(f);
    char *text = malloc(*length + 1);
    if (!text || fread(text, 1, *length, f) != *length) fail("cannot read", name);
    text[*length] = '\0';
    fclose(f);
    return text;
}

static int64_t time_lexer(const char *text, size_t length) {
    static const ptxc_allocator standard;
    struct arena arena;
    struct line_index lines;
    struct lexer lexer;
    struct token token;
    int64_t start = now(CLOCK_PROCESS_CPUTIME_ID);
    arena_init(&arena, &standard, 0);
    lexer_init(&lexer, &arena, NULL, &lines, text, (uint32_t)length);
    do lexer_next(&lexer, &token);
    while (token.kind != TOK_END);
    arena_free(&arena);
    return now(CLOCK_PROCESS_CPUTIME_ID) - start;
}

static int64_t time_open(const char *text, size_t length, const ptxc_options *options) {
    ptxc_module *module;
    int64_t start = now(CLOCK_PROCESS_CPUTIME_ID);
    if (ptxc_module_open(text, length, options, &module)) fail("cannot open", "module");
    ptxc_module_close(module);
    return now(CLOCK_PROCESS_CPUTIME_ID) - start;
}

static void measure_library(const char *name, double seconds) {
    size_t length;
    char *text = read_file(name, &length);
    struct usage usage = {0, 0};
    ptxc_options counting = {.size = sizeof(ptxc_options), .allocator = {count_resize, &usage}};
    time_open(text, length, &counting);

    int64_t lexer = INT64_MAX, open = INT64_MAX;
    int64_t end = now(CLOCK_MONOTONIC) + (int64_t)(seconds * 1e9);
    for (int i = 0; i < 3 || now(CLOCK_MONOTONIC) < end; i++) {
        least(&lexer, time_lexer(text, length));
        least(&open, time_open(text, length, NULL));
    }
    printf("%zu %" PRId64 " %" PRId64 " %zu\n", length, lexer, open, usage.peak);
    free(text);
}

/* ---- a whole process ---- */

static int64_t microseconds(struct timeval t) { return (int64_t)t.tv_sec * 1000000 + t.tv_usec; }

static void silence(int file) {
    int null = open("/dev/null", O_WRONLY);
    if (null < 0 || dup2(null, file) < 0) _exit(127);
}

static void measure_process(int runs, char **command) {
    int64_t cpu = INT64_MAX, wall = INT64_MAX, peak = 0;
    int status = 0;
    for (int i = 0; i < runs; i++) {
        int64_t start = now(CLOCK_MONOTONIC);
        pid_t child = fork();
        if (!child) {
            silence(1);
            silence(2);
            execvp(command[0], command);
            _exit(127);
        }
        struct rusage usage;
        if (child < 0 || wait4(child, &status, 0, &usage) != child) fail("cannot run", command[0]);
        least(&wall, now(CLOCK_MONOTONIC) - start);
        least(&cpu, 1000 * (microseconds(usage.ru_utime) + microseconds(usage.ru_stime)));
        if (usage.ru_maxrss > peak) peak = usage.ru_maxrss;
    }
    printf("%" PRId64 " %" PRId64 " %" PRId64 " %d\n", cpu, wall, peak * 1024,
           WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

int main(int argc, char **argv) {
    if (argc == 4 && !strcmp(argv[1], "library"))
        measure_library(argv[2], atof(argv[3]));
    else if (argc >= 4 && !strcmp(argv[1], "process"))
        measure_process(atoi(argv[2]), argv + 3);
    else
        fail("usage: bench library FILE SECONDS | bench process RUNS COMMAND...", "");
    return 0;
}
