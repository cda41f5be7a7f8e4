/* SPDX-License-Identifier: Apache-2.0
 * The command line: see options.h. */
#include "program/options/options.h"
#include "program/io/complain.h"
#include "program/text/strings.h"
#include "program/text/suggest.h"
#include "program/io/system.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_JOBS = 256 };

enum id {
    OPT_ARCH,
    OPT_TOOLKIT,
    OPT_LANGUAGE,
    OPT_FORMAT,
    OPT_COLOR,
    OPT_MAX_ERRORS,
    OPT_JOBS,
    OPT_REPORT,
    OPT_OUTPUT,
    OPT_PTX,
    OPT_TENSORMAP,
    OPT_DEFINE,
    OPT_COMPILE_DB,
    OPT_DEPEND,
    OPT_DEPEND_FILE,
    OPT_DEPEND_TARGET,
    OPT_DUMP_AST,
    OPT_DUMP_FLOW,
    OPT_SYNTAX_ONLY,
    OPT_UNKNOWN,
    OPT_QUIET,
    OPT_VERBOSE,
    OPT_LIST_SKIPPED,
    OPT_VERSION,
    OPT_HELP,
    OPT_NO_WARNINGS,
    OPT_NO_CONFIG
};

/* How the value of an option is written. */
enum style {
    NO_VALUE,
    EQUALS,  /* --arch=X or --arch X */
    ATTACHED /* -oX or -o X */
};

struct spec {
    const char *name;
    enum id id;
    enum style style;
};

/* clang-format off */
static const struct spec specs[] = {
    {"--arch", OPT_ARCH, EQUALS},
    {"-arch", OPT_ARCH, EQUALS},
    {"--toolkit", OPT_TOOLKIT, EQUALS},
    {"--language", OPT_LANGUAGE, EQUALS},
    {"--format", OPT_FORMAT, EQUALS},
    {"--color", OPT_COLOR, EQUALS},
    {"--max-errors", OPT_MAX_ERRORS, EQUALS},
    {"--jobs", OPT_JOBS, EQUALS},
    {"-j", OPT_JOBS, ATTACHED},
    {"--report", OPT_REPORT, EQUALS},
    {"--output", OPT_OUTPUT, EQUALS},
    {"-o", OPT_OUTPUT, ATTACHED},
    {"--ptx", OPT_PTX, EQUALS},
    {"--tensormap", OPT_TENSORMAP, EQUALS},
    {"-D", OPT_DEFINE, ATTACHED},
    {"--compile-commands", OPT_COMPILE_DB, EQUALS},
    {"-MD", OPT_DEPEND, NO_VALUE},
    {"-MF", OPT_DEPEND_FILE, ATTACHED},
    {"-MT", OPT_DEPEND_TARGET, ATTACHED},
    {"--dump-ast", OPT_DUMP_AST, NO_VALUE},
    {"--dump-flow", OPT_DUMP_FLOW, NO_VALUE},
    {"--syntax-only", OPT_SYNTAX_ONLY, NO_VALUE},
    {"--unknown", OPT_UNKNOWN, EQUALS},
    {"--quiet", OPT_QUIET, NO_VALUE},
    {"-q", OPT_QUIET, NO_VALUE},
    {"--verbose", OPT_VERBOSE, NO_VALUE},
    {"--list-skipped", OPT_LIST_SKIPPED, NO_VALUE},
    {"--version", OPT_VERSION, NO_VALUE},
    {"--help", OPT_HELP, NO_VALUE},
    {"-h", OPT_HELP, NO_VALUE},
    {"-w", OPT_NO_WARNINGS, NO_VALUE},
    {"--no-config", OPT_NO_CONFIG, NO_VALUE},
};
/* clang-format on */

enum { SPEC_COUNT = sizeof specs / sizeof *specs };

/* ---- values ---- */

static void complain_choice(const char *what, const char *value, const char *const *words) {
    char list[128] = "";
    for (size_t i = 0, n = 0; words[i]; i++)
        n += (size_t)snprintf(list + n, sizeof list - n, "%s%s", i ? ", " : "", words[i]);
    complain("unknown %s '%s' (%s)", what, value, list);
}

