/* SPDX-License-Identifier: Apache-2.0
 * Refactorings: edits that keep the meaning of a text, or that only an author can ask for. Each is
 * tried first: the text with the edit has no more errors and warnings than before. */
#ifndef LSP_REFACTOR_REFACTOR_H
#define LSP_REFACTOR_REFACTOR_H

#include "lsp/session/subject.h"

struct refactoring {
    ptxc_span span; /* what to replace */
    char text[2048];
    char title[160];
};

/* ---- registers.c ---- */
/* Makes `%r0, %r1` of `%r<2>` in the .reg statement at an offset, or the range of the names.
 * Returns false if it does not apply there. */
bool refactor_split(const struct document *document, uint32_t offset, struct refactoring *out);
bool refactor_join(const struct document *document, uint32_t offset, struct refactoring *out);

/* ---- bounds.c ---- */
/* Adds .reqntid to the kernel whose head contains the offset. */
bool refactor_require_threads(const struct document *document, uint32_t offset,
                              struct refactoring *out);

/* ---- refactor.c ---- */
/* Adds the code actions at an offset to an array. */
void refactor_add(struct server *server, struct document *document, uint32_t offset,
                  json_t *actions);

#endif
