/* SPDX-License-Identifier: Apache-2.0
 * Lines and columns of byte offsets, and where a compiler says they come from. */
#include "position.h"
#include "module.h"
#include <string.h>

uint32_t position_line_start(const struct ast *ast, uint32_t line) {
    return *(uint32_t *)list_at(&ast->lines, line);
}

uint32_t position_line(const struct ast *ast, uint32_t offset) {
    uint32_t low = 0, high = ast->lines.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (position_line_start(ast, middle) <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

ptxc_span position_line_span(const struct ast *ast, const char *text, uint32_t length,
                             uint32_t line) {
    uint32_t start = position_line_start(ast, line);
    uint32_t end = line + 1 < ast->lines.count ? position_line_start(ast, line + 1) - 1 : length;
    if (end > start && text[end - 1] == '\r') end--;
    return (ptxc_span){start, end};
}

void ptxc_module_position(const ptxc_module *m, uint32_t offset, uint32_t *line, uint32_t *column) {
    if (offset > m->length) offset = m->length;
    uint32_t at = position_line(&m->ast, offset);
    *line = at + 1;
    *column = offset - position_line_start(&m->ast, at) + 1;
}

bool ptxc_module_line(const ptxc_module *m, uint32_t line, ptxc_span *span) {
    if (!line || line > m->ast.lines.count) return false;
    *span = position_line_span(&m->ast, m->text, m->length, line - 1);
    return true;
}

/* ---- .loc ---- */

/* The last .loc that starts at or before the offset. */
static const struct stmt *loc_before(const struct ast *ast, uint32_t offset) {
    uint32_t low = 0, high = ast->locs.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (ast_stmt(ast, *(uint32_t *)list_at(&ast->locs, middle))->start <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? ast_stmt(ast, *(uint32_t *)list_at(&ast->locs, low - 1)) : NULL;
}

static bool file_name(const struct ast *ast, int64_t index, ptxc_span *name) {
    for (uint32_t i = 0; i < ast->files.count; i++) {
        const struct stmt *s = ast_stmt(ast, *(uint32_t *)list_at(&ast->files, i));
        if (ast_node(ast, s->nodes_end - 2)->value != index) continue;
        const struct node *n = ast_node(ast, s->nodes_end - 1);
        *name = (ptxc_span){n->start + 1, n->start + n->length - 1};
        return true;
    }
    return false;
}

/* Does the function that holds the offset begin after the .loc? Then that .loc is another's. */
static bool function_between(const struct ast *ast, uint32_t from, uint32_t offset) {
    uint32_t low = 0, high = ast->stmts.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (ast_stmt(ast, middle)->start <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    for (uint32_t i = low; i-- > 0 && ast_stmt(ast, i)->start > from;)
        if (ast_stmt(ast, i)->kind == PTXC_STMT_FUNCTION) return true;
    return false;
}

bool ptxc_module_source_loc(const ptxc_module *m, uint32_t offset, ptxc_source_loc *loc) {
    const struct stmt *s = loc_before(&m->ast, offset);
    if (!s || function_between(&m->ast, s->start, offset)) return false;
    uint32_t first = s->nodes_end - 3;
    if (!file_name(&m->ast, ast_node(&m->ast, first)->value, &loc->file)) return false;
    loc->line = (uint32_t)ast_node(&m->ast, first + 1)->value;
    loc->column = (uint32_t)ast_node(&m->ast, first + 2)->value;
    return true;
}
