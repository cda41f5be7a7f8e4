/* SPDX-License-Identifier: Apache-2.0
 * The arguments of ptxas: see arguments.h. */
#include "cli/ptxas/arguments.h"
#include "program/io/system.h"
#include <stdlib.h>
#include <string.h>

static bool is_one_of(const char *word, const char *const *all) {
    while (*all && strcmp(word, *all)) all++;
    return *all;
}

static const char *const target_options[] = {"-arch", "--gpu-name", NULL};
static const char *const list_options[] = {"-optf", "--options-file", NULL};
/* Options whose next word is a file that is not PTX. */
static const char *const file_options[] = {"-o", "--output-file", "-optf", "--options-file", NULL};

/* Returns the value in `-arch=sm_90` of one of these options, or NULL if the word is another one.
 */
static char *value_in(char *word, const char *const *options) {
    for (; *options; options++) {
        size_t length = strlen(*options);
        if (!strncmp(word, *options, length) && word[length] == '=') return word + length + 1;
    }
    return NULL;
}

/* Appends a word to a list. Returns false if memory runs out. */
static bool append(char ***list, int *count, char *word) {
    char **longer = realloc(*list, ((size_t)*count + 1) * sizeof *longer);
    if (!longer) return false;
    *list = longer;
    longer[(*count)++] = word;
    return true;
}

/* Returns the next word of a file of options, which quotes may enclose, or NULL. Moves *text behind
 * it. */
static char *next_word(char **text) {
    const char *space = " \t\r\n";
    char *word = *text + strspn(*text, space);
    bool quoted = *word == '"';
    word += quoted;
    size_t length = strcspn(word, quoted ? "\"" : space);
    if (!quoted && !length) return NULL;
    *text = word + length + (word[length] != '\0');
    word[length] = '\0';
    return word;
}

static bool take_file(struct ptxas_arguments *a, const char *path);

/* Takes a word that follows another one. In a file of options, `nested`, other files are not read.
 */
static bool take_word(struct ptxas_arguments *a, const char *before, char *word, bool nested) {
    char *value;
    if (is_one_of(before, target_options))
        a->arch = word;
    else if ((value = value_in(word, target_options)))
        a->arch = value;
    else if (is_one_of(before, list_options))
        return nested || take_file(a, word);
    else if ((value = value_in(word, list_options)))
        return nested || take_file(a, value);
    else if (*word != '-' && !is_one_of(before, file_options) && sys_is_file(word))
        return append(&a->input, &a->input_count, word);
    return true;
}

/* Takes the words of a file of options. ptxas reports one that cannot be read. */
static bool take_file(struct ptxas_arguments *a, const char *path) {
    enum { MOST = 1 << 20 };
    char *text, *word, *before = "";
    size_t length;
    if (sys_read_small(path, MOST, &text, &length)) return true;
    if (!append(&a->text, &a->text_count, text)) {
        free(text);
        return false;
    }
    for (; (word = next_word(&text)); before = word)
        if (!take_word(a, before, word, true)) return false;
    return true;
}

bool ptxas_arguments_read(struct ptxas_arguments *a, int count, char **words) {
    *a = (struct ptxas_arguments){0};
    for (const char *before = ""; count--; before = *words++)
        if (!take_word(a, before, *words, false)) {
            free(a->input);
            ptxas_arguments_free(a);
            return false;
        }
    return true;
}

void ptxas_arguments_free(struct ptxas_arguments *a) {
    while (a->text_count) free(a->text[--a->text_count]);
    free(a->text);
}
