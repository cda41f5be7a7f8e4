/* SPDX-License-Identifier: Apache-2.0
 * Determines the language of a file: see language.h. */
#include "program/options/language.h"
#include "program/io/complain.h"
#include <string.h>

/* In the order of enum language. */
static ptxc_language chosen_language(enum language wanted) {
    return (ptxc_language)(PTXC_LANGUAGE_PTX + (wanted - LANGUAGE_PTX));
}

bool language_of_name(const char *path, ptxc_language *language) {
    static const struct {
        const char *ending;
        ptxc_language language;
    } endings[] = {{".ptx", PTXC_LANGUAGE_PTX},    {".cu", PTXC_LANGUAGE_CXX},
                   {".cuh", PTXC_LANGUAGE_CXX},    {".cpp", PTXC_LANGUAGE_CXX},
                   {".cc", PTXC_LANGUAGE_CXX},     {".cxx", PTXC_LANGUAGE_CXX},
                   {".c", PTXC_LANGUAGE_CXX},      {".hpp", PTXC_LANGUAGE_CXX},
                   {".hh", PTXC_LANGUAGE_CXX},     {".hxx", PTXC_LANGUAGE_CXX},
                   {".h", PTXC_LANGUAGE_CXX},      {".inl", PTXC_LANGUAGE_CXX},
                   {".inc", PTXC_LANGUAGE_CXX},    {".ii", PTXC_LANGUAGE_CXX},
                   {".i", PTXC_LANGUAGE_CXX},      {".py", PTXC_LANGUAGE_PYTHON},
                   {".pyi", PTXC_LANGUAGE_PYTHON}, {".ll", PTXC_LANGUAGE_LLVM},
                   {".mlir", PTXC_LANGUAGE_LLVM},  {".rs", PTXC_LANGUAGE_RUST},
                   {".md", PTXC_LANGUAGE_MARKDOWN}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++) {
        if (strcmp(dot, endings[i].ending)) continue;
        *language = endings[i].language;
        return true;
    }
    return false;
}

ptxc_language language_of(enum language wanted, const char *path) {
    ptxc_language language = PTXC_LANGUAGE_PTX;
    if (wanted != LANGUAGE_AUTO) return chosen_language(wanted);
    (void)language_of_name(path, &language);
    return language;
}

const char *language_name(ptxc_language language) {
    switch (language) {
    case PTXC_LANGUAGE_CXX: return "C++";
    case PTXC_LANGUAGE_PYTHON: return "Python";
    case PTXC_LANGUAGE_LLVM: return "LLVM IR";
    case PTXC_LANGUAGE_RUST: return "Rust";
    case PTXC_LANGUAGE_MARKDOWN: return "Markdown";
    default: return "PTX";
    }
}

bool language_must_be_ptx(const char *command, const char *path) {
    ptxc_language language = language_of(LANGUAGE_AUTO, path);
    if (language == PTXC_LANGUAGE_PTX) return true;
    complain("%s takes PTX, and '%.300s' is %s", command, path, language_name(language));
    return false;
}
