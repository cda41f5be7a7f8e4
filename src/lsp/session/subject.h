/* SPDX-License-Identifier: Apache-2.0
 * What a request is about: a document, a place or a part of it. */
#ifndef LSP_SESSION_SUBJECT_H
#define LSP_SESSION_SUBJECT_H

#include "lsp/session/server.h"

struct subject {
    struct document *document;
    const ptxc_module *module; /* of its text */
    uint32_t offset;
};
/* Of params with `textDocument` and `position`. false: the call has failed. */
bool subject_of(struct call *call, struct subject *subject);
/* The open document of params with `textDocument`, which is checked. NULL: the call has failed. */
struct document *subject_document(struct call *call);
/* The same, and what `range` of the params spans. */
struct document *subject_part(struct call *call, ptxc_span *part);
/* false: it is no range. */
bool subject_range(const struct server *server, const struct document *document,
                   const json_t *range, ptxc_span *span);
bool subject_position(const json_t *position, struct position *out);
/* The range of a span of the document, and {"uri", "range"}. */
json_t *subject_range_json(const struct server *server, struct document *document, ptxc_span span);
json_t *subject_location(const struct server *server, struct document *document, ptxc_span span);
/* A WorkspaceEdit; takes the edits. */
json_t *subject_edit(const struct server *server, const struct document *document, json_t *edits);

#endif
