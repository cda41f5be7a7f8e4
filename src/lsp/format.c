/* SPDX-License-Identifier: Apache-2.0
 * Formatting: the library lays the text out; the edits are the blanks that differ. */
#include "cli/jsontext.h"
#include "feature.h"
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c) { return c && strchr(" \t\r\n\f\x1a", c); }

static uint32_t skip(const char *text, uint32_t at) {
    while (is_blank(text[at])) at++;
    return at;
}

struct formatting {
    struct server *server;
    struct document *document;
    ptxc_span wanted; /* edits outside are left out */
    json_t *edits;
};

/* Blanks without an end of line, or whole ends of lines. */
static void add(struct formatting *f, ptxc_span span, const char *text, size_t length) {
    const char *old = f->document->text;
    while (length && span.start < span.end && old[span.start] == *text)
        span.start++, text++, length--;
    while (length && span.start < span.end && old[span.end - 1] == text[length - 1])
        span.end--, length--;
    bool same = !length && span.start == span.end;
    if (same || span.start < f->wanted.start || span.end > f->wanted.end) return;
    json_array_append_new(f->edits, json_pack("{s:o, s:o}", "range",
                                              subject_range_json(f->server, f->document, span),
                                              "newText", json_text(text, length)));
}

/* How many of the blanks end lines: up to the last \n. */
static uint32_t ends_of(const char *text, uint32_t length) {
    while (length && text[length - 1] != '\n') length--;
    return length;
}

/* Both texts are the same but for blanks. Those in front of a line are an edit of its own. */
static void compare(struct formatting *f, const char *laid, uint32_t length) {
    const char *text = f->document->text;
    for (uint32_t i = 0, k = 0; i < f->document->length || k < length; i++, k++) {
        uint32_t from = i, at = k;
        i = skip(text, i);
        k = skip(laid, k);
        uint32_t old_ends = ends_of(text + from, i - from), ends = ends_of(laid + at, k - at);
        if (!old_ends || !ends) old_ends = ends = 0;
        add(f, (ptxc_span){from, from + old_ends}, laid + at, ends);
        add(f, (ptxc_span){from + old_ends, i}, laid + at + ends, k - at - ends);
    }
}

static ptxc_style style_of(const json_t *options) {
    json_int_t size = json_integer_value(json_object_get(options, "tabSize"));
    bool tabs = json_is_false(json_object_get(options, "insertSpaces"));
    return (ptxc_style){.indent = size > 0 && size <= 16 ? (uint32_t)size : 0, .tabs = tabs};
}

/* The edits within the span. */
static json_t *edits_in(struct call *call, struct document *d, ptxc_span wanted) {
    struct formatting f = {call->server, d, wanted, json_array()};
    ptxc_style style = style_of(json_object_get(call->params, "options"));
    size_t length = ptxc_module_format(d->module, &style, NULL, 0);
    char *laid = length ? malloc(length + 1) : NULL;
    if (laid) {
        (void)ptxc_module_format(d->module, &style, laid, length + 1);
        compare(&f, laid, (uint32_t)length);
    }
    free(laid);
    return f.edits;
}

json_t *format_document(struct call *call) {
    struct document *d = subject_document(call);
    return d ? edits_in(call, d, (ptxc_span){0, d->length}) : NULL;
}

/* Whole lines. */
static ptxc_span lines_of(const struct document *d, ptxc_span span) {
    while (span.start && d->text[span.start - 1] != '\n') span.start--;
    while (span.end < d->length && d->text[span.end] != '\n' && d->text[span.end] != '\r')
        span.end++;
    return span;
}

json_t *format_range(struct call *call) {
    struct document *d = subject_document(call);
    ptxc_span range;
    if (!d) return NULL;
    if (!subject_range(call->server, d, json_object_get(call->params, "range"), &range))
        return call_fail(call, RPC_INVALID_PARAMS, "'range' has a start and an end");
    return edits_in(call, d, lines_of(d, range));
}

/* Behind `;` or `}` the line up to there. */
json_t *format_on_type(struct call *call) {
    struct subject subject;
    if (!subject_of(call, &subject)) return NULL;
    ptxc_span line = lines_of(subject.document, (ptxc_span){subject.offset, subject.offset});
    line.end = subject.offset;
    return edits_in(call, subject.document, line);
}
