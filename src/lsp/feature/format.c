/* SPDX-License-Identifier: Apache-2.0
 * Formatting: the library formats the text, and the edits are the differences in whitespace. */
#include "lsp/feature/feature.h"
#include "lsp/wire/need.h"
#include <stdlib.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\x1a';
}

static uint32_t skip(const char *text, uint32_t at) {
    while (is_blank(text[at])) at++;
    return at;
}

enum { MOST_BETWEEN = 80 }; /* repeating this many bytes is shorter than ending the edit */

/* A part of the old text, and its replacement in the new one. */
struct edit {
    ptxc_span old, laid;
};

struct formatting {
    struct call *call;
    struct document *document;
    const char *laid;
    ptxc_span wanted; /* edits outside are dropped */
    struct edit last; /* not in `edits` yet; empty if there is none */
    bool in_line;     /* it changes only a part of a line */
    struct writer edits;
};

static size_t length_of(ptxc_span span) { return span.end - span.start; }

static bool is_empty(const struct edit *e) { return !length_of(e->old) && !length_of(e->laid); }

static void flush(struct formatting *f) {
    const struct edit *e = &f->last;
    if (is_empty(e)) return;
    writer_text(&f->edits, f->edits.length > 1 ? ",{\"range\":" : "{\"range\":");
    subject_write_range(f->call->server, f->document, e->old, &f->edits);
    writer_text(&f->edits, ",\"newText\":");
    writer_string(&f->edits, f->laid + e->laid.start, length_of(e->laid));
    writer_text(&f->edits, "}");
}

/* Returns true if all of it is ASCII within a line. Other text is not replaced, because an editor
 * may hold half of a character that is different here. */
static bool is_plain(const char *text, ptxc_span span) {
    for (uint32_t i = span.start; i < span.end; i++)
        if (text[i] == '\n' || text[i] == '\r' || (unsigned char)text[i] >= 0x80) return false;
    return true;
}

/* Returns true if the last edit can be extended to the end of this one. */
static bool goes_on(const struct formatting *f, const struct edit *e) {
    ptxc_span between = {f->last.old.end, e->old.start};
    return f->in_line && length_of(between) <= MOST_BETWEEN &&
           is_plain(f->document->text, between) && is_plain(f->document->text, e->old) &&
           is_plain(f->laid, e->laid);
}

/* Adds whitespace within a line, or whole ends of lines. */
static void add(struct formatting *f, struct edit e) {
    const char *old = f->document->text, *laid = f->laid;
    while (length_of(e.old) && length_of(e.laid) && old[e.old.start] == laid[e.laid.start])
        e.old.start++, e.laid.start++;
    while (length_of(e.old) && length_of(e.laid) && old[e.old.end - 1] == laid[e.laid.end - 1])
        e.old.end--, e.laid.end--;
    if (is_empty(&e) || e.old.start < f->wanted.start || e.old.end > f->wanted.end) return;
    if (goes_on(f, &e)) {
        f->last.old.end = e.old.end;
        f->last.laid.end = e.laid.end;
        return;
    }
    flush(f);
    f->last = e;
    f->in_line = is_plain(old, e.old) && is_plain(laid, e.laid);
}

/* Returns how much of the whitespace ends lines: up to the last \n. */
static uint32_t ends_of(const char *text, uint32_t length) {
    while (length && text[length - 1] != '\n') length--;
    return length;
}

/* The texts differ only in whitespace. Indentation is a separate edit. */
static void compare(struct formatting *f, uint32_t length) {
    const char *text = f->document->text, *laid = f->laid;
    for (uint32_t i = 0, k = 0; i < f->document->length || k < length; i++, k++) {
        uint32_t from = i, at = k;
        i = skip(text, i);
        k = skip(laid, k);
        if (i == from && k == at) continue;
        if (call_stops(f->call)) return;
        uint32_t old_ends = ends_of(text + from, i - from), ends = ends_of(laid + at, k - at);
        if (!old_ends || !ends) old_ends = ends = 0;
        add(f, (struct edit){{from, from + old_ends}, {at, at + ends}});
        add(f, (struct edit){{from + old_ends, i}, {at + ends, k}});
    }
    flush(f);
}

static ptxc_style style_of(const json_t *options) {
    json_int_t size = json_integer_value(json_object_get(options, "tabSize"));
    bool tabs = json_is_false(json_object_get(options, "insertSpaces"));
    return (ptxc_style){.size = sizeof(ptxc_style),
                        .indent = size > 0 && size <= 16 ? (uint32_t)size : 0,
                        .tabs = tabs};
}

/* Returns the formatted text, which the caller frees, or NULL if there is none. It is rarely longer
 * than the old text by more than a quarter, so formatting once usually suffices. */
static char *lay(const ptxc_module *module, const ptxc_style *style, size_t old, size_t *length) {
    size_t room = old + old / 4 + 64;
    char *laid = need_bytes(room);
    *length = ptxc_module_format(module, style, laid, room);
    if (*length >= room) {
        free(laid);
        laid = need_bytes(*length + 1);
        (void)ptxc_module_format(module, style, laid, *length + 1);
    }
    if (*length) return laid;
    free(laid);
    return NULL;
}

/* Returns the edits within the span. */
static json_t *edits_in(struct call *call, struct document *d, ptxc_span wanted) {
    struct formatting f = {.call = call, .document = d, .wanted = wanted};
    ptxc_style style = style_of(json_object_get(call->params, "options"));
    size_t length;
    char *laid = lay(d->module, &style, d->length, &length);
    writer_text(&f.edits, "[");
    if (laid) {
        f.laid = laid;
        compare(&f, (uint32_t)length);
    }
    writer_text(&f.edits, "]");
    free(laid);
    return call_text(call, &f.edits);
}

json_t *format_document(struct call *call) {
    struct document *d = subject_document(call);
    return d ? edits_in(call, d, (ptxc_span){0, d->length}) : NULL;
}

/* Extends the span to whole lines. */
static ptxc_span lines_of(const struct document *d, ptxc_span span) {
    while (span.start && d->text[span.start - 1] != '\n') span.start--;
    while (span.end < d->length && d->text[span.end] != '\n' && d->text[span.end] != '\r')
        span.end++;
    return span;
}

json_t *format_range(struct call *call) {
    ptxc_span range;
    struct document *d = subject_part(call, &range);
    return d ? edits_in(call, d, lines_of(d, range)) : NULL;
}

/* After `;` or `}`, formats the line up to there. */
json_t *format_on_type(struct call *call) {
    struct subject subject;
    if (!subject_of(call, &subject)) return NULL;
    ptxc_span line = lines_of(subject.document, (ptxc_span){subject.offset, subject.offset});
    line.end = subject.offset;
    return edits_in(call, subject.document, line);
}
