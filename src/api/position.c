/* SPDX-License-Identifier: Apache-2.0
 * Lines and columns of byte offsets, and where a compiler says they come from. */
#include "check/module.h"
#include "embed/cxx_check.h"
#include "ptxcheck.h"

void ptxc_module_position(const ptxc_module *m, uint32_t offset, uint32_t *line, uint32_t *column) {
    if (!m) return;
    if (offset > m->length) offset = m->length;
    struct line_mark at = line_index_at(&m->ast.lines, offset);
    if (line) *line = at.line + 1;
    if (column) *column = offset - at.start + 1;
}

ptxc_status ptxc_module_line_get(const ptxc_module *m, uint32_t line, ptxc_span *span) {
    if (!m || !span) return PTXC_BAD_ARGUMENT;
    if (!line || line > m->ast.lines.line + 1) return PTXC_NOT_FOUND;
    *span = line_index_span(&m->ast.lines, m->length, line - 1);
    return PTXC_OK;
}

/* ---- .loc ---- */

/* Of the statements listed, the last that starts at or before the offset; NULL: none does. */
static const struct stmt *last_before(const struct ast *ast, const struct list *list,
                                      uint32_t offset) {
    uint32_t low = 0, high = list->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (ast_stmt(ast, *(uint32_t *)list_at(list, middle))->start <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? ast_stmt(ast, *(uint32_t *)list_at(list, low - 1)) : NULL;
}

static const struct stmt *file_at(const struct ast *ast, uint32_t i, int64_t *index) {
    const struct stmt *s = ast_stmt(ast, *(uint32_t *)list_at(&ast->files, i));
    *index = ast_node(ast, s->nodes_end - 2)->value;
    return s;
}

/* The .file of this index. Compilers number them upwards; if one does not, the first few are
 * searched. */
static const struct stmt *file_of(const struct ast *ast, int64_t index) {
    enum { FEW = 1024 };
    uint32_t low = 0, high = ast->files.count;
    int64_t other;
    for (uint32_t i = 0; i < high && i < FEW; i++) {
        const struct stmt *s = file_at(ast, i, &other);
        if (other == index) return s;
    }
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct stmt *s = file_at(ast, middle, &other);
        if (other == index) return s;
        if (other < index)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

ptxc_status ptxc_module_loc_get(const ptxc_module *m, uint32_t offset, ptxc_loc *loc) {
    if (!m || !loc) return PTXC_BAD_ARGUMENT;
    if (m->cxx) return cxx_loc(m, offset, loc) ? PTXC_OK : PTXC_NOT_FOUND;
    const struct ast *ast = &m->ast;
    const struct stmt *s = last_before(ast, &ast->locs, offset);
    const struct stmt *function = last_before(ast, &ast->functions, offset);
    if (!s || (function && function->start > s->start))
        return PTXC_NOT_FOUND;                /* of another function */
    uint32_t first = s->nodes_end - s->roots; /* of an inlined place its own stands first */
    const struct stmt *file = file_of(ast, ast_node(ast, first)->value);
    if (!file) return PTXC_NOT_FOUND;
    const struct node *name = ast_node(ast, file->nodes_end - 1);
    loc->file = (ptxc_span){name->start + 1, name->start + name->length - 1};
    loc->line = (uint32_t)ast_node(ast, first + 1)->value;
    loc->column = (uint32_t)ast_node(ast, first + 2)->value;
    return PTXC_OK;
}
