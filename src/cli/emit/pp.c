/* SPDX-License-Identifier: Apache-2.0
 * `ptxcheck pp`: the check of one file of C++, after which it passes with its blocks expanded. */
#include "cli/emit/pp.h"
#include "program/options/command.h"
#include "program/io/complain.h"
#include "cli/check/driver.h"
#include "program/options/help.h"
#include "program/io/out.h"
#include "program/io/system.h"
#include <string.h>

static bool wrong(const struct options *o) {
    if (o->files.count != 1) return complain("'pp' wants one file");
    if (o->library.syntax_only) return complain("'pp' goes with no '--syntax-only'");
    if (o->language == LANGUAGE_PTX) return complain("'pp' wants C++, not PTX");
    if (strcmp(o->output, "-") && sys_is_same_file(o->output, o->files.name[0]))
        return complain("'%s' is input and output", o->output);
    return false;
}

static int expand(struct options *o) {
    if (o->task == TASK_HELP) {
        struct out out;
        out_init(&out, 1);
        help_pp(&out);
        return command_end(&out, EXIT_CLEAN);
    }
    if (!o->output) o->output = "-";
    if (wrong(o)) return EXIT_TROUBLE;
    o->language = LANGUAGE_CXX;
    o->product = PRODUCT_EXPANSION;
    return check_files(o);
}

int pp_main(int count, char **words) {
    struct options options;
    int status =
        options_parse(&options, TASK_CHECK, count + 1, words - 1) ? expand(&options) : EXIT_TROUBLE;
    options_free(&options);
    return status;
}