bool options_choose(const char *what, const char *value, const char *const *words, int *choice) {
    struct suggestion near = suggest_for(value);
    for (int i = 0; words[i]; i++) {
        if (!strcmp(words[i], value)) {
            *choice = i;
            return true;
        }
        suggest_offer(&near, words[i]);
    }
    if (near.best)
        complain("unknown %s '%s'; did you mean '%s'?", what, value, near.best);
    else
        complain_choice(what, value, words);
    return false;
}

static bool set_format(struct options *o, const char *value) {
    static const char *const words[] = {"text", "json", "sarif", "github", NULL};
    int choice = 0;
    bool known = options_choose("format", value, words, &choice);
    o->report.format = (enum format)choice;
    return known;
}

static bool set_language(struct options *o, const char *value) {
    static const char *const words[] = {"auto", "ptx",  "c++",      "python",
                                        "llvm", "rust", "markdown", NULL};
    int choice = 0;
    bool known = options_choose("language", value, words, &choice);
    o->language = (enum language)choice;
    return known;
}

const char *const option_colors[] = {"auto", "always", "never", NULL};

static bool set_color(struct options *o, const char *value) {
    int choice = 0;
    bool known = options_choose("color", value, option_colors, &choice);
    o->report.color = (enum color)choice;
    return known;
}

static bool set_unknown(struct options *o, const char *value) {
    static const char *const words[] = {"error", "ignore", NULL};
    int choice = 0;
    bool known = options_choose("value of --unknown", value, words, &choice);
    o->library.ignore_unknown = choice;
    return known;
}

static bool to_number(const char *name, const char *value, unsigned long limit,
                      unsigned long *number) {
    char *end;
    errno = 0;
    *number = strtoul(value, &end, 10);
    bool digits = *value >= '0' && *value <= '9' && !*end;
    if (digits && !errno && *number <= limit) return true;
    complain("'%s' requires a number from 0 to %lu, not '%s'", name, limit, value);
    return false;
}

static bool set_max_errors(struct options *o, const char *name, const char *value) {
    unsigned long number;
    if (!to_number(name, value, UINT32_MAX, &number)) return false;
    o->library.max_errors = (uint32_t)number;
    return true;
}

static bool set_jobs(struct options *o, const char *name, const char *value) {
    unsigned long number;
    if (!to_number(name, value, MAX_JOBS, &number)) return false;
    o->jobs = number ? (unsigned)number : sys_processor_count();
    return true;
}

static bool add_file(struct files *files, char *word) {
    if (!*word) {
        complain("a file has no name");
        return false;
    }
    if (strings_add(&files->name, &files->count, &files->capacity, word)) return true;
    complain("out of memory");
    return false;
}

/* NAME or NAME=VALUE */
static bool add_define(struct options *o, char *word) {
    size_t length = strcspn(word, "=");
    bool is_name = length && !(*word >= '0' && *word <= '9');
    for (size_t i = 0; i < length; i++)
        is_name = is_name && (word[i] == '_' || isalnum((unsigned char)word[i]));
    if (!is_name) return !complain("option '-D' requires NAME or NAME=VALUE, not '%s'", word);
    return add_file(&o->cxx.defines, word);
}

static bool set_compile_db(struct options *o, const char *value) {
    char *path = maps_path(o->config_read_from, value);
    compile_db_free(o->cxx.compile_db);
    o->cxx.compile_db = path ? compile_db_read(path) : NULL;
    free(path);
    return o->cxx.compile_db != NULL;
}

/* Applies an option without a value. */
static bool apply_flag(struct options *o, enum id id) {
    switch (id) {
    case OPT_DEPEND: o->depend.wanted = true; return true;
    case OPT_DUMP_AST: o->dump_ast = true; return true;
    case OPT_DUMP_FLOW: o->dump_flow = true; return true;
    case OPT_SYNTAX_ONLY: o->library.syntax_only = true; return true;
    case OPT_QUIET: o->report.quiet = true; return true;
    case OPT_VERBOSE: o->report.verbose = true; return true;
    case OPT_LIST_SKIPPED: o->report.list_skipped = true; return true;
    case OPT_VERSION: o->task = TASK_VERSION; return true;
    case OPT_HELP: o->task = TASK_HELP; return true;
    case OPT_NO_WARNINGS: o->warnings.all_off = true; return true;
    case OPT_NO_CONFIG: o->no_config = true; return true;
    default: return false;
    }
}

