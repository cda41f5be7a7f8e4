/* SPDX-License-Identifier: Apache-2.0
 * Reports registers that one instruction would write twice: which value remains is undefined. */
#include "check/check.h"
#include "isa/limits.h"

static bool same_register(const struct node *a, const struct node *b) {
    return a->name.atom == b->name.atom && a->name.number == b->name.number;
}

/* Finds an equal register among the elements of one operand, or the operand itself, before node
 * `end`. */
static const struct node *find_before(const struct checker *c, uint32_t begin, uint32_t end) {
    const struct node *last = ast_node(c->ast, end);
    for (uint32_t i = begin; i < end; i++) {
        const struct node *n = ast_node(c->ast, i);
        if (n->kind == PTXC_OPERAND_SYMBOL && same_register(n, last)) return n;
    }
    return NULL;
}

/* Register numbers are nearly always ascending. Then none is repeated, and no two need to be
 * compared. */
static bool goes_up(const struct node *before, const struct node *n) {
    return before && before->name.atom == n->name.atom && before->name.number < n->name.number;
}

void check_distinct(struct checker *c, uint32_t stmt, uint32_t count) {
    const struct stmt *s = ast_stmt(c->ast, stmt);
    uint32_t roots[ISA_MOST_ROOTS], begin = ast_nodes_begin(c->ast, stmt) + s->guarded;
    if (s->roots > ISA_MOST_ROOTS || s->roots < count + s->guarded) return;
    ast_siblings(c->ast, s->nodes_end, s->roots, roots);
    uint32_t end = roots[s->guarded + count - 1] + 1;
    const struct node *highest = NULL;
    for (uint32_t i = begin; i < end; i++) {
        const struct node *n = ast_node(c->ast, i);
        if (n->kind != PTXC_OPERAND_SYMBOL) continue;
        if (!highest || goes_up(highest, n)) {
            highest = n;
            continue;
        }
        const struct node *first = find_before(c, begin, i);
        if (!first) continue;
        struct diag *d = report_repeated_register(c->diags, node_span(n), name_text(c, n));
        note_first_here(c->diags, d, node_span(first));
    }
}
