/* SPDX-License-Identifier: Apache-2.0
 * Edits that are tried before they are offered. */
#ifndef LSP_SESSION_TRIAL_H
#define LSP_SESSION_TRIAL_H

#include "lsp/session/server.h"

struct trial {
    size_t errors, findings; /* after the edit; findings include the errors */
};

/* Checks the text of a document with the span replaced, under the settings of the document. Returns
 * false if that is not possible. */
bool trial_run(struct server *server, struct document *document, ptxc_span span, const char *text,
               struct trial *trial);

#endif
