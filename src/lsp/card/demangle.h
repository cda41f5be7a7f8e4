/* SPDX-License-Identifier: Apache-2.0
 * Names of C++ functions as their authors wrote them. */
#ifndef LSP_CARD_DEMANGLE_H
#define LSP_CARD_DEMANGLE_H

#include <stddef.h>

/* Returns "gemm(float*, int)" for "_Z4gemmPfi", which the caller frees; or NULL if the name is not
 * a mangled one, if it is too long, or if the program was built without a demangler. */
char *demangle(const char *name, size_t length);

#endif
