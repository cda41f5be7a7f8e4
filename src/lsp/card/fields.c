/* SPDX-License-Identifier: Apache-2.0
 * Fields of descriptors: see fields.h. */
#include "lsp/card/fields.h"
#include <inttypes.h>
#include <string.h>

static const char *name_of(const struct fields *x, size_t f, uint64_t number) {
    ptxc_field_value v;
    for (size_t k = 0; ptxc_field_value_get(x->layout, f, x->chain, k, &v) == PTXC_OK; k++)
        if (v.number == number) return v.name;
    return "";
}

/* Reads the number of a field. Returns false if some of its bits are unknown. */
static bool read_field(const struct fields *x, size_t f, const ptxc_field *field, uint64_t *out) {
    uint64_t mask = UINT64_MAX >> (63 - (field->high - field->low)) << field->low;
    return !(mask & ~x->known) && ptxc_field_decode(x->layout, f, x->value, out) == PTXC_OK;
}

/* A rule of one field may depend on another one, so it is known to be broken only if all bits are
 * known. */
static bool is_whole(const struct fields *x, const ptxc_layout *layout) {
    return !(~x->known & UINT64_MAX >> (64 - layout->width));
}

static void add_field(struct card *card, const struct fields *x, size_t f, const ptxc_field *field,
                      bool whole) {
    uint64_t number;
    char problem[256];
    if (!read_field(x, f, field, &number)) return;
    bool wrong = whole && ptxc_field_problem_text(x->layout, f, x->value, x->chain, NULL, problem,
                                                  sizeof problem) != 0;
    if (!*field->name && !wrong) return;
    const char *name = name_of(x, f, number);
    card_item(card);
    if (wrong) {
        card_add(card, "%s", problem);
        return;
    }
    card_word(card, field->name, strlen(field->name));
    card_add(card, " = %" PRIu64, number);
    if (*name) card_add(card, " (%s)", name);
    if (*field->doc) card_add(card, ": %s", field->doc);
}

void fields_add(struct card *card, const struct fields *x) {
    ptxc_layout layout;
    ptxc_field field;
    if (ptxc_layout_get(x->layout, &layout) != PTXC_OK) return;
    card_paragraph(card);
    card_add(card, "%s:", layout.title);
    for (size_t f = 0; ptxc_field_get(x->layout, f, &field) == PTXC_OK; f++)
        add_field(card, x, f, &field, is_whole(x, &layout));
}

/* ---- on one line ---- */

static void add_short(struct card *card, const struct fields *x, size_t f, const ptxc_field *field,
                      bool only) {
    uint64_t number;
    if (field->reserved || !*field->name || !read_field(x, f, field, &number)) return;
    const char *name = name_of(x, f, number);
    bool bit = field->low == field->high;
    if (!only && !number && (!*name || bit || !strcmp(name, "none"))) return;
    if (only && !*name) return;
    if (card->length) card_add(card, " ");
    if (!only) card_add(card, "%s=", field->name);
    if (*name)
        card_add(card, "%s", name);
    else
        card_add(card, "%" PRIu64, number);
}

void fields_add_line(struct card *card, const struct fields *x) {
    ptxc_field field;
    size_t named = 0;
    for (size_t f = 0; ptxc_field_get(x->layout, f, &field) == PTXC_OK; f++)
        named += *field.name && !field.reserved;
    for (size_t f = 0; ptxc_field_get(x->layout, f, &field) == PTXC_OK; f++)
        add_short(card, x, f, &field, named == 1);
}
