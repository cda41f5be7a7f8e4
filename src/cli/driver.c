/* SPDX-License-Identifier: Apache-2.0
 * The main job: see driver.h. */
#include "driver.h"
#include "complain.h"
#include "dump.h"
#include "jobs.h"
#include "palette.h"
#include "pass.h"
#include "report.h"
#include "system.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    const struct options *options;
    const struct renderer *renderer;
    void *state;
    struct totals totals;
    struct sys_target target; /* of --report */
    struct out out;
};

static const struct renderer *renderer_for(enum format format) {
    switch (format) {
    case FORMAT_TEXT: return &text_renderer;
    case FORMAT_JSON: return &json_renderer;
    case FORMAT_SARIF: return &sarif_renderer;
    case FORMAT_GITHUB: return &github_renderer;
    }
    return NULL;
}

/* ---- one file ---- */

static int cannot_check(const struct job *job) {
    if (job->error) return complain_file("cannot read", job->path, job->error);
    return complain("cannot check '%s': %s", job->path, ptxc_status_text(job->status));
}

/* Why asm statements are not checked, where a change could mend it. */
static void say_unchecked(const struct job *job) {
    char line[512];
    ptxc_asm a;
    for (size_t i = 0; ptxc_module_asm(job->module, i, &a) == PTXC_OK; i++) {
        uint32_t row, column;
        if (a.state != PTXC_ASM_UNEXPANDED && a.state != PTXC_ASM_PIECE) continue;
        ptxc_module_position(job->module, a.span.start, &row, &column);
        int n = snprintf(line, sizeof line, "ptxcheck: %.300s:%u:%u: asm not checked: %s\n",
                         job->path, (unsigned)row, (unsigned)column, a.reason);
        (void)sys_write(2, line, (size_t)n);
    }
}

static size_t count_checked(const ptxc_module *module) {
    size_t checked = 0;
    ptxc_asm a;
    for (size_t i = 0; ptxc_module_asm(module, i, &a) == PTXC_OK; i++)
        checked += a.state == PTXC_ASM_CHECKED;
    return checked;
}

static void say_more(const struct job *job, bool cxx) {
    const ptxc_module *m = job->module;
    char what[80], line[512];
    if (cxx)
        snprintf(what, sizeof what, "%zu asm statements, %zu checked", ptxc_module_asm_count(m),
                 count_checked(m));
    else
        snprintf(what, sizeof what, "%zu statements", ptxc_module_stmt_count(m));
    int n = snprintf(line, sizeof line,
                     "ptxcheck: %.300s: %zu bytes, %s, %zu errors, %zu diagnostics, %zu "
                     "suppressed\n",
                     job->path, job->length, what, ptxc_module_error_count(m),
                     ptxc_module_diag_count(m), ptxc_module_suppressed_count(m));
    if (cxx) say_unchecked(job);
    (void)sys_write(2, line, (size_t)n);
}

/* Called in the order of the files. Returns false when the report cannot be written. */
static bool take(void *context, const struct job *job) {
    struct check *c = context;
    if (!job->module) {
        if (!c->options->report) out_flush(&c->out); /* keep the order on a terminal */
        cannot_check(job);
        c->totals.trouble = true;
        return !c->out.error;
    }
    struct input input = {strcmp(job->path, "-") ? job->path : "<stdin>", job->module};
    if (c->options->dump_ast) dump_module(&c->out, job->module);
    report_module(c->renderer, c->state, &input, &c->out, &c->totals);
    if (c->options->verbose) say_more(job, job->language == PTXC_LANGUAGE_CXX);
    if (c->options->output && !c->totals.errors && pass(c->options, job)) c->totals.trouble = true;
    return !c->out.error;
}

/* ---- the whole ---- */

static int cannot_write(const struct check *c, int error) {
    if (c->options->report) return complain_file("cannot write", c->options->report, error);
    if (sys_is_closed_pipe(error)) return EXIT_TROUBLE;
    return complain("cannot write standard output: %s", sys_error_text(error));
}

/* 0 or an errno. Standard output stays open; it is left to what passes, and to what is made. */
static int open_report(struct check *c) {
    c->target = (struct sys_target){.file = -1};
    int error = c->options->report ? sys_create(&c->target, c->options->report) : 0;
    bool taken = pass_uses_stdout(c->options) || c->options->library.kernels;
    int stream = taken ? 2 : 1;
    out_init(&c->out, c->options->report ? c->target.file : stream);
    return error;
}

static int close_report(struct check *c) {
    int error = out_flush(&c->out);
    if (!c->options->report) return error;
    if (!error) return sys_commit(&c->target);
    sys_discard(&c->target);
    return error;
}

static int check_with(const struct options *options, const struct profile *const *profile) {
    struct check c;
    c.options = options;
    c.totals = (struct totals){0};
    c.renderer = renderer_for(options->format);
    int error = open_report(&c);
    if (error) return cannot_write(&c, error);

    struct style style = {.color = palette_wanted(options->color, c.out.file == 1),
                          .quiet = options->quiet};
    c.state = c.renderer->open(&c.out, style);
    if (c.state) {
        jobs_run(options, profile, take, &c);
        c.renderer->close(c.state, c.out.error ? NULL : &c.totals);
    } else {
        out_fail(&c.out, ENOMEM);
    }
    error = close_report(&c);
    if (error) return cannot_write(&c, error);
    if (c.totals.trouble) return EXIT_TROUBLE;
    return c.totals.errors ? EXIT_FINDINGS : EXIT_CLEAN;
}

/* The profile of each file; false: what is wrong has been said. */
static bool find_profiles(const struct options *options, struct profiles *all,
                          const struct profile **profile) {
    for (size_t i = 0; i < options->file_count; i++) {
        profile[i] = profiles_for(all, options->file[i]);
        if (!profile[i]) complain("%s", sys_error_text(ENOMEM));
        if (!profile[i] || profile[i]->bad) return false;
    }
    return true;
}

int check_files(const struct options *options) {
    struct profiles all = {.command = options};
    const struct profile **profile = calloc(options->file_count, sizeof *profile);
    int status = EXIT_TROUBLE;
    if (!profile)
        complain("%s", sys_error_text(ENOMEM));
    else if (find_profiles(options, &all, profile))
        status = check_with(options, profile);
    profiles_free(&all);
    free(profile);
    return status;
}
