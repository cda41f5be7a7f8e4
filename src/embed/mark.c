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
    cxx_text_char(t, (struct cxx_char){.c = '%', .from = m->c[i].from, .width = m->c[i].width});
    for (uint32_t d = digits; d + 1 < digits_end; d++) cxx_text_char(t, m->c[d]);
    const struct cxx_char *d = &m->c[digits_end - 1];
    cxx_text_char(t, (struct cxx_char){
                         .c = d->c, .from = d->from, .width = last->from + last->width - d->from});
}

/* Appends the character at i once, even if it is written twice. Returns what follows. */
static uint32_t put_once(struct cxx_text *t, const struct marked *m, uint32_t i) {
    struct cxx_char c = m->c[i];
    bool doubled = marked_at(m, i + 1) == c.c;
    if (doubled) c.width = m->c[i + 1].from + m->c[i + 1].width - c.from;
    cxx_text_char(t, c);
    return i + 1 + doubled;
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
        cxx_text_char(t, (struct cxx_char){.c = '0', .from = m->c[i].from, .width = 1});
        cxx_text_char(t, (struct cxx_char){.c = '0', .from = last->from, .width = last->width});
        return end;
    }
    return put_once(t, m, i);
}

/* Reads {$r0}, {$w0} or {$rw0}, as inline_ptx of MLIR writes operands, whose `{` is at i. Returns i
 * if it is none. Their types are unknown, so the number must only be that of no other operand. */
static uint32_t unify_named(struct cxx_text *t, const struct marked *m, uint32_t i) {
    uint32_t letter = i + 2, digits = letter;
    while (marked_at(m, digits) == 'r' || marked_at(m, digits) == 'w') digits++;
    uint32_t end = digits;
    while (cxx_is_digit(marked_at(m, end))) end++;
    bool named = marked_at(m, i) == '{' && marked_at(m, i + 1) == '$' && digits > letter &&
                 digits < letter + 3 && end > digits && marked_at(m, end) == '}';
    if (!named) return i;
    const struct cxx_char *open = &m->c[i], *close = &m->c[end];
    char spelt[4] = {'%', (char)('1' + (digits - letter)), '0', '\0'};
    if (marked_at(m, letter) == 'w') spelt[2] = '5';
    for (uint32_t k = 0; spelt[k]; k++)
        cxx_text_char(t, (struct cxx_char){.c = spelt[k], .from = open->from});
    for (uint32_t k = digits; k + 1 < end; k++) cxx_text_char(t, m->c[k]);
    const struct cxx_char *last = &m->c[end - 1];
    cxx_text_char(t, (struct cxx_char){.c = last->c,
                                       .from = open->from,
                                       .width = close->from + close->width - open->from});
    return end + 1;
}

/* Returns the index after the `}` of the operand whose `{` is at i, or i if it has none. */
static uint32_t brace_end(const struct marked *m, uint32_t i) {
    enum { LONGEST = 256 };
    for (uint32_t end = i + 1; end < m->count && end - i < LONGEST; end++)
        if (m->c[end].c == '}') return end + 1;
    return i;
}

/* Writes `{}` as the next operand, and {x} as %[x]. */
static void put_braced(struct cxx_text *t, const struct marked *m, uint32_t i, uint32_t end,
                       uint32_t *next) {
    uint32_t name = i + 1, name_end = name;
    while (cxx_in_name(marked_at(m, name_end))) name_end++;
    const struct cxx_char *open = &m->c[i], *close = &m->c[end - 1];
    bool is_number = cxx_is_digit(marked_at(m, name));
    if (is_number) {
        put_operand(t, m, i, name, name_end, end);
        return;
    }
    cxx_text_char(t, (struct cxx_char){.c = '%', .from = open->from, .width = open->width});
    if (name == name_end) {
        char digits[16];
        struct text_builder b = build_in_buffer(digits, sizeof digits);
        build_number(&b, (*next)++);
        for (uint32_t d = 0; d < b.length; d++)
            cxx_text_char(t, (struct cxx_char){.c = digits[d],
                                               .from = close->from,
                                               .width = d + 1 < b.length ? 0 : close->width});
        return;
    }
    cxx_text_char(t, (struct cxx_char){.c = '[', .from = m->c[name].from, .width = 0});
    for (uint32_t n = name; n < name_end; n++) cxx_text_char(t, m->c[n]);
    uint32_t from = m->c[name_end].from;
    cxx_text_char(
        t, (struct cxx_char){.c = ']', .from = from, .width = close->from + close->width - from});
}

/* Reads the brace at i, and returns what follows. */
static uint32_t unify_brace(struct cxx_text *t, const struct marked *m, uint32_t i,
                            uint32_t *next) {
    char c = m->c[i].c;
    uint32_t end = c == '{' && marked_at(m, i + 1) != '{' ? brace_end(m, i) : i;
    if (end > i) {
        put_braced(t, m, i, end, next);
        return end;
    }
    return put_once(t, m, i);
}

void cxx_unify_operands(struct cxx_text *t, const struct cxx_asm *a) {
    struct marked m = {t->chars, t->char_count};
    bool in_braces = a->place & CXX_BRACE;
    uint32_t next = 0; /* operand of `{}` */
    t->chars = NULL;
    t->char_count = t->char_room = 0;
    for (uint32_t i = 0; i < m.count;) {
        char c = m.c[i].c;
        uint32_t named = in_braces || c != '{' ? i : unify_named(t, &m, i);
        if (named > i) {
            i = named;
        } else if (!in_braces && c == '$') {
            i = unify_dollar(t, &m, i);
        } else if (in_braces && (c == '{' || c == '}')) {
            i = unify_brace(t, &m, i, &next);
        } else {
            bool is_hole = c == '%' && !m.c[i].width; /* add_hole writes such a `%` */
            cxx_text_char(t, m.c[i]);
            if (c == '%' && !is_hole)
                cxx_text_char(
                    t, (struct cxx_char){.c = '%', .from = m.c[i].from + m.c[i].width, .width = 0});
            i++;
        }
    }
}
