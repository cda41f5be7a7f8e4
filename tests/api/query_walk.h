/* SPDX-License-Identifier: Apache-2.0
 * Runs every query at an offset of a module, and checks that the results are consistent. Used by
 * the tests and the fuzzers. */
#ifndef QUERY_WALK_H
#define QUERY_WALK_H

#include "ptxcheck_query.h"
#include "walk.h"

static bool is_nowhere(ptxc_span span) { return span.start == PTXC_NOWHERE; }

static void sound_span(const struct walk *w, ptxc_span span) {
    SOUND(is_nowhere(span) || (span.start <= span.end && span.end <= w->length));
}

static void walk_place_symbols(struct walk *w, const ptxc_query *q, ptxc_token token) {
    enum { MOST = 64 };
    ptxc_symbol symbol, names[MOST];
    ptxc_use uses[MOST];
    size_t count = ptxc_query_uses(q, uses, MOST), before = 0;
    bool known = ptxc_query_symbol_get(q, &symbol) == PTXC_OK;
    SOUND(!known || token.kind == PTXC_TOKEN_NAME || token.kind == PTXC_TOKEN_LABEL);
    SOUND(!count || known);
    if (known) sound_span(w, symbol.name);
    for (size_t i = 0; i < count && i < MOST; i++) {
        sound_span(w, uses[i].span);
        SOUND(!i || uses[i].span.start >= before);
        before = uses[i].span.start;
    }
    count = ptxc_query_names(q, names, MOST);
    for (size_t i = 0; i < count && i < MOST; i++) {
        sound_span(w, names[i].name);
        SOUND(names[i].type && names[i].space);
    }
}

static void walk_place_instruction(struct walk *w, const ptxc_query *q) {
    ptxc_instruction insn;
    ptxc_qualifier qualifier;
    ptxc_argument argument;
    if (ptxc_query_instruction_get(q, &insn) != PTXC_OK) return;
    sound_span(w, insn.head);
    SOUND(is_nowhere(insn.head) ||
          (insn.head.start <= insn.opcode.start && insn.opcode.end <= insn.head.end));
    SOUND((insn.insn == PTXC_NONE) == (insn.form == PTXC_NONE));
    for (size_t i = 0; i < insn.qualifier_count; i++) {
        ptxc_isa_slot_value value;
        SOUND(ptxc_query_qualifier_get(q, i, &qualifier) == PTXC_OK);
        sound_span(w, qualifier.span);
        SOUND(qualifier.slot == PTXC_NONE ||
              ptxc_isa_slot_value_get(insn.insn, insn.form, qualifier.slot, qualifier.value,
                                      &value) == PTXC_OK);
    }
    SOUND(ptxc_query_qualifier_get(q, insn.qualifier_count, &qualifier) == PTXC_NOT_FOUND);
    for (size_t i = 0, event; ptxc_query_event_get(q, i, &event) == PTXC_OK; i++) {
        ptxc_isa_event about;
        char text[256];
        SOUND(ptxc_isa_event_get(insn.insn, event, &about) == PTXC_OK);
        ptxc_query_event_text(q, i, text, sizeof text);
    }
    if (ptxc_query_argument_get(q, &argument) == PTXC_OK) {
        ptxc_isa_operand operand;
        sound_span(w, argument.span);
        SOUND(ptxc_isa_operand_get(insn.insn, insn.form, argument.operand, &operand) == PTXC_OK);
    }
}

static void walk_place_expected(struct walk *w, const ptxc_query *q) {
    ptxc_expected expected;
    ptxc_environment where;
    SOUND(ptxc_query_expected_get(q, &expected) == PTXC_OK);
    SOUND(ptxc_query_environment_get(q, &where) == PTXC_OK);
    sound_span(w, expected.word);
    sound_span(w, expected.head);
    if (expected.kind != PTXC_EXPECTED_QUALIFIER || is_nowhere(expected.head)) return;
    const char *text = ptxc_module_source(w->module, NULL);
    size_t length = expected.head.end - expected.head.start;
    ptxc_next_word choices[16];
    size_t count = ptxc_isa_next_words(text + expected.head.start, length, &where, choices, 16);
    for (size_t i = 0; i < count && i < 16; i++) SOUND(choices[i].word[0] == '.');
}

