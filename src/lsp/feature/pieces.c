/* SPDX-License-Identifier: Apache-2.0
 * Pieces of PTX: see pieces.h. */
#include "lsp/feature/pieces.h"
#include "lsp/wire/need.h"
#include <stdlib.h>

/* Words are about four bytes long, so this room usually suffices for one pass over the text. */
static size_t guess(ptxc_span part) { return (part.end - part.start) / 3 + 16; }

struct token_list pieces_tokens(const ptxc_query *query, ptxc_span part) {
    size_t room = guess(part);
    struct token_list list = {need_bytes(room * sizeof *list.token), 0};
    list.count = ptxc_query_tokens(query, part, list.token, room);
    if (list.count <= room) return list;
    free(list.token);
    list.token = need_bytes(list.count * sizeof *list.token);
    list.count = ptxc_query_tokens(query, part, list.token, list.count);
    return list;
}

static bool visit(const ptxc_module *module, uint32_t offset, ptxc_span part, piece_handler *handle,
                  void *user) {
    ptxc_query *query;
    if (ptxc_query_open(module, offset, &query) != PTXC_OK) return false;
    struct token_list tokens = pieces_tokens(query, part);
    bool done = tokens.token != NULL;
    if (done) handle(user, query, tokens.token, tokens.count);
    free(tokens.token);
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
