/* SPDX-License-Identifier: Apache-2.0
 * The fields of an operand whose bits have a layout, such as a descriptor. */
#ifndef LSP_CARD_FIELDS_H
#define LSP_CARD_FIELDS_H

#include "lsp/card/card.h"

/* A value with a layout, and what is known about it. */
struct fields {
    size_t layout;         /* index of ptxc_layout_get */
    const char *chain;     /* the instruction that uses it, with its qualifiers */
    uint64_t value, known; /* known: mask of the known bits */
};

/* Adds a list of the fields, and what is wrong with them. Fields that are not completely known are
 * omitted. */
void fields_add(struct card *card, const struct fields *fields);
/* Adds them on one line: "atype=BF16 m=128". Bits that are not set and numbers that are 0 are
 * omitted. If the layout has a single field, only the name of its value is shown. */
void fields_add_line(struct card *card, const struct fields *fields);

#endif
