/* SPDX-License-Identifier: Apache-2.0
 * Syntax errors: what was found, and what was expected. */
#include "syntax/parse.h"
#include "base/distance.h"
#include "isa/tables.h"
#include "ptx.tab.h"
#include <string.h>

/* Errors of one kind come in large numbers, so they share the phrase. */
static struct text shared(struct parser *p, struct text phrase) {
    struct text *last = &p->last_phrase;
    if (!text_same(*last, phrase))
        *last = (struct text){arena_copy(p->arena, phrase.start, phrase.length), phrase.length};
    return *last;
}

static struct text found_text(const struct parser *p, const struct token *t) {
    if (t->kind == TOK_END) return (struct text){NULL, 0};
    return (struct text){p->text + t->start, t->end - t->start};
}

enum { MOST_PHRASE = 120 };

struct wanted {
    struct text item[8];
    uint32_t count;
};

static void want(struct wanted *w, bool wanted, const char *item) {
    if (wanted && w->count < 8) w->item[w->count++] = text_of(item);
}

/* Collects the tokens that end or separate here. A `}` is included only if braces are open:
 * otherwise the grammar expects it only as what may follow a missing `;`. */
static void want_separators(const struct parser *p, const bool *can, struct wanted *w) {
    bool head = p->stmt.first_kind == TOK_D_ENTRY || p->stmt.first_kind == TOK_D_FUNC;
    want(w, can[TOK_COMMA], "','");
    want(w, can[TOK_D_SPACE] && can[TOK_RPAREN] && !can[TOK_NAME], phrase_string(P_a_state_space));
    want(w, can[TOK_RPAREN], "')'");
    want(w, can[TOK_RBRACKET], "']'");
    want(w, can[TOK_RBRACE] && !can[TOK_SEMICOLON], "'}'");
    want(w, head && can[TOK_LBRACE] && can[TOK_SEMICOLON], "'{'");
    want(w, can[TOK_SEMICOLON], "';'");
    want(w, can[TOK_COLON] && can[TOK_STAR], "':'");
}

/* Names the few expected tokens worth mentioning. Operators are never mentioned. */
static struct text expected_text(struct parser *p, const uint8_t *expected, int count) {
    bool can[256] = {false};
    struct wanted w = {.count = 0};
    for (int i = 0; i < count; i++) can[expected[i]] = true;
    bool separator = can[TOK_COMMA] || can[TOK_SEMICOLON] || can[TOK_RPAREN] || can[TOK_RBRACKET] ||
                     can[TOK_RBRACE] || (can[TOK_COLON] && can[TOK_STAR]);
    if (can[TOK_NAME] && can[TOK_LBRACKET] && can[TOK_INTEGER]) {
        want(&w, true, phrase_string(P_an_operand));
    } else if (p->previous.kind == TOK_D_TUNING && can[TOK_INTEGER]) {
        want(&w, true, phrase_string(P_an_integer));
    } else if (can[TOK_NAME] && can[TOK_D_SPACE] && can[TOK_WORD] && !can[TOK_COMMA]) {
        want(&w, true, phrase_string(P_a_type_or_name));
    } else if (separator) {
        want_separators(p, can, &w);
    } else if (can[TOK_D_SPACE]) {
        want(&w, true,
             can[TOK_NAME] ? phrase_string(P_a_type_or_name) : phrase_string(P_a_state_space));
    } else if (can[TOK_INTEGER]) {
        want(&w, true,
             can[TOK_NAME] ? phrase_string(P_a_number_or_name) : phrase_string(P_an_integer));
    } else {
        want(&w, can[TOK_DECIMAL], phrase_string(P_a_version_such_as));
        want(&w, can[TOK_FUNCTION_NAME], "'function_name'");
        want(&w, can[TOK_INLINED_AT], "'inlined_at'");
        want(&w, can[TOK_NAME], phrase_string(P_a_name));
        want(&w, can[TOK_STRING], phrase_string(P_a_string));
        bool section = p->previous.kind == TOK_D_SECTION;
        want(&w, can[TOK_WORD],
             section ? phrase_string(P_a_section_name) : phrase_string(P_a_word_such_as));
        want(&w, can[TOK_LPAREN], "'('");
        want(&w, can[TOK_LBRACE], "'{'");
        want(&w, can[TOK_COLON], "':'");
        want(&w, can[TOK_GREATER], "'>'");
    }
    if (!w.count) return (struct text){NULL, 0};
    char text[MOST_PHRASE];
    struct text_builder b = build_in_buffer(text, sizeof text);
    build_list(&b, (struct words){w.item, w.count}, "");
    return shared(p, built_text(&b));
}

