/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck explain-log: see explain_log.h. Lines of other programs are passed on immediately, so
 * that a build can be watched; messages of ptxas are collected and reported at the end, once per
 * error. */
#include "cli/log/explain_log.h"
#include "cli/log/ahead.h"
#include "program/io/complain.h"
#include "program/options/command.h"
#include "program/options/help.h"
#include "program/options/language.h"
#include "program/io/lines.h"
#include "cli/log/story.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A file that the log names. */
struct group {
    const char *name; /* NULL for messages that name none */
    size_t first, count;
    size_t order;     /* of its first message in the log */
    const char *path; /* path of its PTX, or NULL */
    char *text;
    struct log_cxx cxx; /* used if there is no PTX */
};

struct reading {
    struct options *options;
    bool whole;                  /* also report what the log does not mention */
    struct log_message *message; /* in the order of the log */
    size_t count, capacity;
    const struct log_message **sorted; /* by file and line */
    struct group *group;
    size_t group_count;
    bool error_seen; /* in a line of another program */
    struct log_named named;
    struct ahead ahead; /* the files of options->ptx, with `whole` */
    struct out pass;    /* where lines of other programs are written */
};

/* ---- the log ---- */

static bool keep(struct reading *r, const struct log_message *m) {
    if (r->count == r->capacity) {
        size_t capacity = r->capacity ? 2 * r->capacity : 64;
        struct log_message *moved = realloc(r->message, capacity * sizeof *moved);
        if (!moved) return false;
        r->message = moved;
        r->capacity = capacity;
    }
    r->message[r->count++] = *m;
    return true;
}

/* ptxas ends every log of errors with the same words, which count only if there is nothing else. */
static bool says_nothing(const struct reading *r, const struct log_message *m) {
    if (!log_is_end(m)) return false;
    for (size_t i = r->count; i--;)
        if (r->message[i].severity == PTXC_ERROR) return true;
    return false;
}

/* Returns false if memory runs out. */
static bool take_line(struct reading *r, const char *line, size_t length) {
    struct log_message m;
    bool no_memory;
    if (!log_parse(line, length, &m, &no_memory)) {
        r->error_seen |= log_is_error(line);
        out_bytes(&r->pass, line, length);
        return !no_memory && log_named_take(&r->named, line, length);
    }
    bool kept = !says_nothing(r, &m);
    bool named = !log_is_about_command_line(&m) || log_name(&m, LOG_COMMAND_LINE);
    if (kept && named && keep(r, &m)) return true;
    log_free(&m);
    return !kept;
}

static int read_log(struct reading *r, struct lines *lines) {
    int error = 0;
    while (!error && lines_part(lines)) {
        if (!take_line(r, lines->text, lines->length)) error = ENOMEM;
        if (!lines_ready(lines)) out_flush(&r->pass);
    }
    out_flush(&r->pass);
    return error ? error : lines->error;
}

/* ---- files ---- */

static int compare_messages(const void *a, const void *b) {
    const struct log_message *x = *(const struct log_message *const *)a,
                             *y = *(const struct log_message *const *)b;
    int files = strcmp(x->file ? x->file : "", y->file ? y->file : "");
    if (files) return files;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return x < y ? -1 : 1;
}

