/* SPDX-License-Identifier: Apache-2.0
 * Addresses and vectors that the lexer gives as one word (lexer_join): their nodes are those that
 * the rules for single words make. */
#include "parse.h"

/* The name at or behind `at`; returns where it ends. */
static uint32_t add_name(struct parser *p, uint32_t at) {
    while (!is_name_byte(p->text[at])) at++;
    uint32_t end = at + 1;
    while (is_name_byte(p->text[end])) end++;
    add_symbol(p, (span){at, end}, intern_name(p->names, at, end));
    return end;
}

static uint32_t skip_blanks(const struct parser *p, uint32_t at) {
    while (p->text[at] == ' ' || p->text[at] == '\t') at++;
    return at;
}

static uint32_t add_names(struct parser *p, span at) {
    uint32_t count = 0, next = at.start;
    do {
        next = skip_blanks(p, add_name(p, next + 1));
        count++;
    } while (p->text[next] == ',');
    return count;
}

/* A node over the `count` nodes before it, none of which has any below. */
static void enclose(struct parser *p, ptxc_operand_kind kind, span at, uint32_t count,
                    uint32_t size) {
    struct node *n = add_node(p, kind, at);
    n->group.count = count;
    n->group.size = size;
}

void add_joined(struct parser *p, ptxc_operand_kind kind, span at) {
    uint32_t count = add_names(p, at);
    enclose(p, kind, at, count, count);
}

void add_joined_tensor(struct parser *p, span at) {
    uint32_t next = add_name(p, at.start + 1);
    while (p->text[next] != '{') next++;
    uint32_t end = at.end - 1;
    while (p->text[end - 1] != '}') end--;
    uint32_t count = add_names(p, (span){next, end});
    enclose(p, PTXC_OPERAND_VECTOR, (span){next, end}, count, count);
    enclose(p, PTXC_OPERAND_ADDRESS, at, 2, count + 2);
}

void add_joined_offset(struct parser *p, span at) {
    uint32_t start = skip_blanks(p, at.start + 1), next = add_name(p, start);
    while (p->text[next] != '+') next++;
    int64_t value = 0;
    while (++next < at.end - 1) value = 10 * value + (p->text[next] - '0');
    add_node(p, PTXC_OPERAND_OFFSET, (span){start, at.end - 1})->value = value;
    enclose(p, PTXC_OPERAND_ADDRESS, at, 1, 2);
}
