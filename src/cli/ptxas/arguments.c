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
/* Options whose next word is a file that is not PTX. */
static const char *const file_options[] = {"-o", "--output-file", "-optf", "--options-file", NULL};

/* Returns the target in `-arch=sm_90`, or NULL if the word is another option. */
static const char *target_in(const char *word) {
    for (size_t i = 0; target_options[i]; i++) {
        size_t length = strlen(target_options[i]);
        if (!strncmp(word, target_options[i], length) && word[length] == '=')
            return word + length + 1;
    }
    return NULL;
}

bool ptxas_arguments_read(struct ptxas_arguments *a, int count, char **words) {
    const char *before = "", *target;
    *a = (struct ptxas_arguments){.input = calloc((size_t)count + 1, sizeof *a->input)};
    if (!a->input) return false;
    for (; count--; before = *words++) {
        if (is_one_of(before, target_options))
            a->arch = *words;
        else if ((target = target_in(*words)))
            a->arch = target;
        else if (**words != '-' && !is_one_of(before, file_options) && sys_is_file(*words))
            a->input[a->input_count++] = *words;
    }
    return true;
}