/* Recognizes `v.q` among operands: the lexer does not know this component and takes it for an
 * opcode. */
static bool is_component(struct text t) {
    const char *dot = memchr(t.start, '.', t.length);
    size_t rest = (size_t)(t.start + t.length - dot - 1);
    return rest && !memchr(dot + 1, '.', rest) && !memchr(dot, ':', rest);
}

/* The directives that start a statement, used to guess which one was meant, and what can follow
 * each: a dot, a digit (0), a letter (a) or one of these bytes. */
static const struct {
    const char *name, *then;
} directives[] = {
    {".version", "0"},       {".target", "a"},      {".address_size", "0"},  {".reg", "."},
    {".sreg", "."},          {".const", "."},       {".global", "."},        {".local", "."},
    {".param", "."},         {".shared", "."},      {".tex", "."},           {".extern", "."},
    {".visible", "."},       {".common", "."},      {".weak", "."},          {".align", "0"},
    {".attribute", "("},     {".entry", "a"},       {".func", "a("},         {".alias", "a"},
    {".file", "0"},          {".loc", "0"},         {".section", "."},       {".pragma", "\""},
    {".branchtargets", "a"}, {".calltargets", "a"}, {".callprototype", "_("}};

static const char *skip_blanks(const char *s) {
    while (*s == ' ' || *s == '\t' || *s == '\r' || *s == '\n') s++;
    return s;
}

/* Returns true if the byte can follow the directive. */
static bool follows(const char *then, char next) {
    bool digit = next >= '0' && next <= '9';
    bool letter = is_name_byte(next) && !digit;
    for (; *then; then++)
        if (*then == '0' ? digit : *then == 'a' ? letter : next == *then) return true;
    return false;
}

static void unknown_directive(struct parser *p, span at) {
    struct text found = text_at(p->text, at);
    struct diag *d = report_unknown_directive(p->diags, at, found);
    const char *best = NULL, *then = NULL;
    uint32_t least = found.length > 5 ? 3 : 2; /* one more than the largest distance that counts
                                                  as similar */
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++) {
        uint32_t edits = edit_distance(found, text_of(directives[i].name), least);
        if (edits >= least) continue;
        least = edits;
        best = directives[i].name;
        then = directives[i].then;
    }
    if (!best) return;
    note_did_you_mean(p->diags, d, NO_SPAN, text_of(best));
    if (follows(then, *skip_blanks(p->text + at.end))) diag_fix(p->diags, d, at, best);
}

/* Returns what can follow the directive if the word is one without its dot, or NULL. */
static const char *follows_dotless(const struct parser *p, span at) {
    struct text word = text_at(p->text, at);
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
        if (text_is(word, directives[i].name + 1)) return directives[i].then;
    return NULL;
}

/* Returns true if a declaration needs a type where this name is: after a state space, a vector size
 * or an alignment. */
static bool is_in_place_of_type(const struct parser *p, uint32_t start) {
    const char *end = p->text + start, *least = p->text + p->stmt.first_start;
    while (end > least && strchr(" \t\r\n", end[-1])) end--;
    const char *word = end;
    while (word > least && is_name_byte(word[-1])) word--;
    bool dot = word > least && word[-1] == '.';
    word -= dot;
    return end - word > dot && (dot || (*word >= '0' && *word <= '9')) &&
           isa_type_find(word, (uint32_t)(end - word)) < 0;
}

