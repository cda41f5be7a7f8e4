/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck matrix: see matrix.h. */
#include "cli/matrix/matrix.h"
#include "program/io/complain.h"
#include "cli/matrix/header.h"
#include "program/options/help.h"
#include "program/options/language.h"
#include "program/io/system.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool find_needs(const struct matrix *m, struct needs *n) {
    ptxc_target target;
    ptxc_release release;
    *n = (struct needs){0};
    n->accepted = takers_least(m->module, TAKERS_OF_ALL, &n->least);
    if (!n->accepted) return true;
    (void)ptxc_target_get(n->least.target, &target);
    (void)ptxc_release_get(n->least.release, &release);
    n->target = target.name;
    n->release = release.name;
    takers_version_text(n->least.version, n->version);
    return header_errors_with(m->module, n->version, n->target, n->release, &n->errors);
}

/* ---- spellings ---- */

static size_t skip_comment(const char *s, size_t n) {
    bool line = s[1] == '/';
    size_t i = 2;
    while (i < n && (line ? s[i] != '\n' : s[i] != '*' || i + 1 == n || s[i + 1] != '/')) i++;
    return line || i == n ? i : i + 2;
}

char *matrix_spelling(const struct matrix *m, ptxc_span span) {
    const char *s = ptxc_module_source(m->module, NULL) + span.start;
    size_t length = span.end - span.start, n = 0;
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    for (size_t i = 0; i < length;) {
        if (s[i] == '/')
            i += skip_comment(s + i, length - i);
        else if ((unsigned char)s[i] > ' ')
            copy[n++] = s[i++];
        else
            i++;
    }
    copy[n] = '\0';
    return copy;
}

uint32_t matrix_line(const struct matrix *m, ptxc_span span) {
    uint32_t line, column;
    ptxc_module_position(m->module, span.start, &line, &column);
    return line;
}

/* ---- files ---- */

static void one_module(struct matrix *m) {
    struct needs needs;
    if (!find_needs(m, &needs)) {
        out_fail(m->out, ENOMEM);
        return;
    }
    if (m->command->format == FORMAT_JSON)
        matrix_json_file(m, &needs);
    else
        matrix_text_file(m, &needs);
    m->any = true;
    bool fine = needs.accepted && !needs.errors;
    if (!fine && m->status == EXIT_CLEAN) m->status = EXIT_FINDINGS;
}

/* Someone who asks about an instruction wants `isa show`. */
static int cannot_read(const char *path, int error) {
    size_t insn;
    if (error != ENOENT || ptxc_isa_insn_find(path, strlen(path), &insn) != PTXC_OK)
        return complain_file("cannot read", path, error);
    return complain("no file '%s'; who accepts an instruction is in 'ptxcheck isa show %s'", path,
                    path);
}

static void one_file(struct matrix *m, const char *path) {
    char *text;
    size_t length;
    ptxc_module *module;
    if (!language_must_be_ptx("matrix", path)) {
        m->status = EXIT_TROUBLE;
        return;
    }
    int error = sys_read(path, &text, &length);
    if (error) {
        m->status = cannot_read(path, error);
        return;
    }
    ptxc_status status = ptxc_module_open(text, length, NULL, &module);
    if (status == PTXC_OK) status = ptxc_module_find_usages(module);
    m->file = strcmp(path, "-") ? path : "<stdin>";
    m->module = module;
    if (status == PTXC_OK)
        one_module(m);
    else
        m->status = complain("cannot check '%s': %s", path, ptxc_status_message(status));
    ptxc_module_close(module);
    free(text);
}

int matrix_main(int count, char **words) {
    struct command command;
    struct out out;
    if (!command_parse(&command, "matrix", count, words)) return EXIT_TROUBLE;
    out_init(&out, 1);
    if (command.help) {
        help_matrix(&out);
        return command_end(&out, EXIT_CLEAN);
    }
    if (!command.count) return complain("matrix of what? (try 'ptxcheck matrix --help')");
    struct matrix m = {.out = &out, .command = &command, .palette = palette_for(command.color)};
    bool json = command.format == FORMAT_JSON;
    if (json) matrix_json_begin(&m);
    for (int i = 0; i < command.count && !out.error; i++) one_file(&m, command.word[i]);
    if (json)
        matrix_json_end(&m);
    else
        matrix_text_end(&m);
    return command_end(&out, m.status);
}
