/* SPDX-License-Identifier: Apache-2.0
 * Describes what is under the cursor: an opcode, a qualifier, a name, a number. */
#include "lsp/card/card.h"
#include "lsp/card/demangle.h"
#include "lsp/card/fields.h"
#include "lsp/card/formula.h"
#include "lsp/card/relations.h"
#include "lsp/card/words.h"
#include "program/isa/example.h"
#include "program/isa/say.h"
#include "lsp/feature/feature.h"
#include "ptxcheck_query.h"
#include "lsp/wire/need.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FORMS = 8, MOST_WORDS = 32, MOST_CHAIN = 512 };

/* The operand of the tables that holds the truth table of three others. */
#define TRUTH_TABLE "lut"

struct hover {
    struct document *document;
    ptxc_query *query;
    ptxc_token token;
    struct card card;
};

static const char *text_at(const struct hover *h, ptxc_span span) {
    return h->document->text + span.start;
}

static size_t length_of(ptxc_span span) { return span.end - span.start; }

/* ---- opcodes ---- */

static void add_syntax(struct hover *h, size_t insn, size_t form) {
    ptxc_isa_form f;
    if (ptxc_isa_form_get(insn, form, &f) != PTXC_OK) return;
    card_code(&h->card, f.syntax, strlen(f.syntax));
}

/* Shows the form of the line that is written; otherwise, all forms. */
static void add_forms(struct hover *h, const ptxc_instruction *i, const ptxc_isa_insn *insn) {
    bool one = i->complete && i->operand_count;
    for (size_t f = 0; f < insn->form_count && f < MOST_FORMS; f++)
        if (!one || f == i->form) add_syntax(h, i->insn, f);
}

static void add_example(struct hover *h, size_t insn) {
    struct phrase lines = {.length = 0};
    ptxc_isa_example e;
    if (ptxc_isa_example_get(insn, 0, &e) != PTXC_OK) return;
    if (*e.summary) phrase_add(&lines, "// %s\n", e.summary);
    isa_example_lines(&lines, e.text, 0);
    card_paragraph(&h->card);
    card_add(&h->card, "for example");
    card_code(&h->card, lines.text, lines.length - 1);
}

/* Describes how the instruction affects the asynchronous protocol: what a fence orders, for
 * example. */
static void add_events(struct hover *h, size_t insn) {
    ptxc_isa_event event;
    char arguments[512];
    for (size_t i = 0, k; ptxc_query_event_get(h->query, i, &k) == PTXC_OK; i++) {
        (void)ptxc_isa_event_get(insn, k, &event);
        if (!i) card_add(&h->card, "\n");
        card_item(&h->card);
        card_add(&h->card, "%s", event.summary);
        if (ptxc_query_event_text(h->query, i, arguments, sizeof arguments))
            card_add(&h->card, " (%s)", arguments);
    }
}

static bool add_opcode(struct hover *h) {
    ptxc_instruction i;
    ptxc_isa_insn insn;
    if (ptxc_query_instruction_get(h->query, &i) != PTXC_OK ||
        ptxc_isa_insn_get(i.insn, &insn) != PTXC_OK)
        return false;
    card_word(&h->card, insn.name, strlen(insn.name));
    card_add(&h->card, ": %s", insn.summary);
    add_forms(h, &i, &insn);
    add_events(h, i.insn);
    relations_add(&h->card, h->document, i.head.start);
    add_example(h, i.insn);
    card_paragraph(&h->card);
    card_avail(&h->card, &insn.avail);
    card_manual(&h->card, insn.manual);
    return true;
}

/* ---- qualifiers ---- */

static void add_others(struct hover *h, size_t insn, size_t form, size_t slot, size_t value) {
    ptxc_isa_slot_value v;
    size_t count = 0;
    for (size_t k = 0; ptxc_isa_slot_value_get(insn, form, slot, k, &v) == PTXC_OK; k++) {
        if (k == value || count == MOST_WORDS) continue;
        card_add(&h->card, count++ ? ", " : "\n\nalternatives: ");
        card_word(&h->card, v.word, strlen(v.word));
    }
    if (count == MOST_WORDS) card_add(&h->card, ", ...");
}

