/* SPDX-License-Identifier: Apache-2.0
 * The values of registers, for the checks of one module: see chain/constant.h. */
#include "check/check.h"

static const struct chain_info *checked_chain(void *user, uint32_t stmt) {
    struct checker *c = user;
    return chain_info(c->arena, c->names, ast_stmt(c->ast, stmt)->head, c->match.release);
}

static uint32_t checked_register(void *user, uint32_t stmt, const struct node *n) {
    struct checker *c = user;
    (void)stmt;
    const struct symbol *y = symbols_lookup(&c->symbols, n->name);
    return y && y->kind == SYMBOL_REGISTER ? y->start : UINT32_MAX;
}

struct constant check_constant(struct checker *c, uint32_t stmt, uint32_t node) {
    struct constant_search search = {c->ast, c, checked_chain, checked_register,
                                     c->known.registers};
    return constant_of(&search, stmt, node);
}
