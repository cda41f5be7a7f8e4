/* SPDX-License-Identifier: Apache-2.0
 * What the client and `.ptxcheck` ask for. */
#ifndef LSP_SESSION_SETTINGS_H
#define LSP_SESSION_SETTINGS_H

#include "lsp/session/server.h"

handler settings_changed, settings_files_changed;
/* The settings as the client has them: an object, or what holds one as `ptxcheck`. */
void settings_read(struct server *server, const json_t *settings);
/* Asks the client for them, and to be told of changes. */
void settings_ask(struct server *server);
/* The answer to that, or to something else. */
void settings_response(struct server *server, const json_t *message);
/* How a document is checked. */
ptxc_options settings_options(struct server *server, struct document *document);
/* `.ptxcheck` may be another: reads it again when it is needed. */
void settings_forget(struct server *server);
/* The same if that of the document has changed. */
void settings_look_again(struct server *server, const struct document *document);
void settings_free(struct server *server);

#endif
