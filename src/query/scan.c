/* SPDX-License-Identifier: Apache-2.0
 * Splits the text into words and classifies them by their spelling and by the statements of the
 * tree, so that a line that does not parse still has an opcode and operands. */
#include "query/query.h"
#include "syntax/lexer.h"
#include <string.h>

/* ---- bytes ---- */

static bool is_decimal(char c) { return c >= '0' && c <= '9'; }
static bool in_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_decimal(c) || c == '_' ||
           c == '$';
}
static uint32_t scan_comment_end(const struct scan *s, uint32_t at) {
    const char *text = s->q->text;
    if (text[at + 1] == '/') {
        while (at < s->end && text[at] != '\n') at++;
        return at;
    }
    for (at += 2; at + 1 < s->end; at++)
        if (text[at] == '*' && text[at + 1] == '/') return at + 2;
    return s->end;
}

static bool begins_comment(const struct scan *s, uint32_t at) {
    const char *t = s->q->text;
    return at + 1 < s->end && t[at] == '/' && (t[at + 1] == '/' || t[at + 1] == '*');
}

static uint32_t string_end(const struct scan *s, uint32_t at) {
    const char *text = s->q->text;
    for (at++; at < s->end && text[at] != '\n'; at++)
        if (text[at] == '"') return at + 1;
    return at;
}

static uint32_t dotted_end(const struct scan *s, uint32_t at) {
    const char *text = s->q->text;
    for (at++; at < s->end && (in_name(text[at]) || text[at] == ':'); at++) {}
    return at;
}

static uint32_t scan_name_end(const struct scan *s, uint32_t at) {
    const char *text = s->q->text;
    if (text[at] == '%') at++;
    while (at < s->end && in_name(text[at])) at++;
    return at;
}

static uint32_t number_end(const struct scan *s, uint32_t at) {
    const char *text = s->q->text;
    while (at < s->end && (in_name(text[at]) || text[at] == '.')) at++;
    return at;
}

/* Skips whitespace and comments, up to `end`. */
static uint32_t skip_scan_blanks(const struct scan *s, uint32_t at, uint32_t end) {
    while (at < end)
        if (is_space_byte(s->q->text[at]))
            at++;
        else if (begins_comment(s, at))
            at = scan_comment_end(s, at);
        else
            break;
    return at < end ? at : end;
}

/* ---- statements ---- */

static uint32_t stmt_start(const struct scan *s, uint32_t i) {
    return i < s->q->ast->stmts.count ? ast_stmt(s->q->ast, i)->start : UINT32_MAX;
}

static void start(struct scan *s) {
    s->state = SCAN_START;
    s->guard = false;
    s->depth = s->operand = s->qualifiers = 0;
}

