/* SPDX-License-Identifier: Apache-2.0
 * The destination of a report: see output.h. */
#include "cli/check/output.h"
#include "program/io/complain.h"
#include "program/io/palette.h"
#include "cli/check/pass.h"
#include <errno.h>
#include <stdlib.h>

static const struct renderer *renderer_for(enum format format) {
    switch (format) {
    case FORMAT_TEXT: return &text_renderer;
    case FORMAT_JSON: return &json_renderer;
    case FORMAT_SARIF: return &sarif_renderer;
    case FORMAT_GITHUB: return &github_renderer;
    }
    return NULL;
}

static void cannot_write(const struct output *o, int error) {
    if (o->path)
        complain_file("cannot write", o->path, error);
    else if (!sys_is_closed_pipe(error))
        complain("cannot write standard output: %s", sys_error_text(error));
}

bool output_open(struct output *o, const struct options *options) {
    o->renderer = renderer_for(options->report.format);
    o->path = options->report.path;
    o->totals = (struct totals){0};
    o->target = (struct sys_target){.file = -1};
    int error = o->path ? sys_create(&o->target, o->path) : 0;
    if (error) {
        cannot_write(o, error);
        return false;
    }
    bool taken = pass_uses_stdout(options) || options->product == PRODUCT_KERNELS ||
                 options->report.on_stderr;
    out_init(&o->out, o->path ? o->target.file : taken ? 2 : 1);
    struct style style = {.color = palette_wanted(options->report.color, o->out.file),
                          .quiet = options->report.quiet};
    o->state = o->renderer->open(&o->out, style);
    if (o->state) return true;
    cannot_write(o, ENOMEM);
    sys_discard(&o->target);
    return false;
}

/* Standard output stays open, because it may be needed for other output. */
static int close_file(struct output *o) {
    int error = out_flush(&o->out);
    if (!o->path) return error;
    if (!error) return sys_commit(&o->target);
    sys_discard(&o->target);
    return error;
}

int output_close(struct output *o) {
    o->renderer->close(o->state, o->out.error ? NULL : &o->totals);
    int error = close_file(o);
    if (error) cannot_write(o, error);
    if (error || o->totals.trouble) return EXIT_TROUBLE;
    return o->totals.errors ? EXIT_FINDINGS : EXIT_CLEAN;
}
