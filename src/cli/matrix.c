/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck matrix: see matrix.h. */
#include "matrix.h"
#include "command.h"
#include "complain.h"
#include "header.h"
#include "help.h"
#include "jsontext.h"
#include "system.h"
#include "table.h"
#include "takers.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct matrix {
    struct out *out;
    const struct command *command;
    const struct palette *palette;
    const char *file;
    const ptxc_module *module;
    bool any; /* not the first file */
    int status;
};

/* What the whole file needs. */
struct needs {
    bool accepted; /* by some target */
    struct taker_least least;
    const char *target, *release;
    char version[TAKERS_TEXT];
    size_t errors; /* with that head: of other causes */
};

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

static const char *kind_word(ptxc_usage_kind kind) {
    switch (kind) {
    case PTXC_USAGE_INSTRUCTION: return "instruction";
    case PTXC_USAGE_UNKNOWN: return "unknown";
    case PTXC_USAGE_WORD: return "word";
    }
    return "?";
}

/* ---- spellings ---- */

static size_t skip_comment(const char *s, size_t n) {
    bool line = s[1] == '/';
    size_t i = 2;
    while (i < n && (line ? s[i] != '\n' : s[i] != '*' || i + 1 == n || s[i + 1] != '/')) i++;
    return line || i == n ? i : i + 2;
}

/* The opcode and its qualifiers without the blanks and comments between them; NULL: no memory. */
static char *spelling(const struct matrix *m, ptxc_span span) {
    const char *s = ptxc_module_text(m->module, NULL) + span.start;
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

static uint32_t line_of(const struct matrix *m, ptxc_span span) {
    uint32_t line, column;
    ptxc_module_position(m->module, span.start, &line, &column);
    return line;
}

/* ---- text ---- */

static void add_number(struct table *t, size_t number) {
    char text[32];
    snprintf(text, sizeof text, "%zu", number);
    table_add(t, text);
}

static void add_taker(struct table *t, const struct taker *row) {
    char text[TAKERS_TEXT];
    ptxc_targets_text(row->targets, row->asked, text, sizeof text);
    table_add(t, text);
    takers_versions_text(row, text);
    table_add(t, text);
    takers_releases_text(row, text);
    table_add(t, text);
}

/* The rows of one usage: only the first has the cells at its front. */
static void add_takers(struct table *t, const struct taker *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (int blank = 0; i && blank < 3; blank++) table_add(t, "");
        add_taker(t, &rows[i]);
    }
    static const char *const none[] = {"none", "-", "-"};
    for (int k = 0; !count && k < 3; k++) table_add(t, none[k]);
}

/* Directives that every target has had from its first .version on say nothing. */
static bool is_common(const struct taker *rows, size_t count) {
    const uint64_t all = takers_targets();
    struct taker_least least = {0};
    if (count != 1 || rows[0].to || (rows[0].targets & all) != all) return false;
    ptxc_target first;
    while (ptxc_target_get(least.target, &first) == PTXC_OK && !(all >> least.target & 1))
        least.target++;
    return rows[0].from <= first.version && !takers_is_refused(&rows[0]);
}

static void add_usage(struct matrix *m, struct table *t, const ptxc_usage *usage, size_t index) {
    struct taker rows[TAKERS_MOST];
    size_t count = takers_find(m->module, index, rows);
    if (usage->kind == PTXC_USAGE_WORD && is_common(rows, count)) return;
    char *name = spelling(m, usage->span);
    add_number(t, line_of(m, usage->span));
    add_number(t, usage->count);
    table_add(t, name ? name : "");
    if (!name) t->failed = true;
    free(name);
    add_takers(t, rows, count);
}

static void add_head(struct table *t) {
    static const char *const head[] = {"line",    "uses",     "instruction",
                                       "targets", ".version", "CUDA"};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) table_add(t, head[i]);
}

static void add_whole(struct matrix *m, struct table *t) {
    struct taker rows[TAKERS_MOST];
    table_add(t, "");
    table_add(t, "");
    table_add(t, "all of it");
    add_takers(t, rows, takers_find(m->module, TAKERS_OF_ALL, rows));
}

static void write_count(struct out *out, size_t count, const char *what) {
    out_number(out, count);
    out_char(out, ' ');
    out_text(out, what);
    if (count != 1) out_char(out, 's');
}

static void write_unknown(struct matrix *m, size_t kinds, size_t uses) {
    if (!kinds) return;
    write_count(m->out, uses, "instruction");
    out_text(m->out, " (");
    out_number(m->out, kinds);
    out_text(m->out, " different) in no table: not judged\n");
}

static void write_needs(struct matrix *m, const struct needs *n) {
    struct out *out = m->out;
    out_text(out, m->palette->message);
    if (n->accepted) {
        out_text(out, "Needs at least ");
        out_text(out, n->target);
        out_text(out, " with .version ");
        out_text(out, n->version);
        out_text(out, ", ptxas of CUDA ");
        out_text(out, n->release);
    } else {
        out_text(out, "No target accepts all of it");
    }
    out_text(out, m->palette->reset);
    out_char(out, '\n');
    if (!n->errors) return;
    write_count(out, n->errors, "error");
    out_text(out, " of other causes: ptxcheck ");
    out_printable(out, m->file, strlen(m->file));
    out_char(out, '\n');
}

