/* SPDX-License-Identifier: Apache-2.0
 * Inlay hints: the meaning of a number in an instruction, and what %0 of an asm statement stands
 * for. */
#include "program/text/jsontext.h"
#include "lsp/feature/pieces.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* MOST_NUMBERS: per instruction, because each lookup takes time proportional to the instruction. */
enum { MOST_TEXT = 200, MOST_EXPRESSION = 24, MOST_NUMBERS = 16, KIND_PARAMETER = 2 };

struct hinter {
    struct server *server;
    struct document *document;
    json_t *hints;
};

static void add_hint(struct hinter *h, uint32_t offset, const char *text, size_t length, int kind) {
    ptxc_span at = {offset, offset};
    json_t *range = subject_range_json(h->server, h->document, at);
    json_t *hint = json_pack("{s:O, s:o, s:b}", "position", json_object_get(range, "start"),
                             "label", json_text(text, length), "paddingLeft", 1);
    if (kind) json_object_set_new(hint, "kind", json_integer(kind));
    json_array_append_new(h->hints, hint);
    json_decref(range);
}

/* ---- numbers ---- */

struct text {
    char bytes[MOST_TEXT];
    size_t length;
};

static void add_text(struct text *t, const char *word) {
    size_t length = strlen(word), room = sizeof t->bytes - 1 - t->length;
    if (length > room) length = room;
    memcpy(t->bytes + t->length, word, length);
    t->length += length;
}

/* Adds "atype=BF16", "m=128". Bits that are not set, and numbers that are 0, are not shown. */
static void add_field(struct text *t, const ptxc_argument *a, size_t f, const ptxc_field *field,
                      const char *chain, bool only) {
    ptxc_field_value v;
    uint64_t number;
    char digits[32];
    if (field->reserved || !*field->name ||
        ptxc_field_decode(a->layout, f, (uint64_t)a->value, &number) != PTXC_OK)
        return;
    const char *name = "";
    for (size_t k = 0; ptxc_field_value_get(a->layout, f, chain, k, &v) == PTXC_OK; k++)
        if (v.number == number) name = v.name;
    bool bit = field->low == field->high;
    if (!only && !number && (!*name || bit || !strcmp(name, "none"))) return;
    if (only && !*name) return;
    if (t->length) add_text(t, " ");
    if (!only) add_text(t, field->name);
    if (!only) add_text(t, "=");
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    add_text(t, *name ? name : digits);
}

/* If a single field is set and its value has a name, only that is shown. */
static void add_number(struct hinter *h, ptxc_query *query, const ptxc_token *token) {
    ptxc_argument a;
    ptxc_field field;
    struct text t = {.length = 0};
    char chain[512];
    size_t named = 0;
    if (ptxc_query_move(query, token->span.start) != PTXC_OK ||
        ptxc_query_argument_get(query, &a) != PTXC_OK || !a.is_number || a.layout == PTXC_NONE ||
        ptxc_query_chain_text(query, chain, sizeof chain) >= sizeof chain)
        return;
    for (size_t f = 0; ptxc_field_get(a.layout, f, &field) == PTXC_OK; f++)
        named += *field.name && !field.reserved;
    for (size_t f = 0; ptxc_field_get(a.layout, f, &field) == PTXC_OK; f++)
        add_field(&t, &a, f, &field, chain, named == 1);
    if (t.length) add_hint(h, token->span.end, t.bytes, t.length, 0);
}

/* ---- operands of asm statements ---- */

/* Returns the expression in parentheses after a constraint, on one line; empty if it is not
 * visible. */
static ptxc_span expression(const struct document *d, ptxc_span constraint) {
    const char *text = d->text;
    uint32_t at = constraint.end, end;
    int depth = 0;
    while (at < d->length && strchr(" \t\r\n", text[at])) at++;
    if (at >= d->length || text[at] != '(') return (ptxc_span){0, 0};
    for (end = ++at; end < d->length && text[end] != '\n' && !(text[end] == ')' && !depth); end++) {
        if (text[end] == '(') depth++;
        if (text[end] == ')') depth--;
    }
    return (ptxc_span){at, end};
}

static void add_operand(struct hinter *h, const ptxc_query *query, const ptxc_token *token) {
    ptxc_symbol s;
    if (ptxc_query_token_symbol_get(query, token, &s) != PTXC_OK ||
        s.kind != PTXC_SYMBOL_ASM_OPERAND || s.name.start == PTXC_NOWHERE)
        return;
    ptxc_span e = expression(h->document, s.name);
    size_t length = e.end - e.start;
    char text[MOST_EXPRESSION + 4];
    if (!length) return;
    const char *from = h->document->text + e.start;
    bool cut = length > MOST_EXPRESSION;
    if (cut) length = MOST_EXPRESSION;
    /* Do not cut inside a character. */
    while (cut && length && ((unsigned char)from[length] & 0xC0) == 0x80) length--;
    memcpy(text, from, length);
    if (cut) memcpy(text + length, "...", 3);
    add_hint(h, token->span.end, text, length + (cut ? 3 : 0), KIND_PARAMETER);
}

/* ---- the request ---- */

static void add_hints(void *user, ptxc_query *query, const ptxc_token *tokens, size_t count) {
    struct hinter *h = user;
    int numbers = 0;
    for (size_t i = 0; i < count; i++) {
        const ptxc_token *t = &tokens[i];
        if (t->kind == PTXC_TOKEN_OPCODE) numbers = 0;
        if (t->span.start == PTXC_NOWHERE || t->operand == PTXC_NONE) continue;
        if (t->kind == PTXC_TOKEN_NUMBER && numbers++ < MOST_NUMBERS) add_number(h, query, t);
        if (t->kind == PTXC_TOKEN_NAME && h->document->text[t->span.start] == '%')
            add_operand(h, query, t);
    }
}

json_t *inlay_hints(struct call *call) {
    ptxc_span part;
    struct document *d = subject_part(call, &part);
    if (!d) return NULL;
    struct hinter h = {call->server, d, json_array()};
    if (pieces_visit(d->module, part, add_hints, &h)) return h.hints;
    json_decref(h.hints);
    return NULL;
}
