/* SPDX-License-Identifier: Apache-2.0
 * Walking the stored tree: see ast.h. */
#include "syntax/ast.h"

uint32_t node_child_count(const struct node *node) {
    switch (node->kind) {
    case PTXC_OPERAND_SYMBOL:
    case PTXC_OPERAND_COMPONENT:
    case PTXC_OPERAND_INTEGER:
    case PTXC_OPERAND_FLOAT:
    case PTXC_OPERAND_STRING:
    case PTXC_OPERAND_SINK:
    case PTXC_OPERAND_RANGE: return 0;
    case PTXC_OPERAND_INDEX:
    case PTXC_OPERAND_OFFSET: return 1;
    default: return node->group.count;
    }
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
        end -= node_size(ast, end);
    }
}
