/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck matrix: which targets, versions and releases accept what a file uses. */
#ifndef CLI_MATRIX_MATRIX_H
#define CLI_MATRIX_MATRIX_H

#include "program/options/command.h"
#include "program/isa/takers.h"

/* Handles the words after `matrix`; returns the exit status of the program. */
int matrix_main(int count, char **words);

/* ---- shared by the files of the command ---- */

struct matrix {
    struct out *out;
    const struct command *command;
    const struct palette *palette;
    const char *file;
    const ptxc_module *module;
    bool any; /* not the first file */
    int status;
};

/* The requirements of the whole file. */
struct needs {
    bool accepted; /* by some target */
    struct taker_least least;
    const char *target, *release;
    char version[TAKERS_TEXT];
    size_t errors; /* other errors with that header */
};

/* Returns the opcode and its qualifiers without whitespace and comments in between, which the
 * caller frees; or NULL if memory runs out. */
char *matrix_spelling(const struct matrix *m, ptxc_span span);
uint32_t matrix_line(const struct matrix *m, ptxc_span span);

/* text.c, json.c: writes one file, and what surrounds all files. */
void matrix_text_file(const struct matrix *m, const struct needs *needs);
void matrix_text_end(const struct matrix *m);
void matrix_json_begin(const struct matrix *m);
void matrix_json_file(const struct matrix *m, const struct needs *needs);
void matrix_json_end(const struct matrix *m);

#endif
