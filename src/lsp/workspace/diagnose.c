/* SPDX-License-Identifier: Apache-2.0
 * Diagnostics of the files in the workspace that are not open; those of open documents are
 * requested one by one. */
#include "lsp/feature/feature.h"
#include "lsp/workspace/workspace.h"
#include "program/io/system.h"
#include "program/text/jsontext.h"
#include "program/text/uri.h"
#include "lsp/wire/need.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OF_FILE = 100, MOST_REPORTED = 10000 /* diagnostics */ };

struct diagnosis {
    struct long_task task;
    struct files_walk files;
    json_t *before; /* the result IDs that the client has, by URI */
    json_t *items;
    size_t reported;
};

/* Writes the ID of the result for a file, which changes with the file and with the settings. */
static void result_id(const struct server *s, const char *path, char *id, size_t size) {
    snprintf(id, size, "%llu-%lld", (unsigned long long)s->settings_edition, sys_stamp(path));
}

static json_t *report_of(const char *kind, const char *uri, const char *id) {
    return json_pack("{s:s, s:o, s:n, s:s*}", "kind", kind, "uri", json_name(uri), "version",
                     "resultId", id);
}

static void add_full(struct diagnosis *x, const char *uri, const char *id, json_t *list) {
    json_t *report = report_of("full", uri, id);
    x->reported += json_array_size(list);
    json_object_set_new(report, "items", list);
    json_array_append_new(x->items, report);
}

static void check_file(struct server *s, struct diagnosis *x, const char *path, const char *uri) {
    char id[64];
    const char *before = json_string_value(json_object_get(x->before, uri));
    result_id(s, path, id, sizeof id);
    bool same = before && !strcmp(before, id);
    if (same) json_array_append_new(x->items, report_of("unchanged", uri, id));
    struct document *d = same ? NULL : files_read(&x->files, path);
    if (d && server_module(s, d) && (before || ptxc_module_diag_count(d->module)))
        add_full(x, uri, id, diagnostics_list(s, d, MOST_OF_FILE));
    json_object_del(x->before, uri);
    document_free(d);
}

/* Clears what the client shows of files that are gone. */
static void clear_gone(struct diagnosis *x) {
    const char *uri;
    json_t *id;
    json_object_foreach(x->before, uri, id) {
        char *path = uri_path(uri);
        if (path && !sys_is_regular(path)) add_full(x, uri, NULL, json_array());
        free(path);
    }
}

static bool step_diagnosis(struct server *s, struct long_task *task) {
    struct diagnosis *x = (struct diagnosis *)task;
    char *path = NULL;
    enum files_step step =
        x->reported < MOST_REPORTED ? files_next(s, &x->files, &path) : FILES_END;
    if (step == FILES_FOUND) {
        char *uri = uri_of_path(path);
        if (uri) check_file(s, x, path, uri);
        free(uri);
        free(path);
    }
    if (step != FILES_END) return true;
    clear_gone(x);
    task->result = json_pack("{s:O}", "items", x->items);
    return false;
}

static void free_diagnosis(struct long_task *task) {
    struct diagnosis *x = (struct diagnosis *)task;
    files_end(&x->files);
    json_decref(x->before);
    json_decref(x->items);
    free(x);
}

json_t *diagnose_workspace(struct call *call) {
    const json_t *ids = json_object_get(call->params, "previousResultIds");
    void *task = need(calloc(1, sizeof(struct diagnosis)));
    struct diagnosis *x = task;
    x->task.step = step_diagnosis;
    x->task.free = free_diagnosis;
    x->before = json_object();
    x->items = json_array();
    for (size_t i = 0; i < json_array_size(ids); i++) {
        const json_t *one = json_array_get(ids, i);
        const char *uri = json_string_value(json_object_get(one, "uri"));
        json_t *value = json_object_get(one, "value");
        if (uri && json_is_string(value)) json_object_set(x->before, uri, value);
    }
    call->task = task;
    return NULL;
}
