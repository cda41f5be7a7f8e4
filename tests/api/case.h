/* SPDX-License-Identifier: Apache-2.0
 * Test programs: `program --list` names the cases, `program NAME` runs one, `program all` all. */
#ifndef CASE_H
#define CASE_H

#include "ptxcheck.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct test_case {
    const char *name;
    void (*run)(void);
};

static int failures;

#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)

static void check(bool holds, const char *what, const char *file, int line) {
    if (holds) return;
    failures++;
    printf("%s:%d: failed: %s\n", file, line, what);
}

static int run_cases(int argc, char **argv, const struct test_case *cases, size_t count) {
    bool list = argc == 2 && !strcmp(argv[1], "--list"), found = list;
    for (size_t i = 0; i < count; i++) {
        if (list) puts(cases[i].name);
        if (list || argc != 2) continue;
        if (strcmp(argv[1], cases[i].name) && strcmp(argv[1], "all")) continue;
        found = true;
        cases[i].run();
    }
    if (!found) printf("usage: %s --list | all | NAME\n", argv[0]);
    return !found || failures;
}

#define MAIN(...)                                                                                  \
    int main(int argc, char **argv) {                                                              \
        static const struct test_case cases[] = {__VA_ARGS__};                                     \
        return run_cases(argc, argv, cases, sizeof cases / sizeof *cases);                         \
    }

#endif
