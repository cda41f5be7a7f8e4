/* SPDX-License-Identifier: Apache-2.0
 * Writes text as Markdown that is safe inside a cell of a table. */
#ifndef PROGRAM_TEXT_MARKDOWN_H
#define PROGRAM_TEXT_MARKDOWN_H

#include "program/io/out.h"

/* Writes a word of PTX as code. */
void markdown_code(struct out *out, const char *word, size_t length);
/* Writes a sentence. Quoted text and words that start with a dot become code. */
void markdown_text(struct out *out, const char *text);

#endif
