/* SPDX-License-Identifier: Apache-2.0
 * Passes on files without errors: see pass.h. */
#include "cli/check/pass.h"
#include "program/io/complain.h"
#include "program/io/system.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_stdout(const char *path) { return path && !strcmp(path, "-"); }

bool pass_uses_stdout(const struct options *o) {
    return is_stdout(o->output) || (o->depend.wanted && is_stdout(o->depend.file));
}

static int cannot_write(const char *path, int error) {
    if (!is_stdout(path)) return complain_file("cannot write", path, error);
    if (sys_is_closed_pipe(error)) return EXIT_TROUBLE;
    return complain("cannot write standard output: %s", sys_error_text(error));
}

/* Opens a file; `-` is standard output. Returns 0 or an errno. */
static int begin(struct sys_target *target, const char *path) {
    *target = (struct sys_target){.file = 1};
    return is_stdout(path) ? 0 : sys_create(target, path);
}

static int end(struct sys_target *target, const char *path) {
    return is_stdout(path) ? 0 : sys_commit(target);
}

static int write_text(const char *path, const char *text, size_t length) {
    struct sys_target target;
    int error = begin(&target, path);
    if (error) return cannot_write(path, error);
    error = sys_write(target.file, text, length);
    if (error && !is_stdout(path)) sys_discard(&target);
    if (!error) error = end(&target, path);
    return error ? cannot_write(path, error) : EXIT_CLEAN;
}

int pass_rule(const struct depend *depend, const char *output, const char *input) {
    struct out out;
    struct sys_target target;
    char *path = depend_path(depend, output);
    if (!path) return cannot_write(output, ENOMEM);
    int error = begin(&target, path), status = EXIT_CLEAN;
    if (!error) {
        out_init(&out, target.file);
        depend_write(depend, output, input && strcmp(input, "-") ? input : NULL, &out);
        error = out_flush(&out);
        if (error && !is_stdout(path)) sys_discard(&target);
        if (!error) error = end(&target, path);
    }
    if (error) status = cannot_write(path, error);
    free(path);
    return status;
}

int pass(const struct options *o, const struct job *job) {
    if (!job->product)
        return complain("nothing is made of '%s': errors are silenced in it", job->path);
    int status = write_text(o->output, job->product, job->product_length);
    if (status == EXIT_CLEAN && o->depend.wanted)
        status = pass_rule(&o->depend, o->output, job->path);
    return status;
}
