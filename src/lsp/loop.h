/* SPDX-License-Identifier: Apache-2.0
 * Messages come, are handled in turn, and documents are checked where nothing waits. */
#ifndef LSP_LOOP_H
#define LSP_LOOP_H

#include "lsp/session/server.h"

/* Runs until the client says so or is gone; the exit status of the program. */
int server_run(struct server *server);
/* Handles a message; `text` may be changed. */
void server_message(struct server *server, char *text, size_t length);
/* Checks one document that needs it, and sends its diagnostics. false: none does. */
bool server_work(struct server *server);

#endif
