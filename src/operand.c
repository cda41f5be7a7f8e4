/* SPDX-License-Identifier: Apache-2.0
 * From nodes of the tree to operands for the tables: see operand.h. */
#include "operand.h"
#include "ast.h"
#include "lexer.h"

struct text operand_base(const char *text, const struct node *n) {
    struct text t = {text + n->start, 0};
    while (is_name_byte(t.start[t.length])) t.length++;
    return t;
}

uint8_t operand_shape(ptxc_operand_kind kind) {
    switch (kind) {
    case PTXC_OPERAND_NOT: return OP_NOT;
    case PTXC_OPERAND_MINUS: return OP_MINUS;
    case PTXC_OPERAND_OFFSET: return OP_OFFSET;
    case PTXC_OPERAND_INDEX: return OP_INDEX;
    case PTXC_OPERAND_PAIR: return OP_PAIR;
    case PTXC_OPERAND_ADDRESS: return OP_ADDRESS;
    case PTXC_OPERAND_VECTOR: return OP_VECTOR;
    case PTXC_OPERAND_LIST: return OP_LIST;
    case PTXC_OPERAND_INTEGER: return OP_INTEGER;
    case PTXC_OPERAND_FLOAT: return OP_FLOAT;
    case PTXC_OPERAND_STRING: return OP_STRING;
    case PTXC_OPERAND_SINK: return OP_SINK;
    default: return OP_UNKNOWN;
    }
}

struct operand *operand_build(const struct operand_builder *b, uint32_t i, struct operand *o) {
    const struct node *n = ast_node(b->ast, i);
    struct operand *next = o + 1;
    *o = (struct operand){.span = node_span(n), .shape = operand_shape(n->kind)};
    switch (n->kind) {
    case PTXC_OPERAND_SYMBOL:
    case PTXC_OPERAND_COMPONENT: b->fill(b->user, n, o); break;
    case PTXC_OPERAND_FLOAT: o->number = n->number; break;
    case PTXC_OPERAND_INTEGER: o->value = n->value; break;
    case PTXC_OPERAND_INDEX:
        *next = (struct operand){.span = {n->start, n->start + operand_base(b->text, n).length}};
        b->fill(b->user, n, next);
        next = operand_build(b, i - 1, next + 1);
        o->count = 2;
        break;
    case PTXC_OPERAND_OFFSET:
        o->value = n->value;
        next = operand_build(b, i - 1, next);
        o->count = 1;
        break;
    default: {
        uint32_t count = o->count = node_child_count(n), few[16];
        uint32_t *child = count <= 16 ? few : arena_alloc(b->arena, count * sizeof *child);
        ast_siblings(b->ast, i, count, child);
        for (uint32_t k = 0; k < count; k++) next = operand_build(b, child[k], next);
    }
    }
    o->size = (uint32_t)(next - o - 1);
    return next;
}