static bool goes_on(const char *text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return (*text && strchr(letters, *text)) || (text[0] == ':' && text[1] == ':');
}

/* Returns true if the text contains the word, and not as part of a longer one. */
static bool speaks_of(const char *text, const char *word) {
    size_t n = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += n)
        if (!goes_on(at + n)) return true;
    return false;
}

static void add_rules(struct hover *h, size_t insn, const char *word) {
    ptxc_isa_rule rule;
    char text[1024];
    const char *last = NULL; /* several rules may have the same text */
    for (size_t r = 0; ptxc_isa_rule_get(insn, r, &rule) == PTXC_OK; r++) {
        ptxc_isa_rule_text(insn, r, text, sizeof text);
        if (!speaks_of(text, word) || (last && *last && !strcmp(last, rule.message))) continue;
        if (!last) card_add(&h->card, "\n");
        last = rule.message;
        card_item(&h->card);
        card_add(&h->card, "%s", *rule.message ? rule.message : text);
    }
}

static bool add_qualifier(struct hover *h) {
    ptxc_instruction i;
    ptxc_qualifier q;
    ptxc_isa_insn insn;
    ptxc_isa_slot slot;
    ptxc_isa_slot_value value;
    if (ptxc_query_instruction_get(h->query, &i) != PTXC_OK ||
        ptxc_query_qualifier_get(h->query, h->token.qualifier, &q) != PTXC_OK ||
        ptxc_isa_insn_get(i.insn, &insn) != PTXC_OK ||
        ptxc_isa_slot_get(i.insn, i.form, q.slot, &slot) != PTXC_OK ||
        ptxc_isa_slot_value_get(i.insn, i.form, q.slot, q.value, &value) != PTXC_OK)
        return false;
    bool itself = slot.value_count == 1;
    card_word(&h->card, value.word, strlen(value.word));
    card_add(&h->card, ": %squalifier", slot.optional ? "optional " : "");
    if (!itself) card_add(&h->card, " '%s'", slot.name);
    card_add(&h->card, " of ");
    card_word(&h->card, insn.name, strlen(insn.name));
    if (*value.meaning) card_add(&h->card, ": %s", value.meaning);
    add_syntax(h, i.insn, i.form);
    ptxc_isa_avail avail = isa_both(&value.avail, &slot.avail);
    avail = isa_both(&avail, &insn.avail);
    card_paragraph(&h->card);
    card_avail(&h->card, &avail);
    add_others(h, i.insn, i.form, q.slot, q.value);
    add_rules(h, i.insn, value.word);
    card_manual(&h->card, insn.manual);
    return true;
}

/* ---- operands ---- */

/* Adds the fields of a value with a layout. */
static void add_fields(struct hover *h, size_t layout, uint64_t value, uint64_t known) {
    char chain[MOST_CHAIN];
    if (ptxc_query_chain_text(h->query, chain, sizeof chain) >= sizeof chain) return;
    fields_add(&h->card, &(struct fields){layout, chain, value, known});
}

/* Adds the value of a register, and the line that sets it. */
static void add_set(struct hover *h, const ptxc_constant *constant) {
    uint32_t line = 0;
    bool whole = constant->known == UINT64_MAX || constant->known == UINT32_MAX;
    if (constant->set.start == PTXC_NOWHERE) return;
    ptxc_module_position(h->document->module, constant->set.start, &line, NULL);
    card_paragraph(&h->card);
    if (whole) card_add(&h->card, "0x%" PRIx64 ", ", constant->value);
    card_add(&h->card, "set on line %" PRIu32, line);
}

