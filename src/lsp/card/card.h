/* SPDX-License-Identifier: Apache-2.0
 * What is shown beside the text, as Markdown or, for clients that have none, as plain text. */
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

/* printf; what there is no memory for is left out. */
void card_add(struct card *card, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A word of PTX. */
void card_word(struct card *card, const char *word, size_t length);
/* Lines of PTX, on their own. */
void card_code(struct card *card, const char *code, size_t length);
/* A blank line, if there is something before it. */
void card_paragraph(struct card *card);
/* A line that begins a list, or goes on with it. */
void card_item(struct card *card);
/* "since .version 8.6, CUDA 12.8, on sm_100f+"; nothing for what has always been there. */
void card_avail(struct card *card, const ptxc_isa_avail *avail);
/* A link to a section of the manual. */
void card_manual(struct card *card, const char *anchor);

/* {"kind": ..., "value": ...}; frees the text. */
json_t *card_json(struct card *card);

#endif