/* Reports `.reg b32 r`, where a type lacks its dot, at the word before the found one. */
static bool report_dotless_type(struct parser *p) {
    span at = {p->previous.start, p->previous.end};
    char dotted[16] = ".";
    struct text word = text_at(p->text, at);
    if (word.length + 2 > sizeof dotted || !is_in_place_of_type(p, at.start)) return false;
    memcpy(dotted + 1, word.start, word.length);
    int type = isa_type_find(dotted, (uint32_t)word.length + 1);
    if (type < 0) return false;
    struct diag *d = report_unknown_type(p->diags, at, word);
    note_did_you_mean(p->diags, d, NO_SPAN, text_of(isa_types[type].name));
    diag_fix(p->diags, d, at, isa_types[type].name);
    return true;
}

/* Reports `extern .shared ...`, `.extern shared ...`, `.entry k(param .b64 p)` or `.reg b32 r`,
 * where a directive or a type lacks its dot: the first word of the statement, or in a declaration
 * the found word or the one before it. */
static bool report_dotless(struct parser *p, const struct token *found) {
    span first = {p->stmt.first_start, p->stmt.first_end}, at = {found->start, found->end};
    span before = {p->previous.start, p->previous.end};
    bool declares = begins_directive(p->stmt.first_kind);
    if (follows_dotless(p, first)) {
        unknown_directive(p, first);
        return true;
    }
    const char *then = declares && found->kind == TOK_NAME ? follows_dotless(p, at) : NULL;
    if (then && follows(then, *skip_blanks(p->text + found->end))) {
        unknown_directive(p, at);
        return true;
    }
    if (!declares || p->previous.kind != TOK_NAME) return false;
    then = follows_dotless(p, before);
    if (!then || !follows(then, p->text[found->start])) return report_dotless_type(p);
    unknown_directive(p, before);
    return true;
}

bool declares_without_dot(struct parser *p) {
    span first = {p->stmt.first_start, p->stmt.first_end};
    struct text word = text_at(p->text, first);
    if (isa_insn_find(word.start, (uint32_t)word.length) != ISA_NONE || !follows_dotless(p, first))
        return false;
    unknown_directive(p, first);
    return true;
}

/* Returns true for `.b32;` and `.v2 .b32;`, declarations without a state space and names, which the
 * assembler accepts. */
static bool declares_nothing(const struct parser *p, const struct token *t) {
    const char *word = p->text + t->start, *end = p->text + t->end;
    uint32_t vector = !strncmp(word, ".v2", 3) ? 2 : !strncmp(word, ".v4", 3) ? 4 : 0;
    if (vector && end == word + 3) {
        word = end = skip_blanks(end);
        if (*end == '.') end++;
        while (is_name_byte(*end)) end++;
    }
    int found = isa_type_find(word, (uint32_t)(end - word));
    if (found < 0 || *skip_blanks(end) != ';') return false;
    const struct isa_type *type = &isa_types[found];
    if (type->kind == TYPE_FLOAT && !type->reg) return false; /* .bf16, .tf32 */
    if (vector)
        return type->reg && type->kind != TYPE_PRED && type->name[1] != 'e' &&
               vector * type->width <= 128;
    return type->kind != TYPE_OPAQUE || !p->depth;
}

/* Reports a label that was taken for the operand that is missing before it. */
static void label_for_operand(struct parser *p, const struct token *colon, bool silent) {
    struct token label = {TOK_NAME, p->previous.start, true, p->previous.end};
    p->replay[0] = (struct token){TOK_SEMICOLON, p->before_end, false, p->before_end};
    p->replay[1] = label;
    p->replay[2] = *colon;
    p->replay_count = 3;
    if (!silent)
        report_syntax(p->diags, (span){p->before_end, p->before_end},
                      (struct text){p->text + label.start, colon->end - label.start},
                      phrase(P_an_operand));
}

