/* SPDX-License-Identifier: Apache-2.0
 * Handles messages in order, and checks documents when no message is waiting. */
#ifndef LSP_LOOP_H
#define LSP_LOOP_H

#include "lsp/session/server.h"

/* Runs until the client ends the session or is gone. Returns the exit status of the program. */
int server_run(struct server *server);
/* Handles a message; `text` may be modified. */
void server_message(struct server *server, char *text, size_t length);
/* Checks one document that needs it, and sends its diagnostics. Returns false if none does. */
bool server_work(struct server *server);

#endif
