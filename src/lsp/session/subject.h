/* SPDX-License-Identifier: Apache-2.0
 * The subject of a request: a document, a position or a part of it. */
#ifndef LSP_SESSION_SUBJECT_H
#define LSP_SESSION_SUBJECT_H

#include "lsp/session/server.h"

struct subject {
    struct document *document;
    const ptxc_module *module; /* module of the document's text */
    uint32_t offset;
};
/* Reads params with `textDocument` and `position`. Returns false if the call has failed. */
bool subject_of(struct call *call, struct subject *subject);
/* Returns the open and checked document of params with `textDocument`, or NULL if the call has
 * failed. */
struct document *subject_document(struct call *call);
/* Does the same, and returns the span of `range` in the params. */
struct document *subject_part(struct call *call, ptxc_span *part);
/* Returns false if it is not a range. */
bool subject_range(const struct server *server, const struct document *document,
                   const json_t *range, ptxc_span *span);
bool subject_position(const json_t *position, struct position *out);
/* Returns the range of a span of the document, or {"uri", "range"}. */
json_t *subject_range_json(const struct server *server, struct document *document, ptxc_span span);
void subject_write_range(const struct server *server, struct document *document, ptxc_span span,
                         struct writer *writer);
json_t *subject_location(const struct server *server, struct document *document, ptxc_span span);
/* Returns a WorkspaceEdit; takes ownership of the edits. */
json_t *subject_edit(const struct server *server, const struct document *document, json_t *edits);

#endif
