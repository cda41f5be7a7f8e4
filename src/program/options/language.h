/* SPDX-License-Identifier: Apache-2.0
 * Determines the language of a file: PTX, or a host language with inline PTX. */
#ifndef PROGRAM_OPTIONS_LANGUAGE_H
#define PROGRAM_OPTIONS_LANGUAGE_H

#include "ptxcheck.h"

enum language {
    LANGUAGE_AUTO,
    LANGUAGE_PTX,
    LANGUAGE_CXX,
    LANGUAGE_PYTHON,
    LANGUAGE_LLVM,
    LANGUAGE_RUST,
    LANGUAGE_MARKDOWN
};

/* For LANGUAGE_AUTO, the suffix of the path decides. */
ptxc_language language_of(enum language wanted, const char *path);
/* Finds the language that the suffix of the path names. Returns false if it names none. */
bool language_of_name(const char *path, ptxc_language *language);
/* Returns a name such as "C++". */
const char *language_name(ptxc_language language);
/* Returns true if the file, by its name, is PTX; otherwise reports that the command requires it. */
bool language_must_be_ptx(const char *command, const char *path);

#endif
