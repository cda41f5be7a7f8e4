/* SPDX-License-Identifier: Apache-2.0
 * Expanding selections: word, enclosing operands, statement, blocks, function, everything. */
#include "lsp/feature/feature.h"
#include "lsp/feature/outline.h"
#include "ptxcheck_query.h"
#include "lsp/wire/need.h"
#include <stdlib.h>

enum { MOST_RANGES = 64 }; /* limits the depth of nested blocks in hostile text */

struct selection {
    struct server *server;
    struct document *document;
    uint32_t offset;
    ptxc_span last; /* the outermost so far */
    json_t *all;    /* ranges, the innermost first */
};

/* Adds a span that contains the offset, and is larger than the last one. */
static void add(struct selection *w, ptxc_span span) {
    bool holds = span.start <= w->offset && w->offset <= span.end;
    bool more = span.start <= w->last.start && w->last.end <= span.end &&
                span.end - span.start > w->last.end - w->last.start;
    if (!holds || !more || span.start == PTXC_NOWHERE) return;
    w->last = span;
    json_array_append_new(w->all, subject_range_json(w->server, w->document, span));
}

/* Adds the nodes that contain the offset; parents come first. */
static void add_operands(struct selection *w, size_t stmt) {
    const ptxc_module *module = w->document->module;
    size_t count = ptxc_module_operands(module, stmt, NULL, 0);
    ptxc_operand *node = count ? need_bytes(count * sizeof *node) : NULL;
    if (node) count = ptxc_module_operands(module, stmt, node, count);
    while (node && count--) add(w, node[count].span);
    free(node);
}

static void add_statement(struct selection *w, const ptxc_query *query) {
    ptxc_instruction instruction;
    ptxc_argument argument;
    ptxc_stmt stmt;
    size_t index;
    if (ptxc_query_instruction_get(query, &instruction) == PTXC_OK) add(w, instruction.head);
    if (ptxc_query_argument_get(query, &argument) == PTXC_OK) add(w, argument.span);
    if (ptxc_query_stmt_get(query, &stmt, &index) != PTXC_OK) return;
    if (index != PTXC_NONE) add_operands(w, index);
    add(w, stmt.span);
}

/* Inner blocks were opened later. */
static void add_blocks(struct selection *w, const struct outline *o) {
    ptxc_stmt open;
    for (size_t i = o->count; i-- && json_array_size(w->all) < MOST_RANGES;) {
        const struct block *b = &o->block[i];
        if (ptxc_module_stmt_get(w->document->module, b->open, &open) != PTXC_OK) continue;
        add(w, (ptxc_span){open.span.start, b->span.end});
        add(w, b->span);
    }
}

static void add_asm(struct selection *w) {
    ptxc_asm a;
    for (size_t i = 0; ptxc_module_asm_get(w->document->module, i, &a) == PTXC_OK; i++)
        add(w, a.span);
}

/* Takes ownership of the ranges: each one gets the next as its parent. */
static json_t *nested(json_t *all) {
    json_t *outer = NULL;
    for (size_t i = json_array_size(all); i--;) {
        json_t *one = json_pack("{s:O}", "range", json_array_get(all, i));
        if (outer) json_object_set_new(one, "parent", outer);
        outer = one;
    }
    json_decref(all);
    return outer;
}

static json_t *selection_at(struct call *call, struct document *d, const struct outline *o,
                            uint32_t offset) {
    struct selection w = {call->server, d, offset, {offset, offset}, json_array()};
    ptxc_query *query;
    ptxc_token token;
    if (ptxc_query_open(d->module, offset, &query) == PTXC_OK) {
        if (ptxc_query_token_get(query, &token) == PTXC_OK && token.kind != PTXC_TOKEN_NONE)
            add(&w, token.span);
        add_statement(&w, query);
        ptxc_query_close(query);
    }
    add_blocks(&w, o);
    add_asm(&w);
    add(&w, (ptxc_span){0, d->length});
    if (!json_array_size(w.all))
        json_array_append_new(w.all, subject_range_json(call->server, d, w.last));
    return nested(w.all);
}

json_t *selection_range(struct call *call) {
    const json_t *positions = json_object_get(call->params, "positions");
    struct document *d = subject_document(call);
    struct position position;
    if (!d) return NULL;
    for (size_t i = 0; i < json_array_size(positions); i++)
        if (!subject_position(json_array_get(positions, i), &position))
            return call_fail(call, RPC_INVALID_PARAMS, "'positions' have a line and a character");
    struct outline o = outline_of(d->module);
    json_t *all = json_array();
    for (size_t i = 0; i < json_array_size(positions); i++) {
        (void)subject_position(json_array_get(positions, i), &position);
        uint32_t offset = document_offset(d, call->server->client.encoding, position);
        json_array_append_new(all, selection_at(call, d, &o, offset));
    }
    free(o.block);
    return all;
}
