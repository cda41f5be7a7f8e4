/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck, the program. */
#include "cli/check/driver.h"
#include "program/io/complain.h"
#include "cli/tools/descriptor.h"
#include "cli/emit/produce.h"
#include "cli/emit/emit.h"
#include "cli/tools/explain.h"
#include "cli/log/explain_log.h"
#include "cli/tools/format.h"
#include "cli/tools/version.h"
#include "program/options/command.h"
#include "program/options/help.h"
#include "cli/isa/isa.h"
#include "cli/matrix/matrix.h"
#include "cli/ptxas/ptxas.h"
#include "program/io/system.h"
#include "program/text/suggest.h"
#include "cli/tensormap/tensormap.h"
#include "cli/rehearse/rehearse.h"
#include "lsp/lsp.h"
#include <string.h>

static int run(const struct options *options) {
    switch (options->task) {
    case TASK_HELP: return command_print(help_main);
    case TASK_VERSION:
        return command_print(options->report.verbose ? version_write_details : version_write);
    case TASK_CHECK: return check_files(options);
    case TASK_EXPLAIN_LOG: break; /* it has its own main */
    }
    return EXIT_TROUBLE;
}

/* The verbs other than checking files: their words, and the functions that handle them. An object
 * that is an option may be anywhere. */
static const struct verb {
    const char *word, *object;
    int (*main)(int count, char **words);
} verbs[] = {
    {"emit", "--kernels", emit_kernels_main},
    {"emit", NULL, emit_main},
    {"explain", NULL, explain_main},
    {"explain-log", NULL, explain_log_main},
    {"format", NULL, format_main},
    {"isa", NULL, isa_main},
    {"lsp", NULL, lsp_main},
    {"matrix", NULL, matrix_main},
    {"pp", NULL, pp_main},
    {"ptxas", NULL, ptxas_main},
    {"rehearse", NULL, rehearse_main},
    {"tensormap", NULL, tensormap_main},
    {"decode", "tensormap", tensormap_decode_main},
    {"encode", "tensormap", tensormap_encode_main},
    {"decode", NULL, decode_main},
    {"encode", NULL, encode_main},
};

static const struct verb *find_verb(int argc, char **argv) {
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        const struct verb *v = &verbs[i];
        if (argc < 2 || strcmp(argv[1], v->word)) continue;
        if (!v->object || (argc > 2 && !strcmp(argv[2], v->object))) return v;
        for (int k = 3; k < argc && v->object[0] == '-'; k++)
            if (!strcmp(argv[k], v->object)) return v;
    }
    return NULL;
}

/* A first word that is neither a command nor a file, and close to a command, is a misspelled one.
 */
static bool is_misspelled(const char *word) {
    struct suggestion near = suggest_for(word);
    if (*word == '-' || strpbrk(word, "./@") || sys_is_file(word)) return false;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) suggest_offer(&near, verbs[i].word);
    if (near.best) complain("unknown command '%s'; did you mean '%s'?", word, near.best);
    return near.best;
}

/* Build systems run ptxas by a path to which they cannot add words. */
static bool is_called_as_ptxas(const char *path) {
    return !strncmp(sys_base_name(path), "ptxas", 5);
}

int main(int argc, char **argv) {
    sys_start();
    if (argc && is_called_as_ptxas(argv[0])) return ptxas_checked_main(argc - 1, argv + 1);
    const struct verb *verb = find_verb(argc, argv);
    int used = verb && verb->object && verb->object[0] != '-' ? 3 : 2;
    if (verb) return verb->main(argc - used, argv + used);
    if (argc > 1 && is_misspelled(argv[1])) return EXIT_TROUBLE;
    struct options options;
    int status = options_parse(&options, TASK_CHECK, argc, argv) ? run(&options) : EXIT_TROUBLE;
    options_free(&options);
    return status;
}
