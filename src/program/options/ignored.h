/* SPDX-License-Identifier: Apache-2.0
 * `.gitignore`: which files of a folder are not sources. */
#ifndef PROGRAM_OPTIONS_IGNORED_H
#define PROGRAM_OPTIONS_IGNORED_H

#include <stdbool.h>
#include <stddef.h>

/* The patterns of the `.gitignore` of a folder, and those of the folders that contain it. */
struct ignored {
    const struct ignored *outer;
    const char *path; /* of the folder, with its `/` */
    char *text;       /* NULL if the folder has none */
    size_t length;    /* of the text */
    size_t folder;    /* length of its path */
};

/* Reads the `.gitignore` of the folder; `path` ends with a `/`. */
void ignored_read(struct ignored *ignored, const char *path, const struct ignored *outer);
void ignored_free(struct ignored *ignored);
/* Returns true if a pattern excludes the path, which is in the folder of `ignored`. */
bool ignored_has(const struct ignored *ignored, const char *path, bool is_folder);

#endif
