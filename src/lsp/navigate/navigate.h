/* SPDX-License-Identifier: Apache-2.0
 * From function to function, from PTX to the source that it was compiled from, and back. */
#ifndef LSP_NAVIGATE_NAVIGATE_H
#define LSP_NAVIGATE_NAVIGATE_H

#include "lsp/session/subject.h"

/* ---- one line per feature ---- */
handler calls_prepare, calls_incoming, calls_outgoing;
handler lens_code_lens;
handler links_document_link;
handler source_definition, source_implementation;

/* ---- source.c ---- */
/* Returns the path of the file with this name in a `.file` of the document, relative to the folder
 * of the document, if that file exists; the caller frees it. */
char *source_path(const struct document *document, const char *name, size_t length);

#endif