void scan_init(struct scan *s, const struct ptxc_query *q, uint32_t offset) {
    uint32_t low = 0, high = q->ast->stmts.count;
    *s = (struct scan){.q = q, .end = q->cxx ? q->statement.end : q->length};
    /* If a `}` is missing, the tree has an empty one at the end of the text. */
    if (offset >= q->length && q->length) offset = q->length - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (ast_stmt(q->ast, middle)->start <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    s->next_stmt = low ? low - 1 : 0;
    s->at = low ? ast_stmt(q->ast, low - 1)->start : 0;
    if (q->cxx && s->at < q->statement.start) s->at = q->statement.start;
}

/* Returns the length of the opcode that a chain starts with, or 0 if there is none. */
static uint32_t opcode_length(const struct scan *s, uint32_t at, uint32_t length) {
    const char *chain = s->q->text + at;
    uint32_t hash = length, i, count = s->opcodes ? length : 0;
    for (i = 0; i < count; i++) hash = hash * 31 + (unsigned char)chain[i];
    i = (hash ^ hash >> 8) % 256;
    if (s->opcodes && s->opcodes->known[i].length == length &&
        !memcmp(s->q->text + s->opcodes->known[i].chain, chain, length))
        return s->opcodes->known[i].opcode;
    uint16_t insn = length <= UINT16_MAX ? isa_insn_of_chain(chain, length) : ISA_NONE;
    uint32_t opcode = insn != ISA_NONE ? (uint32_t)strlen(isa_str(isa_insns[insn].name)) : 0;
    if (s->opcodes) {
        s->opcodes->known[i].chain = at;
        s->opcodes->known[i].length = length;
        s->opcodes->known[i].opcode = opcode;
    }
    return opcode;
}

/* Finds the end of the chain that starts here, at most at the next statement, and its opcode. */
static void begin_chain(struct scan *s, uint32_t at, uint32_t first_end) {
    const char *text = s->q->text;
    uint32_t next = s->next_stmt;
    while (stmt_start(s, next) <= at) next++;
    uint32_t limit = stmt_start(s, next) < s->end ? stmt_start(s, next) : s->end, end = first_end;
    s->state = SCAN_CHAIN;
    s->head = at;
    for (uint32_t dot; (dot = skip_scan_blanks(s, end, limit)) < limit && text[dot] == '.';)
        end = dotted_end(s, dot);
    s->head_end = end;
    uint32_t opcode = opcode_length(s, at, end - at);
    s->opcode_end = opcode ? at + opcode : first_end;
}

/* ---- one word in each state ---- */

static void set_token(ptxc_token *t, ptxc_token_kind kind, uint32_t start, uint32_t end) {
    *t = (ptxc_token){kind, {start, end}, 0, PTXC_NONE, {start, end}};
}

static bool is_label(const struct scan *s, uint32_t end) {
    uint32_t colon = skip_scan_blanks(s, end, s->end);
    return colon < s->end && s->q->text[colon] == ':';
}

static void at_start(struct scan *s, uint32_t at, ptxc_token *t) {
    char c = s->q->text[at];
    if (s->guard && (in_name(c) || c == '%')) {
        set_token(t, PTXC_TOKEN_NAME, at, scan_name_end(s, at));
        s->guard = false;
    } else if (c == '.') {
        set_token(t, PTXC_TOKEN_DIRECTIVE, at, dotted_end(s, at));
        s->state = SCAN_DIRECTIVE;
    } else if (in_name(c) && !is_decimal(c) && !is_label(s, scan_name_end(s, at))) {
        begin_chain(s, at, scan_name_end(s, at));
        set_token(t, PTXC_TOKEN_OPCODE, at, s->opcode_end);
    } else if (in_name(c) || c == '%') {
        bool label = is_label(s, scan_name_end(s, at));
        set_token(t, label ? PTXC_TOKEN_LABEL : PTXC_TOKEN_NAME, at, scan_name_end(s, at));
        if (!label) s->state = SCAN_OPERANDS, s->head = s->head_end = s->opcode_end = at;
    } else {
        set_token(t, PTXC_TOKEN_PUNCTUATION, at, at + 1);
        s->guard = c == '@' || (c == '!' && s->guard);
    }
}

static void open_bracket(struct scan *s, char c) {
    if (s->depth < sizeof s->open) s->open[s->depth] = c, s->element[s->depth] = 0;
    s->depth++;
}

/* Returns true for a `{` after the complete head of a function, but not for the one in `= {1,
 * 2}`. */
static bool opens_body(const struct scan *s, uint32_t at) {
    const char *text = s->q->text;
    if (s->state != SCAN_DIRECTIVE || s->depth || text[at] != '{') return false;
    while (at && is_space_byte(text[at - 1])) at--;
    return !at || text[at - 1] != '=';
}

static void punctuation(struct scan *s, uint32_t at) {
    char c = s->q->text[at];
    if (c == ';' || opens_body(s, at))
        start(s);
    else if (strchr("([{", c))
        open_bracket(s, c);
    else if (strchr(")]}", c) && s->depth)
        s->depth--;
    else if (c == '}')
        start(s);
    else if (c == ',' && !s->depth)
        s->operand++;
    else if (c == ',' && s->depth <= sizeof s->open && s->element[s->depth - 1] < UINT8_MAX)
        s->element[s->depth - 1]++;
}

static void scan_inside(struct scan *s, uint32_t at, ptxc_token *t) {
    char c = s->q->text[at];
    bool directive = s->state == SCAN_DIRECTIVE;
    size_t operand = directive ? PTXC_NONE : s->operand;
    if (c == '.' && !is_decimal(s->q->text[at + 1]))
        set_token(t, directive ? PTXC_TOKEN_WORD : PTXC_TOKEN_COMPONENT, at, dotted_end(s, at));
    else if (is_decimal(c) || c == '.')
        set_token(t, PTXC_TOKEN_NUMBER, at, number_end(s, at));
    else if (in_name(c) || c == '%')
        set_token(t, PTXC_TOKEN_NAME, at, scan_name_end(s, at));
    else
        set_token(t, PTXC_TOKEN_PUNCTUATION, at, at + 1);
    t->operand = operand;
    if (c == '%' && t->span.end == at + 1) t->kind = PTXC_TOKEN_PUNCTUATION;
    if (t->kind == PTXC_TOKEN_PUNCTUATION) punctuation(s, at);
}

/* A chain that is being typed ends with a dot; the text on the next line is not its operand. */
static bool is_unfinished(const struct scan *s, uint32_t at) {
    const char *text = s->q->text;
    return s->state == SCAN_OPERANDS && s->head_end > s->head && text[s->head_end - 1] == '.' &&
           memchr(text + s->head_end, '\n', at - s->head_end) &&
           skip_scan_blanks(s, s->head_end, at) == at;
}

bool scan_next(struct scan *s, ptxc_token *t) {
    const char *text = s->q->text;
    while (s->at < s->end && is_space_byte(text[s->at])) s->at++;
    uint32_t at = s->at;
    if (at >= s->end) return false;
    while (stmt_start(s, s->next_stmt) < at) s->next_stmt++;
    if (stmt_start(s, s->next_stmt) == at && !(s->state == SCAN_CHAIN && at < s->head_end) &&
        !s->guard)
        start(s);
    if (s->state == SCAN_CHAIN && at >= s->head_end) s->state = SCAN_OPERANDS;
    if (is_unfinished(s, at)) start(s);
    if (begins_comment(s, at)) {
        set_token(t, PTXC_TOKEN_COMMENT, at, scan_comment_end(s, at));
    } else if (text[at] == '"') {
        set_token(t, PTXC_TOKEN_STRING, at, string_end(s, at));
    } else if (s->state == SCAN_CHAIN) {
        set_token(t, PTXC_TOKEN_QUALIFIER, at, dotted_end(s, at));
        t->qualifier = s->qualifiers++;
    } else if (s->state == SCAN_START) {
        at_start(s, at, t);
    } else {
        scan_inside(s, at, t);
    }
    s->at = t->span.end;
    return true;
}

/* ---- public functions ---- */

static ptxc_token shown(const struct ptxc_query *q, ptxc_token t) {
    t.span = query_span(q, t.span);
    return t;
}

ptxc_status ptxc_query_token_get(const ptxc_query *q, ptxc_token *token) {
    if (!q || !token) return PTXC_BAD_ARGUMENT;
    *token = shown(q, q->word.token);
    if (q->offset == UINT32_MAX) *token = (ptxc_token){.operand = PTXC_NONE};
    return PTXC_OK;
}

size_t ptxc_query_tokens(const ptxc_query *q, ptxc_span span, ptxc_token *tokens, size_t capacity) {
    struct scan scan;
    struct scan_opcodes opcodes = {0};
    ptxc_token t;
    size_t count = 0;
    if (!q || (q->m->cxx && !q->cxx)) return 0;
    scan_init(&scan, q, q->cxx ? 0 : span.start);
    scan.opcodes = &opcodes;
    while (scan_next(&scan, &t)) {
        t = shown(q, t);
        if (t.span.start >= span.end) break;
        if (t.span.end <= span.start) continue;
        if (count++ < capacity && tokens) tokens[count - 1] = t;
    }
    return count;
}

/* ---- what can be written there ---- */

static ptxc_expected_kind expected_kind_of(const struct scan *s, const ptxc_token *t,
                                           uint32_t offset) {
    bool word = t->kind >= PTXC_TOKEN_DIRECTIVE && t->kind <= PTXC_TOKEN_NUMBER;
    if (t->kind == PTXC_TOKEN_COMMENT || t->kind == PTXC_TOKEN_STRING) return PTXC_EXPECTED_NOTHING;
    if (t->kind == PTXC_TOKEN_QUALIFIER) return PTXC_EXPECTED_QUALIFIER;
    if (t->kind == PTXC_TOKEN_OPCODE && offset > s->at) return PTXC_EXPECTED_STATEMENT;
    if (s->guard) return PTXC_EXPECTED_OPERAND;
    if (s->state == SCAN_START) return PTXC_EXPECTED_STATEMENT;
    if (s->state == SCAN_DIRECTIVE)
        return word && t->kind != PTXC_TOKEN_WORD ? PTXC_EXPECTED_NAME : PTXC_EXPECTED_WORD;
    if (t->kind != PTXC_TOKEN_COMPONENT) return PTXC_EXPECTED_OPERAND;
    return offset > t->span.start ? PTXC_EXPECTED_COMPONENT : PTXC_EXPECTED_NOTHING;
}

ptxc_status ptxc_query_expected_get(const ptxc_query *q, ptxc_expected *out) {
    if (!q || !out) return PTXC_BAD_ARGUMENT;
    *out = (ptxc_expected){.kind = PTXC_EXPECTED_NOTHING};
    if (q->offset == UINT32_MAX) return PTXC_OK;
    struct scan s = q->word.before;
    const ptxc_token *t = &q->word.token;
    bool word = t->kind >= PTXC_TOKEN_DIRECTIVE && t->kind <= PTXC_TOKEN_NUMBER;
    /* Whitespace before the offset may have ended a chain. */
    if (s.state == SCAN_CHAIN && t->kind != PTXC_TOKEN_QUALIFIER && s.at >= s.head_end)
        s.state = SCAN_OPERANDS;
    out->kind = expected_kind_of(&s, t, q->offset);
    ptxc_span here = {q->offset, q->offset};
    out->word = query_span(q, word ? t->span : here);
    if (out->kind == PTXC_EXPECTED_OPERAND || out->kind == PTXC_EXPECTED_QUALIFIER) {
        uint32_t end = s.head_end;
        if (out->kind == PTXC_EXPECTED_QUALIFIER) end = t->span.start;
        out->head = query_span(q, (ptxc_span){s.head, end > s.head ? end : s.head});
        out->operand = s.operand;
        out->bracket = scan_bracket(&s);
    }
    return PTXC_OK;
}