static int compare_groups(const void *a, const void *b) {
    const struct group *x = a, *y = b;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Returns the only file that the messages name, or NULL. */
static const char *only_file(const struct reading *r) {
    const char *only = NULL;
    for (size_t i = 0; i < r->count; i++) {
        const char *file = r->message[i].file;
        if (log_is_command_line(file)) file = NULL;
        if (file && only && strcmp(file, only)) return NULL;
        if (file) only = file;
    }
    return only || r->options->ptx.count != 1 ? only : r->options->ptx.name[0];
}

/* A message without a file name belongs to the only file. Returns false if memory runs out. */
static bool name_nameless(struct reading *r) {
    const char *only = only_file(r);
    for (size_t i = 0; only && i < r->count; i++)
        if (!r->message[i].file && !log_name(&r->message[i], only)) return false;
    return true;
}

static bool find_groups(struct reading *r) {
    if (!name_nameless(r)) return false;
    r->sorted = calloc(r->count + 1, sizeof *r->sorted);
    r->group = calloc(r->count + r->options->ptx.count + 1, sizeof *r->group);
    if (!r->sorted || !r->group) return false;
    for (size_t i = 0; i < r->count; i++) r->sorted[i] = &r->message[i];
    qsort(r->sorted, r->count, sizeof *r->sorted, compare_messages);
    struct group *last = NULL;
    for (size_t i = 0; i < r->count; i++) {
        const char *file = r->sorted[i]->file;
        size_t order = (size_t)(r->sorted[i] - r->message);
        if (!last || strcmp(last->name ? last->name : "", file ? file : "")) {
            last = &r->group[r->group_count++];
            *last = (struct group){.name = file, .first = i, .order = order};
        }
        if (order < last->order) last->order = order;
        last->count++;
    }
    qsort(r->group, r->group_count, sizeof *r->group, compare_groups);
    return true;
}

/* Returns the PTX with that name: the same path, or the same file name in another folder. */
static const char *find_ptx(const struct options *o, const char *name) {
    for (size_t i = 0; i < o->ptx.count; i++)
        if (!strcmp(o->ptx.name[i], name)) return o->ptx.name[i];
    for (size_t i = 0; i < o->ptx.count; i++)
        if (!strcmp(log_base_name(o->ptx.name[i]), log_base_name(name))) return o->ptx.name[i];
    return NULL;
}

static bool is_used(const struct reading *r, const char *path) {
    for (size_t i = 0; i < r->group_count; i++)
        if (r->group[i].path == path) return true;
    return false;
}

/* Matches PTX files to names. If one name and one file are left, they belong together, because the
 * names of temporary files carry no information. A file that is not given may still exist under the
 * name in the log. */
static void match_files(struct reading *r) {
    const struct options *o = r->options;
    const char *unused = NULL;
    struct group *unmatched = NULL;
    size_t unused_count = 0, unmatched_count = 0;
    for (size_t i = 0; i < r->group_count; i++) {
        struct group *g = &r->group[i];
        if (log_is_builtin(g->name) || log_is_command_line(g->name)) continue;
        if (g->name) g->path = find_ptx(o, g->name);
        if (g->path || !g->name) continue;
        unmatched = g;
        unmatched_count++;
    }
    for (size_t i = 0; i < o->ptx.count; i++) {
        if (is_used(r, o->ptx.name[i])) continue;
        unused = o->ptx.name[i];
        unused_count++;
    }
    if (unmatched_count == 1 && unused_count == 1) unmatched->path = unused;
    for (size_t i = 0; i < r->group_count; i++)
        if (!r->group[i].path) r->group[i].path = r->group[i].name;
}

/* Adds a group without messages for each PTX file that the log does not mention. */
static void add_silent(struct reading *r) {
    for (size_t i = 0; i < r->options->ptx.count; i++) {
        const char *path = r->options->ptx.name[i];
        if (!is_used(r, path))
            r->group[r->group_count++] = (struct group){.name = path, .path = path};
    }
}

/* Finds the release of ptxas from "Unsupported .version 9.0; current version is '8.7'", which
 * decides otherwise than the newest one. */
static void guess_toolkit(struct reading *r) {
    static const char words[] = "current version is '";
    for (size_t i = 0; i < r->count && !r->options->library.toolkit; i++) {
        const char *at = strstr(r->message[i].text, words);
        if (!at) continue;
        char *end;
        unsigned long major = strtoul(at + strlen(words), &end, 10);
        unsigned long minor = *end == '.' ? strtoul(end + 1, NULL, 10) : 0;
        ptxc_release release;
        for (size_t k = 0; ptxc_release_get(k, &release) == PTXC_OK; k++)
            if (release.version == 10 * major + minor) r->options->library.toolkit = release.name;
        ahead_free(&r->ahead);
    }
}

/* ---- the report ---- */

/* Returns the number of the file in options->ptx, or their count. */
static size_t given_number(const struct options *o, const char *path) {
    size_t i = 0;
    while (i < o->ptx.count && o->ptx.name[i] != path) i++;
    return i;
}

/* Returns false if memory runs out. */
static bool open_ptx(struct reading *r, struct group *g, struct output *o, ptxc_module **module) {
    size_t length;
    *module = NULL;
    if (!g->path) return true;
    if (language_of(LANGUAGE_AUTO, g->path) == PTXC_LANGUAGE_CXX) {
        g->cxx = (struct log_cxx){g->path, ""};
        return true;
    }
    size_t number = given_number(r->options, g->path);
    struct ahead_file ahead = ahead_take(&r->ahead, number);
    if (ahead.module) {
        g->text = ahead.text;
        *module = ahead.module;
        return true;
    }
    bool given = number < r->options->ptx.count;
    int error = given ? sys_read(g->path, &g->text, &length)
                      : sys_read_small(g->path, LOG_LARGEST_FILE, &g->text, &length);
    if (error && given) {
        complain_file("cannot read", g->path, error);
        o->totals.trouble = true;
    }
    if (error) return true;
    return ptxc_module_open(g->text, length, &r->options->library, module) != PTXC_NO_MEMORY;
}

/* The C++ explains what the PTX would. */
static void find_cxx(struct reading *r, struct group *g) {
    if (g->cxx.name || !g->name) return;
    const struct log_named_file *file = log_named_find(&r->named, g->name);
    if (file) g->cxx = (struct log_cxx){file->path, file->target};
}

static bool tell_group(struct reading *r, struct group *g, struct log_sources *sources) {
    struct log_story story = {
        .message = r->sorted + g->first, .count = g->count, .whole = r->whole};
    ptxc_module *module;
    bool fine = open_ptx(r, g, sources->output, &module);
    if (!module) find_cxx(r, g);
    story.cxx = g->cxx;
    const char *name = module ? g->path : g->name;
    story.input = (struct input){name ? name : "<log>", module};
    fine = fine && log_story_tell(&story, sources);
    ptxc_module_close(module);
    return fine;
}

/* Names of files are kept to the end of the report. */
static int tell_all(struct reading *r) {
    struct output *o = calloc(1, sizeof *o);
    if (!o) return complain("out of memory");
    if (!output_open(o, r->options)) {
        free(o);
        return EXIT_TROUBLE;
    }
    struct log_sources sources = {.options = r->options, .output = o};
    for (size_t i = 0; i < r->group_count && !o->out.error; i++)
        if (!tell_group(r, &r->group[i], &sources)) out_fail(&o->out, ENOMEM);
    int status = output_close(o);
    log_sources_free(&sources);
    free(o);
    return status == EXIT_CLEAN && r->error_seen ? EXIT_FINDINGS : status;
}

/* Lines of other programs are kept out of a report that must be JSON. */
static int pass_to(const struct options *o) {
    bool is_json = o->report.format == FORMAT_JSON || o->report.format == FORMAT_SARIF;
    return o->report.on_stderr || (is_json && !o->report.path) ? 2 : 1;
}

static int explain(struct reading *r, struct lines *lines) {
    out_init(&r->pass, pass_to(r->options));
    if (r->whole) ahead_check(&r->ahead, r->options);
    int error = read_log(r, lines);
    if (error) return complain_file("cannot read", "the log", error);
    if (!find_groups(r)) return complain("out of memory");
    match_files(r);
    if (r->whole) add_silent(r);
    guess_toolkit(r);
    return tell_all(r);
}

int log_explain(struct options *options, struct lines *lines, bool whole) {
    struct reading *r = calloc(1, sizeof *r);
    if (!r) return complain("out of memory");
    r->options = options;
    r->whole = whole;
    int status = explain(r, lines);
    for (size_t i = 0; i < r->count; i++) log_free(&r->message[i]);
    for (size_t i = 0; i < r->group_count; i++) free(r->group[i].text);
    free(r->message);
    free(r->sorted);
    free(r->group);
    log_named_free(&r->named);
    ahead_free(&r->ahead);
    free(r);
    return status;
}

static int explain_file(struct options *options) {
    const char *log = options->files.count ? options->files.name[0] : "-";
    struct lines *lines = malloc(sizeof *lines);
    if (!lines) return complain("out of memory");
    int error = lines_open(lines, log, LOG_LONGEST_LINE);
    int status =
        error ? complain_file("cannot read", log, error) : log_explain(options, lines, false);
    lines_close(lines);
    free(lines);
    return status;
}

int explain_log_main(int count, char **words) {
    struct options options;
    int status = EXIT_TROUBLE;
    if (options_parse(&options, TASK_EXPLAIN_LOG, count + 1, words - 1))
        status =
            options.task == TASK_HELP ? command_print(help_explain_log) : explain_file(&options);
    options_free(&options);
    return status;
}
