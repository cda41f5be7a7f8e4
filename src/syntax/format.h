/* SPDX-License-Identifier: Apache-2.0
 * Formats the text of a module. */
#ifndef SYNTAX_FORMAT_H
#define SYNTAX_FORMAT_H

#include "syntax/ast.h"

/* Writes text[0..length), from which `ast` and `names` were made, with its whitespace changed to
 * the style (NULL for the default). Follows snprintf: truncates to size, ends with NUL, and returns
 * the full length. */
size_t format_text(const struct ast *ast, const struct interner *names, const char *text,
                   uint32_t length, const ptxc_style *style, char *buffer, size_t size);

#endif
