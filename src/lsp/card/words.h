/* SPDX-License-Identifier: Apache-2.0
 * Describes words outside of the tables of instructions: directives, types, constants. */
#ifndef LSP_CARD_WORDS_H
#define LSP_CARD_WORDS_H

#include "lsp/card/card.h"

/* Adds a directive, a state space or a type. Returns false for any other word. */
bool words_add_dotted(struct card *card, const char *word, size_t length);
/* Adds a floating-point constant such as `0f3F800000`. Returns false for another number. */
bool words_add_float(struct card *card, const char *word, size_t length);
/* Adds the named constant of the language. Returns false for another name. */
bool words_add_constant(struct card *card, const char *word, size_t length);

#endif
