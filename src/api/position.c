/* SPDX-License-Identifier: Apache-2.0
 * Lines and columns of byte offsets, and the source locations that a compiler states for them. */
#include "api/position.h"
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

/* Returns the last of the listed statements that starts at or before the offset, or NULL. */
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

/* Returns the .file with this index. Compilers number them in ascending order; otherwise, only the
 * first few are searched. */
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

/* Returns the .loc in effect at an offset, or NULL if its function has none before it. */
static const struct stmt *loc_at(const struct ast *ast, uint32_t offset) {
    const struct stmt *s = last_before(ast, &ast->locs, offset);
    const struct stmt *function = last_before(ast, &ast->functions, offset);
    return s && function && function->start > s->start ? NULL : s;
}

/* Reads the location whose file, line and column start at a node. */
static bool take_place(const struct ast *ast, uint32_t node, ptxc_loc *loc) {
    const struct stmt *file = file_of(ast, ast_node(ast, node)->value);
    if (!file) return false;
    const struct node *name = ast_node(ast, file->nodes_end - 1);
    loc->file = (ptxc_span){name->start + 1, name->start + name->length - 1};
    loc->line = (uint32_t)ast_node(ast, node + 1)->value;
    loc->column = (uint32_t)ast_node(ast, node + 2)->value;
    return true;
}

ptxc_status ptxc_module_loc_get(const ptxc_module *m, uint32_t offset, ptxc_loc *loc) {
    if (!m || !loc) return PTXC_BAD_ARGUMENT;
    if (m->cxx) return cxx_loc(m, offset, loc) ? PTXC_OK : PTXC_NOT_FOUND;
    const struct stmt *s = loc_at(&m->ast, offset);
    /* The location of the code itself precedes the one it was inlined into. */
    bool found = s && take_place(&m->ast, s->nodes_end - s->roots, loc);
    return found ? PTXC_OK : PTXC_NOT_FOUND;
}

/* ---- inlined code ---- */

enum { INLINED = 6 }; /* operands: file, line, column, function, then the outer location */

static bool is_one_place(const struct ast *ast, uint32_t a, uint32_t b) {
    for (uint32_t i = 0; i < 3; i++)
        if (ast_node(ast, a + i)->value != ast_node(ast, b + i)->value) return false;
    return true;
}

/* Returns the last .loc before a statement for the location that starts at a node, or NULL if there
 * is none nearby. */
static const struct stmt *loc_of(const struct ast *ast, const struct stmt *before, uint32_t node) {
    enum { FARTHEST = 1024 };
    uint32_t low = 0, high = ast->locs.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (ast_stmt(ast, *(uint32_t *)list_at(&ast->locs, middle))->start < before->start)
            low = middle + 1;
        else
            high = middle;
    }
    for (uint32_t i = low, least = low < FARTHEST ? 0 : low - FARTHEST; i-- > least;) {
        const struct stmt *s = ast_stmt(ast, *(uint32_t *)list_at(&ast->locs, i));
        if (is_one_place(ast, s->nodes_end - s->roots, node)) return s;
    }
    return NULL;
}

uint32_t module_find_frames(const ptxc_module *m, uint32_t offset, ptxc_loc frames[MOST_FRAMES]) {
    const struct ast *ast = &m->ast;
    const struct stmt *s = loc_at(ast, offset);
    uint32_t count = 0;
    if (!s || !take_place(ast, s->nodes_end - s->roots, &frames[0])) return 0;
    for (count = 1; s && s->roots >= INLINED && count < MOST_FRAMES; count++) {
        uint32_t at = s->nodes_end - s->roots + 3;
        if (!take_place(ast, at, &frames[count])) break;
        s = loc_of(ast, s, at);
    }
    return count;
}