/* Adds what the operand is that a name stands for, and its value if that has a layout. */
static void add_operand(struct hover *h) {
    ptxc_instruction i;
    ptxc_argument a;
    ptxc_isa_insn insn;
    ptxc_isa_operand operand;
    ptxc_constant constant;
    char kind[512];
    if (ptxc_query_instruction_get(h->query, &i) != PTXC_OK ||
        ptxc_query_argument_get(h->query, &a) != PTXC_OK ||
        ptxc_isa_insn_get(i.insn, &insn) != PTXC_OK ||
        ptxc_isa_operand_get(i.insn, i.form, a.operand, &operand) != PTXC_OK)
        return;
    card_paragraph(&h->card);
    card_add(&h->card, "operand '%s' of ", operand.name);
    card_word(&h->card, insn.name, strlen(insn.name));
    if (*operand.meaning) card_add(&h->card, ": %s", operand.meaning);
    if (ptxc_query_operand_text(h->query, a.operand, kind, sizeof kind))
        card_add(&h->card, "%s %s", *operand.meaning ? ";" : ":", kind);
    if (operand.written && operand.inside == 0)
        card_add(&h->card, ", %s", operand.updated ? "read and written" : "written");
    if (a.layout == PTXC_NONE || ptxc_query_constant_get(h->query, &constant) != PTXC_OK) return;
    add_set(h, &constant);
    add_fields(h, a.layout, constant.value, constant.known);
}

/* ---- names ---- */

static const char *word_for(ptxc_symbol_kind kind) {
    switch (kind) {
    case PTXC_SYMBOL_REGISTER: return "register";
    case PTXC_SYMBOL_VARIABLE: return "variable";
    case PTXC_SYMBOL_PARAMETER: return "parameter";
    case PTXC_SYMBOL_FUNCTION: return "function";
    case PTXC_SYMBOL_KERNEL: return "kernel";
    case PTXC_SYMBOL_LABEL: return "label";
    case PTXC_SYMBOL_SPECIAL: return "special register";
    case PTXC_SYMBOL_ASM_OPERAND: return "operand of the asm";
    }
    return "name";
}

/* Adds the declaration as it is written, or the first line of a statement. */
static void add_declaration(struct hover *h, const ptxc_symbol *s) {
    if (s->declaration.start == PTXC_NOWHERE || s->kind == PTXC_SYMBOL_LABEL) return;
    const char *text = text_at(h, s->declaration);
    size_t length = 0, whole = length_of(s->declaration);
    while (length < whole && text[length] != '\n' && text[length] != '\r') length++;
    card_code(&h->card, text, length);
}

/* Describes what the special register holds, and which versions and targets support it. */
static void add_special(struct hover *h) {
    ptxc_isa_word word;
    const char *name = text_at(h, h->token.span);
    size_t length = length_of(h->token.span);
    if (length > 2 && !strncmp(name, "%%", 2)) name++, length--; /* in C++ */
    for (size_t i = 0; ptxc_isa_word_get(PTXC_WORD_SPECIAL, i, &word) == PTXC_OK; i++) {
        if (strlen(word.name) != length || memcmp(word.name, name, length)) continue;
        const char *meaning = ptxc_isa_word_meaning(PTXC_WORD_SPECIAL, i);
        if (*meaning) card_add(&h->card, ": %s", meaning);
        struct card since = {.markdown = h->card.markdown};
        card_avail(&since, &word.avail);
        if (since.length) card_add(&h->card, "\n\n%s", since.text);
        free(since.text);
    }
}

/* Adds the name of a function of C++ as its author wrote it. */
static void add_plain_name(struct hover *h) {
    char *plain = demangle(text_at(h, h->token.span), length_of(h->token.span));
    if (plain) card_add(&h->card, " ");
    if (plain) card_word(&h->card, plain, strlen(plain));
    free(plain);
}

static bool add_name(struct hover *h) {
    ptxc_symbol s;
    if (ptxc_query_symbol_get(h->query, &s) != PTXC_OK) return false;
    card_word(&h->card, text_at(h, h->token.span), length_of(h->token.span));
    card_add(&h->card, ": %s", word_for(s.kind));
    if (s.kind == PTXC_SYMBOL_FUNCTION || s.kind == PTXC_SYMBOL_KERNEL) add_plain_name(h);
    if (s.kind == PTXC_SYMBOL_VARIABLE || s.kind == PTXC_SYMBOL_PARAMETER)
        card_add(&h->card, " %s", s.space);
    if (s.vector) card_add(&h->card, " .v%" PRIu32, s.vector);
    if (*s.type) card_add(&h->card, " %s", s.type);
    if (s.kind == PTXC_SYMBOL_SPECIAL) add_special(h);
    add_declaration(h, &s);
    if (s.kind != PTXC_SYMBOL_LABEL && s.kind != PTXC_SYMBOL_FUNCTION) add_operand(h);
    return true;
}

