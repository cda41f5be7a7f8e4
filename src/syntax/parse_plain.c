/* SPDX-License-Identifier: Apache-2.0
 * Parses plain operands without the grammar and creates the same nodes as its rules. */
#include "syntax/parse.h"

static int64_t number_at(const struct parser *p, uint32_t start, uint32_t end) {
    int64_t value = 0;
    for (uint32_t at = start; at < end; at++) value = 10 * value + (p->text[at] - '0');
    return value;
}

/* Adds the name at or after `at` and returns its end. */
static uint32_t parse_plain_name(struct parser *p, uint32_t at) {
    while (!is_name_byte(p->text[at])) at++;
    uint32_t end = at + 1;
    while (is_name_byte(p->text[end])) end++;
    add_symbol(p, (span){at, end}, intern_name(p->names, at, end));
    return end;
}

static uint32_t skip_plain_blanks(const struct parser *p, uint32_t at) {
    while (p->text[at] == ' ' || p->text[at] == '\t') at++;
    return at;
}

/* Adds a node over the `count` nodes before it, which are leaves. */
static void enclose(struct parser *p, ptxc_operand_kind kind, span at, uint32_t count,
                    uint32_t size) {
    struct node *n = add_node(p, kind, at);
    n->group.count = count;
    n->group.size = size;
}

/* Adds the nodes of `[x]` or `{x, y}`. */
static uint32_t add_names(struct parser *p, ptxc_operand_kind kind, span at) {
    uint32_t count = 0, next = at.start;
    do {
        next = skip_plain_blanks(p, parse_plain_name(p, next + 1));
        count++;
    } while (p->text[next] == ',');
    enclose(p, kind, at, count, count);
    return count;
}

/* Adds the nodes of `[x, {y, z}]`. */
static void add_tensor(struct parser *p, span at) {
    uint32_t next = parse_plain_name(p, at.start + 1);
    while (p->text[next] != '{') next++;
    uint32_t end = at.end - 1;
    while (p->text[end - 1] != '}') end--;
    uint32_t count = add_names(p, PTXC_OPERAND_VECTOR, (span){next, end});
    enclose(p, PTXC_OPERAND_ADDRESS, at, 2, count + 2);
}

/* Adds the nodes of `[x+4]`. */
static void add_offset_address(struct parser *p, span at) {
    uint32_t start = skip_plain_blanks(p, at.start + 1), next = parse_plain_name(p, start);
    while (p->text[next] != '+') next++;
    int64_t value = number_at(p, next + 1, at.end - 1);
    add_node(p, PTXC_OPERAND_OFFSET, (span){start, at.end - 1})->value = value;
    enclose(p, PTXC_OPERAND_ADDRESS, at, 1, 2);
}

static void add_integer_of(struct parser *p, span at) {
    bool minus = p->text[at.start] == '-';
    int64_t value = number_at(p, at.start + minus, at.end);
    add_node(p, PTXC_OPERAND_INTEGER, at)->value = minus ? -value : value;
}

static void add_single(struct parser *p, span at) {
    bool overflow; /* eight digits cannot overflow */
    struct value value = value_float(p->text + at.start, at.end - at.start, &overflow);
    add_node(p, PTXC_OPERAND_FLOAT, at)->number = value.number;
}

static void add_plain(struct parser *p, const struct plain_operand *o) {
    span at = {o->start, o->end};
    switch (o->kind) {
    case PLAIN_NAME: add_symbol(p, at, intern_name(p->names, at.start, at.end)); break;
    case PLAIN_COMPONENT: add_component(p, at, intern_name(p->names, at.start, at.end - 2)); break;
    case PLAIN_INTEGER: add_integer_of(p, at); break;
    case PLAIN_SINGLE: add_single(p, at); break;
    case PLAIN_ADDRESS: add_names(p, PTXC_OPERAND_ADDRESS, at); break;
    case PLAIN_OFFSET_ADDRESS: add_offset_address(p, at); break;
    case PLAIN_TENSOR_ADDRESS: add_tensor(p, at); break;
    case PLAIN_VECTOR: add_names(p, PTXC_OPERAND_VECTOR, at); break;
    }
}

bool read_plain(struct parser *p, uint64_t *count) {
    const char *begin = p->lexer.cursor;
    uint32_t nodes = p->ast->nodes.count;
    struct plain_operand operand;
    bool lines = false;
    *count = 0;
    while (lexer_operand(&p->lexer, &operand)) {
        add_plain(p, &operand);
        ++*count;
        lines |= operand.lines;
        if (*p->lexer.cursor++ != ';') continue;
        if (lines) lexer_pass_lines(&p->lexer, begin);
        return true;
    }
    p->lexer.cursor = begin;
    p->ast->nodes.count = nodes;
    return false;
}
