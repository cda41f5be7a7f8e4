/* SPDX-License-Identifier: Apache-2.0
 * PTX that was compiled from the file to check: see compiled.h. */
#include "cli/check/compiled.h"
#include "program/io/complain.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct compiled {
    struct compiled *next;
    struct input input;
    ptxc_module *module;
    char *text;
};

/* Warnings about single lines come from the asm statements of the C++; all others follow the user's
 * options. */
static const ptxc_warning only_protocol[] = {
    {NULL, PTXC_IGNORE}, {"protocol", PTXC_SHOW}, {"rehearsal", PTXC_SHOW}};
enum { OURS = sizeof only_protocol / sizeof *only_protocol };

/* Returns these settings followed by the user's, or NULL if memory runs out. */
static ptxc_warning *settings_of(const ptxc_options *library) {
    ptxc_warning *all = malloc((OURS + library->warning_count) * sizeof *all);
    if (!all) return NULL;
    memcpy(all, only_protocol, sizeof only_protocol);
    if (library->warning_count)
        memcpy(all + OURS, library->warnings, library->warning_count * sizeof *all);
    return all;
}

static ptxc_status check(struct compiled *c, const ptxc_options *options, const struct job *job,
                         size_t length) {
    ptxc_options library = *options;
    ptxc_warning *warnings = settings_of(options);
    if (!warnings) return PTXC_NO_MEMORY;
    library.language = PTXC_LANGUAGE_PTX;
    library.allocator = (ptxc_allocator){0};
    library.warnings = warnings;
    library.warning_count += OURS;
    ptxc_status status = ptxc_module_open(c->text, length, &library, &c->module);
    free(warnings);
    if (status != PTXC_OK) return status;
    c->input.module = c->module;
    return ptxc_module_take_compiled(job->module, job->path, c->module, c->input.name);
}

/* Adds one file. Returns false after it has reported what is wrong. */
static bool add(struct compiled **first, const ptxc_options *options, const char *path,
                const struct job *job) {
    struct compiled *c = calloc(1, sizeof *c);
    size_t length = 0;
    if (!c) return complain("%s", sys_error_text(ENOMEM)) == EXIT_CLEAN;
    c->next = *first;
    *first = c;
    c->input.name = path;
    int error = sys_read(path, &c->text, &length);
    if (error) return complain_file("cannot read", path, error) == EXIT_CLEAN;
    ptxc_status status = check(c, options, job, length);
    return !status || complain("cannot check '%s': %s", path, ptxc_status_message(status)) == 0;
}

struct compiled *compiled_open(const struct options *options, const struct files *ptx,
                               const struct job *job, struct output *output) {
    struct compiled *first = NULL;
    for (size_t i = ptx->count; i-- > 0;) /* each one is inserted at the front */
        if (!add(&first, &options->library, ptx->name[i], job)) output->totals.trouble = true;
    return first;
}

void compiled_report(const struct compiled *c, struct output *o) {
    for (; c; c = c->next)
        if (c->module) report_module(o->renderer, o->state, &c->input, &o->out, &o->totals);
}

void compiled_free(struct compiled *c) {
    while (c) {
        struct compiled *next = c->next;
        ptxc_module_close(c->module);
        free(c->text);
        free(c);
        c = next;
    }
}
