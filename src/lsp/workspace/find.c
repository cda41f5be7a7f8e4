/* SPDX-License-Identifier: Apache-2.0
 * Symbols of the open documents and of the files in the workspace. */
#include "lsp/feature/feature.h"
#include "lsp/workspace/workspace.h"
#include "lsp/wire/need.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 1 << 20 /* bytes of the answer */ };

struct search {
    struct long_task task;
    struct files_walk files;
    char *query;
};

static bool step_search(struct server *s, struct long_task *task) {
    struct search *x = (struct search *)task;
    char *path = NULL;
    enum files_step step =
        task->text.length < MOST_TEXT ? files_next(s, &x->files, &path) : FILES_END;
    if (step == FILES_FOUND) {
        const char *dot = strrchr(path, '.');
        bool ptx = dot && !strcmp(dot, ".ptx"); /* a host declares no functions of PTX */
        struct document *d = ptx ? files_read(&x->files, path) : NULL;
        if (d && server_module(s, d)) symbols_find(s, d, x->query, &task->text);
        document_free(d);
        free(path);
    }
    if (step == FILES_END) writer_text(&task->text, "]");
    return step != FILES_END;
}

static void free_search(struct long_task *task) {
    struct search *x = (struct search *)task;
    files_end(&x->files);
    free(x->query);
    free(x);
}

json_t *find_symbols(struct call *call) {
    const char *query = json_string_value(json_object_get(call->params, "query"));
    if (!query) return call_fail(call, RPC_INVALID_PARAMS, "'query' is a string");
    struct search *x = need(calloc(1, sizeof *x));
    x->task.step = step_search;
    x->task.free = free_search;
    x->query = need(strdup(query));
    writer_text(&x->task.text, "[");
    call->task = &x->task;
    for (struct document *d = call->server->documents; d; d = d->next)
        if (server_module(call->server, d)) symbols_find(call->server, d, x->query, &x->task.text);
    return NULL;
}
