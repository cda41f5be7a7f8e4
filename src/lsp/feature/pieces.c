/* SPDX-License-Identifier: Apache-2.0
 * Pieces of PTX: see pieces.h. */
#include "lsp/feature/pieces.h"
#include <stdlib.h>

static bool visit(const ptxc_module *module, uint32_t offset, ptxc_span part, piece_handler *handle,
                  void *user) {
    ptxc_query *query;
    if (ptxc_query_open(module, offset, &query) != PTXC_OK) return false;
    size_t count = ptxc_query_tokens(query, part, NULL, 0);
    ptxc_token *tokens = calloc(count + 1, sizeof *tokens);
    if (tokens) handle(user, query, tokens, ptxc_query_tokens(query, part, tokens, count));
    bool done = tokens != NULL;
    free(tokens);
    ptxc_query_close(query);
    return done;
}

bool pieces_visit(const ptxc_module *module, ptxc_span part, piece_handler *handle, void *user) {
    ptxc_asm a;
    size_t i = 0;
    for (; ptxc_module_asm_get(module, i, &a) == PTXC_OK; i++) {
        if (a.span.end <= part.start || a.span.start >= part.end) continue;
        if (!visit(module, a.span.start, part, handle, user)) return false;
    }
    return i || visit(module, part.start, part, handle, user);
}
