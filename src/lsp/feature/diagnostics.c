/* SPDX-License-Identifier: Apache-2.0
 * Diagnostics in the form of the protocol: sent after each change, or on request. */
#include "program/text/jsontext.h"
#include "program/text/code.h"
#include "lsp/feature/feature.h"
#include "lsp/session/settings.h"
#include "lsp/wire/need.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LARGE = 16 << 20,    /* in bytes: a text that takes a while to check */
    TAG_UNNECESSARY = 1, /* DiagnosticTag */
    TAG_DEPRECATED = 2
};

/* ---- one diagnostic ---- */

static int severity_of(ptxc_severity severity) {
    return severity == PTXC_ERROR ? 1 : severity == PTXC_WARNING ? 2 : 3;
}

/* Unnecessary code is shown faded, and what PTX no longer has is shown struck through. */
static int tag_of(const char *name) {
    static const char *const unnecessary[] = {"ignored-qualifier", "empty-statement",
                                              "duplicate-qualifier", "asm-unused-operand"};
    for (size_t i = 0; i < sizeof unnecessary / sizeof *unnecessary; i++)
        if (!strcmp(name, unnecessary[i])) return TAG_UNNECESSARY;
    return strcmp(name, "deprecated-space") ? 0 : TAG_DEPRECATED;
}

/* Returns the page of a code. */
static json_t *description(const struct server *s, uint32_t code) {
    size_t size = strlen(s->pages) + 32;
    char *href = need_bytes(size);
    snprintf(href, size, "%s/%s.md", s->pages, code_text(code).text);
    json_t *json = json_pack("{s:o}", "href", json_name(href));
    free(href);
    return json;
}

/* A text that grows. */
struct phrase {
    char *text;
    size_t length;
};

static void add_bytes(struct phrase *p, const char *text, size_t length) {
    p->text = need(realloc(p->text, p->length + length + 1));
    memcpy(p->text + p->length, text, length);
    p->length += length;
    p->text[p->length] = '\0';
}

struct note_text {
    char *text;
    size_t length;
    ptxc_span span;
    bool has_span;
};

static struct note_text note_at(const ptxc_module *m, size_t i, uint32_t n) {
    struct note_text note = {0};
    note.length = ptxc_module_diag_note_text(m, i, n, &note.span, &note.has_span, NULL, 0);
    note.text = need_bytes(note.length + 1);
    ptxc_module_diag_note_text(m, i, n, NULL, NULL, note.text, note.length + 1);
    return note;
}

/* Returns the message, followed by the notes that have no location or that the client cannot
 * show. */
static json_t *message_of(const struct server *s, const ptxc_module *m, size_t i,
                          const ptxc_diag *d) {
    struct phrase p = {.length = ptxc_module_diag_text(m, i, NULL, 0)};
    p.text = need_bytes(p.length + 1);
    ptxc_module_diag_text(m, i, p.text, p.length + 1);
    for (uint32_t n = 0; n < d->note_count; n++) {
        struct note_text note = note_at(m, i, n);
        if (!(note.has_span && s->client.related)) {
            add_bytes(&p, "\n", 1);
            add_bytes(&p, note.text, note.length);
        }
        free(note.text);
    }
    json_t *text = json_text(p.text, p.length);
    free(p.text);
    return text;
}

static json_t *related_of(const struct server *s, struct document *doc, size_t i,
                          const ptxc_diag *d) {
    json_t *related = json_array();
    for (uint32_t n = 0; n < d->note_count; n++) {
        struct note_text note = note_at(doc->module, i, n);
        if (note.has_span)
            json_array_append_new(related, json_pack("{s:o, s:o}", "location",
                                                     subject_location(s, doc, note.span), "message",
                                                     json_text(note.text, note.length)));
        free(note.text);
    }
    return related;
}

json_t *diagnostics_json(struct server *s, struct document *doc, size_t i) {
    ptxc_diag d;
    if (ptxc_module_diag_get(doc->module, i, &d) != PTXC_OK) return NULL;
    json_t *json =
        json_pack("{s:o, s:i, s:s, s:s, s:o, s:{s:s}}", "range", subject_range_json(s, doc, d.span),
                  "severity", severity_of(d.severity), "code", code_text(d.code).text, "source",
                  "ptxcheck", "message", message_of(s, doc->module, i, &d), "data", "rule", d.rule);
    int tag = tag_of(d.name);
    if (s->pages && s->client.code_links)
        json_object_set_new(json, "codeDescription", description(s, d.code));
    if (s->client.related && d.note_count) {
        json_t *related = related_of(s, doc, i, &d);
        if (json_array_size(related)) json_object_set(json, "relatedInformation", related);
        json_decref(related);
    }
    if (tag && s->client.tags) json_object_set_new(json, "tags", json_pack("[i]", tag));
    return json;
}

json_t *diagnostics_list(struct server *s, struct document *d, size_t most) {
    json_t *list = json_array();
    size_t count = ptxc_module_diag_count(d->module);
    for (size_t i = 0; i < count && i < most; i++)
        json_array_append_new(list, diagnostics_json(s, d, i));
    return list;
}

/* ---- progress ---- */

static json_t *progress_of(const char *token, const char *kind, const char *title) {
    return json_pack("{s:s, s:{s:s, s:s*}}", "token", token, "value", "kind", kind, "title", title);
}

/* Checks the document, and reports progress if it is large. */
static bool check(struct server *s, struct document *d) {
    char token[64];
    bool tell = !d->module && d->length >= LARGE && s->client.progress;
    snprintf(token, sizeof token, "ptxcheck/check/%llu", (unsigned long long)s->editions);
    if (tell) {
        server_request(s, "window/workDoneProgress/create", json_pack("{s:s}", "token", token));
        server_notify(s, "$/progress", progress_of(token, "begin", "checking PTX"));
    }
    bool checked = server_module(s, d) != NULL;
    if (tell) server_notify(s, "$/progress", progress_of(token, "end", NULL));
    return checked;
}

/* ---- push and pull ---- */

void diagnostics_publish(struct server *s, struct document *d) {
    d->due = false;
    if (s->client.pulls || !check(s, d)) return;
    json_t *params = json_pack("{s:o, s:o}", "uri", json_name(d->uri), "diagnostics",
                               diagnostics_list(s, d, MOST_SHOWN));
    if (s->client.versions && d->version >= 0)
        json_object_set_new(params, "version", json_integer(d->version));
    server_notify(s, "textDocument/publishDiagnostics", params);
}

/* The result has an ID that changes with each check. */
json_t *diagnostics_pull(struct call *call) {
    char id[32];
    struct document *d = subject_document(call);
    const char *before = json_string_value(json_object_get(call->params, "previousResultId"));
    if (!d) return NULL;
    snprintf(id, sizeof id, "%llu", (unsigned long long)d->edition);
    if (before && !strcmp(before, id))
        return json_pack("{s:s, s:s}", "kind", "unchanged", "resultId", id);
    return json_pack("{s:s, s:s, s:o}", "kind", "full", "resultId", id, "items",
                     diagnostics_list(call->server, d, MOST_SHOWN));
}
