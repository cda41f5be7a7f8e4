/* SPDX-License-Identifier: Apache-2.0
 * Commands that check one file and write output generated from it: see produce.h. */
#include "cli/emit/produce.h"
#include "program/options/command.h"
#include "program/io/complain.h"
#include "cli/check/driver.h"
#include "program/options/help.h"
#include "program/io/out.h"
#include "program/io/system.h"
#include <string.h>

/* Returns false after it has reported that the option or the file does not fit the command. */
typedef bool fits_fn(const struct options *o);

struct production {
    enum product product;
    void (*help)(struct out *out);
    fits_fn *fits;
    const char *name;    /* its name in messages */
    const char *command; /* the command whose options are parsed */
};

static bool is_ptx(const struct options *o) {
    ptxc_language language = language_of(o->language, o->files.name[0]);
    if (language == PTXC_LANGUAGE_PTX) return true;
    complain("'emit' requires PTX, not %s: '%s'", language_name(language), o->files.name[0]);
    return false;
}

static bool may_be_cxx(const struct options *o) {
    if (o->language != LANGUAGE_PTX) return true;
    complain("'pp' requires C++, not PTX");
    return false;
}

static bool is_usable(const struct options *o, const struct production *p) {
    if (o->files.count != 1)
        complain("'%s' requires one file", p->name);
    else if (o->library.syntax_only)
        complain("'%s' goes with no '--syntax-only'", p->command);
    else if (!p->fits(o))
        return false;
    else if (strcmp(o->output, "-") && sys_is_same_file(o->output, o->files.name[0]))
        complain("'%s' is input and output", o->output);
    else
        return true;
    return false;
}

static int produce(struct options *o, const struct production *p) {
    if (o->task == TASK_HELP) {
        struct out out;
        out_init(&out, 1);
        p->help(&out);
        return command_end(&out, EXIT_CLEAN);
    }
    if (!o->output) o->output = "-";
    if (!is_usable(o, p)) return EXIT_TROUBLE;
    if (p->product == PRODUCT_EXPANSION) o->language = LANGUAGE_CXX;
    o->product = p->product;
    return check_files(o);
}

/* words[0] is in place of the program name. */
static int run(int count, char **words, const struct production *p) {
    struct options options;
    int status =
        options_parse(&options, TASK_CHECK, count, words) ? produce(&options, p) : EXIT_TROUBLE;
    options_free(&options);
    return status;
}

int emit_kernels_main(int count, char **words) {
    static const struct production kernels = {PRODUCT_KERNELS, help_emit_kernels, is_ptx,
                                              "emit --kernels", "emit"};
    int at = 0;
    while (strcmp(words[at], "--kernels")) at++;
    for (; at; at--) words[at] = words[at - 1];
    return run(count, words, &kernels);
}

int pp_main(int count, char **words) {
    static const struct production expansion = {PRODUCT_EXPANSION, help_pp, may_be_cxx, "pp", "pp"};
    return run(count + 1, words - 1, &expansion);
}