static void text_file(struct matrix *m, const struct needs *needs) {
    struct table t = {.count = 6, .head = m->palette->message, .reset = m->palette->reset};
    t.column[0] = (struct table_column){.most = 7, .right = true};
    t.column[1] = (struct table_column){.most = 7, .right = true};
    t.column[2] = (struct table_column){.dotted = true};
    t.column[3] = (struct table_column){.most = 28};
    t.column[4] = (struct table_column){.most = 10};
    t.column[5] = (struct table_column){.most = 12};
    size_t unknown = 0, unknown_uses = 0;
    ptxc_usage usage;
    add_head(&t);
    for (size_t i = 0; ptxc_module_usage(m->module, i, &usage) == PTXC_OK; i++) {
        if (usage.kind != PTXC_USAGE_UNKNOWN) {
            add_usage(m, &t, &usage, i);
            continue;
        }
        unknown++;
        unknown_uses += usage.count;
    }
    add_whole(m, &t);
    if (m->any) out_char(m->out, '\n');
    if (m->command->count > 1) {
        out_printable(m->out, m->file, strlen(m->file));
        out_text(m->out, ":\n");
    }
    table_write(&t, m->out);
    table_free(&t);
    write_unknown(m, unknown, unknown_uses);
    write_needs(m, needs);
}

/* ---- JSON ---- */

/* {"sm_100a": {"12.8": ["8.6", "8.7"], ...}, ...} */
static json_t *json_accepted(const struct matrix *m, size_t usage) {
    json_t *targets = json_object();
    ptxc_target target;
    ptxc_release release;
    for (size_t t = 0; ptxc_target_get(t, &target) == PTXC_OK; t++) {
        json_t *releases = json_object();
        for (size_t r = 0; ptxc_release_get(r, &release) == PTXC_OK; r++) {
            ptxc_versions v = usage == TAKERS_OF_ALL
                                  ? ptxc_module_versions(m->module, t, r)
                                  : ptxc_module_usage_versions(m->module, usage, t, r);
            char from[TAKERS_TEXT], to[TAKERS_TEXT];
            takers_version_text(v.from, from);
            takers_version_text(v.to, to);
            if (v.from) json_object_set_new(releases, release.name, json_pack("[ss]", from, to));
        }
        if (json_object_size(releases))
            json_object_set_new(targets, target.name, releases);
        else
            json_decref(releases);
    }
    return targets;
}

static json_t *json_usage(const struct matrix *m, const ptxc_usage *usage, size_t index) {
    char *name = spelling(m, usage->span);
    json_t *object = json_pack("{s:I, s:I, s:s, s:o}", "line", (json_int_t)line_of(m, usage->span),
                               "count", (json_int_t)usage->count, "kind", kind_word(usage->kind),
                               "instruction", json_name(name ? name : ""));
    if (object && usage->kind != PTXC_USAGE_UNKNOWN)
        json_object_set_new(object, "accepted", json_accepted(m, index));
    free(name);
    return object;
}

static json_t *json_needs(const struct needs *n) {
    if (!n->accepted) return json_null();
    return json_pack("{s:s, s:s, s:s}", "target", n->target, "version", n->version, "toolkit",
                     n->release);
}

static void json_file(struct matrix *m, const struct needs *needs) {
    struct out *out = m->out;
    ptxc_usage usage;
    out_text(out, m->any ? ",\n{\"file\": " : "\n{\"file\": ");
    json_write(out, json_name(m->file));
    out_text(out, ", \"needs\": ");
    json_write(out, json_needs(needs));
    out_text(out, ", \"other_errors\": ");
    out_number(out, needs->errors);
    out_text(out, ", \"accepted\": ");
    json_write(out, json_accepted(m, TAKERS_OF_ALL));
    out_text(out, ", \"uses\": [");
    for (size_t i = 0; ptxc_module_usage(m->module, i, &usage) == PTXC_OK; i++) {
        out_text(out, i ? ",\n" : "\n");
        json_write(out, json_usage(m, &usage, i));
    }
    out_text(out, "\n]}");
}

/* ---- files ---- */

static void one_module(struct matrix *m) {
    struct needs needs;
    if (!find_needs(m, &needs)) {
        out_fail(m->out, ENOMEM);
        return;
    }
    if (m->command->format == FORMAT_JSON)
        json_file(m, &needs);
    else
        text_file(m, &needs);
    m->any = true;
    bool fine = needs.accepted && !needs.errors;
    if (!fine && m->status == EXIT_CLEAN) m->status = EXIT_FINDINGS;
}

static void one_file(struct matrix *m, const char *path) {
    static const ptxc_options options = {.usage = true};
    char *text;
    size_t length;
    ptxc_module *module;
    int error = sys_read(path, &text, &length);
    if (error) {
        m->status = complain_file("cannot read", path, error);
        return;
    }
    ptxc_status status = ptxc_module_open(text, length, &options, &module);
    m->file = strcmp(path, "-") ? path : "<stdin>";
    m->module = module;
    if (status == PTXC_OK)
        one_module(m);
    else
        m->status = complain("cannot check '%s': %s", path, ptxc_status_text(status));
    ptxc_module_close(module);
    free(text);
}

static void write_legend(struct matrix *m) {
    if (m->command->format == FORMAT_JSON)
        out_text(m->out, "\n]}\n");
    else if (m->any)
        out_text(m->out,
                 "(X+: X and all later ones; sm_100f+: the 'a' and 'f' targets of its family, "
                 "from sm_100 on)\n");
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
    if (command.format == FORMAT_JSON) {
        out_text(&out, "{\"version\": ");
        json_write(&out, json_name(ptxc_version()));
        out_text(&out, ", \"files\": [");
    }
    for (int i = 0; i < command.count && !out.error; i++) one_file(&m, command.word[i]);
    write_legend(&m);
    return command_end(&out, m.status);
}
