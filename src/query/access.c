/* SPDX-License-Identifier: Apache-2.0
 * Determines whether an instruction reads or writes an operand, as far as the tables know. */
#include "match/effect.h"
#include "match/operand.h"
#include "query/query.h"
#include <string.h>

/* Returns the index of the root operand that contains node k, and sets the number of operands; the
 * guard is not counted. */
static uint32_t root_of(const struct ptxc_query *q, uint32_t stmt, uint32_t k, uint32_t *node) {
    const struct stmt *s = ast_stmt(q->ast, stmt);
    uint32_t end = s->nodes_end;
    for (uint32_t i = s->roots; i-- > s->guarded;) {
        uint32_t first = end - 1 - node_size(q->ast, end - 1);
        *node = end - 1;
        if (k >= first && k < end) return i - s->guarded;
        end = first;
    }
    return UINT32_MAX;
}

/* Returns true if the operand is the result list of a call, which comes first and is written. */
static bool is_result(const struct effect *effect, uint32_t i, const struct node *root) {
    return isa_does(effect->insn, DOES_CALL) && !i && root->kind == PTXC_OPERAND_LIST;
}

/* Elements of a vector or pair are accessed like the whole; all other nested nodes are read. */
static bool is_part(const struct ptxc_query *q, uint32_t root, uint32_t k) {
    uint8_t kind = ast_node(q->ast, root)->kind;
    return root == k || kind == PTXC_OPERAND_VECTOR || kind == PTXC_OPERAND_PAIR;
}

void query_access(const struct ptxc_query *q, const struct query_name *y, uint32_t stmt, uint32_t k,
                  ptxc_use *use) {
    const struct stmt *s = ast_stmt(q->ast, stmt);
    uint32_t root;
    if (s->kind != PTXC_STMT_INSTRUCTION || s->roots > ISA_MOST_ROOTS) return;
    if (y->kind == PTXC_SYMBOL_LABEL || y->kind == PTXC_SYMBOL_FUNCTION ||
        y->kind == PTXC_SYMBOL_KERNEL)
        return;
    uint32_t i = root_of(q, stmt, k, &root);
    struct text chain = {q->text + s->head_start, chain_at(q->chains, s->head)->length};
    struct effect effect = effect_of_name(chain);
    if (effect.insn == ISA_NONE) return;
    if (i != UINT32_MAX && is_result(&effect, i, ast_node(q->ast, root))) {
        use->written = true;
        return;
    }
    bool deep = i == UINT32_MAX || !is_part(q, root, k);
    /* An address is read; the memory it refers to may be accessed in any way. */
    if (deep && y->space != SPACE_REG) return;
    enum effect_access access = deep ? ACCESS_READ : effect_access(&effect, i);
    use->read = access != ACCESS_WRITTEN;
    use->written = access != ACCESS_READ;
}
