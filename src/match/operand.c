/* SPDX-License-Identifier: Apache-2.0
 * Converts nodes of the tree to operands for the tables: see operand.h. */
#include "match/operand.h"
#include "syntax/ast.h"
#include "isa/tables.h"
#include "syntax/lexer.h"
#include <string.h>

struct text operand_base(const char *text, const struct node *n) {
    struct text t = {text + n->start, 0};
    while (is_name_byte(t.start[t.length])) t.length++;
    return t;
}

uint8_t operand_part(const char *text, const struct node *node) {
    const char *end = text + node_span(node).end, *dot = end;
    while (*--dot != '.') {}
    const char *digits = dot + 2;
    size_t n = (size_t)(end - digits);
    bool byte = dot[1] == 'b', falling = true;
    if ((!byte && dot[1] != 'h') || !n || strspn(digits, "01234567") != n) return 0;
    for (size_t i = 0; i + 1 < n; i++) falling = falling && digits[i] > digits[i + 1];
    bool mask = falling && digits[0] <= (byte ? '3' : '1');
    bool halves = n == 2 && strspn(digits, "0123") == n;
    return (uint8_t)((n == 1 && mask ? PART_ONE : 0) | (!byte && halves ? PART_HALVES : 0) |
                     (byte && n == 4 ? PART_BYTES : 0) |
                     (mask ? byte ? PART_SOME_BYTES : PART_SOME_HALVES : 0));
}

void operand_take_part(struct operand *o, const char *text, const struct node *node) {
    uint8_t parts = 0;
    if (o->component && !o->vector && o->shape == OP_REGISTER) parts = operand_part(text, node);
    if (!parts) return;
    o->shape = OP_PART;
    o->space = parts;
    o->component = false;
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
    case PTXC_OPERAND_WORD: return OP_WORD;
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
