/* SPDX-License-Identifier: Apache-2.0
 * Text in columns: see table.h. */
#include "program/text/table.h"
#include "program/text/strings.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 2 };

void table_add(struct table *t, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy) memcpy(copy, text, size);
    if (copy && strings_add(&t->cell, &t->used, &t->room, copy)) return;
    free(copy);
    t->failed = true;
}

void table_free(struct table *t) {
    for (size_t i = 0; i < t->used; i++) free(t->cell[i]);
    free(t->cell);
    t->cell = NULL;
    t->used = t->room = 0;
}

static void measure(struct table *t) {
    size_t left = TABLE_WIDTH - t->indent, open = 0;
    for (size_t k = 0; k < t->count; k++) {
        struct table_column *c = &t->column[k];
        c->width = 0;
        for (size_t i = k; i < t->used; i += t->count)
            if (strlen(t->cell[i]) > c->width) c->width = strlen(t->cell[i]);
        if (!c->most) {
            open = k;
            continue;
        }
        if (c->width > c->most) c->width = c->most;
        left -= c->width + GAP;
    }
    if (t->column[open].width > left) t->column[open].width = left;
}

/* Returns true if a line may be broken before text[i]. A `{` stays with what follows it. */
static bool may_break(const struct table_column *c, const char *text, size_t i) {
    bool opened = text[i - 1] == '{' || (i > 1 && text[i - 2] == '{');
    if (text[i] == ' ') return !opened;
    return c->dotted && (text[i] == '{' || (text[i] == '.' && text[i - 1] != '{'));
}

/* Returns how much of the text fits on a line of this width. */
static size_t fitting(const struct table_column *c, const char *text) {
    size_t length = strlen(text), end = 0;
    if (length <= c->width) return length;
    for (size_t i = 1; i <= c->width; i++)
        if (may_break(c, text, i)) end = i;
    return end ? end : c->width;
}

static void write_cell(const struct table *t, struct out *out, size_t k, const char *text,
                       size_t length, bool last) {
    const struct table_column *c = &t->column[k];
    size_t blanks = c->width - length;
    if (c->right) out_repeat(out, ' ', blanks);
    if (c->color && length) out_text(out, c->color);
    out_bytes(out, text, length);
    if (c->color && length) out_text(out, t->reset);
    if (!c->right && !last) out_repeat(out, ' ', blanks);
    if (!last) out_repeat(out, ' ', GAP);
}

/* Writes one line of a row and advances each cell. Returns false if nothing is left of the row. */
static bool write_line(const struct table *t, struct out *out, const char **cell) {
    size_t count = 0;
    for (size_t k = 0; k < t->count; k++)
        if (*cell[k]) count = k + 1;
    if (!count) return false;
    out_repeat(out, ' ', t->indent);
    for (size_t k = 0; k < count; k++) {
        size_t length = fitting(&t->column[k], cell[k]);
        write_cell(t, out, k, cell[k], length, k + 1 == count);
        cell[k] += length;
        while (*cell[k] == ' ') cell[k]++;
    }
    out_char(out, '\n');
    return true;
}

void table_write(struct table *t, struct out *out) {
    if (t->failed) out_fail(out, ENOMEM);
    measure(t);
    for (size_t i = 0; !t->failed && i + t->count <= t->used; i += t->count) {
        const char *cell[TABLE_COLUMNS] = {0};
        bool is_head = !i && t->head;
        for (size_t k = 0; k < t->count; k++) cell[k] = t->cell[i + k];
        if (is_head) out_text(out, t->head);
        while (write_line(t, out, cell)) {}
        if (is_head) out_text(out, t->reset);
    }
}
