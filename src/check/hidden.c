/* SPDX-License-Identifier: Apache-2.0
 * Reports registers that have the name of a variable outside of the function and are read before
 * they are written: `mov.u32 buffer, buffer;` copies the register to itself although the address
 * of the variable was meant. Manual: Variables; Identifiers. */
#include "check/check.h"
#include "isa/limits.h"
#include "match/effect.h"

/* Returns the variable that the register hides, or NULL. */
static const struct symbol *variable_behind(const struct symbol *y) {
    const struct symbol *h = y->hidden;
    while (h && (h->is_range || h->name.atom != y->name.atom || h->name.number != y->name.number))
        h = h->hidden;
    return h && h->kind == SYMBOL_VARIABLE ? h : NULL;
}

void check_hiding(struct symbol *y) {
    if (y->kind == SYMBOL_REGISTER && !y->is_range && variable_behind(y)) y->flags |= SYMBOL_HIDES;
}

/* Returns the end of the nodes that the instruction writes, which are those of its first operand or
 * none. */
static uint32_t end_of_written(struct checker *c, uint32_t stmt, uint32_t begin) {
    const struct stmt *s = ast_stmt(c->ast, stmt);
    uint32_t roots[ISA_MOST_ROOTS];
    if (s->kind != PTXC_STMT_INSTRUCTION || s->roots > ISA_MOST_ROOTS || s->roots <= s->guarded)
        return begin;
    ast_siblings(c->ast, s->nodes_end, s->roots, roots);
    uint32_t first = roots[s->guarded];
    struct effect effect = effect_of(chain_at(c->names, s->head)->info);
    ptxc_operand_kind kind = ast_node(c->ast, first)->kind;
    if (kind == PTXC_OPERAND_LIST) return first + 1;  /* the return values of a call */
    if (effect.insn == ISA_NONE) return s->nodes_end; /* what it writes is unknown */
    return kind == PTXC_OPERAND_ADDRESS || effect_access(&effect, 0) != ACCESS_WRITTEN ? begin
                                                                                       : first + 1;
}

void check_hidden(struct checker *c, uint32_t stmt, struct symbol *y) {
    uint32_t begin = ast_nodes_begin(c->ast, stmt), end = ast_stmt(c->ast, stmt)->nodes_end;
    y->flags &= (uint8_t)~SYMBOL_HIDES;
    for (uint32_t i = end_of_written(c, stmt, begin); i < end; i++) {
        const struct node *n = ast_node(c->ast, i);
        bool is_name = n->kind == PTXC_OPERAND_SYMBOL || n->kind == PTXC_OPERAND_COMPONENT;
        if (!is_name || symbols_lookup(&c->symbols, n->name) != y) continue;
        struct diag *d = report_hidden_variable(c->diags, node_span(n), name_text(c, n));
        const struct symbol *hidden = variable_behind(y);
        if (hidden) note_declared_here(c->diags, d, symbol_span(hidden), name_text(c, n));
        return;
    }
}
