/* SPDX-License-Identifier: Apache-2.0
 * Text that is known only to the compiler of the host: macros, and expressions in an f-string. A
 * statement with such a text is left out, and the others are checked. If the text can only be an
 * operand, its statement is checked up to there. */
#include "embed/cxx.h"
#include "syntax/lexer.h"
#include <string.h>

/* ---- hiding ---- */

/* A statement of the characters. Braces and labels before it belong to no statement. */
struct piece_of_text {
    uint32_t start, end;
    bool broken; /* its braces are not closed */
};

static uint32_t skip_remark(const struct cxx_text *t, uint32_t i) {
    const struct cxx_char *c = t->chars;
    bool block = c[i].c == '/' && c[i + 1].c == '*';
    if (c[i].c != '/' || (!block && c[i + 1].c != '/')) return i;
    for (i += 2; i < t->char_count; i++) {
        if (!block && c[i].c == '\n') return i;
        if (block && c[i].c == '/' && c[i - 1].c == '*') return i + 1;
    }
    return t->char_count;
}

/* Returns the end of a label at i, with its `:`, or i. */
static uint32_t skip_label(const struct cxx_text *t, uint32_t i) {
    uint32_t end = i;
    while (end < t->char_count && cxx_in_name(t->chars[end].c)) end++;
    if (end == i) return i;
    while (end < t->char_count && is_space_byte(t->chars[end].c)) end++;
    return t->chars[end].c == ':' && t->chars[end + 1].c != ':' ? end + 1 : i;
}

/* Finds the next statement from i on. */
static struct piece_of_text next_piece(const struct cxx_text *t, uint32_t i) {
    for (uint32_t before = UINT32_MAX; i != before && i < t->char_count;) {
        before = i;
        while (i < t->char_count && strchr(" \t\r\n\v\f{};", t->chars[i].c)) i++;
        i = skip_label(t, skip_remark(t, i));
    }
    struct piece_of_text p = {i, i, false};
    uint32_t depth = 0;
    for (; i < t->char_count; i++) {
        uint32_t after = skip_remark(t, i);
        if (after > i) i = after;
        if (i >= t->char_count) break;
        char c = t->chars[i].c;
        if (c == '}' && !depth) break;
        depth += c == '{';
        depth -= c == '}';
        if (c != ';') continue;
        p.broken = depth > 0;
        p.end = i + 1;
        return p;
    }
    p.broken = depth > 0;
    p.end = i;
    return p;
}

/* Returns true if what is inserted at i may be a declaration or a label: it is in the first word of
 * its statement, or the statement is a directive. */
static bool may_declare(const struct cxx_text *t, const struct piece_of_text *p, uint32_t i) {
    if (t->chars[p->start].c == '.') return true;
    for (uint32_t k = p->start; k < i; k++)
        if (is_space_byte(t->chars[k].c) || t->chars[k].c == '.') return false;
    return true;
}

bool cxx_hide_unknown(struct cxx_text *t, struct cxx_asm *a) {
    uint32_t next = 0, left = 0, count = t->unknown.count;
    for (struct piece_of_text p = next_piece(t, 0); p.start < p.end; p = next_piece(t, p.end)) {
        bool hide = false;
        for (; next < count; next++) {
            uint32_t at = *(uint32_t *)list_at(&t->unknown, next);
            if (at >= p.end) break;
            if (at < p.start) continue; /* in a comment */
            hide = true;
            if (may_declare(t, &p, at)) a->traits |= CXX_NAMES_OPEN;
        }
        if (hide && p.broken) return false;
        left += !hide;
        for (uint32_t i = p.start; hide && i < p.end; i++) t->chars[i].hidden = true;
    }
    if (!left) return false;
    a->reason = CXX_CHECKED;
    a->traits |= CXX_PARTLY;
    return true;
}

/* ---- diagnostics ---- */

/* Returns the position of the first hole in the statement that contains `at`, or UINT32_MAX. */
static uint32_t hole_near(const struct cxx_text *t, const struct cxx_asm *a, uint32_t at) {
    const char *ptx = t->ptx.start;
    uint32_t start = at < a->end ? at : a->end, end = at;
    while (start > a->start && ptx[start - 1] != ';') start--;
    while (end < a->end && ptx[end] != ';') end++;
    for (uint32_t i = start; i < end; i++) {
        uint32_t number = 0, digits = i + 1;
        if (ptx[i] != '%') continue;
        for (; digits < end && cxx_is_digit(ptx[digits]) && number < CXX_FIRST_HOLE; digits++)
            number = 10 * number + (uint32_t)(ptx[digits] - '0');
        if (number >= CXX_FIRST_HOLE) return i;
    }
    return UINT32_MAX;
}

bool cxx_is_doubtful(const struct cxx_text *t, const struct cxx_asm *a, const struct diag *d) {
    if (a->block || !(a->hole_count || a->traits & CXX_PARTLY)) return false;
    if (d->severity != PTXC_ERROR) return true;
    bool of_opcode = d->id == D_no_instruction || d->id == D_unknown_instruction ||
                     d->id == D_unknown_qualifier || d->id == D_qualifier_order ||
                     d->id == D_digit_word;
    uint32_t hole = hole_near(t, a, d->span.start);
    return hole != UINT32_MAX && !(of_opcode && d->span.end <= hole);
}