void parse_syntax_error(struct parser *p, int found, const uint8_t *expected, int count) {
    struct token t = p->last;
    bool silent = p->stmt.recovering || p->lexer.error_count != p->stmt.lexer_errors;
    p->stmt.recovering = true;
    if (t.kind == TOK_COLON && p->previous.kind == TOK_NAME && p->previous.first_on_line) {
        label_for_operand(p, &t, silent);
        return;
    }
    if (begins_statement(p, &t, p->stmt.braces_before)) {
        /* This word is dropped with the broken statement, but it belongs to the next one. */
        p->replay[0] = (struct token){TOK_SEMICOLON, p->previous.end, false, p->previous.end};
        p->replay[1] = t;
        p->replay_count = 2;
    }
    if (silent || found == TOK_PTX_UNDEF) return;
    span at = {t.start, t.end};
    bool begins = t.start == p->stmt.first_start ||
                  (t.first_on_line && isa_type_find(p->text + t.start, t.end - t.start) < 0);
    if (t.kind == TOK_WORD && begins) {
        if (!declares_nothing(p, &t)) unknown_directive(p, at);
        return;
    }
    if (t.kind == TOK_CHAIN && !t.first_on_line && p->stmt.first_start != t.start &&
        is_component(text_at(p->text, at))) {
        report_no_component(p->diags, at, text_at(p->text, at));
        return;
    }
    if (report_dotless(p, &t)) return;
    if (p->stmt.first_kind == TOK_NAME && p->previous.end == p->stmt.first_end &&
        strchr("%$_", p->text[p->stmt.first_start])) {
        /* The opcode is missing, and the first operand stands in its place. */
        span first = {p->stmt.first_start, p->stmt.first_end};
        report_not_an_opcode(p->diags, first, text_at(p->text, first));
        return;
    }
    struct text what = found_text(p, &t), wanted = {NULL, 0};
    if (t.start != p->stmt.first_start) wanted = expected_text(p, expected, count);
    /* Report what is missing after the previous word, not on the line that follows. */
    if (t.first_on_line && wanted.length) at = (span){p->previous.end, p->previous.end};
    if (wanted.length)
        report_syntax(p->diags, at, what, wanted);
    else
        report_unexpected(p->diags, at, what);
}

bool missing_semicolon(struct parser *p, int next) {
    const struct token *t = &p->last;
    bool silent = p->lexer.error_count != p->stmt.lexer_errors;
    bool instruction = next == TOK_CHAIN || next == TOK_AT;
    bool begins = t->first_on_line || next == TOK_END || next == TOK_RBRACE ||
                  (instruction && !begins_directive(p->stmt.first_kind));
    if (!begins) {
        span at = {t->start, t->end};
        if (!silent && !report_dotless(p, t))
            report_syntax(p->diags, at, found_text(p, t), phrase(P_comma_or_semicolon));
        p->stmt.recovering = true;
        return false;
    }
    if (silent) return true;
    span end = {p->previous.end, p->previous.end};
    struct text what =
        phrase(begins_directive(p->stmt.first_kind) ? P_the_directive : P_the_instruction);
    struct diag *d = report_missing_semicolon(p->diags, end, what);
    diag_fix(p->diags, d, end, ";");
    return true;
}

void check_unified(struct parser *p, span at) {
    struct text found = text_at(p->text, at);
    if (!text_is(found, ".unified"))
        report_syntax(p->diags, at, found, phrase(P_comma_or_semicolon));
}

void check_word(struct parser *p, span at, const char *word) {
    struct text found = text_at(p->text, at);
    if (found.length == strlen(word) && !memcmp(found.start, word, found.length)) return;
    char text[MOST_PHRASE];
    struct text_builder b = build_in_buffer(text, sizeof text);
    PUT(&b, "'", word, "'");
    struct token t = {TOK_NAME, at.start, false, at.end};
    report_syntax(p->diags, at, found_text(p, &t), shared(p, built_text(&b)));
}
