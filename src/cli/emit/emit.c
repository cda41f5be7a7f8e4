/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck emit: see emit.h. The output is written completely or not at all. Diagnostics go to
 * standard error, because standard output may be the header. */
#include "cli/emit/emit.h"
#include "program/io/complain.h"
#include "program/options/help.h"
#include "program/options/language.h"
#include "cli/check/pass.h"
#include "cli/check/report.h"
#include "program/io/system.h"
#include "program/text/suggest.h"
#include <stdlib.h>
#include <string.h>

/* ---- diagnostics ---- */

static void report(const char *path, const ptxc_module *module) {
    struct out out;
    struct totals totals = {0};
    struct input input = {strcmp(path, "-") ? path : "<stdin>", module};
    if (!ptxc_module_diag_count(module)) return;
    out_init(&out, 2);
    void *state = text_renderer.open(&out, (struct style){0});
    if (state) {
        report_module(&text_renderer, state, &input, &out, &totals);
        text_renderer.close(state, &totals);
    }
    (void)out_flush(&out);
}

/* ---- the output ---- */

static int cannot_write(const char *path, int error) {
    if (path) return complain_file("cannot write", path, error);
    if (sys_is_closed_pipe(error)) return EXIT_TROUBLE;
    return complain("cannot write standard output: %s", sys_error_text(error));
}

static int write_output(const char *path, const char *text, size_t length) {
    struct sys_target target;
    int error = path ? sys_create(&target, path) : sys_write(1, text, length);
    if (!path || error) return error ? cannot_write(path, error) : EXIT_CLEAN;
    error = sys_write(target.file, text, length);
    if (error)
        sys_discard(&target);
    else
        error = sys_commit(&target);
    return error ? cannot_write(path, error) : EXIT_CLEAN;
}

/* ---- the input ---- */

static int cannot_open(const struct emit_command *c, ptxc_status status) {
    if (status == PTXC_UNKNOWN_TOOLKIT) return complain("unknown toolkit '%s'", c->toolkit);
    if (status == PTXC_UNKNOWN_ARCH)
        return complain("ptxas %s does not support the architecture '%s'",
                        c->toolkit ? c->toolkit : "of the newest toolkit", c->arch);
    if (status == PTXC_BAD_NAMESPACE) return complain("'%s' is not a C++ namespace", c->space);
    return complain("cannot emit '%s': %s", c->file ? c->file : "all", ptxc_status_message(status));
}

/* A pattern that matches nothing is probably misspelled. */
static int unmatched(const char *pattern) {
    struct suggestion near = suggest_for(pattern);
    ptxc_isa_insn insn = {0};
    for (size_t i = 0; ptxc_isa_insn_get(i, &insn) == PTXC_OK; i++) suggest_offer(&near, insn.name);
    if (!near.best) return complain("no function matches '--only=%s'", pattern);
    return complain("no function matches '--only=%s'; did you mean '%s'?", pattern, near.best);
}

static int finish(const struct emit_command *c, ptxc_module *module) {
    size_t length;
    const char *text;
    ptxc_status status = ptxc_module_emit(module, &text, &length);
    if (!c->all) report(c->file, module);
    if (status == PTXC_UNMATCHED) return unmatched(text);
    if (status == PTXC_OK) {
        int written = write_output(c->output, text, length);
        if (written != EXIT_CLEAN || !c->depend.wanted) return written;
        return pass_rule(&c->depend, c->output ? c->output : "-", c->file);
    }
    return status == PTXC_NOT_FOUND ? EXIT_FINDINGS : cannot_open(c, status);
}

static int emit_file(const struct emit_command *c) {
    ptxc_options options = {.size = sizeof(ptxc_options),
                            .arch = c->arch,
                            .toolkit = c->toolkit,
                            .emit_only = c->only,
                            .emit_namespace = c->space};
    ptxc_module *module = NULL;
    ptxc_status status;
    char *text = NULL;
    size_t length = 0;
    if (!c->all && !language_must_be_ptx("emit", c->file)) return EXIT_TROUBLE;
    int error = c->all ? 0 : sys_read(c->file, &text, &length);
    if (error) return complain_file("cannot read", c->file, error);
    if (c->all)
        status = ptxc_module_open_all(&options, &module);
    else
        status = ptxc_module_open(text, length, &options, &module);
    int result = status == PTXC_OK ? finish(c, module) : cannot_open(c, status);
    ptxc_module_close(module);
    free(text);
    return result;
}

int emit_main(int count, char **words) {
    struct emit_command command;
    if (!emit_parse(&command, count, words)) return EXIT_TROUBLE;
    if (!command.help) return emit_file(&command);
    struct out out;
    out_init(&out, 1);
    help_emit(&out);
    int error = out_flush(&out);
    return error ? cannot_write(NULL, error) : EXIT_CLEAN;
}
