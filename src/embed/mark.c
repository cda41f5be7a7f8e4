/* SPDX-License-Identifier: Apache-2.0
 * Operands of other hosts. LLVM writes $0, ${0} and ${0:mode}, and $$ for a dollar sign. The text
 * is rewritten as the asm of C++ writes it, with %0 and %%, and each character keeps its origin. */
#include "embed/cxx.h"

/* The characters of the text before. */
struct marked {
    const struct cxx_char *c;
    uint32_t count;
};

static char marked_at(const struct marked *m, uint32_t i) {
    return i < m->count ? m->c[i].c : '\0';
}

/* Appends `%` and the digits [digits, digits_end) for the characters [i, end). */
static void put_operand(struct cxx_text *t, const struct marked *m, uint32_t i, uint32_t digits,
                        uint32_t digits_end, uint32_t end) {
    const struct cxx_char *last = &m->c[end - 1];
    cxx_text_char(t, (struct cxx_char){'%', m->c[i].from, m->c[i].width});
    for (uint32_t d = digits; d + 1 < digits_end; d++) cxx_text_char(t, m->c[d]);
    const struct cxx_char *d = &m->c[digits_end - 1];
    cxx_text_char(t, (struct cxx_char){d->c, d->from, last->from + last->width - d->from});
}

/* Reads the `$` at i, and returns what follows. */
static uint32_t unify_dollar(struct cxx_text *t, const struct marked *m, uint32_t i) {
    bool braced = marked_at(m, i + 1) == '{';
    uint32_t digits = i + 1 + braced, end = digits;
    while (cxx_is_digit(marked_at(m, end))) end++;
    uint32_t digits_end = end;
    if (braced)
        while (end < m->count && m->c[end++].c != '}') continue;
    if (digits_end > digits) {
        put_operand(t, m, i, digits, digits_end, end);
        return end;
    }
    if (braced) { /* ${:uid}: a number that each copy of the asm has for itself */
        const struct cxx_char *last = &m->c[end - 1];
        cxx_text_char(t, (struct cxx_char){'0', m->c[i].from, 1});
        cxx_text_char(t, (struct cxx_char){'0', last->from, last->width});
        return end;
    }
    cxx_text_char(t, m->c[i]);
    return i + 1 + (marked_at(m, i + 1) == '$');
}

void cxx_unify_operands(struct cxx_text *t) {
    struct marked m = {t->chars, t->char_count};
    t->chars = NULL;
    t->char_count = t->char_room = 0;
    for (uint32_t i = 0; i < m.count;) {
        bool is_hole = m.c[i].c == '%' && !m.c[i].width;
        if (m.c[i].c == '$') {
            i = unify_dollar(t, &m, i);
            continue;
        }
        cxx_text_char(t, m.c[i]);
        if (m.c[i].c == '%' && !is_hole)
            cxx_text_char(t, (struct cxx_char){'%', m.c[i].from + m.c[i].width, 0});
        i++;
    }
}
