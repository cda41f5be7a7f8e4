/* SPDX-License-Identifier: Apache-2.0
 * Signature help: the forms of the instruction at the cursor, with the operand that is being
 * typed. */
#include "lsp/card/card.h"
#include "program/text/jsontext.h"
#include "lsp/feature/feature.h"
#include "ptxcheck_query.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_FORMS = 64, MOST_PARAMETERS = 32, MOST_CANDIDATES = 64 };

struct parameter {
    size_t start, end; /* in the syntax */
};

/* Splits a syntax "insn.q{.r} [a, b]{, c}, d" into operands at the commas outside of brackets,
 * without the braces of optional operands. */
static size_t split(const char *syntax, struct parameter *out) {
    size_t at = strcspn(syntax, " \n"), count = 0;
    int depth = 0;
    size_t start = at, end = at;
    for (;; at++) {
        char c = syntax[at];
        if (c == '[' || c == '(') depth++;
        if ((c == ']' || c == ')') && depth) depth--;
        bool optional = !depth && (c == '{' || c == '}');
        if (c == '\0' || c == ';' || (c == ',' && !depth)) {
            if (end > start && count < MOST_PARAMETERS)
                out[count++] = (struct parameter){start, end};
            start = end = at;
            if (c != ',') return count;
        } else if (c != ' ' && c != '\n' && !optional) {
            if (start == end) start = at;
            end = at + 1;
        }
    }
}

static bool in_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool has_name(const char *syntax, struct parameter p, const char *name) {
    size_t length = strlen(name);
    for (size_t at = p.start; length && at + length <= p.end; at++)
        if (!strncmp(syntax + at, name, length) && (at == p.start || !in_word(syntax[at - 1])) &&
            !in_word(syntax[at + length]))
            return true;
    return false;
}

struct help {
    ptxc_query *query;
    ptxc_instruction insn;
    ptxc_expected expected;
    bool markdown, offsets;
    size_t parameter; /* the active one in the form that is written */
};

/* For the form that is written, finds the operand by its role in the tables; for others, by its
 * number. */
static size_t active(const struct help *h, size_t form, const char *syntax,
                     const struct parameter *p, size_t count) {
    size_t candidate[MOST_CANDIDATES];
    ptxc_isa_operand operand;
    ptxc_argument argument;
    size_t n = 0;
    if (form == h->insn.form) {
        n = ptxc_query_candidates(h->query, h->expected.operand, candidate, MOST_CANDIDATES);
        if (n > MOST_CANDIDATES) n = MOST_CANDIDATES;
        if (ptxc_query_argument_get(h->query, &argument) == PTXC_OK)
            candidate[0] = argument.operand, n = 1;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < count; k++)
            if (ptxc_isa_operand_get(h->insn.insn, form, candidate[i], &operand) == PTXC_OK &&
                has_name(syntax, p[k], operand.name))
                return k;
    return h->expected.operand;
}

/* Describes what the parameter can be: for the form that is written, given its qualifiers. */
static json_t *documentation(const struct help *h, size_t form, const char *syntax,
                             struct parameter p) {
    ptxc_isa_operand operand;
    char text[256];
    for (size_t i = 0; ptxc_isa_operand_get(h->insn.insn, form, i, &operand) == PTXC_OK; i++) {
        if (!has_name(syntax, p, operand.name)) continue;
        bool is_written = form == h->insn.form;
        if (is_written && ptxc_query_operand_text(h->query, i, text, sizeof text))
            return json_string(text);
        return json_string(operand.kind);
    }
    return NULL;
}

/* Offsets count ASCII, which is the same in all encodings. */
static json_t *parameter_json(const struct help *h, size_t form, const char *syntax,
                              struct parameter p) {
    json_t *json = h->offsets
                       ? json_pack("{s:[I, I]}", "label", (json_int_t)p.start, (json_int_t)p.end)
                       : json_pack("{s:o}", "label", json_text(syntax + p.start, p.end - p.start));
    json_t *words = documentation(h, form, syntax, p);
    if (words) json_object_set_new(json, "documentation", words);
    return json;
}

static void add_needs(struct card *card, const ptxc_isa_avail *avail) {
    struct card needs = {.markdown = card->markdown};
    card_avail(&needs, avail);
    if (needs.length) card_add(card, "; %s", needs.text);
    free(needs.text);
}

static json_t *signature(struct help *h, size_t form, const ptxc_isa_insn *insn) {
    ptxc_isa_form f;
    struct parameter p[MOST_PARAMETERS];
    struct card card = {.markdown = h->markdown};
    if (ptxc_isa_form_get(h->insn.insn, form, &f) != PTXC_OK) return NULL;
    size_t count = split(f.syntax, p), which = active(h, form, f.syntax, p, count);
    if (form == h->insn.form) h->parameter = which;
    json_t *parameters = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(parameters, parameter_json(h, form, f.syntax, p[i]));
    card_add(&card, "%s", insn->summary);
    add_needs(&card, &f.avail);
    json_t *json = json_pack("{s:s, s:o, s:o}", "label", f.syntax, "documentation",
                             card_json(&card), "parameters", parameters);
    if (count) json_object_set_new(json, "activeParameter", json_integer((json_int_t)which));
    return json;
}

static json_t *signatures(struct help *h) {
    ptxc_isa_insn insn;
    json_t *all = json_array();
    if (ptxc_isa_insn_get(h->insn.insn, &insn) != PTXC_OK) return all;
    for (size_t f = 0; f < insn.form_count && f < MOST_FORMS; f++)
        json_array_append_new(all, signature(h, f, &insn));
    return all;
}

/* Returns true after the chain, but not in a guard before it. */
static bool is_in_operands(struct help *h) {
    return ptxc_query_expected_get(h->query, &h->expected) == PTXC_OK &&
           h->expected.kind == PTXC_EXPECTED_OPERAND &&
           ptxc_query_instruction_get(h->query, &h->insn) == PTXC_OK && h->insn.insn != PTXC_NONE &&
           (h->expected.word.start == PTXC_NOWHERE || h->expected.word.start >= h->insn.head.end);
}

json_t *signature_help(struct call *call) {
    struct subject subject;
    struct help h = {.markdown = call->server->client.markdown_signatures,
                     .offsets = call->server->client.label_offsets};
    json_t *result = NULL;
    if (!subject_of(call, &subject)) return NULL;
    if (ptxc_query_open(subject.module, subject.offset, &h.query) != PTXC_OK) return NULL;
    if (is_in_operands(&h)) {
        json_t *all = signatures(&h);
        result = json_pack("{s:o, s:i, s:i}", "signatures", all, "activeSignature",
                           (int)(h.insn.form < MOST_FORMS ? h.insn.form : 0), "activeParameter",
                           (int)h.parameter);
    } else {
        result = json_null();
    }
    ptxc_query_close(h.query);
    return result;
}
