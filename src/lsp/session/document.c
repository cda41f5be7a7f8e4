/* SPDX-License-Identifier: Apache-2.0
 * Open documents: see document.h. */
#include "lsp/session/document.h"
#include "program/text/uri.h"
#include "lsp/wire/need.h"
#include <stdlib.h>
#include <string.h>

/* ---- lines ---- */

/* Returns true if a line ends with the byte at i. */
static bool ends_line(const struct document *d, uint32_t i) {
    return d->text[i] == '\n' || (d->text[i] == '\r' && d->text[i + 1] != '\n');
}

/* Returns the line that contains an offset. */
static uint32_t line_of(const struct document *d, uint32_t offset) {
    uint32_t low = 0, high = d->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (d->line[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool reserve_lines(struct document *d, uint64_t count) {
    if (count <= d->line_room) return true;
    uint64_t room = count + count / 2 + 16;
    if (room > SIZE_MAX / sizeof *d->line || room > UINT32_MAX) return false;
    d->line = need(realloc(d->line, (size_t)room * sizeof *d->line));
    d->line_room = (uint32_t)room;
    return true;
}

static uint32_t count_ends(const struct document *d, uint32_t from, uint32_t to) {
    uint32_t count = 0;
    for (uint32_t i = from; i < to; i++) count += ends_line(d, i);
    return count;
}

/* Updates the lines `first` to before `behind`, whose text has changed to bytes [line[first], end);
 * the lines after them have moved by `moved` bytes. */
static void splice_lines(struct document *d, uint32_t first, uint32_t behind, uint32_t end,
                         int64_t moved) {
    uint32_t kept = d->line_count - behind, at = first;
    /* The last line that ends in these bytes is one of those that moved. */
    uint32_t ends = count_ends(d, d->line[first], end) - (kept ? 1 : 0);
    uint32_t *to = d->line + first + 1 + ends;
    if (kept) memmove(to, d->line + behind, kept * sizeof *to);
    for (uint32_t i = 0; i < kept; i++) to[i] = (uint32_t)(to[i] + moved);
    for (uint32_t i = d->line[first]; at < first + ends; i++)
        if (ends_line(d, i)) d->line[++at] = i + 1;
    d->line_count = first + 1 + ends + kept;
}

/* ---- text ---- */

struct document *document_new(const char *uri, const char *language, const char *text,
                              size_t length) {
    struct document *d = need(calloc(1, sizeof *d));
    d->version = -1;
    d->uri = need(strdup(uri));
    d->language = need(strdup(language));
    d->path = uri_path(uri);
    d->text = need(calloc(1, 1));
    if (reserve_lines(d, 1)) {
        d->line[0] = 0;
        d->line_count = 1;
        if (document_edit(d, 0, 0, text, length)) return d;
    }
    document_free(d);
    return NULL;
}

void document_free(struct document *d) {
    if (!d) return;
    document_reset(d);
    compile_flags_free(&d->flags);
    free(d->uri);
    free(d->path);
    free(d->language);
    free(d->text);
    free(d->line);
    free(d->painted.number);
    free(d);
}

void document_reset(struct document *d) {
    ptxc_module_close(d->module);
    d->module = NULL;
    d->last.line = UINT32_MAX;
}

static bool reserve_text(struct document *d, uint64_t length) {
    if (length < d->room) return true;
    uint64_t room = length + length / 4 + 64;
    if (room >= UINT32_MAX) return false;
    d->text = need(realloc(d->text, (size_t)room));
    d->room = (uint32_t)room;
    return true;
}

/* Returns an upper bound on the additional lines of this text. */
static uint64_t most_lines(const char *text, size_t length) {
    uint64_t count = 2; /* between \r and \n, it splits one line in two */
    for (size_t i = 0; i < length; i++) count += text[i] == '\n' || text[i] == '\r';
    return count;
}

bool document_edit(struct document *d, uint32_t start, uint32_t end, const char *text,
                   size_t length) {
    if (end > d->length) end = d->length;
    if (start > end) start = end;
    uint64_t after = (uint64_t)d->length - (end - start) + length;
    document_reset(d);
    if (after >= UINT32_MAX / 2 || !reserve_text(d, after) ||
        !reserve_lines(d, d->line_count + most_lines(text, length)))
        return false;
    uint32_t first = line_of(d, start), behind = line_of(d, end) + 1;
    if (first && d->line[first] == start) first--; /* a \r before it may gain or lose its \n */
    int64_t moved = (int64_t)length - (int64_t)(end - start);
    memmove(d->text + start + length, d->text + end, d->length - end);
    if (length) memcpy(d->text + start, text, length);
    d->length = (uint32_t)after;
    d->text[d->length] = '\0';
    uint32_t rescan = behind < d->line_count ? (uint32_t)(d->line[behind] + moved) : d->length;
    splice_lines(d, first, behind, rescan, moved);
    d->ascii = d->ascii ? units_are_bytes(text, length) : units_are_bytes(d->text, d->length);
    return true;
}

/* ---- positions ---- */

uint32_t document_line_end(const struct document *d, uint32_t line) {
    uint32_t end = line + 1 < d->line_count ? d->line[line + 1] : d->length;
    if (line + 1 == d->line_count) return end;
    if (end > d->line[line] && d->text[end - 1] == '\n') end--;
    if (end > d->line[line] && d->text[end - 1] == '\r') end--;
    return end;
}

uint32_t document_offset(const struct document *d, enum encoding encoding, struct position p) {
    if (p.line >= d->line_count) return d->length;
    uint32_t start = d->line[p.line];
    return start +
           units_skip(encoding, d->text + start, document_line_end(d, p.line) - start, p.character);
}

/* Returns the line that contains an offset; looks at the last one and the next one first. */
static uint32_t line_near(const struct document *d, uint32_t offset) {
    uint32_t line = d->last.line;
    if (line >= d->line_count || d->line[line] > offset) return line_of(d, offset);
    for (uint32_t i = 0; i < 2; i++, line++)
        if (line + 1 >= d->line_count || offset < d->line[line + 1])
            return line < d->line_count ? line : d->line_count - 1;
    return line_of(d, offset);
}

/* Diagnostics come in the order of the text, so the next position is close to the last one. */
struct position document_position(struct document *d, enum encoding encoding, uint32_t offset) {
    if (offset > d->length) offset = d->length;
    uint32_t line = line_near(d, offset), end = document_line_end(d, line);
    if (offset > end) offset = end;
    if (d->ascii || encoding == ENCODING_UTF8) {
        d->last.line = line;
        return (struct position){line, offset - d->line[line]};
    }
    if (d->last.line != line || d->last.offset > offset) {
        d->last.line = line;
        d->last.offset = d->line[line];
        d->last.units = 0;
    }
    d->last.units += units_count(encoding, d->text + d->last.offset, offset - d->last.offset);
    d->last.offset = offset;
    return (struct position){line, d->last.units};
}

static json_t *place(struct document *d, enum encoding encoding, uint32_t offset) {
    struct position p = document_position(d, encoding, offset);
    return json_pack("{s:I, s:I}", "line", (json_int_t)p.line, "character",
                     (json_int_t)p.character);
}

json_t *document_range(struct document *d, enum encoding encoding, ptxc_span span) {
    json_t *start = place(d, encoding, span.start);
    return json_pack("{s:o, s:o}", "start", start, "end", place(d, encoding, span.end));
}
