/* SPDX-License-Identifier: Apache-2.0
 * The value of the register at the offset of a query, as far as the moves before it determine it.
 * The checker finds the same value. */
#include "chain/constant.h"
#include "query/query.h"

/* Chains of an asm statement have not been read before, and the search needs few of them. */
static const struct chain_info *query_chain(void *user, uint32_t stmt) {
    struct ptxc_query *q = user;
    const struct stmt *s = ast_stmt(q->ast, stmt);
    const struct chain *chain = chain_at(q->chains, s->head);
    return chain_read(&q->place, q->text + chain->start, chain->length, q->by.release, false);
}

static uint32_t query_declared(void *user, uint32_t stmt, const struct node *n) {
    const struct ptxc_query *q = user;
    const struct query_name *y = query_lookup(q, operand_base(q->text, n), stmt);
    return y && y->space == SPACE_REG ? y->start : UINT32_MAX;
}

/* Returns the node of the register at the offset, or UINT32_MAX. */
static uint32_t register_at(const struct ptxc_query *q) {
    uint32_t end = ast_stmt(q->ast, q->stmt)->nodes_end;
    for (uint32_t i = ast_nodes_begin(q->ast, q->stmt); i < end; i++) {
        const struct node *n = ast_node(q->ast, i);
        if (n->kind == PTXC_OPERAND_SYMBOL && n->start <= q->offset &&
            q->offset <= node_span(n).end)
            return i;
    }
    return UINT32_MAX;
}

static ptxc_status find_constant(struct ptxc_query *q, ptxc_constant *out) {
    uint32_t node = register_at(q);
    if (node == UINT32_MAX) return PTXC_NOT_FOUND;
    struct constant_search search = {q->ast, q, query_chain, query_declared, NULL};
    struct constant c = constant_of(&search, q->stmt, node);
    if (!c.known) return PTXC_NOT_FOUND;
    *out = (ptxc_constant){c.value, c.known, query_span(q, c.set)};
    return PTXC_OK;
}

ptxc_status ptxc_query_constant_get(ptxc_query *q, ptxc_constant *out) {
    jmp_buf out_of_memory;
    if (!q || !out) return PTXC_BAD_ARGUMENT;
    if (q->stmt == UINT32_MAX || !q->insn.complete) return PTXC_NOT_FOUND;
    q->place.out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory)) return PTXC_NO_MEMORY;
    ptxc_status status = find_constant(q, out);
    q->place.out_of_memory = NULL;
    return status;
}
