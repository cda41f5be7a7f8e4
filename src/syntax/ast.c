/* SPDX-License-Identifier: Apache-2.0
 * Walks over the stored tree: see ast.h. */
#include "syntax/ast.h"

static bool has_no_children(uint8_t kind) {
    switch (kind) {
    case PTXC_OPERAND_SYMBOL:
    case PTXC_OPERAND_COMPONENT:
    case PTXC_OPERAND_INTEGER:
    case PTXC_OPERAND_FLOAT:
    case PTXC_OPERAND_STRING:
    case PTXC_OPERAND_SINK:
    case PTXC_OPERAND_RANGE: return true;
    default: return false;
    }
}

uint32_t node_child_count(const struct node *node) {
    if (has_no_children(node->kind)) return 0;
    bool is_one = node->kind == PTXC_OPERAND_INDEX || node->kind == PTXC_OPERAND_OFFSET;
    return is_one ? 1 : node->group.count;
}

uint32_t node_size(const struct ast *ast, uint32_t i) {
    const struct node *n = ast_node(ast, i);
    if (n->kind == PTXC_OPERAND_INDEX || n->kind == PTXC_OPERAND_OFFSET)
        return 1 + node_size(ast, i - 1);
    return node_child_count(n) ? n->group.size : 0;
}

void ast_siblings(const struct ast *ast, uint32_t end, uint32_t count, uint32_t *out) {
    while (count--) {
        out[count] = --end;
        if (!has_no_children(ast_node(ast, end)->kind)) end -= node_size(ast, end);
    }
}

uint32_t ast_operand_count(const struct ast *ast, uint32_t stmt) {
    uint32_t begin = ast_nodes_begin(ast, stmt), end = ast_stmt(ast, stmt)->nodes_end;
    uint32_t count = end - begin;
    for (uint32_t i = begin; i < end; i++) count += ast_node(ast, i)->kind == PTXC_OPERAND_INDEX;
    return count;
}

uint32_t ast_body_end(const struct ast *ast, uint32_t function) {
    uint32_t depth = 0;
    for (uint32_t i = function + 1; i < ast->stmts.count; i++) {
        uint8_t kind = ast_stmt(ast, i)->kind;
        if (kind == PTXC_STMT_OPEN) depth++;
        if (kind == PTXC_STMT_CLOSE && --depth == 0) return i + 1;
    }
    return 0;
}

ptxc_stmt ast_describe(const struct ast *ast, const struct interner *names, uint32_t stmt) {
    const struct stmt *s = ast_stmt(ast, stmt);
    uint32_t length = s->head;
    if (s->kind == PTXC_STMT_INSTRUCTION) length = chain_at(names, s->head)->length;
    return (ptxc_stmt){.kind = (ptxc_stmt_kind)s->kind,
                       .span = {s->start, s->end},
                       .head = {s->head_start, s->head_start + length},
                       .operand_count = ast_operand_count(ast, stmt)};
}
