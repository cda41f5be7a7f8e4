/* SPDX-License-Identifier: Apache-2.0
 * Lines and columns of byte offsets. Lines count from 0 here. */
#ifndef SYNTAX_POSITION_H
#define SYNTAX_POSITION_H

#include "syntax/ast.h"

/* A line begins at `start`: call it for each but the first, in order. */
void position_add_line(struct arena *arena, struct line_index *lines, uint32_t start);
/* The line an offset lies in. O(1). */
uint32_t position_line(const struct ast *ast, uint32_t offset);
uint32_t position_line_start(const struct ast *ast, uint32_t line);
/* The bytes of a line without its end of line. */
ptxc_span position_line_span(const struct ast *ast, const char *text, uint32_t length,
                             uint32_t line);

#endif
