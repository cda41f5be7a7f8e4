/* SPDX-License-Identifier: Apache-2.0
 * Pieces of PTX: see pieces.h. */
#include "lsp/feature/pieces.h"
#include "lsp/wire/need.h"
#include <stdlib.h>

enum { CHUNK = 32 << 10 }; /* bytes of text */

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

static void visit_part(ptxc_query *query, ptxc_span part, piece_handler *handle, void *user) {
    struct token_list tokens = pieces_tokens(query, part);
    handle(user, query, tokens.token, tokens.count);
    free(tokens.token);
}

/* Returns the start of the first statement after `from` + CHUNK, or the end of the part. *stmt is a
 * statement before that. */
static uint32_t chunk_end(const ptxc_module *module, size_t *stmt, uint32_t from, uint32_t end) {
    ptxc_stmt s;
    if (end - from <= CHUNK) return end;
    for (; ptxc_module_stmt_get(module, *stmt, &s) == PTXC_OK; ++*stmt)
        if (s.span.start >= from + CHUNK) return s.span.start < end ? s.span.start : end;
    return end;
}

static bool visit(const ptxc_module *module, uint32_t offset, ptxc_span part, piece_handler *handle,
                  void *user) {
    ptxc_query *query;
    if (ptxc_query_open(module, offset, &query) != PTXC_OK) return false;
    visit_part(query, part, handle, user);
    ptxc_query_close(query);
    return true;
}

/* Visits some statements at a time: the tokens of a large text would take twenty times its
 * memory. */
static bool visit_module(const ptxc_module *module, ptxc_span part, piece_handler *handle,
                         void *user) {
    ptxc_query *query;
    size_t stmt = 0;
    if (ptxc_query_open(module, part.start, &query) != PTXC_OK) return false;
    for (uint32_t at = part.start, end; at < part.end; at = end) {
        end = chunk_end(module, &stmt, at, part.end);
        visit_part(query, (ptxc_span){at, end}, handle, user);
    }
    ptxc_query_close(query);
    return true;
}

bool pieces_visit(const ptxc_module *module, ptxc_span part, piece_handler *handle, void *user) {
    ptxc_asm a;
    size_t i = 0;
    for (; ptxc_module_asm_get(module, i, &a) == PTXC_OK; i++) {
        if (a.span.end <= part.start || a.span.start >= part.end) continue;
        if (!visit(module, a.span.start, part, handle, user)) return false;
    }
    return i || visit_module(module, part, handle, user);
}
