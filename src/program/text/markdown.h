/* SPDX-License-Identifier: Apache-2.0
 * Text written as Markdown, so that a table's cell keeps it whole. */
#ifndef PROGRAM_TEXT_MARKDOWN_H
#define PROGRAM_TEXT_MARKDOWN_H

#include "program/io/out.h"

/* A word of PTX, as code. */
void markdown_code(struct out *out, const char *word, size_t length);
/* A sentence: what is quoted and words with a dot before them become code. */
void markdown_text(struct out *out, const char *text);

#endif
