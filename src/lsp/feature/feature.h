/* SPDX-License-Identifier: Apache-2.0
 * What the features share with each other, and a line for the handlers of each. */
#ifndef LSP_FEATURE_FEATURE_H
#define LSP_FEATURE_FEATURE_H

#include "lsp/session/subject.h"

/* ---- diagnostics.c ---- */
handler diagnostics_pull;
/* Sends the diagnostics unless the client requests them itself. */
void diagnostics_publish(struct server *server, struct document *document);
/* Returns the first diagnostics, at most `most`, of a document that has been checked. */
json_t *diagnostics_list(struct server *server, struct document *document, size_t most);
/* Returns the diagnostic with this index. */
json_t *diagnostics_json(struct server *server, struct document *document, size_t index);

/* ---- symbols.c ---- */
/* Adds the symbols of a checked document whose names match the query, as SymbolInformation, to the
 * text of an array, which begins with its `[`. */
void symbols_find(struct server *server, struct document *document, const char *query,
                  struct writer *list);

/* ---- one line per feature ---- */
handler actions_code_action;
handler completion_complete, completion_resolve;
handler definition_definition, definition_declaration;
handler folding_range;
handler format_document, format_range, format_on_type;
handler hover_hover;
handler inlay_hints;
handler rename_prepare, rename_rename;
handler selection_range;
handler semantic_full, semantic_delta, semantic_range;
handler signature_help;
handler symbols_document;
handler uses_references, uses_highlight;

/* ---- completion.c; operands.c for names and numbers ---- */
struct offer;
/* Adds an item with a kind of the protocol; a lower rank is better. Returns NULL if the list is
 * full. */
json_t *offer_item(struct offer *offer, const char *label, const char *text, int kind, int rank,
                   const char *detail);
/* Adds what can be written in an operand. */
void operands_offer(struct offer *offer);
/* Adds what can follow the dot of a vector. */
void operands_offer_components(struct offer *offer);

#endif
