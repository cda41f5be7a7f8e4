/* SPDX-License-Identifier: Apache-2.0
 * The call hierarchy of the functions of a module. */
#include "lsp/card/demangle.h"
#include "lsp/feature/outline.h"
#include "lsp/feature/pieces.h"
#include "lsp/feature/uses.h"
#include "lsp/navigate/navigate.h"
#include "program/text/jsontext.h"
#include "lsp/wire/need.h"
#include <stdlib.h>
#include <string.h>

enum { KIND_FUNCTION = 12 };

static bool is_function(ptxc_symbol_kind kind) {
    return kind == PTXC_SYMBOL_FUNCTION || kind == PTXC_SYMBOL_KERNEL;
}

/* ---- items ---- */

/* Returns the block of the function whose head contains the offset, or NULL. */
static const struct block *block_at(const struct document *d, const struct outline *o,
                                    uint32_t offset) {
    ptxc_stmt head;
    for (size_t i = 0; i < o->count; i++) {
        const struct block *b = &o->block[i];
        if (b->head != b->open && ptxc_module_stmt_get(d->module, b->head, &head) == PTXC_OK &&
            head.span.start <= offset && offset < head.span.end)
            return b;
    }
    return NULL;
}

static json_t *item_of(const struct server *s, struct document *d, const struct outline *o,
                       const ptxc_symbol *symbol) {
    const struct block *b = block_at(d, o, symbol->name.start);
    json_t *item =
        json_pack("{s:o, s:i, s:o, s:o, s:o}", "name",
                  json_text(d->text + symbol->name.start, symbol->name.end - symbol->name.start),
                  "kind", KIND_FUNCTION, "uri", json_name(d->uri), "range",
                  subject_range_json(s, d, b ? b->span : symbol->declaration), "selectionRange",
                  subject_range_json(s, d, symbol->name));
    char *plain = demangle(symbol->text, symbol->length);
    if (plain) json_object_set_new(item, "detail", json_name(plain));
    free(plain);
    return item;
}

/* ---- functions that call each other ---- */

/* A function, and where it is called. */
struct party {
    ptxc_symbol symbol;
    json_t *ranges;
};

struct parties {
    struct party *party;
    size_t count;
};

/* Adds a call that concerns the function. */
static void add_call(struct parties *all, const ptxc_symbol *symbol, json_t *range) {
    size_t i = all->count;
    while (i && all->party[i - 1].symbol.name.start != symbol->name.start) i--;
    if (i) {
        json_array_append_new(all->party[i - 1].ranges, range);
        return;
    }
    all->party = need(realloc(all->party, (all->count + 1) * sizeof *all->party));
    all->party[all->count++] = (struct party){*symbol, json_pack("[o]", range)};
}

/* Returns the result, and frees the functions. */
static json_t *answer_of(const struct server *s, struct document *d, const struct outline *o,
                         struct parties *all, const char *role) {
    json_t *result = json_array();
    for (size_t i = 0; i < all->count; i++)
        json_array_append_new(result,
                              json_pack("{s:o, s:o}", role, item_of(s, d, o, &all->party[i].symbol),
                                        "fromRanges", all->party[i].ranges));
    free(all->party);
    return result;
}

/* ---- the requests ---- */

json_t *calls_prepare(struct call *call) {
    struct subject subject;
    ptxc_query *q;
    ptxc_symbol symbol;
    json_t *result = json_null();
    if (!subject_of(call, &subject)) return NULL;
    if (!ptxc_module_stmt_count(subject.module)) return result;
    if (ptxc_query_open(subject.module, subject.offset, &q) != PTXC_OK) return NULL;
    if (ptxc_query_symbol_get(q, &symbol) == PTXC_OK && is_function(symbol.kind)) {
        struct outline o = outline_of(subject.module);
        result = json_pack("[o]", item_of(call->server, subject.document, &o, &symbol));
        free(o.block);
    }
    ptxc_query_close(q);
    return result;
}

/* The function of the request, which is named by an item. */
struct asked {
    struct document *document;
    struct outline outline;
    ptxc_query *query; /* at its name; NULL if the item does not fit the text any more */
    ptxc_symbol symbol;
};

