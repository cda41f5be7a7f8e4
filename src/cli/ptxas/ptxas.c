/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck ptxas: see ptxas.h. */
#include "cli/ptxas/ptxas.h"
#include "cli/log/explain_log.h"
#include "cli/ptxas/arguments.h"
#include "program/io/child.h"
#include "program/io/complain.h"
#include "program/options/command.h"
#include "program/options/help.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PATH_VARIABLE "PTXCHECK_PTXAS" /* the path of the real ptxas */

static int cannot_run(const char *path, int error) {
    return complain_file("cannot run", path, error);
}

/* If only ptxas knows the target, the module determines it. */
static void choose_arch(ptxc_options *library, const char *arch) {
    ptxc_module *module;
    library->arch = arch;
    if (ptxc_module_open("", 0, library, &module) != PTXC_OK) library->arch = NULL;
    ptxc_module_close(module);
}

/* Reports on standard error, like ptxas. */
static void report(struct options *o, int log) {
    struct lines *lines = malloc(sizeof *lines);
    if (!lines) {
        complain_file("cannot read", "the messages of ptxas", ENOMEM);
        return;
    }
    o->report.on_stderr = true;
    lines_attach(lines, log, LOG_LONGEST_LINE);
    (void)log_explain(o, lines, true);
    lines_close(lines);
    free(lines);
}

/* `words` are those for ptxas, preceded by one that may be replaced. */
static int run_checked(struct options *o, const char *path, struct ptxas_arguments *a,
                       char **words) {
    struct child child;
    o->ptx = (struct files){a->input, (size_t)a->input_count, (size_t)a->input_count};
    int error = child_start(&child, path, words);
    if (error) return cannot_run(path, error);
    choose_arch(&o->library, a->arch);
    report(o, child.error);
    return child_wait(&child);
}

static int run_at(struct options *o, char *path, int count, char **words) {
    struct ptxas_arguments a;
    words[-1] = path;
    if (!ptxas_arguments_read(&a, count, words)) return complain("out of memory");
    int status = a.input_count ? run_checked(o, path, &a, words - 1)
                               : cannot_run(path, child_become(path, words - 1));
    ptxas_arguments_free(&a);
    return status;
}

static int run_ptxas(struct options *o, int count, char **words) {
    const char *given = getenv(PATH_VARIABLE);
    char *path = given && *given ? strdup(given) : child_find("ptxas");
    if (!path)
        return complain("cannot find ptxas: put its folder into PATH, or its path into "
                        "'" PATH_VARIABLE "'");
    int status = run_at(o, path, count, words);
    free(path);
    return status;
}

int ptxas_checked_main(int count, char **words) {
    struct options o;
    char *none = "";
    int status = EXIT_TROUBLE;
    if (options_parse(&o, TASK_EXPLAIN_LOG, 1, &none)) status = run_ptxas(&o, count, words);
    options_free(&o);
    return status;
}

static bool are_options(const struct options *o) {
    const char *word = o->files.count ? o->files.name[0] : o->ptx.count ? o->ptx.name[0] : NULL;
    if (word) complain("'%s' is an input of ptxas: write it after '--'", word);
    return !word;
}

int ptxas_main(int count, char **words) {
    struct options o;
    int own = 0, status = EXIT_TROUBLE;
    while (own < count && strcmp(words[own], "--")) own++;
    bool parsed = options_parse(&o, TASK_EXPLAIN_LOG, own + 1, words - 1);
    if (parsed && o.task == TASK_HELP)
        status = command_print(help_ptxas);
    else if (parsed && own == count)
        status = complain("'ptxcheck ptxas' requires '--' before the arguments of ptxas");
    else if (parsed && are_options(&o))
        status = run_ptxas(&o, count - own - 1, words + own + 1);
    options_free(&o);
    return status;
}
