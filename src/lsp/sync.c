/* SPDX-License-Identifier: Apache-2.0
 * Opening, changing, saving and closing documents. */
#include "program/io/complain.h"
#include "lsp/feature/feature.h"
#include "lsp/methods.h"
#include "lsp/session/settings.h"

static json_t *no_document(struct call *call) {
    return call_fail(call, RPC_INVALID_PARAMS, "'textDocument' is not complete");
}

static const char *uri_of(const struct call *call) {
    const json_t *named = json_object_get(call->params, "textDocument");
    return json_string_value(json_object_get(named, "uri"));
}

static void set_version(struct document *d, const json_t *version) {
    d->version = json_is_integer(version) ? json_integer_value(version) : -1;
}

static void remove_document(struct server *s, struct document *d) {
    struct document **at = &s->documents;
    while (*at != d) at = &(*at)->next;
    *at = d->next;
    document_free(d);
}

/* A document that is opened again may have other text now. */
json_t *sync_open(struct call *call) {
    struct server *s = call->server;
    const json_t *item = json_object_get(call->params, "textDocument");
    const json_t *text = json_object_get(item, "text");
    const char *uri = uri_of(call);
    const char *language = json_string_value(json_object_get(item, "languageId"));
    if (!uri || !json_is_string(text)) return no_document(call);
    struct document *d = server_document(s, uri);
    if (d) remove_document(s, d);
    d = document_new(uri, language ? language : "", json_string_value(text),
                     json_string_length(text));
    if (!d) return call_fail(call, RPC_INVALID_PARAMS, "the text is too large");
    set_version(d, json_object_get(item, "version"));
    d->due = true;
    d->next = s->documents;
    s->documents = d;
    return NULL;
}

/* Applies one change: of a range, or of the whole text. */
static bool change(struct server *s, struct document *d, const json_t *change) {
    const json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
    ptxc_span span = {0, d->length};
    if (!json_is_string(text)) return false;
    if (range && !json_is_null(range) && !subject_range(s, d, range, &span)) return false;
    return document_edit(d, span.start, span.end, json_string_value(text),
                         json_string_length(text));
}

json_t *sync_change(struct call *call) {
    struct server *s = call->server;
    const char *uri = uri_of(call);
    const json_t *changes = json_object_get(call->params, "contentChanges");
    const json_t *named = json_object_get(call->params, "textDocument");
    struct document *d = uri ? server_document(s, uri) : NULL;
    if (!d) return call_fail(call, RPC_INVALID_PARAMS, "the document is not open");
    set_version(d, json_object_get(named, "version"));
    d->due = true;
    for (size_t i = 0; i < json_array_size(changes); i++)
        if (!change(s, d, json_array_get(changes, i)))
            call_fail(call, RPC_INVALID_PARAMS, "a change that cannot be made");
    return NULL;
}

/* If the client does not watch files, saving one is the time to check `.ptxcheck` again. */
json_t *sync_save(struct call *call) {
    struct server *s = call->server;
    const char *uri = uri_of(call);
    struct document *d = uri ? server_document(s, uri) : NULL;
    if (d && !s->client.watches) settings_look_again(s, d);
    return NULL;
}

/* A document that is not open has no diagnostics from this server. */
json_t *sync_close(struct call *call) {
    struct server *s = call->server;
    const char *uri = uri_of(call);
    struct document *d = uri ? server_document(s, uri) : NULL;
    if (!d) return call_fail(call, RPC_INVALID_PARAMS, "the document is not open");
    if (!s->client.pulls)
        server_notify(s, "textDocument/publishDiagnostics",
                      json_pack("{s:s, s:[]}", "uri", uri, "diagnostics"));
    remove_document(s, d);
    return NULL;
}
