/* SPDX-License-Identifier: Apache-2.0
 * Messages that have arrived: see inbox.h. */
#include "lsp/session/inbox.h"
#include "lsp/session/task.h"
#include "program/io/complain.h"
#include <string.h>

enum { MOST_QUEUED = 64 << 20 }; /* limit in bytes for messages read ahead */

/* ---- taking ---- */

/* Cancels a request in the queue, or the one that is being handled. */
static void cancel(struct server *s, const json_t *id) {
    rpc_queue_cancel(&s->inbox.queue, id);
    task_cancel(s, id);
    if (s->inbox.current && json_equal(s->inbox.current->id, id))
        s->inbox.current->cancelled = true;
}

static void queue(struct server *s, char *text, size_t length) {
    struct message m = rpc_parse(text, length);
    if (m.method && !m.id && !strcmp(m.method, "$/cancelRequest")) {
        cancel(s, json_object_get(m.params, "id"));
        rpc_free(&m);
    } else {
        rpc_queue_add(&s->inbox.queue, &m);
        s->inbox.bytes += length;
    }
}

void inbox_take(struct server *s) {
    char *text;
    size_t length;
    while (s->inbox.bytes < MOST_QUEUED && !(s->transport.lit && s->inbox.queue.count))
        switch (transport_next(&s->transport, &text, &length)) {
        case TRANSPORT_MESSAGE: queue(s, text, length); break;
        case TRANSPORT_LARGE:
            transport_write(&s->transport,
                            rpc_failure(NULL, RPC_INVALID_REQUEST, "the message is too large"));
            break;
        case TRANSPORT_NONE:
            if (!transport_read(&s->transport, false)) return;
            break;
        case TRANSPORT_LOST:
            complain("lsp: standard input holds no messages of the language server protocol");
            s->state = SERVER_GONE;
            s->status = EXIT_FINDINGS;
            return;
        }
}

/* ---- interruption ---- */

static const char *uri_in(const json_t *params) {
    return json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
}

/* Returns true if the text of the document will be another one after this message. */
static bool changes(const struct message *m, const char *uri) {
    static const char *const methods[] = {"textDocument/didChange", "textDocument/didOpen",
                                          "textDocument/didClose"};
    const char *of = m->method ? uri_in(m->params) : NULL;
    if (!of || strcmp(of, uri)) return false;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(m->method, methods[i])) return true;
    return false;
}

bool call_interrupted(struct call *call) {
    struct server *s = call->server;
    const char *uri = uri_in(call->params);
    if (s->transport.lit || !s->inbox.current || call->stopped) return call->stopped;
    inbox_take(s);
    if (s->inbox.current->cancelled) {
        call->stopped = true;
        call_fail(call, RPC_CANCELLED, "cancelled");
    }
    for (size_t i = 0; call->repeated && uri && i < s->inbox.queue.count && !call->stopped; i++) {
        if (!changes(&s->inbox.queue.message[s->inbox.queue.first + i], uri)) continue;
        call->stopped = true;
        call_fail(call, RPC_CONTENT_MODIFIED, "the document has changed");
    }
    return call->stopped;
}
