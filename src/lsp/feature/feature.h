/* SPDX-License-Identifier: Apache-2.0
 * What the files of the server offer each other, and a line for the handlers of each feature. */
#ifndef LSP_FEATURE_FEATURE_H
#define LSP_FEATURE_FEATURE_H

#include "lsp/session/server.h"

/* ---- lifecycle.c ---- */
handler lifecycle_initialize, lifecycle_initialized, lifecycle_shutdown, lifecycle_exit;

/* ---- lsp/session/settings.c: what the client and `.ptxcheck` ask for ---- */
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

/* ---- sync.c ---- */
handler sync_open, sync_change, sync_save, sync_close;

/* ---- lsp/session/subject.c: what a request is about ---- */
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

/* ---- diagnostics.c ---- */
handler diagnostics_pull;
/* Sends them, if the client does not ask for them itself. */
void diagnostics_publish(struct server *server, struct document *document);
/* The diagnostic with this index. */
json_t *diagnostics_json(struct server *server, struct document *document, size_t index);

/* ---- a feature each ---- */
handler actions_code_action;
handler completion_complete, completion_resolve;
handler definition_definition, definition_declaration;
handler folding_range;
handler format_document, format_range, format_on_type;
handler hover_hover;
handler inlay_hints;
handler rename_prepare, rename_rename;
handler selection_range;
handler semantic_full, semantic_range;
handler signature_help;
handler symbols_document, symbols_workspace;
handler uses_references, uses_highlight;

/* ---- completion.c, with operands.c for names and numbers ---- */
struct offer;
/* An item of the protocol's kind; better ones have a lower rank. NULL: the list is full. */
json_t *offer_item(struct offer *offer, const char *label, const char *text, int kind, int rank,
                   const char *detail);
/* What may stand in an operand. */
void operands_offer(struct offer *offer);
/* What may stand behind the dot of a vector. */
void operands_offer_components(struct offer *offer);

#endif
