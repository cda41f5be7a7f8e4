/* SPDX-License-Identifier: Apache-2.0
 * The main job: see driver.h. */
#include "program/options/walk.h"
#include "cli/check/driver.h"
#include "cli/check/compiled.h"
#include "program/io/complain.h"
#include "cli/check/dump.h"
#include "cli/check/jobs.h"
#include "cli/check/output.h"
#include "cli/check/pass.h"
#include "cli/check/progress.h"
#include "cli/check/skips.h"
#include "program/io/system.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    const struct options *options;
    struct skips skips;
    struct progress progress;
    struct output output;
};

/* ---- one file ---- */

static int cannot_check(const struct job *job) {
    if (job->error) return complain_file("cannot read", job->path, job->error);
    return complain("cannot check '%s': %s", job->path, ptxc_status_message(job->status));
}

/* Lists functions whose asynchronous operations are not, or not all, checked. */
static void say_gaps(const struct job *job) {
    ptxc_flow_gap gap;
    for (size_t i = 0; ptxc_module_flow_gap_get(job->module, i, &gap) == PTXC_OK; i++) {
        uint32_t at, column;
        ptxc_module_position(job->module, gap.span.start, &at, &column);
        remark("%.300s:%u: asynchronous operations are %s", job->path, (unsigned)at, gap.reason);
    }
    if (job->language == PTXC_LANGUAGE_PTX && ptxc_module_error_count(job->module))
        remark("%.300s: asynchronous operations are not checked: the file has errors", job->path);
}

/* `skipped` counts the asm statements of the file that are not checked. */
static void say_more(const struct job *job, size_t skipped) {
    const ptxc_module *m = job->module;
    char what[80];
    size_t count = ptxc_module_asm_count(m);
    if (job->language != PTXC_LANGUAGE_PTX)
        snprintf(what, sizeof what, "%zu asm statements, %zu checked", count, count - skipped);
    else
        snprintf(what, sizeof what, "%zu statements", ptxc_module_stmt_count(m));
    say_gaps(job);
    remark("%.300s: %zu bytes, %s, %zu errors, %zu diagnostics, %zu suppressed", job->path,
           job->length, what, ptxc_module_error_count(m), ptxc_module_diag_count(m),
           ptxc_module_suppressed_count(m));
}

/* Reports a file. Returns false if the report cannot be written. */
static bool report_file(struct check *c, const struct job *job) {
    if (!job->module) {
        /* Preserves the order on a terminal. The other formats are documents, which are written
         * whole if they fit in the buffer. */
        if (!c->output.path && c->output.renderer == &text_renderer) out_flush(&c->output.out);
        cannot_check(job);
        c->output.totals.trouble = true;
        return !c->output.out.error;
    }
    struct input input = {strcmp(job->path, "-") ? job->path : "<stdin>", job->module};
    if (c->options->dump_ast) dump_module(&c->output.out, job->module);
    if (c->options->dump_flow) dump_flow(&c->output.out, job->module);
    struct output *o = &c->output;
    struct compiled *compiled = compiled_open(job->options, &c->options->ptx, job, o);
    report_module(o->renderer, o->state, &input, &o->out, &o->totals);
    compiled_report(compiled, o);
    compiled_free(compiled);
    size_t skipped = c->skips.skipped;
    if (c->options->report.verbose || c->options->report.list_skipped)
        skips_list(&c->skips, job->path, job->module);
    if (c->options->report.verbose) say_more(job, c->skips.skipped - skipped);
    if (c->options->output && !c->output.totals.errors && pass(c->options, job))
        c->output.totals.trouble = true;
    return !c->output.out.error;
}

/* Called in the order of the files. Returns false if the report cannot be written. */
static bool take(void *context, const struct job *job) {
    struct check *c = context;
    progress_clear(&c->progress);
    bool more = report_file(c, job);
    if (more && progress_step(&c->progress)) {
        if (!c->output.path && c->output.renderer == &text_renderer) out_flush(&c->output.out);
        progress_show(&c->progress);
    }
    return more;
}

/* ---- all files ---- */

static int check_with(const struct options *options, const struct profile *const *profile) {
    struct check c; /* not cleared, because most of it is a buffer */
    c.options = options;
    c.skips = (struct skips){0};
    c.progress = progress_start(options);
    if (!output_open(&c.output, options)) return EXIT_TROUBLE;
    jobs_run(options, profile, take, &c);
    progress_clear(&c.progress);
    int status = output_close(&c.output);
    if (options->report.list_skipped) skips_sum(&c.skips);
    return status;
}

/* Finds the profile of each file. Returns false after it has reported what is wrong. */
static bool find_profiles(const struct options *options, struct profiles *all,
                          const struct profile **profile) {
    for (size_t i = 0; i < options->files.count; i++) {
        profile[i] = profiles_for(all, options->files.name[i]);
        if (!profile[i]) complain("%s", sys_error_text(ENOMEM));
        if (!profile[i] || profile[i]->bad) return false;
    }
    return true;
}

static int check_found(const struct options *options) {
    struct profiles all = {.command = options};
    const struct profile **profile = calloc(options->files.count + 1, sizeof *profile);
    int status = EXIT_TROUBLE;
    if (!profile)
        complain("%s", sys_error_text(ENOMEM));
    else if (find_profiles(options, &all, profile))
        status = check_with(options, profile);
    profiles_free(&all);
    free(profile);
    return status;
}

int check_files(const struct options *options) {
    struct options all = *options;
    bool for_one = options->output || options->ptx.count || options->depend.wanted;
    if (for_one) return check_found(options);
    int status = walk_files(&options->files, &all.files) ? check_found(&all) : EXIT_TROUBLE;
    walk_free(&all.files);
    return status;
}
