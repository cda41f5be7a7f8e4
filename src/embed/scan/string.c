/* SPDX-License-Identifier: Apache-2.0
 * Strings of C++ that are not in an asm: CUDA C++ for NVRTC, and files that other files include in
 * the text of an asm. */
#include "embed/scan/scan.h"
#include <string.h>

char *cxx_own_text(struct cxx *cxx) {
    if (cxx->owned) return cxx->owned;
    uint32_t size = (cxx->memory.end ? cxx->memory.end : cxx->whole_length) + 1;
    cxx->owned = arena_alloc(cxx->arena, size);
    memcpy(cxx->owned, cxx->text, size);
    cxx->text = cxx->owned;
    return cxx->owned;
}

uint32_t cxx_decode_escape(char *text, uint32_t at, uint32_t end) {
    if (end - at < 2) return end;
    char next = text[at + 1];
    bool quotes = next == '\\' && end - at >= 4 && text[at + 2] == '\\' && text[at + 3] == '"';
    if (quotes) { /* \\\" is \", which must stay together */
        memset(text + at, ' ', 2);
        return at + 4;
    }
    if (next && strchr("nrtabfv\n", next)) text[at + 1] = next == 'n' || next == '\n' ? '\n' : ' ';
    if (next && strchr("nrtabfv\n\\'\"", next)) text[at] = ' '; /* others are rare */
    return at + 2;
}

/* Writes spaces over the quotes from `at` to `end`, and what is between them. */
static void blank_out(char *text, uint32_t at, uint32_t end) {
    for (; at < end; at++)
        if (text[at] != '\n') text[at] = ' ';
}

/* Returns true for a format string of printf, which writes `%%0` for an operand. */
static bool doubles_percent(struct text t) {
    for (const char *at = t.start, *end = t.start + t.length; end - at > 2; at++) {
        at = memchr(at, '%', (size_t)(end - at) - 2);
        if (!at) return false;
        if (at[1] == '%' && cxx_is_digit(at[2])) return true;
    }
    return false;
}

bool cxx_is_source(struct text t) {
    return cxx_has_asm(t.start, t.length) &&
           (cxx_contains(t, "__global__") || cxx_contains(t, "__device__")) && !doubles_percent(t);
}

/* Returns the end of the adjacent literals at `at`. */
static uint32_t strings_end(const struct cxx *cxx, uint32_t at) {
    uint32_t end = at;
    while (at < cxx->length && cxx->text[at] == '"') {
        struct cxx_literal l;
        end = cxx_skip_literal(cxx->text, at, cxx->length, &l);
        at = cxx_skip_blank(cxx->text, end, cxx->length);
    }
    return end;
}

/* Writes the text of the literals [at, end) over them. */
static void decode_strings(struct cxx *cxx, uint32_t at, uint32_t end) {
    char *text = cxx_own_text(cxx);
    while (at < end) {
        struct cxx_literal l;
        uint32_t after = cxx_skip_literal(text, at, end, &l);
        uint32_t next = after < end ? cxx_skip_blank(text, after, end) : end;
        for (uint32_t i = l.start; i < l.end;)
            i = text[i] == '\\' ? cxx_decode_escape(text, i, l.end) : i + 1;
        blank_out(text, at, l.start);
        blank_out(text, l.end, next);
        at = next;
    }
}

uint32_t cxx_read_source(struct cxx *cxx, uint32_t at) {
    uint32_t end = strings_end(cxx, at), length = cxx->length;
    if (!cxx_is_source((struct text){cxx->text + at, end - at})) return end;
    decode_strings(cxx, at, end);
    cxx->nested = true;
    cxx->length = end;
    cxx_scan(cxx, at);
    cxx->length = length;
    cxx->nested = false;
    return end;
}

void cxx_read_fragment(struct cxx *cxx) {
    struct cxx_asm a;
    uint32_t at = cxx_skip_blank(cxx->text, 0, cxx->length);
    bool raw = at + 1 < cxx->length && cxx->text[at] == 'R' && cxx->text[at + 1] == '"';
    if (at == cxx->length || (cxx->text[at] != '"' && !raw)) return;
    uint32_t literals = cxx->literals.count;
    cxx_read_strings(cxx, at, cxx->length, &a);
    const struct cxx_literal *first =
        a.literal_count ? list_at(&cxx->literals, a.literal_first) : NULL;
    bool module =
        first && cxx_starts_module(text_at(cxx->text, (ptxc_span){first->start, first->end}));
    if (module || a.reason != CXX_CHECKED ||
        cxx_skip_blank(cxx->text, a.span.end, cxx->length) < cxx->length) {
        cxx->literals.count = literals;
        return;
    }
    a.place = CXX_OPEN; /* the operands are where the file is included */
    cxx_add_asm(cxx, &a);
}
