/* SPDX-License-Identifier: Apache-2.0
 * Source lines with carets: see snippet.h. The work is limited whatever the length of the line:
 * at most REACH bytes on either side of the span's start are examined. */
#include "cli/check/snippet.h"
#include "program/io/glyph.h"
#include <string.h>

enum {
    REACH = 256,  /* bytes that are examined on each side of the start of the span */
    WIDEST = 140, /* columns of text to show */
    BEFORE = 60,  /* columns to show before the span if the line is truncated */
    TAB = 8,
    GUTTER = 5
};

/* The part of a line that is shown. */
struct view {
    const char *text; /* text of the module */
    uint32_t line;
    uint32_t first, last; /* range of bytes to show */
    bool cut_before, cut_after;
};

/* Moves *at past one character. Returns its width if it starts in column `column`. */
static uint32_t step(const struct view *v, uint32_t *at, uint32_t end, uint32_t column) {
    char c = v->text[*at];
    if ((c >= ' ' && c <= '~') || c == '\t') {
        ++*at;
        return c == '\t' ? TAB - column % TAB : 1;
    }
    struct glyph glyph = glyph_at(v->text + *at, end - *at);
    *at += glyph.length;
    return glyph.width;
}

/* Returns the first byte to show of a line that is truncated before `anchor`, so that at most
 * BEFORE columns remain. */
static uint32_t first_shown(const struct view *v, uint32_t from, uint32_t anchor, uint32_t end) {
    uint32_t width = 0;
    /* The largest width of a tab. */
    for (uint32_t at = from; at < anchor;) width += step(v, &at, end, 0);
    while (from < anchor && width > BEFORE) width -= step(v, &from, end, 0);
    return from;
}

/* Returns where the available columns end; *column is that of `anchor`. */
static uint32_t last_shown(const struct view *v, uint32_t end, uint32_t anchor, uint32_t *column) {
    uint32_t width = 0, at = v->first;
    *column = 0;
    while (at < end) {
        uint32_t next = at;
        uint32_t after = width + step(v, &next, end, width);
        if (after > WIDEST) break;
        if (at <= anchor) *column = width;
        width = after;
        at = next;
    }
    if (at <= anchor) *column = width;
    return at;
}

static struct view view_of(const ptxc_module *module, ptxc_span span) {
    struct view v = {.text = ptxc_module_source(module, NULL)};
    uint32_t column;
    ptxc_span line = {0, 0};
    ptxc_module_position(module, span.start, &v.line, &column);
    (void)ptxc_module_line_get(module, v.line, &line);

    uint32_t anchor = span.start < line.end ? span.start : line.end;
    uint32_t from = anchor - line.start > REACH ? anchor - REACH : line.start;
    uint32_t end = line.end - anchor > REACH ? anchor + REACH : line.end;
    for (int i = 0; i < 3 && from > line.start && from < anchor; i++) /* not inside a character */
        if (((unsigned char)v.text[from] & 0xC0) == 0x80) from++;
    v.first = from;
    v.last = last_shown(&v, end, anchor, &column);
    if (from > line.start || (v.last < line.end && column > BEFORE)) {
        v.first = first_shown(&v, from, anchor, end);
        v.last = last_shown(&v, end, anchor, &column);
    }
    v.cut_before = v.first > line.start;
    v.cut_after = v.last < line.end;
    return v;
}

static const char dots[] = "...";
enum { DOTS = sizeof dots - 1 };

/* Returns the column of a byte on the screen, from the gutter. */
static uint32_t column_of(const struct view *v, uint32_t offset) {
    uint32_t column = 0;
    for (uint32_t at = v->first; at < offset && at < v->last;)
        column += step(v, &at, v->last, column);
    return column + (v->cut_before ? DOTS : 0);
}

/* Writes the visible part of the line, with tabs as spaces. */
static void write_shown(struct out *out, const struct view *v) {
    uint32_t column = 0, printed = v->first;
    for (uint32_t at = v->first; at < v->last;) {
        uint32_t start = at;
        uint32_t width = step(v, &at, v->last, column);
        column += width;
        if (v->text[start] != '\t') continue;
        out_printable(out, v->text + printed, start - printed);
        out_repeat(out, ' ', width);
        printed = at;
    }
    out_printable(out, v->text + printed, v->last - printed);
}

static void write_line(struct out *out, const struct palette *c, const struct view *v) {
    out_text(out, c->gutter);
    out_aligned(out, v->line, GUTTER);
    out_text(out, " |");
    out_text(out, c->reset);
    if (v->first < v->last || v->cut_before) out_char(out, ' ');
    if (v->cut_before) out_text(out, dots);
    write_shown(out, v);
    if (v->cut_after) out_text(out, dots);
    out_char(out, '\n');
}

static void write_margin(struct out *out, const struct palette *c, const struct view *v) {
    uint32_t width = GUTTER;
    for (uint32_t n = v->line; n >= 100000; n /= 10) width++;
    out_text(out, c->gutter);
    out_repeat(out, ' ', width);
    out_text(out, " | ");
    out_text(out, c->reset);
}

static void write_carets(struct out *out, const struct palette *c, const struct view *v,
                         ptxc_span span) {
    uint32_t first = column_of(v, span.start), last = column_of(v, span.end);
    write_margin(out, c, v);
    out_repeat(out, ' ', first);
    out_text(out, c->caret);
    out_char(out, '^');
    if (last > first + 1) out_repeat(out, '~', last - first - 1);
    out_text(out, c->reset);
    out_char(out, '\n');
}

static bool shows(const struct view *v, const ptxc_fix *fix) {
    return fix->span.start >= v->first && fix->span.start <= v->last && fix->span.end <= v->last &&
           !strpbrk(fix->text, "\r\n\t");
}

/* Writes one fix, starting from *column on the screen. */
static void write_fix(struct out *out, const struct palette *c, const struct view *v,
                      const ptxc_fix *fix, uint32_t *column) {
    uint32_t start = column_of(v, fix->span.start), length = (uint32_t)strlen(fix->text);
    if (*column && start <= *column) start = *column + 1;
    out_repeat(out, ' ', start - *column);
    out_text(out, c->fix);
    out_printable(out, fix->text, length);
    if (!length) {
        length = column_of(v, fix->span.end) - column_of(v, fix->span.start);
        out_repeat(out, '-', length);
    }
    out_text(out, c->reset);
    *column = start + length;
}

static void write_fixes(struct out *out, const struct palette *c, const struct view *v,
                        const struct finding *f, uint64_t *pending) {
    uint32_t column = 0;
    bool begun = false;
    for (uint32_t i = 0; i < f->diag.fix_count && i < 64; i++) {
        ptxc_fix fix = fix_of(f, i);
        if (!(*pending >> i & 1) || !shows(v, &fix)) continue;
        if (!begun) write_margin(out, c, v);
        begun = true;
        write_fix(out, c, v, &fix, &column);
        *pending &= ~((uint64_t)1 << i);
    }
    if (begun) out_char(out, '\n');
}

void snippet_write(struct out *out, const struct palette *palette, ptxc_span span,
                   const struct finding *finding, uint64_t *pending) {
    struct view v = view_of(finding->input->module, span);
    write_line(out, palette, &v);
    write_carets(out, palette, &v, span);
    if (*pending) write_fixes(out, palette, &v, finding, pending);
}
