/* SPDX-License-Identifier: Apache-2.0
 * `ptxcheck FOLDER`: the files of a folder and its subfolders that can contain PTX. */
#ifndef PROGRAM_OPTIONS_WALK_H
#define PROGRAM_OPTIONS_WALK_H

#include "program/options/options.h"

/* Replaces folders by the PTX and host files in them, ordered by name. Files and folders whose
 * names start with a dot, and those that a `.gitignore` excludes, are left out. Returns false after
 * reporting an error. The caller frees the result in either case. */
bool walk_files(const struct files *named, struct files *found);
void walk_free(struct files *found);

/* The same for one folder, step by step, for a program that has something else to do. */
struct walk;
enum walk_step {
    WALK_FILE, /* a file was found */
    WALK_ON,   /* a step was made */
    WALK_END,
    WALK_LOST /* memory ran out */
};
/* Returns NULL if memory runs out. */
struct walk *walk_open(const char *folder);
/* Looks at one name in a folder. For WALK_FILE, *file is a path that the caller frees. */
enum walk_step walk_next(struct walk *walk, char **file);
void walk_close(struct walk *walk);

#endif
