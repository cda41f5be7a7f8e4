/* SPDX-License-Identifier: Apache-2.0
 * Inlay hints: the meaning of a number or of a known register in an instruction, and what %0 of an
 * asm statement stands for. */
#include "program/text/jsontext.h"
#include "lsp/card/fields.h"
#include "lsp/feature/pieces.h"
#include <stdlib.h>
#include <string.h>

/* MOST_VALUES: per instruction, because each lookup takes time proportional to the instruction. */
enum { MOST_CHAIN = 512, MOST_EXPRESSION = 24, MOST_VALUES = 16, KIND_PARAMETER = 2 };

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

/* ---- values ---- */

static void add_fields(struct hinter *h, ptxc_query *query, const ptxc_token *token,
                       struct fields fields) {
    char chain[MOST_CHAIN];
    struct card line = {.markdown = false};
    if (ptxc_query_chain_text(query, chain, sizeof chain) >= sizeof chain) return;
    fields.chain = chain;
    fields_add_line(&line, &fields);
    if (line.length) add_hint(h, token->span.end, line.text, line.length, 0);
    free(line.text);
}

/* Adds the fields of a number, or of a register whose value is known. */
static void add_value(struct hinter *h, ptxc_query *query, const ptxc_token *token) {
    ptxc_argument a;
    ptxc_constant constant;
    if (ptxc_query_move(query, token->span.start) != PTXC_OK ||
        ptxc_query_argument_get(query, &a) != PTXC_OK || a.layout == PTXC_NONE)
        return;
    struct fields fields = {a.layout, "", (uint64_t)a.value, UINT64_MAX};
    if (!a.is_number) {
        if (ptxc_query_constant_get(query, &constant) != PTXC_OK) return;
        fields.value = constant.value;
        fields.known = constant.known;
    }
    add_fields(h, query, token, fields);
}

/* Returns true if an operand of the instruction has a layout: for most, no register is looked up.
 */
static bool has_layouts(ptxc_query *query, const ptxc_token *opcode) {
    ptxc_instruction i;
    ptxc_isa_operand operand;
    if (ptxc_query_move(query, opcode->span.start) != PTXC_OK ||
        ptxc_query_instruction_get(query, &i) != PTXC_OK || i.form == PTXC_NONE)
        return false;
    for (size_t k = 0; ptxc_isa_operand_get(i.insn, i.form, k, &operand) == PTXC_OK; k++)
        if (*operand.layout) return true;
    return false;
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
    int values = 0;
    bool described = true; /* the part may begin inside an instruction */
    for (size_t i = 0; i < count; i++) {
        const ptxc_token *t = &tokens[i];
        if (t->kind == PTXC_TOKEN_OPCODE) {
            values = 0;
            described = has_layouts(query, t);
        }
        if (t->span.start == PTXC_NOWHERE || t->operand == PTXC_NONE) continue;
        bool value = t->kind == PTXC_TOKEN_NUMBER || t->kind == PTXC_TOKEN_NAME;
        if (described && value && values++ < MOST_VALUES) add_value(h, query, t);
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