/* Asks what can be written in each operand. */
static void walk_offers(const ptxc_query *q) {
    ptxc_instruction insn;
    ptxc_isa_operand operand;
    size_t candidates[16], layout;
    ptxc_layout about;
    char chain[64];
    if (ptxc_query_instruction_get(q, &insn) != PTXC_OK) return;
    SOUND(ptxc_query_chain_text(q, chain, sizeof chain) > 0);
    for (size_t k = 0; k < 16; k++) {
        size_t count = ptxc_query_candidates(q, k, candidates, 16);
        for (size_t i = 0; i < count && i < 16; i++) {
            SOUND(ptxc_isa_operand_get(insn.insn, insn.form, candidates[i], &operand) == PTXC_OK);
            if (ptxc_query_layout_get(q, candidates[i], &layout) == PTXC_OK)
                SOUND(ptxc_layout_get(layout, &about) == PTXC_OK);
        }
    }
    ptxc_next_word choices[4];
    size_t count = ptxc_query_next_words(q, choices, 4);
    for (size_t i = 0; i < count && i < 4; i++) SOUND(choices[i].word[0] == '.');
}

/* A query that was moved gives the same answers as one that was opened there. */
static void walk_moves(struct walk *w, ptxc_query *q, const ptxc_token *tokens, size_t count) {
    for (size_t i = 0; i < count; i++) {
        ptxc_symbol by_token, symbol;
        ptxc_query *other;
        ptxc_token a = {.operand = 0}, b = {.operand = 0};
        if (is_nowhere(tokens[i].span)) continue;
        if (ptxc_query_token_symbol_get(q, &tokens[i], &by_token) == PTXC_OK)
            sound_span(w, by_token.name);
        if (ptxc_query_move(q, tokens[i].span.start) != PTXC_OK) return;
        if (ptxc_query_open(w->module, tokens[i].span.start, &other) != PTXC_OK) return;
        SOUND(ptxc_query_token_get(q, &a) == ptxc_query_token_get(other, &b));
        SOUND(a.kind == b.kind && a.span.start == b.span.start && a.span.end == b.span.end);
        bool known = ptxc_query_symbol_get(q, &symbol) == PTXC_OK;
        SOUND(known == (ptxc_query_symbol_get(other, &symbol) == PTXC_OK));
        ptxc_query_close(other);
    }
}

/* Returns false if the query could not be opened. */
static inline bool walk_place(const ptxc_module *module, uint32_t offset) {
    struct walk w = {.module = module};
    ptxc_query *q;
    ptxc_token token, tokens[8];
    ptxc_stmt stmt;
    ptxc_module_source(module, &w.length);
    if (ptxc_query_open(module, offset, &q) != PTXC_OK) return false;
    SOUND(ptxc_query_token_get(q, &token) == PTXC_OK);
    sound_span(&w, token.span);
    if (ptxc_query_stmt_get(q, &stmt, NULL) == PTXC_OK) sound_span(&w, stmt.span);
    walk_place_symbols(&w, q, token);
    walk_place_instruction(&w, q);
    walk_place_expected(&w, q);
    ptxc_span near = {offset > 16 ? offset - 16 : 0, offset + 16};
    size_t count = ptxc_query_tokens(q, near, tokens, 8);
    for (size_t i = 0; i < count && i < 8; i++) sound_span(&w, tokens[i].span);
    walk_offers(q);
    walk_moves(&w, q, tokens, count < 8 ? count : 8);
    ptxc_query_close(q);
    return true;
}

#endif
