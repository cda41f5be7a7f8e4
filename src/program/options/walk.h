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

#endif