static bool apply(struct options *o, enum id id, const char *name, char *value) {
    switch (id) {
    case OPT_ARCH: o->library.arch = value; return true;
    case OPT_TOOLKIT: o->library.toolkit = value; return true;
    case OPT_LANGUAGE: return set_language(o, value);
    case OPT_FORMAT: return set_format(o, value);
    case OPT_COLOR: return set_color(o, value);
    case OPT_MAX_ERRORS: return set_max_errors(o, name, value);
    case OPT_JOBS: return set_jobs(o, name, value);
    case OPT_REPORT: o->report.path = strcmp(value, "-") ? value : NULL; return true;
    case OPT_OUTPUT: o->output = value; return true;
    case OPT_DEPEND_FILE: o->depend.file = value; return true;
    case OPT_DEPEND_TARGET: o->depend.target = value; return true;
    case OPT_TENSORMAP: return maps_add(&o->maps, value, o->config_read_from);
    case OPT_PTX: return add_file(&o->ptx, value);
    case OPT_DEFINE: return add_define(o, value);
    case OPT_COMPILE_DB: return set_compile_db(o, value);
    case OPT_UNKNOWN: return set_unknown(o, value);
    default: return apply_flag(o, id);
    }
}

/* ---- words ---- */

/* Returns true if `word` is this option. Sets *value to the part of the word that is its value, or
 * NULL. */
static bool spells(const struct spec *spec, char *word, char **value) {
    size_t length = strlen(spec->name);
    if (strncmp(word, spec->name, length)) return false;
    char *rest = word + length;
    *value = NULL;
    if (!*rest) return true;
    *value = spec->style == EQUALS ? rest + 1 : rest;
    return spec->style == ATTACHED || (spec->style == EQUALS && *rest == '=');
}

static bool unknown_option(const char *word) {
    char name[64];
    size_t length = strcspn(word, "=");
    if (length >= sizeof name) length = sizeof name - 1;
    memcpy(name, word, length);
    name[length] = '\0';
    for (size_t i = 0; i < SPEC_COUNT; i++) {
        if (strcmp(name, specs[i].name)) continue;
        complain("option '%s' takes no value", name);
        return false;
    }
    struct suggestion near = suggest_for(name);
    for (size_t i = 0; i < SPEC_COUNT; i++) suggest_offer(&near, specs[i].name);
    if (near.best)
        complain("unknown option '%s'; did you mean '%s'?", name, near.best);
    else
        complain("unknown option '%s' (try 'ptxcheck --help')", name);
    return false;
}

/* Parses an option and its value; sets *used if the value is the next word. */
static bool parse_option(struct options *o, char *word, char *next, bool *used) {
    *used = false;
    if (!strcmp(word, "-Wrehearse")) return o->library.rehearse = true;
    if (word[1] == 'W') return warnings_option(&o->warnings, word + 2);
    char *value = NULL;
    const struct spec *spec = specs, *end = specs + SPEC_COUNT;
    while (spec < end && !spells(spec, word, &value)) spec++;
    if (spec == end) return unknown_option(word);
    if (spec->style != NO_VALUE && !value) {
        value = next;
        *used = true;
        if (!value) {
            complain("option '%s' requires a value", word);
            return false;
        }
    }
    if (value && !*value) {
        complain("option '%s' requires a value, not an empty one", spec->name);
        return false;
    }
    return apply(o, spec->id, spec->name, value ? value : word + strlen(word));
}

static bool parse_words(struct options *o, const struct arguments *a) {
    bool plain = false, used = false;
    for (size_t i = 0; i < a->count; i += 1 + used) {
        char *word = a->word[i];
        bool is_option = !plain && word[0] == '-' && word[1];
        used = false;
        if (is_option && !strcmp(word, "--"))
            plain = true;
        else if (!(is_option
                       ? parse_option(o, word, i + 1 < a->count ? a->word[i + 1] : NULL, &used)
                       : add_file(&o->files, word)))
            return false;
    }
    return true;
}

