/* SPDX-License-Identifier: Apache-2.0
 * Determines the language of a file: see language.h. */
#include "program/options/language.h"
#include <string.h>

ptxc_language language_of(enum language wanted, const char *path) {
    static const char *const endings[] = {".cu", ".cuh", ".cpp", ".cc",  ".cxx", ".c",  ".hpp",
                                          ".hh", ".hxx", ".h",   ".inl", ".inc", ".ii", ".i"};
    if (wanted != LANGUAGE_AUTO)
        return wanted == LANGUAGE_CXX ? PTXC_LANGUAGE_CXX : PTXC_LANGUAGE_PTX;
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (!strcmp(dot, endings[i])) return PTXC_LANGUAGE_CXX;
    return PTXC_LANGUAGE_PTX;
}
