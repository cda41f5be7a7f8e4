/* SPDX-License-Identifier: Apache-2.0
 * Finds registers that hold a constant: the instruction that last wrote them, a short way back
 * in straight-line code, is a move. In case of doubt, the value is unknown. The search runs only
 * when an instruction needs the value, which is rare, so that other instructions cost nothing. */
#include "chain/chain.h"
#include "check/check.h"
#include "isa/limits.h"
#include <string.h>

enum { LOOK_BACK = 100 /* in statements */ };

static const struct constant unknown = {0, 0, {UINT32_MAX, UINT32_MAX}};

static bool is_name(const struct node *n, struct name name) {
    bool has_name = n->kind == PTXC_OPERAND_SYMBOL || n->kind == PTXC_OPERAND_COMPONENT;
    return has_name && n->name.atom == name.atom && n->name.number == name.number;
}

/* Returns true if the instruction may write the name. An instruction writes its first operand; if
 * that is a vector or a pair, it may write further operands. */
static bool may_write(const struct checker *c, uint32_t i, struct name name) {
    const struct stmt *s = ast_stmt(c->ast, i);
    uint32_t begin = ast_nodes_begin(c->ast, i), at = s->nodes_end, root[ISA_MOST_ROOTS];
    while (at > begin && !is_name(ast_node(c->ast, at - 1), name)) at--;
    if (at == begin) return false;
    if (s->roots == s->guarded) return false;
    if (s->roots > ISA_MOST_ROOTS) return true;
    ast_siblings(c->ast, s->nodes_end, s->roots, root);
    uint32_t first = root[s->guarded];
    uint8_t kind = ast_node(c->ast, first)->kind;
    if (kind == PTXC_OPERAND_VECTOR || kind == PTXC_OPERAND_PAIR) return true;
    while (begin <= first && !is_name(ast_node(c->ast, begin), name)) begin++;
    return begin <= first;
}

uint8_t check_integer_width(uint16_t word) {
    const struct isa_type *type = isa_word_type(word);
    return type && type->kind <= TYPE_SINT ? type->width : 0;
}

/* Returns the width of the integer that a move writes, or 0 for other instructions and types. */
static uint32_t move_width(struct checker *c, uint32_t stmt) {
    if (!check_does(c, stmt, DOES_MOVE)) return 0;
    const struct chain_info *info = chain_at(c->names, ast_stmt(c->ast, stmt)->head)->info;
    uint32_t width = info->word_count == 1 ? check_integer_width(info->words[0].word) : 0;
    return width >= 32 && width <= 64 ? width : 0;
}

static struct constant of_node(struct checker *c, uint32_t stmt, uint32_t node, bool halves);

/* Evaluates `mov.b64 %rd1, {%r1, %r2}`. */
static struct constant of_halves(struct checker *c, uint32_t stmt, uint32_t vector) {
    uint32_t half[2];
    if (node_child_count(ast_node(c->ast, vector)) != 2) return unknown;
    ast_siblings(c->ast, vector, 2, half);
    struct constant low = of_node(c, stmt, half[0], false), high = of_node(c, stmt, half[1], false);
    return (struct constant){(low.value & UINT32_MAX) | high.value << 32,
                             (low.known & UINT32_MAX) | high.known << 32,
                             span_is_none(high.set) ? low.set : high.set};
}

/* Returns the value that statement i, which writes the register, assigns to it. */
static struct constant of_writer(struct checker *c, uint32_t i, struct name name, bool halves) {
    const struct stmt *s = ast_stmt(c->ast, i);
    uint32_t width = move_width(c, i), root[2];
    if (!width || s->guarded || s->roots != 2) return unknown;
    ast_siblings(c->ast, s->nodes_end, 2, root);
    const struct node *to = ast_node(c->ast, root[0]), *from = ast_node(c->ast, root[1]);
    struct constant v = unknown;
    if (to->kind != PTXC_OPERAND_SYMBOL || !is_name(to, name)) return unknown;
    if (from->kind == PTXC_OPERAND_INTEGER)
        v = of_node(c, i, root[1], false);
    else if (from->kind == PTXC_OPERAND_VECTOR && halves && width == 64)
        v = of_halves(c, i, root[1]);
    if (span_is_none(v.set)) v.set = (ptxc_span){s->start, s->end};
    return v;
}

uint32_t check_writer(struct checker *c, uint32_t stmt, struct name name, const struct symbol *y,
                      uint32_t stop) {
    uint32_t blocks = 0; /* blocks closed again before the use have their own registers */
    for (uint32_t back = 0, i = stmt; back < LOOK_BACK && i > 0; back++) {
        if (i == stop) return WRITER_EARLIER;
        const struct stmt *s = ast_stmt(c->ast, --i);
        if (s->start < y->start) return NO_WRITER;
        switch (s->kind) {
        case PTXC_STMT_INSTRUCTION:
            if (!may_write(c, i, name)) break;
            return blocks ? NO_WRITER : i;
        case PTXC_STMT_CLOSE: blocks++; break;
        case PTXC_STMT_OPEN: blocks -= blocks > 0; break;
        case PTXC_STMT_VARIABLE:
        case PTXC_STMT_LOC:
        case PTXC_STMT_PRAGMA: break;
        default: return NO_WRITER; /* most of all a label: code jumps there */
        }
    }
    return NO_WRITER;
}

/* Returns the value of the register at the start of statement `stmt`. `before` is what is already
 * known about it. */
static struct constant look_back(struct checker *c, uint32_t stmt, struct name name,
                                 const struct symbol *y, bool halves,
                                 const struct known_register *before) {
    uint32_t writer = check_writer(c, stmt, name, y, before->stmt);
    if (writer == WRITER_EARLIER) return before->constant;
    return writer == NO_WRITER ? unknown : of_writer(c, writer, name, halves);
}

/* The same registers are looked up repeatedly, so the last result is remembered. */
static struct constant of_register(struct checker *c, uint32_t stmt, struct name name,
                                   bool halves) {
    enum { MOST = sizeof c->known.registers / sizeof *c->known.registers };
    static const struct known_register nothing;
    const struct symbol *y = symbols_lookup(&c->symbols, name);
    if (!y || y->kind != SYMBOL_REGISTER) return unknown;
    struct known_register *last = &c->known.registers[(7 * name.atom + name.number) % MOST];
    bool same = last->name.atom == name.atom && last->name.number == name.number &&
                last->declared == y->start && last->halves == halves;
    struct constant v = look_back(c, stmt, name, y, halves, same ? last : &nothing);
    *last = (struct known_register){name, y->start, stmt, halves, v};
    return v;
}

static struct constant of_node(struct checker *c, uint32_t stmt, uint32_t node, bool halves) {
    const struct node *n = ast_node(c->ast, node);
    if (n->kind == PTXC_OPERAND_INTEGER)
        return (struct constant){(uint64_t)n->value, UINT64_MAX, NO_SPAN};
    if (n->kind == PTXC_OPERAND_SYMBOL) return of_register(c, stmt, n->name, halves);
    return unknown;
}

struct constant check_constant(struct checker *c, uint32_t stmt, uint32_t node) {
    return of_node(c, stmt, node, true);
}
