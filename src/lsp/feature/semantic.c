/* SPDX-License-Identifier: Apache-2.0
 * Semantic tokens: the kind of each word. The legend is in methods.c. */
#include "lsp/feature/pieces.h"

/* Indexes into the legend. */
enum {
    TYPE_COMMENT,
    TYPE_MACRO,
    TYPE_TYPE,
    TYPE_KEYWORD,
    TYPE_MODIFIER,
    TYPE_LABEL,
    TYPE_VARIABLE,
    TYPE_PROPERTY,
    TYPE_NUMBER,
    TYPE_STRING,
    TYPE_PARAMETER,
    TYPE_FUNCTION
};
enum { DECLARATION = 1, READ_ONLY = 2 };

struct painter {
    struct server *server;
    struct document *document;
    struct position last; /* of the previous token */
    json_t *data;
};

static void add_number(struct painter *p, uint32_t number) {
    json_array_append_new(p->data, json_integer((json_int_t)number));
}

/* Adds the part of a token that is on one line. */
static void add_line(struct painter *p, ptxc_span span, int type, int modifiers) {
    enum encoding encoding = p->server->client.encoding;
    struct position start = document_position(p->document, encoding, span.start);
    struct position end = document_position(p->document, encoding, span.end);
    if (start.line != end.line || start.character >= end.character) return;
    bool same = start.line == p->last.line;
    /* Parts of a literal that is used twice appear twice. */
    if (start.line < p->last.line || (same && start.character < p->last.character)) return;
    add_number(p, start.line - p->last.line);
    add_number(p, start.character - (same ? p->last.character : 0));
    add_number(p, end.character - start.character);
    add_number(p, (uint32_t)type);
    add_number(p, (uint32_t)modifiers);
    p->last = start;
}

static void add(struct painter *p, ptxc_span span, int type, int modifiers) {
    const char *text = p->document->text;
    for (uint32_t at = span.start; at < span.end;) {
        uint32_t end = at;
        while (end < span.end && text[end] != '\n' && text[end] != '\r') end++;
        add_line(p, (ptxc_span){at, end}, type, modifiers);
        at = end + 1;
    }
}

static void add_name(struct painter *p, const ptxc_query *query, const ptxc_token *t) {
    ptxc_symbol s;
    int type = TYPE_VARIABLE, modifiers = 0;
    if (ptxc_query_token_symbol_get(query, t, &s) != PTXC_OK) {
        add(p, t->span, type, 0);
        return;
    }
    if (s.name.start == t->span.start) modifiers = DECLARATION;
    switch (s.kind) {
    case PTXC_SYMBOL_FUNCTION:
    case PTXC_SYMBOL_KERNEL: type = TYPE_FUNCTION; break;
    case PTXC_SYMBOL_LABEL: type = TYPE_LABEL; break;
    case PTXC_SYMBOL_PARAMETER:
    case PTXC_SYMBOL_ASM_OPERAND: type = TYPE_PARAMETER; break;
    case PTXC_SYMBOL_SPECIAL: modifiers = READ_ONLY; break;
    default: break;
    }
    add(p, t->span, type, modifiers);
}

static void add_token(struct painter *p, const ptxc_query *query, const ptxc_token *t) {
    switch (t->kind) {
    case PTXC_TOKEN_COMMENT: add(p, t->span, TYPE_COMMENT, 0); break;
    case PTXC_TOKEN_DIRECTIVE: add(p, t->span, TYPE_MACRO, 0); break;
    case PTXC_TOKEN_WORD: add(p, t->span, TYPE_TYPE, 0); break;
    case PTXC_TOKEN_OPCODE: add(p, t->span, TYPE_KEYWORD, 0); break;
    case PTXC_TOKEN_QUALIFIER: add(p, t->span, TYPE_MODIFIER, 0); break;
    case PTXC_TOKEN_LABEL: add(p, t->span, TYPE_LABEL, DECLARATION); break;
    case PTXC_TOKEN_NAME: add_name(p, query, t); break;
    case PTXC_TOKEN_COMPONENT: add(p, t->span, TYPE_PROPERTY, 0); break;
    case PTXC_TOKEN_NUMBER: add(p, t->span, TYPE_NUMBER, 0); break;
    case PTXC_TOKEN_STRING: add(p, t->span, TYPE_STRING, 0); break;
    case PTXC_TOKEN_NONE:
    case PTXC_TOKEN_PUNCTUATION: break;
    }
}

static void paint(void *user, ptxc_query *query, const ptxc_token *tokens, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (tokens[i].span.start != PTXC_NOWHERE) add_token(user, query, &tokens[i]);
}

static json_t *paint_part(struct call *call, struct document *d, ptxc_span part) {
    struct painter p = {.server = call->server, .document = d, .data = json_array()};
    if (pieces_visit(d->module, part, paint, &p)) return json_pack("{s:o}", "data", p.data);
    json_decref(p.data);
    return NULL;
}

json_t *semantic_full(struct call *call) {
    struct document *d = subject_document(call);
    return d ? paint_part(call, d, (ptxc_span){0, d->length}) : NULL;
}

json_t *semantic_range(struct call *call) {
    ptxc_span part;
    struct document *d = subject_part(call, &part);
    return d ? paint_part(call, d, part) : NULL;
}
