/* SPDX-License-Identifier: Apache-2.0
 * Links: the source files that the `.file` directives of a module name. */
#include "lsp/navigate/navigate.h"
#include "program/text/jsontext.h"
#include "program/text/uri.h"
#include <stdlib.h>

enum { MOST_NODES = 8, MOST_LINKS = 1000 };

/* Finds the string of a statement, without its quotes. */
static bool find_string(const ptxc_module *module, size_t stmt, ptxc_span *span) {
    ptxc_operand node[MOST_NODES];
    size_t count = ptxc_module_operands(module, stmt, node, MOST_NODES);
    for (size_t i = 0; i < count && i < MOST_NODES; i++) {
        if (node[i].kind != PTXC_OPERAND_STRING || node[i].span.end - node[i].span.start < 2)
            continue;
        *span = (ptxc_span){node[i].span.start + 1, node[i].span.end - 1};
        return true;
    }
    return false;
}

static json_t *link_of(const struct server *s, struct document *d, ptxc_span name) {
    char *path = source_path(d, d->text + name.start, name.end - name.start);
    char *uri = path ? uri_of_path(path) : NULL;
    json_t *link = uri ? json_pack("{s:o, s:o}", "range", subject_range_json(s, d, name), "target",
                                   json_name(uri))
                       : NULL;
    free(uri);
    free(path);
    return link;
}

json_t *links_document_link(struct call *call) {
    struct document *d = subject_document(call);
    ptxc_stmt stmt;
    ptxc_span name;
    if (!d) return NULL;
    json_t *links = json_array();
    for (size_t i = 0; ptxc_module_stmt_get(d->module, i, &stmt) == PTXC_OK &&
                       json_array_size(links) < MOST_LINKS;
         i++) {
        if (stmt.kind != PTXC_STMT_FILE || !find_string(d->module, i, &name)) continue;
        json_t *link = link_of(call->server, d, name);
        if (link) json_array_append_new(links, link);
    }
    return links;
}
