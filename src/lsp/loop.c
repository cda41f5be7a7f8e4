/* SPDX-License-Identifier: Apache-2.0
 * The loop: see loop.h. All pending input is read before anything is checked, so that only the
 * last of several changes is checked, and requests can be cancelled. */
#include "lsp/loop.h"
#include "lsp/feature/feature.h"
#include "lsp/methods.h"
#include "lsp/session/inbox.h"
#include "lsp/session/settings.h"
#include "lsp/session/task.h"
#include "program/io/complain.h"
#include "program/io/system.h"
#include <stdlib.h>
#include <string.h>

enum {
    PARENT_INTERVAL = 1000, /* milliseconds between looks at the client's process */
    QUICK = 64 << 10        /* bytes of a text whose check and answers take a millisecond */
};

bool server_work(struct server *s) {
    struct document *d = s->documents;
    while (d && !d->due) d = d->next;
    if (!d) return task_work(s);
    diagnostics_publish(s, d);
    return true;
}

/* ---- one message ---- */

static void refuse(struct server *s, const struct message *m, enum rpc_error code,
                   const char *problem) {
    transport_write(&s->transport, rpc_failure(m->id, code, problem));
}

static const struct method *find_method(const char *name) {
    const struct method *m = methods;
    while (m->name && strcmp(m->name, name)) m++;
    return m->name ? m : NULL;
}

/* Returns why no request can be answered now, or NULL. */
static const char *untimely(const struct server *s, const struct message *m, enum rpc_error *code) {
    bool starts = !strcmp(m->method, "initialize");
    *code = RPC_INVALID_REQUEST;
    if (s->state == SERVER_SHUT_DOWN) return "the server is shut down";
    if (s->state == SERVER_RUNNING) return starts ? "'initialize' was sent already" : NULL;
    *code = RPC_NOT_INITIALIZED;
    return starts ? NULL : "'initialize' comes first";
}

/* Returns false if nobody waits for the answer of a repeated request that takes long. Otherwise
 * sends the diagnostics of the document first, which are what is seen first. */
static bool is_wanted(struct call *call) {
    const json_t *named = json_object_get(call->params, "textDocument");
    const char *uri = json_string_value(json_object_get(named, "uri"));
    struct document *d = uri ? server_document(call->server, uri) : NULL;
    if (d && d->length > QUICK && call_interrupted(call)) return false;
    if (d && d->due) diagnostics_publish(call->server, d);
    return true;
}

static void answer(struct server *s, const struct message *m) {
    enum rpc_error code;
    const char *problem = untimely(s, m, &code);
    const struct method *method = find_method(m->method);
    if (problem) {
        refuse(s, m, code, problem);
    } else if (m->cancelled) {
        refuse(s, m, RPC_CANCELLED, "cancelled");
    } else if (!method || method->kind == NOTIFICATION) {
        refuse(s, m, RPC_METHOD_NOT_FOUND, "unknown method");
    } else {
        struct call call = {.server = s,
                            .params = m->params,
                            .repeated = method->kind == REPEATED,
                            .error = RPC_INTERNAL_ERROR,
                            .problem = "out of memory"};
        bool wanted = !call.repeated || is_wanted(&call);
        json_t *result = wanted ? method->handle(&call) : NULL;
        if (call.task)
            task_add(s, call.task, m->id);
        else if (result && call.text.length)
            transport_write_result(&s->transport, m->id, call.text.text, call.text.length);
        else if (result)
            transport_write(&s->transport, rpc_result(m->id, result));
        else
            refuse(s, m, call.error, call.problem);
        free(call.text.text);
    }
}

/* Errors in notifications cannot be answered. */
static void notice(struct server *s, const struct message *m) {
    const struct method *method = find_method(m->method);
    bool timely = s->state == SERVER_RUNNING || !strcmp(m->method, "exit");
    struct call call = {.server = s, .params = m->params};
    if (!timely || !method || method->kind != NOTIFICATION) return;
    json_decref(method->handle(&call));
    if (call.problem) complain("lsp: %s: %s", m->method, call.problem);
}

static void handle(struct server *s, struct message *m) {
    s->inbox.current = m;
    if (m->error)
        refuse(s, m, m->error, m->problem);
    else if (!m->method)
        settings_response(s, m->json);
    else if (m->id)
        answer(s, m);
    else
        notice(s, m);
    s->inbox.current = NULL;
}

void server_message(struct server *s, char *text, size_t length) {
    struct message m = rpc_parse(text, length);
    handle(s, &m);
    rpc_free(&m);
}

/* ---- the loop ---- */

/* Waits for input. Returns false if the process of the client ends before there is any: another
 * process may hold the pipe open. */
static bool wait_for_client(struct server *s) {
    while (s->parent && !sys_has_input(s->transport.in, PARENT_INTERVAL))
        if (!sys_is_running(s->parent)) return false;
    return true;
}

static void step(struct server *s) {
    inbox_take(s);
    if (s->inbox.queue.count) {
        struct message m = rpc_queue_take(&s->inbox.queue);
        handle(s, &m);
        rpc_free(&m);
        if (!s->inbox.queue.count) s->inbox.bytes = 0;
        while (s->transport.lit && server_work(s)) {}
    } else if (!server_work(s) && !(wait_for_client(s) && transport_read(&s->transport, true))) {
        /* The client is gone, but may have left a message without a final divider. */
        inbox_take(s);
        if (s->inbox.queue.count) return;
        s->status = s->state == SERVER_SHUT_DOWN ? EXIT_CLEAN : EXIT_FINDINGS;
        s->state = SERVER_GONE;
    }
}

int server_run(struct server *s) {
    while (s->state != SERVER_GONE && !s->transport.failed) step(s);
    return s->transport.failed ? EXIT_FINDINGS : s->status;
}
