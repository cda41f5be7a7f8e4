/* SPDX-License-Identifier: Apache-2.0
 * `ptxcheck emit --kernels`: the check of one file, after which C++ passes instead of the file. */
#include "cli/emit/kernels.h"
#include "program/options/command.h"
#include "program/io/complain.h"
#include "cli/check/driver.h"
#include "program/options/help.h"
#include "program/io/out.h"
#include "program/io/system.h"
#include <string.h>

static bool wrong(const struct options *o) {
    if (o->files.count != 1) return complain("'emit --kernels' wants one file");
    if (o->library.syntax_only) return complain("'emit' goes with no '--syntax-only'");
    if (language_of(o->language, o->files.name[0]) != PTXC_LANGUAGE_PTX)
        return complain("'emit' wants PTX, not C++: '%s'", o->files.name[0]);
    if (strcmp(o->output, "-") && sys_is_same_file(o->output, o->files.name[0]))
        return complain("'%s' is input and output", o->output);
    return false;
}

static int emit(struct options *o) {
    if (o->task == TASK_HELP) {
        struct out out;
        out_init(&out, 1);
        help_emit_kernels(&out);
        return command_end(&out, EXIT_CLEAN);
    }
    if (!o->output) o->output = "-";
    if (wrong(o)) return EXIT_TROUBLE;
    o->product = PRODUCT_KERNELS;
    return check_files(o);
}

int emit_kernels_main(int count, char **words) {
    struct options options;
    int at = 0;
    while (strcmp(words[at], "--kernels")) at++;
    /* It stands first, where the name of a program would. */
    for (; at; at--) words[at] = words[at - 1];
    int status = options_parse(&options, TASK_CHECK, count, words) ? emit(&options) : EXIT_TROUBLE;
    options_free(&options);
    return status;
}
