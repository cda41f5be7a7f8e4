/* SPDX-License-Identifier: Apache-2.0
 * Response files: see arguments.h. Words are separated by whitespace. Quotes of both kinds
 * preserve it, and a backslash preserves the next character, except inside single quotes. */
#include "program/options/arguments.h"
#include "program/text/strings.h"
#include "program/io/complain.h"
#include "program/io/system.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 16, MAX_FILES = 1000 };

static bool no_memory(void) {
    complain("%s", sys_error_text(ENOMEM));
    return false;
}

static bool add_word(struct arguments *a, char *word) {
    return strings_add(&a->word, &a->count, &a->capacity, word) || no_memory();
}

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Cuts the word at *cursor out of the text, in place: removing quotes never makes it longer.
 * Returns NULL if a quote is still open at the end. */
static char *cut_word(char **cursor) {
    char *from = *cursor, *to = *cursor, *word = *cursor;
    char quote = '\0';
    for (; *from && (quote || !is_blank(*from)); from++) {
        if (*from == quote) {
            quote = '\0';
        } else if (!quote && (*from == '"' || *from == '\'')) {
            quote = *from;
        } else {
            if (*from == '\\' && quote != '\'' && from[1]) from++;
            *to++ = *from;
        }
    }
    *cursor = *from ? from + 1 : from;
    *to = '\0';
    return quote ? NULL : word;
}

static bool add_file(struct arguments *a, const char *path, int depth);

static bool add(struct arguments *a, char *word, int depth, bool *plain) {
    if (!*plain && word[0] == '@' && word[1]) return add_file(a, word + 1, depth + 1);
    if (!strcmp(word, "--")) *plain = true;
    return add_word(a, word);
}

static bool add_words_of(struct arguments *a, const char *path, char *cursor, int depth) {
    bool plain = false;
    for (;;) {
        while (is_blank(*cursor)) cursor++;
        if (!*cursor) return true;
        char *word = cut_word(&cursor);
        if (!word) {
            complain("response file '%s' ends inside quotes", path);
            return false;
        }
        if (!add(a, word, depth, &plain)) return false;
    }
}

static bool add_file(struct arguments *a, const char *path, int depth) {
    if (depth > MAX_DEPTH || a->text_count >= MAX_FILES) {
        complain("response file '%s' is nested too deeply (does it name itself?)", path);
        return false;
    }
    char *text;
    size_t length;
    int error = sys_read(path, &text, &length);
    if (error) {
        complain_file("cannot read response file", path, error);
        return false;
    }
    if (!strings_add(&a->text, &a->text_count, &a->text_capacity, text)) {
        free(text);
        return no_memory();
    }
    if (memchr(text, '\0', length)) {
        complain("response file '%s' has a NUL byte", path);
        return false;
    }
    return add_words_of(a, path, text, depth);
}

bool arguments_expand(struct arguments *a, int argc, char **argv) {
    *a = (struct arguments){0};
    bool plain = false;
    for (int i = 1; i < argc; i++)
        if (!add(a, argv[i], 0, &plain)) return false;
    return true;
}

void arguments_free(struct arguments *a) {
    for (size_t i = 0; i < a->text_count; i++) free(a->text[i]);
    free(a->text);
    free(a->word);
}
