/* SPDX-License-Identifier: Apache-2.0
 * The subject of a request: documents, positions, ranges. */
#include "program/text/jsontext.h"
#include "lsp/session/subject.h"

/* Reads a number of the protocol, 0 to 2^31 - 1. A larger one is treated as the end. */
static bool number_of(const json_t *json, uint32_t *out) {
    json_int_t value = json_integer_value(json);
    if (!json_is_integer(json) || value < 0) return false;
    *out = value > INT32_MAX ? INT32_MAX : (uint32_t)value;
    return true;
}

bool subject_position(const json_t *position, struct position *out) {
    return number_of(json_object_get(position, "line"), &out->line) &&
           number_of(json_object_get(position, "character"), &out->character);
}

bool subject_range(const struct server *s, const struct document *d, const json_t *range,
                   ptxc_span *span) {
    struct position start, end;
    if (!subject_position(json_object_get(range, "start"), &start) ||
        !subject_position(json_object_get(range, "end"), &end))
        return false;
    span->start = document_offset(d, s->client.encoding, start);
    span->end = document_offset(d, s->client.encoding, end);
    if (span->start > span->end) *span = (ptxc_span){span->end, span->start};
    return true;
}

struct document *subject_document(struct call *call) {
    const json_t *named = json_object_get(call->params, "textDocument");
    const char *uri = json_string_value(json_object_get(named, "uri"));
    struct document *d = uri ? server_document(call->server, uri) : NULL;
    if (!uri)
        call_fail(call, RPC_INVALID_PARAMS, "'textDocument.uri' is a string");
    else if (!d)
        call_fail(call, RPC_INVALID_PARAMS, "the document is not open");
    else if (!server_module(call->server, d))
        return NULL;
    return d;
}

struct document *subject_part(struct call *call, ptxc_span *part) {
    struct document *d = subject_document(call);
    if (!d || subject_range(call->server, d, json_object_get(call->params, "range"), part))
        return d;
    call_fail(call, RPC_INVALID_PARAMS, "'range' has a start and an end");
    return NULL;
}

bool subject_of(struct call *call, struct subject *subject) {
    struct position position;
    subject->document = subject_document(call);
    if (!subject->document) return false;
    subject->module = subject->document->module;
    if (!subject_position(json_object_get(call->params, "position"), &position)) {
        call_fail(call, RPC_INVALID_PARAMS, "'position' has a line and a character");
        return false;
    }
    subject->offset = document_offset(subject->document, call->server->client.encoding, position);
    return true;
}

json_t *subject_range_json(const struct server *s, struct document *d, ptxc_span span) {
    return document_range(d, s->client.encoding, span);
}

static void write_position(const struct server *s, struct document *d, uint32_t offset,
                           struct writer *w) {
    struct position p = document_position(d, s->client.encoding, offset);
    writer_text(w, "{\"line\":");
    writer_number(w, p.line);
    writer_text(w, ",\"character\":");
    writer_number(w, p.character);
    writer_text(w, "}");
}

void subject_write_range(const struct server *s, struct document *d, ptxc_span span,
                         struct writer *w) {
    writer_text(w, "{\"start\":");
    write_position(s, d, span.start, w);
    writer_text(w, ",\"end\":");
    write_position(s, d, span.end, w);
    writer_text(w, "}");
}

json_t *subject_location(const struct server *s, struct document *d, ptxc_span span) {
    return json_pack("{s:o, s:o}", "uri", json_name(d->uri), "range",
                     subject_range_json(s, d, span));
}

json_t *subject_edit(const struct server *s, const struct document *d, json_t *edits) {
    if (!s->client.document_changes) {
        json_t *changes = json_object();
        json_object_set_new(changes, d->uri, edits);
        return json_pack("{s:o}", "changes", changes);
    }
    json_t *version = d->version >= 0 ? json_integer(d->version) : json_null();
    return json_pack("{s:[{s:{s:o, s:o}, s:o}]}", "documentChanges", "textDocument", "uri",
                     json_name(d->uri), "version", version, "edits", edits);
}