/* ---- .ptxcheck ---- */

/* Returns true for options that say how files are checked; all others are for the command line
 * only. */
static bool may_be_configured(char *word) {
    static const enum id ids[] = {OPT_ARCH,        OPT_TOOLKIT,   OPT_LANGUAGE,    OPT_MAX_ERRORS,
                                  OPT_SYNTAX_ONLY, OPT_UNKNOWN,   OPT_NO_WARNINGS, OPT_TENSORMAP,
                                  OPT_DEFINE,      OPT_COMPILE_DB};
    char *value;
    if (word[0] != '-' || word[1] == 'W') return word[0] == '-';
    for (size_t i = 0; i < SPEC_COUNT; i++)
        for (size_t k = 0; k < sizeof ids / sizeof *ids; k++)
            if (specs[i].id == ids[k] && spells(&specs[i], word, &value)) return true;
    return false;
}

/* Parses the option on a line, whose value follows `=` or whitespace. */
static bool parse_line(struct options *o, char *line) {
    char *blank = strpbrk(line, " \t");
    char *value = blank ? blank + strspn(blank, " \t") : NULL;
    bool used;
    if (blank) *blank = '\0';
    if (!may_be_configured(line)) {
        complain("'%s' is no option for '" CONFIG_NAME "'", line);
        return false;
    }
    if (!parse_option(o, line, value, &used)) return false;
    if (value && !used) complain("'%s' is more than one option", value);
    return used || !value;
}

static bool parse_config(struct options *o) {
    bool good = true;
    o->config_read_from = o->config.path;
    for (size_t i = 0; good && i < o->config.count; i++) {
        good = parse_line(o, o->config.word[i]);
        if (!good) complain("cannot use line %u of '%s'", o->config.line[i], o->config.path);
    }
    o->config_read_from = NULL;
    return good;
}

/* ---- the whole command line ---- */

/* Compiled PTX belongs to exactly one input file. */
static bool wrong_ptx(const struct options *o) {
    if (!o->ptx.count || o->explains_log) return false;
    if (o->files.count > 1 || language_of(o->language, o->files.name[0]) != PTXC_LANGUAGE_CXX)
        return complain("'--ptx' requires one input file of C++, which the PTX is compiled from");
    for (size_t i = 0; i < o->ptx.count; i++)
        if (o->report.path && sys_is_same_file(o->report.path, o->ptx.name[i]))
            return complain("'%s' is input and report", o->report.path);
    return false;
}

static bool wrong_files(const struct options *o) {
    bool has_stdin = false;
    for (size_t i = 0; i < o->files.count; i++) {
        bool is_stdin = !strcmp(o->files.name[i], "-");
        if (is_stdin && has_stdin) return complain("standard input can be read only once");
        has_stdin = has_stdin || is_stdin;
        if (!is_stdin && o->report.path && sys_is_same_file(o->report.path, o->files.name[i]))
            return complain("'%s' is input and report", o->report.path);
    }
    if (!o->files.count && !o->explains_log)
        return complain("no input files (try 'ptxcheck --help')");
    if (o->files.count > 1 && o->explains_log) return complain("one log at a time");
    if (o->output && o->files.count > 1)
        return complain("'-o' is for one input; all reports go to '--report=FILE'");
    return wrong_ptx(o);
}

static bool unknown_toolkit(const char *name) {
    char known[256] = "";
    ptxc_release release;
    for (size_t i = 0; ptxc_release_get(i, &release) == PTXC_OK; i++) {
        if (i) strncat(known, " ", sizeof known - strlen(known) - 1);
        strncat(known, release.name, sizeof known - strlen(known) - 1);
    }
    return complain("unknown toolkit '%s'; known are %s", name, known);
}

static bool is_one_file(const char *path, const char *other) {
    return path && other && strcmp(path, "-") &&
           (!strcmp(path, other) || sys_is_same_file(path, other));
}

/* Every output must be a different file; only the main output may be the input file. */
static bool wrong_outputs(const struct options *o) {
    const char *rule = o->depend.file;
    if (is_one_file(o->output, o->report.path))
        return complain("'%s' is output and report", o->output);
    if (is_one_file(rule, o->output) || is_one_file(rule, o->report.path) ||
        is_one_file(rule, o->files.name[0]))
        return complain("'%s' of '-MF' is another file of this call", rule);
    return depend_is_wrong(&o->depend, o->output);
}

