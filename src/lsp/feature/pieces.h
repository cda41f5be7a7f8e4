/* SPDX-License-Identifier: Apache-2.0
 * Visits the PTX in a part of a document, with a query for each piece: the whole module, or each
 * asm statement that overlaps the part. */
#ifndef LSP_FEATURE_PIECES_H
#define LSP_FEATURE_PIECES_H

#include "lsp/feature/feature.h"
#include "ptxcheck_query.h"

struct token_list {
    ptxc_token *token; /* NULL if memory runs out */
    size_t count;
};
/* Returns the tokens that overlap the part; the caller frees `token`. */
struct token_list pieces_tokens(const ptxc_query *query, ptxc_span part);

/* Called with tokens of the piece that overlap the part, in order; for a large module several
 * times, with whole statements. */
typedef void piece_handler(void *user, ptxc_query *query, const ptxc_token *tokens, size_t count);

/* Returns false if memory runs out. */
bool pieces_visit(const ptxc_module *module, ptxc_span part, piece_handler *handle, void *user);

#endif