static void find_function(struct asked *a, uint32_t offset) {
    if (ptxc_query_open(a->document->module, offset, &a->query) != PTXC_OK) return;
    if (ptxc_query_symbol_get(a->query, &a->symbol) == PTXC_OK && is_function(a->symbol.kind))
        return;
    ptxc_query_close(a->query);
    a->query = NULL;
}

/* Returns false if the call has failed. Must be closed otherwise. */
static bool ask(struct call *call, struct asked *a) {
    const json_t *item = json_object_get(call->params, "item");
    const char *uri = json_string_value(json_object_get(item, "uri"));
    ptxc_span name;
    *a = (struct asked){.document = uri ? server_document(call->server, uri) : NULL};
    if (!a->document ||
        !subject_range(call->server, a->document, json_object_get(item, "selectionRange"), &name)) {
        call_fail(call, RPC_INVALID_PARAMS, "'item' has the 'uri' of an open document and a range");
        return false;
    }
    if (!server_module(call->server, a->document)) return false;
    a->outline = outline_of(a->document->module);
    find_function(a, name.start);
    return true;
}

static void close_asked(struct asked *a) {
    ptxc_query_close(a->query);
    free(a->outline.block);
}

/* Returns the function whose body contains the offset. */
static const struct block *body_around(const struct outline *o, uint32_t offset) {
    for (size_t i = 0; i < o->count; i++)
        if (o->block[i].head != o->block[i].open && o->block[i].span.start <= offset &&
            offset < o->block[i].span.end)
            return &o->block[i];
    return NULL;
}

/* Finds the symbol of the function that a block is the body of. */
static bool symbol_of(struct document *d, ptxc_query *q, const struct block *b, ptxc_symbol *out) {
    ptxc_stmt head;
    if (ptxc_module_stmt_get(d->module, b->head, &head) != PTXC_OK) return false;
    struct token_list tokens = pieces_tokens(q, head.span);
    bool found = false;
    for (size_t i = 0; i < tokens.count && !found; i++)
        found = tokens.token[i].kind == PTXC_TOKEN_NAME &&
                ptxc_query_token_symbol_get(q, &tokens.token[i], out) == PTXC_OK &&
                is_function(out->kind);
    free(tokens.token);
    return found;
}

json_t *calls_incoming(struct call *call) {
    struct asked a;
    struct parties all = {NULL, 0};
    ptxc_symbol caller;
    if (!ask(call, &a)) return NULL;
    struct uses u = a.query ? uses_of(a.query) : (struct uses){NULL, 0};
    for (size_t i = 0; i < u.count; i++) {
        const struct block *b = body_around(&a.outline, u.use[i].span.start);
        if (u.use[i].declaration || !b || !symbol_of(a.document, a.query, b, &caller)) continue;
        add_call(&all, &caller, subject_range_json(call->server, a.document, u.use[i].span));
    }
    free(u.use);
    json_t *result = answer_of(call->server, a.document, &a.outline, &all, "from");
    close_asked(&a);
    return result;
}

json_t *calls_outgoing(struct call *call) {
    struct asked a;
    struct parties all = {NULL, 0};
    ptxc_symbol callee;
    if (!ask(call, &a)) return NULL;
    const struct block *b = a.query ? block_at(a.document, &a.outline, a.symbol.name.start) : NULL;
    ptxc_stmt open;
    if (b && ptxc_module_stmt_get(a.document->module, b->open, &open) == PTXC_OK) {
        ptxc_span body = {open.span.start, b->span.end};
        struct token_list tokens = pieces_tokens(a.query, body);
        for (size_t i = 0; i < tokens.count; i++)
            if (tokens.token[i].kind == PTXC_TOKEN_NAME &&
                ptxc_query_token_symbol_get(a.query, &tokens.token[i], &callee) == PTXC_OK &&
                is_function(callee.kind))
                add_call(&all, &callee,
                         subject_range_json(call->server, a.document, tokens.token[i].span));
        free(tokens.token);
    }
    json_t *result = answer_of(call->server, a.document, &a.outline, &all, "to");
    close_asked(&a);
    return result;
}
