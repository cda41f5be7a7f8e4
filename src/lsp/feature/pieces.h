/* SPDX-License-Identifier: Apache-2.0
 * The PTX of a part of a document, a query for each piece: all of a module, or each asm statement
 * that the part touches. */
#ifndef LSP_FEATURE_PIECES_H
#define LSP_FEATURE_PIECES_H

#include "lsp/feature/feature.h"
#include "ptxcheck_query.h"

/* The tokens of the piece that begin in the part, in order. */
typedef void piece_handler(void *user, ptxc_query *query, const ptxc_token *tokens, size_t count);

/* false: no memory. */
bool pieces_visit(const ptxc_module *module, ptxc_span part, piece_handler *handle, void *user);

#endif
