/* SPDX-License-Identifier: Apache-2.0
 * The arguments of ptxas that matter to a check. */
#ifndef CLI_PTXAS_ARGUMENTS_H
#define CLI_PTXAS_ARGUMENTS_H

#include <stdbool.h>

struct ptxas_arguments {
    char **input; /* the files that ptxas reads as PTX */
    int input_count;
    const char *arch; /* the value of --gpu-name, or NULL */
    char **text;      /* of the files of options, which contain some of the words */
    int text_count;
};

/* Reads the words for ptxas, and those in its files of options. Returns false if memory runs out.
 * The caller frees `input`, and calls ptxas_arguments_free when no word is needed any more. */
bool ptxas_arguments_read(struct ptxas_arguments *arguments, int count, char **words);
void ptxas_arguments_free(struct ptxas_arguments *arguments);

#endif