/* A log is passed through while it is read, so there is no other output and no tree. */
static bool wrong_for_log(const struct options *o) {
    const char *name = o->dump_ast        ? "--dump-ast"
                       : o->output        ? "-o"
                       : o->depend.wanted ? "-MD"
                                          : NULL;
    if (name) complain("'%s' does not apply to a log; the report goes to '--report=FILE'", name);
    return name != NULL;
}

/* Targets and releases are checked by the library: opening an empty module is enough. */
static bool wrong_target(const struct options *o) {
    if (!o->library.arch && !o->library.toolkit) return false;
    ptxc_module *module;
    ptxc_status status = ptxc_module_open("", 0, &o->library, &module);
    ptxc_module_close(module);
    const char *toolkit = o->library.toolkit ? o->library.toolkit : "the newest ptxas";
    switch (status) {
    case PTXC_OK: return false;
    case PTXC_UNKNOWN_TOOLKIT: return unknown_toolkit(o->library.toolkit);
    case PTXC_UNKNOWN_ARCH:
        return complain("%s%s does not support the architecture '%s'",
                        o->library.toolkit ? "ptxas " : "", toolkit, o->library.arch);
    default: return complain("%s", ptxc_status_message(status));
    }
}

static bool settle_library(struct options *o) {
    if (!warnings_settle(&o->warnings)) return false;
    o->library.warnings = o->warnings.setting;
    o->library.warning_count = o->warnings.setting_count;
    o->library.maps = o->maps.list;
    o->library.map_count = o->maps.count;
    o->library.defines = (const char *const *)o->cxx.defines.name;
    o->library.define_count = o->cxx.defines.count;
    return !wrong_target(o);
}

static bool settle(struct options *o) {
    if (o->task != TASK_CHECK && o->task != TASK_EXPLAIN_LOG) return true;
    if (wrong_files(o) || (o->explains_log ? wrong_for_log(o) : wrong_outputs(o))) return false;
    if (o->dump_ast && o->report.format != FORMAT_TEXT) {
        complain("'--dump-ast' is text; it goes with no other '--format'");
        return false;
    }
    return settle_library(o);
}

bool options_words(struct options *o, int argc, char **argv) {
    *o = (struct options){.library = {.size = sizeof(ptxc_options)}, .jobs = 1};
    return arguments_expand(&o->arguments, argc, argv) && parse_words(o, &o->arguments);
}

bool options_parse(struct options *o, enum task task, int argc, char **argv) {
    *o = (struct options){.library = {.size = sizeof(ptxc_options)},
                          .task = task,
                          .jobs = 1,
                          .explains_log = task == TASK_EXPLAIN_LOG};
    return arguments_expand(&o->arguments, argc, argv) && parse_words(o, &o->arguments) &&
           settle(o);
}

/* A repository must not hide errors unseen. */
static void say_hidden(const struct options *o) {
    const char *option = o->library.syntax_only      ? "--syntax-only"
                         : o->library.ignore_unknown ? "--unknown=ignore"
                                                     : NULL;
    if (option) remark("'%s' sets '%s', which hides errors", o->config.path, option);
}

bool options_under(struct options *o, const struct options *command, const char *config) {
    *o = (struct options){
        .jobs = 1, .library.size = sizeof(ptxc_options), .product = command->product};
    if (config && !(config_read(&o->config, config) && parse_config(o))) return false;
    if (config) say_hidden(o);
    if (!parse_words(o, &command->arguments)) return false;
    /* Some commands accept only C++, without an option that says so. */
    if (command->language != LANGUAGE_AUTO) o->language = command->language;
    return settle_library(o);
}

void options_free(struct options *o) {
    arguments_free(&o->arguments);
    config_free(&o->config);
    warnings_free(&o->warnings);
    maps_free(&o->maps);
    free(o->files.name);
    free(o->ptx.name);
    free(o->cxx.defines.name);
    compile_db_free(o->cxx.compile_db);
}
