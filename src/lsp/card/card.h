/* SPDX-License-Identifier: Apache-2.0
 * Text in pop-ups, as Markdown or, for clients that do not support it, as plain text. */
#ifndef LSP_CARD_CARD_H
#define LSP_CARD_CARD_H

#include "ptxcheck.h"
#include <jansson.h>

#define CARD_MANUAL "https://docs.nvidia.com/cuda/parallel-thread-execution/#"

struct card {
    bool markdown;
    char *text;
    size_t length, room;
};

/* Appends text as printf does. If memory runs out, the text is omitted. */
void card_add(struct card *card, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a word of PTX as code. */
void card_word(struct card *card, const char *word, size_t length);
/* Adds lines of PTX as a separate block. */
void card_code(struct card *card, const char *code, size_t length);
/* Adds a blank line, unless it would be the first. */
void card_paragraph(struct card *card);
/* Starts an item of a list. */
void card_item(struct card *card);
/* Adds "since .version 8.6, CUDA 12.8, on sm_100f+", or nothing for what has always been
 * available. */
void card_avail(struct card *card, const ptxc_isa_avail *avail);
/* Adds a link to a section of the manual. */
void card_manual(struct card *card, const char *anchor);

/* Returns {"kind": ..., "value": ...} and frees the text. */
json_t *card_json(struct card *card);

#endif
