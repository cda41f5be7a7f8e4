/* SPDX-License-Identifier: Apache-2.0
 * References and highlights. */
#include "lsp/feature/uses.h"
#include "lsp/feature/feature.h"
#include "lsp/wire/need.h"
#include <stdlib.h>

struct uses uses_of(const ptxc_query *query) {
    struct uses u = {NULL, ptxc_query_uses(query, NULL, 0)};
    if (u.count) u.use = need_bytes(u.count * sizeof *u.use);
    if (u.count) u.count = ptxc_query_uses(query, u.use, u.count);
    return u;
}

typedef json_t *item(struct call *call, struct document *document, const ptxc_use *use);

/* Returns an array with the result of `make` for each use; NULL skips one. */
static json_t *list(struct call *call, item *make) {
    struct subject subject;
    ptxc_query *query;
    if (!subject_of(call, &subject)) return NULL;
    if (ptxc_query_open(subject.module, subject.offset, &query) != PTXC_OK) return NULL;
    struct uses u = uses_of(query);
    json_t *all = json_array();
    for (size_t i = 0; i < u.count; i++) {
        json_t *one = make(call, subject.document, &u.use[i]);
        if (one) json_array_append_new(all, one);
    }
    free(u.use);
    ptxc_query_close(query);
    return all;
}

static json_t *reference(struct call *call, struct document *d, const ptxc_use *use) {
    const json_t *context = json_object_get(call->params, "context");
    const json_t *declared = json_object_get(context, "includeDeclaration");
    if (use->declaration && json_is_false(declared)) return NULL;
    return subject_location(call->server, d, use->span);
}

json_t *uses_references(struct call *call) { return list(call, reference); }

static json_t *highlight(struct call *call, struct document *d, const ptxc_use *use) {
    enum { TEXT = 1, READ, WRITE };
    int kind = use->written ? WRITE : use->read ? READ : TEXT;
    return json_pack("{s:o, s:i}", "range", subject_range_json(call->server, d, use->span), "kind",
                     kind);
}

json_t *uses_highlight(struct call *call) { return list(call, highlight); }
