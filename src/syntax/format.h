/* SPDX-License-Identifier: Apache-2.0
 * The text of a module laid out. */
#ifndef SYNTAX_FORMAT_H
#define SYNTAX_FORMAT_H

#include "syntax/ast.h"

/* Writes text[0..length), of which `ast` and `names` were made, with its blanks changed to the
 * style (NULL: the default), as snprintf does: cut to size, ended by NUL, the full length returned.
 */
size_t format_text(const struct ast *ast, const struct interner *names, const char *text,
                   uint32_t length, const ptxc_style *style, char *buffer, size_t size);

#endif
