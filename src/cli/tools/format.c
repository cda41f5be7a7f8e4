/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck format: see format.h. */
#include "cli/tools/format.h"
#include "program/options/command.h"
#include "program/io/complain.h"
#include "program/options/help.h"
#include "program/options/language.h"
#include "program/text/suggest.h"
#include "program/io/system.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum format_job { TO_OUTPUT, IN_PLACE, CHECK_ONLY };

struct format_command {
    enum format_job job;
    bool help;
    struct out *out;
};

/* ---- the command line ---- */

static bool unknown(const char *word) {
    static const char *const known[] = {"--in-place", "--check", "--help"};
    struct suggestion near = suggest_for(word);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) suggest_offer(&near, known[i]);
    suggest_option(&near, "format");
    return false;
}

static bool read_option(struct format_command *c, const char *word) {
    if (!strcmp(word, "-h") || !strcmp(word, "--help"))
        c->help = true;
    else if (!strcmp(word, "-i") || !strcmp(word, "--in-place"))
        c->job = IN_PLACE;
    else if (!strcmp(word, "--check"))
        c->job = CHECK_ONLY;
    else
        return unknown(word);
    return true;
}

/* Moves the files to the front of the words and returns their number, or a negative number after it
 * has reported what is wrong. */
static int read_words(struct format_command *c, int count, char **words) {
    int files = 0;
    bool plain = false;
    for (int i = 0; i < count; i++)
        if (plain || words[i][0] != '-' || !words[i][1])
            words[files++] = words[i];
        else if (!strcmp(words[i], "--"))
            plain = true;
        else if (!read_option(c, words[i]))
            return -1;
    return files;
}

/* ---- one file ---- */

static int write_file(const char *path, const char *text, size_t length) {
    struct sys_target target;
    int error = sys_create(&target, path);
    if (error) return complain_file("cannot write", path, error);
    error = sys_write(target.file, text, length);
    if (error)
        sys_discard(&target);
    else
        error = sys_commit(&target);
    return error ? complain_file("cannot write", path, error) : EXIT_CLEAN;
}

static int use(const struct format_command *c, const char *path, const char *text, size_t length,
               bool changed) {
    bool input = !strcmp(path, "-");
    if (c->job == TO_OUTPUT || (c->job == IN_PLACE && input)) {
        out_bytes(c->out, text, length);
        return EXIT_CLEAN;
    }
    if (!changed) return EXIT_CLEAN;
    if (c->job == IN_PLACE) return write_file(path, text, length);
    out_printable(c->out, input ? "<stdin>" : path, strlen(input ? "<stdin>" : path));
    out_char(c->out, '\n');
    return EXIT_FINDINGS;
}

static int lay_out(const struct format_command *c, const char *path, const char *text,
                   size_t length) {
    static const ptxc_options options = {.size = sizeof(ptxc_options), .syntax_only = true};
    ptxc_module *module;
    ptxc_status status = ptxc_module_open(text, length, &options, &module);
    if (status) return complain("cannot format '%s': %s", path, ptxc_status_message(status));
    size_t after = ptxc_module_format(module, NULL, NULL, 0);
    char *laid = malloc(after + 1);
    int result = EXIT_TROUBLE;
    if (laid) {
        (void)ptxc_module_format(module, NULL, laid, after + 1);
        bool changed = after != length || memcmp(laid, text, length);
        result = use(c, path, laid, after, changed);
    } else {
        complain("cannot format '%s': %s", path, ptxc_status_message(PTXC_NO_MEMORY));
    }
    free(laid);
    ptxc_module_close(module);
    return result;
}

static int one_file(const struct format_command *c, const char *path) {
    char *text;
    size_t length;
    ptxc_language language = language_of(LANGUAGE_AUTO, path);
    if (language != PTXC_LANGUAGE_PTX)
        return complain("cannot format '%s': by its name, it is %s", path, language_name(language));
    int error = sys_read(path, &text, &length);
    if (error) return complain_file("cannot read", path, error);
    int result = lay_out(c, path, text, length);
    free(text);
    return result;
}

int format_main(int count, char **words) {
    struct out out;
    struct format_command c = {.out = &out};
    int files = read_words(&c, count, words), status = EXIT_CLEAN;
    if (files < 0) return EXIT_TROUBLE;
    out_init(&out, 1);
    if (c.help) help_format(&out);
    if (!c.help && !files) return complain("format what? (try 'ptxcheck format --help')");
    for (int i = 0; i < files && !c.help && !out.error; i++) {
        int one = one_file(&c, words[i]);
        if (one > status) status = one;
    }
    return command_end(&out, status);
}
