/* SPDX-License-Identifier: Apache-2.0
 * The settings of the client and of `.ptxcheck`. */
#ifndef LSP_SESSION_SETTINGS_H
#define LSP_SESSION_SETTINGS_H

#include "lsp/session/server.h"

enum { MOST_SHOWN = 1000 }; /* diagnostics of a document: editors cannot present more */

handler settings_changed, settings_files_changed;
/* Reads the settings in the form of the client: an object, or an object that contains one as
 * `ptxcheck`. */
void settings_read(struct server *server, const json_t *settings);
/* Requests the settings from the client, and notifications of changes. */
void settings_ask(struct server *server);
/* Handles the response to that, or to another request. */
void settings_response(struct server *server, const json_t *message);
/* Returns the options for checking a document. If it has no PTX, its text must be left out. */
ptxc_options settings_options(struct server *server, struct document *document, bool *has_ptx);
/* Called when `.ptxcheck` may have changed: it is read again when it is needed. */
void settings_forget(struct server *server);
/* Does the same if the one of the document has changed. */
void settings_look_again(struct server *server, const struct document *document);
void settings_free(struct server *server);

#endif
