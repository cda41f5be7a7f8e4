/* SPDX-License-Identifier: Apache-2.0
 * Messages that have arrived but are not handled yet. Looking at them while a request is being
 * handled shows whether its answer is still wanted: see call_interrupted in server.h. */
#ifndef LSP_SESSION_INBOX_H
#define LSP_SESSION_INBOX_H

#include "lsp/session/server.h"

/* Moves all messages that have arrived to the queue. In tests it takes one at a time, so that they
 * are reproducible. */
void inbox_take(struct server *server);

#endif
