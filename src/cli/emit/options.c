/* SPDX-License-Identifier: Apache-2.0
 * The command line of `ptxcheck emit`. */
#include "program/io/complain.h"
#include "cli/emit/emit.h"
#include "program/text/suggest.h"
#include "program/io/system.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Options with a value: `-o FILE`, `--arch=ARCH`, `--arch ARCH`. */
static const struct {
    const char *name;
    size_t place; /* offset of the string in struct emit_command */
} valued[] = {{"-o", offsetof(struct emit_command, output)},
              {"--arch", offsetof(struct emit_command, arch)},
              {"--toolkit", offsetof(struct emit_command, toolkit)},
              {"-MF", offsetof(struct emit_command, depend.file)},
              {"-MT", offsetof(struct emit_command, depend.target)},
              {"--only", offsetof(struct emit_command, only)},
              {"--namespace", offsetof(struct emit_command, space)}};
enum { VALUED = sizeof valued / sizeof *valued };

/* Options without a value. */
static const struct {
    const char *name;
    size_t place; /* offset of the bool */
} flags[] = {{"--all", offsetof(struct emit_command, all)},
             {"-MD", offsetof(struct emit_command, depend.wanted)},
             {"--help", offsetof(struct emit_command, help)},
             {"-h", offsetof(struct emit_command, help)}};
enum { FLAGS = sizeof flags / sizeof *flags };

static bool unknown(const char *word) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    struct suggestion near = suggest_for(name);
    for (size_t i = 0; i < VALUED; i++) suggest_offer(&near, valued[i].name);
    for (size_t i = 0; i < FLAGS; i++) suggest_offer(&near, flags[i].name);
    suggest_option(&near, "emit");
    return false;
}

/* Returns the value of the option in word i or after it, "" if it is missing, or NULL if it is
 * another option. */
static const char *value_of(const char *name, int *i, int count, char **words) {
    size_t length = strlen(name);
    const char *word = words[*i];
    if (strncmp(word, name, length)) return NULL;
    if (name[1] != '-' && word[length]) return word + length; /* -oFILE */
    if (word[length] == '=') return word + length + 1;
    if (word[length]) return NULL;
    return *i + 1 < count ? words[++*i] : "";
}

static bool parse_option(struct emit_command *c, int *i, int count, char **words) {
    for (size_t k = 0; k < FLAGS; k++)
        if (!strcmp(words[*i], flags[k].name)) return *(bool *)((char *)c + flags[k].place) = true;
    for (size_t k = 0; k < VALUED; k++) {
        const char *value = value_of(valued[k].name, i, count, words);
        if (!value) continue;
        if (!*value) {
            complain("option '%s' requires a value", valued[k].name);
            return false;
        }
        *(const char **)((char *)c + valued[k].place) = value;
        return true;
    }
    return unknown(words[*i]);
}

/* Returns true, to be passed on, if something is wrong. */
static bool wrong(const struct emit_command *c) {
    if (c->all && c->file) return complain("'--all' takes no file");
    if (c->all && !c->arch) return complain("'--all' needs an architecture: --arch=sm_100a");
    if (!c->all && !c->file) return complain("emit what? (try 'ptxcheck emit --help')");
    if (c->output && c->file && strcmp(c->file, "-") && sys_is_same_file(c->output, c->file))
        return complain("'%s' is input and output", c->output);
    return depend_is_wrong(&c->depend, c->output);
}

bool emit_parse(struct emit_command *c, int count, char **words) {
    bool plain = false;
    *c = (struct emit_command){0};
    for (int i = 0; i < count; i++) {
        bool is_option = !plain && words[i][0] == '-' && words[i][1];
        if (is_option && !strcmp(words[i], "--")) {
            plain = true;
        } else if (is_option) {
            if (!parse_option(c, &i, count, words)) return false;
        } else if (c->file) {
            complain("emit takes one file, not '%s', too", words[i]);
            return false;
        } else {
            c->file = words[i];
        }
    }
    if (!c->help && wrong(c)) return false;
    if (c->output && !strcmp(c->output, "-")) c->output = NULL;
    return true;
}
