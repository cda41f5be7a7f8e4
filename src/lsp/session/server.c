/* SPDX-License-Identifier: Apache-2.0
 * The state of the server: see server.h. */
#include "lsp/session/server.h"
#include "program/io/complain.h"
#include "program/text/jsontext.h"
#include "lsp/session/settings.h"
#include "lsp/session/task.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void server_init(struct server *s, int in, int out, bool lit) {
    *s = (struct server){.client = {.encoding = ENCODING_UTF16}};
    transport_init(&s->transport, in, out, lit);
    s->profiles.command = &s->command;
    s->command.jobs = 1;
}

void server_free(struct server *s) {
    while (s->documents) {
        struct document *next = s->documents->next;
        document_free(s->documents);
        s->documents = next;
    }
    task_free_all(s);
    for (size_t i = 0; i < s->folders.count; i++) free(s->folders.path[i]);
    free(s->folders.path);
    settings_free(s);
    rpc_queue_free(&s->inbox.queue);
    transport_free(&s->transport);
    free(s->root);
    free(s->pages);
}

/* ---- documents ---- */

struct document *server_document(const struct server *s, const char *uri) {
    struct document *d = s->documents;
    while (d && strcmp(d->uri, uri)) d = d->next;
    return d;
}

const ptxc_module *server_module(struct server *s, struct document *d) {
    if (!d->module) {
        bool has_ptx;
        ptxc_options options = settings_options(s, d, &has_ptx);
        ptxc_status status =
            ptxc_module_open(has_ptx ? d->text : "", has_ptx ? d->length : 0, &options, &d->module);
        if (status) complain("lsp: cannot check '%s': %s", d->uri, ptxc_status_message(status));
        d->edition = ++s->editions;
    }
    return d->module;
}

/* ---- writing ---- */

void server_notify(struct server *s, const char *method, json_t *params) {
    transport_write(&s->transport, rpc_notification(method, params));
}

uint64_t server_request(struct server *s, const char *method, json_t *params) {
    char id[96];
    snprintf(id, sizeof id, "%s/%" PRIu64, method, ++s->requests);
    transport_write(&s->transport, rpc_request(id, method, params));
    return s->requests;
}

void server_show(struct server *s, int type, const char *format, ...) {
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    server_notify(s, "window/showMessage",
                  json_pack("{s:i, s:o}", "type", type, "message", json_name(text)));
}

json_t *call_text(struct call *call, const struct writer *text) {
    call->text = *text;
    return call->stopped ? NULL : json_null();
}

json_t *call_fail(struct call *call, enum rpc_error error, const char *problem) {
    call->error = error;
    call->problem = problem;
    return NULL;
}
