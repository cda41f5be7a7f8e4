/* SPDX-License-Identifier: Apache-2.0
 * Describes how an asynchronous instruction relates to others of its function. */
#ifndef LSP_CARD_RELATIONS_H
#define LSP_CARD_RELATIONS_H

#include "lsp/card/card.h"
#include "lsp/session/server.h"

/* Adds the operations that the instruction at an offset waits for, commits or orders, with their
 * lines; nothing if there are none. */
void relations_add(struct card *card, struct document *document, uint32_t offset);

#endif
