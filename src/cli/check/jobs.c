/* SPDX-License-Identifier: Apache-2.0
 * Checks files in parallel: see jobs.h. Workers run ahead of the report by a fixed number of
 * files, so that memory does not grow with the number of files. */
#include "cli/check/jobs.h"
#include "program/fat/fat.h"
#include "program/io/system.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef bool take_fn(void *context, const struct job *job);

/* Generates the output before the diagnostics are reported, because some of them come from that. */
static void make_product(struct job *job, enum product product) {
    const char *shown = strcmp(job->path, "-") ? job->path : "<stdin>";
    ptxc_status status = PTXC_OK;
    job->product = job->text;
    job->product_length = job->length;
    if (product == PRODUCT_KERNELS)
        status = ptxc_module_emit_kernels(job->module, &job->product, &job->product_length);
    if (product == PRODUCT_EXPANSION)
        status = ptxc_module_expand(job->module, shown, &job->product, &job->product_length);
    if (status == PTXC_OK || status == PTXC_NOT_FOUND) return;
    ptxc_module_close(job->module);
    job->module = NULL;
    job->status = status;
}

static void open_job(struct job *job, ptxc_options *library) {
    struct compile_flags flags = {0};
    if (job->language == PTXC_LANGUAGE_CXX)
        compile_db_add(job->options->cxx.compile_db, job->path, job->text, job->length, library,
                       &flags);
    job->status = ptxc_module_open(job->text, job->length, library, &job->module);
    compile_flags_free(&flags);
}

static void job_check(struct job *job, const char *path, const struct options *options) {
    ptxc_options library = options->library;
    *job = (struct job){
        .path = path, .options = options, .language = language_of(options->language, path)};
    library.allocator = (ptxc_allocator){memory_resize, &job->spare};
    library.language = job->language;
    job->error = fat_read(path, &job->text, &job->length, &job->spare);
    if (!job->error) open_job(job, &library);
    if (job->module) make_product(job, options->product);
}

static void job_free(struct job *job) {
    ptxc_module_close(job->module);
    free(job->text);
    *job = (struct job){0};
}

static void run_alone(const struct options *options, const struct profile *const *profile,
                      take_fn *take, void *context) {
    bool more = true;
    for (size_t i = 0; i < options->files.count && more; i++) {
        struct job job;
        job_check(&job, options->files.name[i], &profile[i]->options);
        more = take(context, &job);
        job_free(&job);
    }
}

/* ---- threads ---- */

enum { MAX_THREADS = 256, AHEAD = 2 }; /* files per thread that are checked but not yet taken */

struct slot {
    struct job job;
    bool done;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    const struct options *options;
    const struct profile *const *profile;
    size_t count;       /* number of files */
    struct slot *slots; /* file i is in slot i % slot_count */
    size_t slot_count;
    size_t next;  /* next file to check */
    size_t taken; /* all files before this one have been reported */
    bool stop;
};

/* Gets the next file when it has a free slot. Returns false if there is none, or if the report has
 * been given up. */
static bool next_file(struct pool *pool, size_t *file) {
    pthread_mutex_lock(&pool->lock);
    while (!pool->stop && pool->next < pool->count && pool->next - pool->taken >= pool->slot_count)
        pthread_cond_wait(&pool->changed, &pool->lock);
    bool more = !pool->stop && pool->next < pool->count;
    if (more) *file = pool->next++;
    pthread_mutex_unlock(&pool->lock);
    return more;
}

static void *work(void *context) {
    struct pool *pool = context;
    size_t file;
    while (next_file(pool, &file)) {
        struct slot *slot = &pool->slots[file % pool->slot_count];
        job_check(&slot->job, pool->options->files.name[file], &pool->profile[file]->options);
        pthread_mutex_lock(&pool->lock);
        slot->done = true;
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->lock);
    }
    return NULL;
}

static void take_all(struct pool *pool, take_fn *take, void *context) {
    bool more = true;
    for (size_t i = 0; i < pool->count && more; i++) {
        struct slot *slot = &pool->slots[i % pool->slot_count];
        pthread_mutex_lock(&pool->lock);
        while (!slot->done) pthread_cond_wait(&pool->changed, &pool->lock);
        pthread_mutex_unlock(&pool->lock);
        more = take(context, &slot->job);
        job_free(&slot->job);
        pthread_mutex_lock(&pool->lock);
        slot->done = false;
        pool->taken++;
        pool->stop = !more;
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->lock);
    }
}

static void run_threads(struct pool *pool, unsigned threads, take_fn *take, void *context) {
    pthread_t thread[MAX_THREADS];
    unsigned started = 0;
    sys_hold_signals(true); /* only the main thread decides when signals may end the process */
    while (started < threads && !pthread_create(&thread[started], NULL, work, pool)) started++;
    sys_hold_signals(false);
    if (started)
        take_all(pool, take, context);
    else
        run_alone(pool->options, pool->profile, take, context);
    for (unsigned i = 0; i < started; i++) pthread_join(thread[i], NULL);
    /* A job remains only if the report was given up. */
    for (size_t i = 0; i < pool->slot_count; i++) job_free(&pool->slots[i].job);
}

void jobs_run(const struct options *options, const struct profile *const *profile, take_fn *take,
              void *context) {
    size_t count = options->files.count;
    unsigned threads = options->jobs;
    if (threads > MAX_THREADS) threads = MAX_THREADS;
    if (threads > count) threads = (unsigned)count;
    struct pool pool = {.options = options, .profile = profile, .count = count};
    pool.slot_count = (size_t)threads * AHEAD;
    pool.slots = threads > 1 ? calloc(pool.slot_count, sizeof *pool.slots) : NULL;
    if (!pool.slots) {
        run_alone(options, profile, take, context);
        return;
    }
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.changed, NULL);
    run_threads(&pool, threads, take, context);
    pthread_cond_destroy(&pool.changed);
    pthread_mutex_destroy(&pool.lock);
    free(pool.slots);
}
