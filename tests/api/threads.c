/* SPDX-License-Identifier: Apache-2.0
 * Modules in several threads: different ones, and one that all of them read. */
#include "case.h"
#include "texts.h"
#include "walk.h"
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 50 };

struct job {
    pthread_t thread;
    const ptxc_module *shared; /* NULL to open a module each time */
    uint64_t expected[TEXT_COUNT];
    bool same;
};

static uint64_t sum_of(const char *text) {
    ptxc_module *m;
    if (ptxc_module_open(text, strlen(text), NULL, &m)) return 0;
    uint64_t sum = walk_module(m);
    ptxc_module_close(m);
    return sum;
}

static void *work(void *argument) {
    struct job *job = argument;
    for (int i = 0; i < ROUNDS; i++) {
        size_t k = (size_t)i % TEXT_COUNT;
        uint64_t sum = job->shared ? walk_module(job->shared) : sum_of(all_texts[k]);
        if (sum != job->expected[job->shared ? 0 : k]) job->same = false;
    }
    return NULL;
}

static void run_jobs(struct job first) {
    struct job jobs[THREADS];
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = first;
        CHECK(!pthread_create(&jobs[i].thread, NULL, work, &jobs[i]));
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(jobs[i].thread, NULL);
        CHECK(jobs[i].same);
    }
}

static void test_modules(void) {
    struct job job = {.same = true};
    for (size_t k = 0; k < TEXT_COUNT; k++) job.expected[k] = sum_of(all_texts[k]);
    run_jobs(job);
}

static void test_shared(void) {
    ptxc_module *m;
    CHECK(ptxc_module_open(bad_text, strlen(bad_text), NULL, &m) == PTXC_OK);
    run_jobs((struct job){.same = true, .shared = m, .expected = {walk_module(m)}});
    ptxc_module_close(m);
}

MAIN({"modules", test_modules}, {"shared-module", test_shared})
