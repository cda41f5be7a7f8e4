/* SPDX-License-Identifier: Apache-2.0
 * Command lines of commands: see command.h. */
#include "program/options/command.h"
#include "program/io/complain.h"
#include "program/text/suggest.h"
#include "program/io/system.h"
#include <stdio.h>
#include <string.h>

static bool unknown(const char *name, const char *word) {
    static const char *const known[] = {"--format", "--color", "--help"};
    char option[64];
    snprintf(option, sizeof option, "%.*s", (int)strcspn(word, "="), word);
    struct suggestion near = suggest_for(option);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) suggest_offer(&near, known[i]);
    suggest_option(&near, name);
    return false;
}

/* Returns the value of `--format=json` or `--format json`, "" if the value is missing, or NULL if
 * the word is another option. */
static const char *value_of(const char *option, const char *word, int *i, int count, char **words) {
    size_t length = strlen(option);
    if (strncmp(word, option, length)) return NULL;
    if (word[length] == '=') return word + length + 1;
    if (word[length]) return NULL;
    return *i + 1 < count ? words[++*i] : "";
}

static bool choose(const char *option, const char *value, const char *const *words, int *choice) {
    if (*value) return options_choose(option + 2, value, words, choice);
    complain("option '%s' requires a value", option);
    return false;
}

static bool option(struct command *c, const char *name, int *i, int count, char **words) {
    static const char *const formats[] = {"text", "json", NULL};
    const char *word = words[*i], *value;
    int choice = 0;
    if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
        c->help = true;
        return true;
    }
    if ((value = value_of("--format", word, i, count, words))) {
        if (!choose("--format", value, formats, &choice)) return false;
        c->format = (enum format)choice;
        return true;
    }
    if ((value = value_of("--color", word, i, count, words))) {
        if (!choose("--color", value, option_colors, &choice)) return false;
        c->color = palette_wanted((enum color)choice, 1);
        return true;
    }
    return unknown(name, word);
}

bool command_parse(struct command *c, const char *name, int count, char **words) {
    *c = (struct command){.color = palette_wanted(COLOR_AUTO, 1), .word = words};
    bool plain = false;
    for (int i = 0; i < count; i++) {
        bool is_option = !plain && words[i][0] == '-' && words[i][1];
        if (is_option && !strcmp(words[i], "--"))
            plain = true;
        else if (!is_option)
            c->word[c->count++] = words[i];
        else if (!option(c, name, &i, count, words))
            return false;
    }
    return true;
}

int command_end(struct out *out, int status) {
    int error = out_flush(out);
    if (!error) return status;
    if (sys_is_closed_pipe(error)) return EXIT_TROUBLE;
    return complain("cannot write standard output: %s", sys_error_text(error));
}

bool command_value(const char *name, int *i, int count, char **words, const char **value) {
    const char *word = words[*i];
    size_t length = strlen(name);
    if (strncmp(word, name, length) || (word[length] && word[length] != '=')) return false;
    *value = "";
    if (word[length])
        *value = word + length + 1;
    else if (*i + 1 < count)
        *value = words[++*i];
    return true;
}

int command_print(void (*write)(struct out *out)) {
    struct out out;
    out_init(&out, 1);
    write(&out);
    return command_end(&out, EXIT_CLEAN);
}