/* ---- numbers ---- */

/* Adds what a truth table computes, such as that of lop3. */
static void add_formula(struct hover *h, const ptxc_argument *a) {
    char formula[FORMULA_SIZE];
    if (a->value < 0 || a->value > UINT8_MAX) return;
    formula_of((uint8_t)a->value, formula);
    card_paragraph(&h->card);
    card_word(&h->card, formula, strlen(formula));
}

/* Adds " = 19", unless it is already written that way. */
static void add_digits(struct hover *h, const ptxc_argument *a, const char *digits) {
    size_t length = strlen(digits);
    if (length == length_of(a->span) && !memcmp(digits, text_at(h, a->span), length)) return;
    card_add(&h->card, " = %s", digits);
}

static void add_value(struct hover *h, const ptxc_argument *a) {
    char digits[32];
    snprintf(digits, sizeof digits, "%" PRId64, a->value);
    add_digits(h, a, digits);
    snprintf(digits, sizeof digits, "0x%" PRIx64, (uint64_t)a->value);
    add_digits(h, a, digits);
}

static bool add_number(struct hover *h) {
    ptxc_instruction i;
    ptxc_argument a;
    ptxc_isa_operand operand;
    char needs[512];
    if (ptxc_query_argument_get(h->query, &a) != PTXC_OK || !a.is_number ||
        ptxc_query_instruction_get(h->query, &i) != PTXC_OK ||
        ptxc_isa_operand_get(i.insn, i.form, a.operand, &operand) != PTXC_OK)
        return false;
    card_word(&h->card, text_at(h, a.span), length_of(a.span));
    add_value(h, &a);
    card_add(&h->card, ": operand '%s', %s", operand.name, operand.kind);
    if (ptxc_isa_operand_needs_text(i.insn, i.form, a.operand, needs, sizeof needs))
        card_add(&h->card, "; %s", needs);
    if (!strcmp(operand.name, TRUTH_TABLE)) add_formula(h, &a);
    if (a.layout != PTXC_NONE) add_fields(h, a.layout, (uint64_t)a.value, UINT64_MAX);
    return true;
}

/* ---- the request ---- */

static bool add_all(struct hover *h) {
    const char *word = text_at(h, h->token.span);
    size_t length = length_of(h->token.span);
    switch (h->token.kind) {
    case PTXC_TOKEN_OPCODE: return add_opcode(h);
    case PTXC_TOKEN_QUALIFIER: return add_qualifier(h);
    case PTXC_TOKEN_NAME:
    case PTXC_TOKEN_LABEL: return add_name(h) || words_add_constant(&h->card, word, length);
    case PTXC_TOKEN_NUMBER: return add_number(h) || words_add_float(&h->card, word, length);
    case PTXC_TOKEN_DIRECTIVE:
    case PTXC_TOKEN_WORD: return words_add_dotted(&h->card, word, length);
    default: return false;
    }
}

json_t *hover_hover(struct call *call) {
    struct server *s = call->server;
    struct subject subject;
    ptxc_query *query;
    if (!subject_of(call, &subject)) return NULL;
    if (ptxc_query_open(subject.module, subject.offset, &query) != PTXC_OK) return NULL;
    struct hover h = {
        .document = subject.document, .query = query, .card = {.markdown = s->client.markdown}};
    json_t *result = json_null();
    if (ptxc_query_token_get(query, &h.token) == PTXC_OK && add_all(&h))
        result = json_pack("{s:o, s:o}", "contents", card_json(&h.card), "range",
                           subject_range_json(s, subject.document, h.token.span));
    free(h.card.text);
    ptxc_query_close(query);
    return result;
}
