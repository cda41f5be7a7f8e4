/* SPDX-License-Identifier: Apache-2.0
 * Registers that hold a constant: see constant.h. The search runs only when an instruction needs
 * the value, which is rare, so that other instructions cost nothing. */
#include "chain/constant.h"
#include "isa/limits.h"

enum { LOOK_BACK = 100 /* in statements */ };

static const struct constant unknown = {0, 0, {UINT32_MAX, UINT32_MAX}};

static bool is_name(const struct node *n, struct name name) {
    bool has_name = n->kind == PTXC_OPERAND_SYMBOL || n->kind == PTXC_OPERAND_COMPONENT;
    return has_name && n->name.atom == name.atom && n->name.number == name.number;
}

/* Returns true if the instruction may write the name. An instruction writes its first operand; if
 * that is a vector or a pair, it may write further operands. */
static bool may_write(const struct ast *ast, uint32_t i, struct name name) {
    const struct stmt *s = ast_stmt(ast, i);
    uint32_t begin = ast_nodes_begin(ast, i), at = s->nodes_end, root[ISA_MOST_ROOTS];
    while (at > begin && !is_name(ast_node(ast, at - 1), name)) at--;
    if (at == begin) return false;
    if (s->roots == s->guarded) return false;
    if (s->roots > ISA_MOST_ROOTS) return true;
    ast_siblings(ast, s->nodes_end, s->roots, root);
    uint32_t first = root[s->guarded];
    uint8_t kind = ast_node(ast, first)->kind;
    if (kind == PTXC_OPERAND_VECTOR || kind == PTXC_OPERAND_PAIR) return true;
    while (begin <= first && !is_name(ast_node(ast, begin), name)) begin++;
    return begin <= first;
}

uint8_t constant_width(uint16_t word) {
    const struct isa_type *type = isa_word_type(word);
    return type && type->kind <= TYPE_SINT ? type->width : 0;
}

/* Returns the width of the integer that a move writes, or 0 for other instructions and types. */
static uint32_t move_width(const struct constant_search *c, uint32_t stmt) {
    const struct chain_info *info = c->chain(c->user, stmt);
    if (!isa_does(info->insn, DOES_MOVE)) return 0;
    uint32_t width = info->word_count == 1 ? constant_width(info->words[0].word) : 0;
    return width >= 32 && width <= 64 ? width : 0;
}

static struct constant of_node(const struct constant_search *c, uint32_t stmt, uint32_t node,
                               bool halves);

/* Evaluates `mov.b64 %rd1, {%r1, %r2}`. */
static struct constant of_halves(const struct constant_search *c, uint32_t stmt, uint32_t vector) {
    uint32_t half[2];
    if (node_child_count(ast_node(c->ast, vector)) != 2) return unknown;
    ast_siblings(c->ast, vector, 2, half);
    struct constant low = of_node(c, stmt, half[0], false), high = of_node(c, stmt, half[1], false);
    return (struct constant){(low.value & UINT32_MAX) | high.value << 32,
                             (low.known & UINT32_MAX) | high.known << 32,
                             span_is_none(high.set) ? low.set : high.set};
}

/* Returns the value that statement i, which writes the register, assigns to it. */
static struct constant of_writer(const struct constant_search *c, uint32_t i, struct name name,
                                 bool halves) {
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

uint32_t constant_writer(const struct ast *ast, uint32_t stmt, struct name name, uint32_t declared,
                         uint32_t stop) {
    uint32_t blocks = 0; /* blocks closed again before the use have their own registers */
    for (uint32_t back = 0, i = stmt; back < LOOK_BACK && i > 0; back++) {
        if (i == stop) return WRITER_EARLIER;
        const struct stmt *s = ast_stmt(ast, --i);
        if (s->start < declared) return NO_WRITER;
        switch (s->kind) {
        case PTXC_STMT_INSTRUCTION:
            if (!may_write(ast, i, name)) break;
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
static struct constant look_back(const struct constant_search *c, uint32_t stmt, struct name name,
                                 uint32_t declared, bool halves,
                                 const struct known_register *before) {
    uint32_t writer = constant_writer(c->ast, stmt, name, declared, before->stmt);
    if (writer == WRITER_EARLIER) return before->constant;
    return writer == NO_WRITER ? unknown : of_writer(c, writer, name, halves);
}

/* The same registers are looked up repeatedly, so the last result is remembered. */
static struct constant of_register(const struct constant_search *c, uint32_t stmt,
                                   const struct node *n, bool halves) {
    struct known_register nothing = {.stmt = 0};
    struct name name = n->name;
    uint32_t declared = c->declared(c->user, stmt, n);
    if (declared == UINT32_MAX) return unknown;
    struct known_register *last =
        c->found ? &c->found[(7 * name.atom + name.number) % CONSTANT_REGISTERS] : &nothing;
    bool same = last->name.atom == name.atom && last->name.number == name.number &&
                last->declared == declared && last->halves == halves;
    struct constant v = look_back(c, stmt, name, declared, halves,
                                  same ? last : &(struct known_register){.stmt = 0});
    *last = (struct known_register){name, declared, stmt, halves, v};
    return v;
}

static struct constant of_node(const struct constant_search *c, uint32_t stmt, uint32_t node,
                               bool halves) {
    const struct node *n = ast_node(c->ast, node);
    if (n->kind == PTXC_OPERAND_INTEGER)
        return (struct constant){(uint64_t)n->value, UINT64_MAX, NO_SPAN};
    if (n->kind == PTXC_OPERAND_SYMBOL) return of_register(c, stmt, n, halves);
    return unknown;
}

struct constant constant_of(const struct constant_search *search, uint32_t stmt, uint32_t node) {
    return of_node(search, stmt, node, true);
}
