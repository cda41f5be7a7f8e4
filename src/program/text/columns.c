/* SPDX-License-Identifier: Apache-2.0
 * Columns in UTF-16 code units: see columns.h. */
#include "program/text/columns.h"
#include <stdlib.h>

enum { BLOCK = 256 };

static bool is_ascii(const char *text, size_t length) {
    unsigned char seen = 0;
    for (size_t i = 0; i < length; i++) seen |= (unsigned char)text[i];
    return seen < 0x80;
}

/* A character starts at every byte except continuation bytes; one of four bytes is a surrogate
 * pair. */
static uint32_t units_between(const char *text, uint32_t from, uint32_t to) {
    uint32_t units = 0;
    for (uint32_t i = from; i < to; i++) {
        unsigned char c = (unsigned char)text[i];
        units += (uint32_t)((c & 0xC0) != 0x80) + (uint32_t)(c >= 0xF0 && c <= 0xF4);
    }
    return units;
}

bool columns_count(struct columns *c, const ptxc_module *module) {
    size_t length;
    const char *text = ptxc_module_source(module, &length);
    columns_free(c);
    if (!is_ascii(text, length)) {
        size_t blocks = length / BLOCK + 1;
        if (!(c->units = malloc(blocks * sizeof *c->units))) return false;
        c->units[0] = 0;
        for (size_t i = 1; i < blocks; i++) {
            uint32_t end = (uint32_t)(i * BLOCK);
            c->units[i] = c->units[i - 1] + units_between(text, end - BLOCK, end);
        }
    }
    c->text = text;
    return true;
}

void columns_free(struct columns *c) {
    free(c->units);
    *c = (struct columns){0};
}

static uint32_t units_before(const struct columns *c, uint32_t offset) {
    uint32_t block = offset / BLOCK;
    return c->units[block] + units_between(c->text, block * BLOCK, offset);
}

uint32_t columns_at(const struct columns *c, uint32_t offset, uint32_t column) {
    if (!c->units) return column;
    uint32_t line_start = offset - (column - 1);
    return units_before(c, offset) - units_before(c, line_start) + 1;
}
