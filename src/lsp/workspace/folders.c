/* SPDX-License-Identifier: Apache-2.0
 * The folders of the workspace: those of `initialize`, and their changes. */
#include "lsp/workspace/workspace.h"
#include "program/text/strings.h"
#include "program/text/uri.h"
#include <stdlib.h>
#include <string.h>

/* Returns the place of the path in the list, or NULL. */
static char **find(struct folders *all, const char *path) {
    for (size_t i = 0; i < all->count; i++)
        if (all->path[i] && !strcmp(all->path[i], path)) return &all->path[i];
    return NULL;
}

static void add(struct folders *all, const char *uri) {
    char *path = uri ? uri_path(uri) : NULL;
    if (!path || find(all, path) || !strings_add(&all->path, &all->count, &all->room, path))
        free(path);
}

/* A search that is in progress counts the folders, so that they keep their places. */
static void drop(struct folders *all, const char *uri) {
    char *path = uri ? uri_path(uri) : NULL;
    char **place = path ? find(all, path) : NULL;
    if (place) {
        free(*place);
        *place = NULL;
    }
    free(path);
}

static const char *uri_at(const json_t *folders, size_t i) {
    return json_string_value(json_object_get(json_array_get(folders, i), "uri"));
}

void folders_read(struct server *s, const json_t *params) {
    const json_t *folders = json_object_get(params, "workspaceFolders");
    for (size_t i = 0; i < json_array_size(folders); i++) add(&s->folders, uri_at(folders, i));
    if (!json_is_array(folders))
        add(&s->folders, json_string_value(json_object_get(params, "rootUri")));
}

json_t *folders_changed(struct call *call) {
    const json_t *event = json_object_get(call->params, "event");
    const json_t *removed = json_object_get(event, "removed");
    const json_t *added = json_object_get(event, "added");
    for (size_t i = 0; i < json_array_size(removed); i++)
        drop(&call->server->folders, uri_at(removed, i));
    for (size_t i = 0; i < json_array_size(added); i++)
        add(&call->server->folders, uri_at(added, i));
    return NULL;
}
