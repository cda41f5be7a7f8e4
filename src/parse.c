/* SPDX-License-Identifier: Apache-2.0
 * What lies between the lexer and the grammar: names become numbers, and after an error the words up
 * to the next statement are skipped. */
#include "parse.h"
#include "ptx.tab.h"
#include <string.h>

/* ---- words ---- */

static bool begins_directive(int kind) { return kind >= TOK_D_REG && kind <= TOK_D_TUNING; }

/* Is a `}` in the middle of a line that of a vector whose `{` was lost? */
static bool ends_vector(const struct parser *p, const struct token *t) {
    const char *next = p->text + t->end;
    while (*next == ' ' || *next == '\t') next++;
    return !t->first_on_line && (*next == ',' || *next == ';' || *next == ']' || *next == ')');
}

/* The `{` of a function whose head did not parse. */
static bool opens_function(const struct parser *p, const struct token *t) {
    bool of_function = p->first_kind == TOK_D_ENTRY || p->first_kind == TOK_D_FUNC;
    bool of_variable = p->first_kind == TOK_D_SPACE || p->first_kind == TOK_D_REG ||
                       p->first_kind == TOK_D_ALIGN || p->first_kind == TOK_D_ATTRIBUTE;
    return of_function || (!p->depth && !of_variable && t->first_on_line);
}

/* While a broken statement is skipped: does this word begin the next one? Most do only where they
 * begin a line: in the middle of one they are more likely the mistake itself. */
static bool begins_statement(const struct parser *p, const struct token *t, bool braces) {
    switch (t->kind) {
    case TOK_END: return true;
    case TOK_LBRACE: return opens_function(p, t);
    case TOK_RBRACE: return t->first_on_line || (!braces && !ends_vector(p, t));
    case TOK_CHAIN:
    case TOK_AT: return t->first_on_line;
    case TOK_D_TUNING: return false;
    case TOK_D_SPACE:
        /* At module scope a .param is one of the function whose head is broken. */
        if (!p->depth && p->text[t->start + 1] == 'p') return false;
        return t->first_on_line && !p->nesting;
    case TOK_NAME:
    case TOK_D_REG:
    case TOK_D_ALIGN:
    case TOK_D_ATTRIBUTE:
    case TOK_D_WEAK:
    case TOK_D_ALIAS: return t->first_on_line && !p->nesting;
    default: return begins_directive(t->kind) && t->first_on_line;
    }
}

/* A declaration that is skipped may have declared its names: what uses them is not to blame.
 * Returns whether it is a declaration of which no name is left. */
static bool poison_names(struct parser *p, uint32_t start, uint32_t end) {
    struct lexer lexer = {.text = p->text,
                          .cursor = p->text + start,
                          .limit = p->lexer.limit,
                          .arena = p->arena};
    struct list lines = {.record_size = sizeof(uint32_t)};
    struct token t;
    bool declares = false, names = false;
    lexer.lines = &lines;
    for (lexer_next(&lexer, &t); t.kind != TOK_END && t.start < end; lexer_next(&lexer, &t)) {
        if (begins_directive(t.kind) || t.kind == TOK_WORD) declares = true;
        if (!declares || t.kind != TOK_NAME || t.end - t.start > MAX_WORD) continue;
        names = true;
        atom_at(p->names, intern_name(p->names, t.start, t.end).atom)->poisoned = true;
        atom_at(p->names, intern_atom(p->names, t.start, t.end))->poisoned = true;
    }
    return declares && !names;
}

COLD static void too_nested(struct parser *p, span at) {
    if (!p->recovering) report_too_nested(p->diags, at, MAX_NESTING);
    p->lexer.error_count++;
}

/* What the parser's stack grows with: brackets, and signs and `?` that wait for their operand. */
static void count_nesting(struct parser *p, struct token *t) {
    p->braces_before = p->braces;
    switch (t->kind) {
    case TOK_LPAREN:
    case TOK_LBRACKET: p->nesting++; break;
    case TOK_LBRACE: p->braces++; break;
    case TOK_RPAREN:
    case TOK_RBRACKET: p->nesting -= p->nesting != 0; return;
    case TOK_RBRACE: p->braces -= p->braces != 0; return;
    case TOK_MINUS:
    case TOK_PLUS:
    case TOK_NOT:
    case TOK_TILDE:
    case TOK_QUESTION: p->waiting++; break;
    default: return;
    }
    if (p->nesting + p->braces + p->waiting <= MAX_NESTING) return;
    too_nested(p, (span){t->start, t->end});
    t->kind = TOK_PTX_UNDEF;
}

/* The value lives as long as its statement is read. */
static const struct value *keep(struct parser *p, struct value value) {
    struct value *kept = list_add(p->arena, &p->values);
    *kept = value;
    return kept;
}

COLD static struct value number_of(struct parser *p, const struct token *t) {
    const char *text = p->text + t->start;
    uint32_t length = t->end - t->start;
    struct value v = value_of_int(0);
    if (t->kind == TOK_WARP_SIZE) return value_of_int(32);
    if (t->kind != TOK_INTEGER) return value_float(text, length);
    bool overflow = false;
    if (!value_integer(text, length, &v, &overflow))
        report_bad_number(p->diags, (span){t->start, t->end}, (struct text){text, length});
    else if (overflow)
        report_number_overflow(p->diags, (span){t->start, t->end}, (struct text){text, length});
    else
        return v;
    p->lexer.error_count++;
    return v;
}

/* The next word, when it may not be the lexer's next. */
COLD static void fetch(struct parser *p, struct token *t) {
    if (p->replay_count) {
        *t = p->replay[0];
        p->replay[0] = p->replay[1];
        p->replay_count--;
        return;
    }
    uint32_t end = t->end;
    lexer_next(&p->lexer, t);
    if (p->recovering && begins_statement(p, t, p->braces)) {
        /* End what is skipped here, and give this word again. */
        p->replay[0] = *t;
        p->replay_count = 1;
        *t = (struct token){TOK_SEMICOLON, end, false, end};
    }
}

/* Tables of numbers are most of what some compilers write. Of a run `1, 2, 3` in an initializer or
 * a .section the grammar gets the last number only: it keeps none of them. */
COLD static void skip_numbers(struct parser *p, struct token *t) {
    while (!p->replay_count) {
        struct token comma, next;
        lexer_next(&p->lexer, &comma);
        p->replay[p->replay_count++] = comma;
        if (comma.kind != TOK_COMMA) return;
        lexer_next(&p->lexer, &next);
        p->replay[p->replay_count++] = next;
        if (next.kind != TOK_INTEGER) return;
        number_of(p, t);
        *t = next;
        p->replay_count = 0;
    }
}

COLD static void limit_word(struct parser *p, struct token *t) {
    report_too_long(p->diags, (span){t->start, t->start + 1}, MAX_WORD);
    p->lexer.error_count++;
    t->end = t->start + MAX_WORD;
}

static void begin_statement(struct parser *p, const struct token *t) {
    p->at_start = false;
    p->in_data = false;
    p->first_kind = t->kind;
    p->first_start = t->start;
    p->lexer_errors = p->lexer.error_count;
}

COLD static struct name component_name(struct parser *p, const struct token *t) {
    uint32_t dot = t->end;
    while (p->text[--dot] != '.') {}
    if (dot - t->start > MAX_WORD) dot = t->start + MAX_WORD;
    return intern_name(p->names, t->start, dot);
}

/* Words that are no operand and no separator: they move the state that recovery goes by. */
APART static void note_word(struct parser *p, struct token *t) {
    count_nesting(p, t);
    if (t->kind == TOK_ASSIGN || t->kind == TOK_D_SECTION) p->in_data = true;
    if ((t->kind == TOK_D_ENTRY || t->kind == TOK_D_FUNC) &&
        (p->first_kind == TOK_D_LINKAGE || p->first_kind == TOK_D_WEAK))
        p->first_kind = t->kind;
}

int ptx_lex(PTX_STYPE *value, span *at, struct parser *p) {
    struct token *t = &p->last;
    p->previous_end = t->end;
    p->previous_kind = t->kind;
    if (!p->replay_count && !p->recovering) {
        if (t->kind == TOK_END) return TOK_YYEOF;
        lexer_next(&p->lexer, t);
    } else {
        fetch(p, t);
    }
    if (p->at_start) begin_statement(p, t);
    switch (t->kind) {
    case TOK_NAME:
        if (t->end - t->start > MAX_WORD) limit_word(p, t);
        value->name = intern_name(p->names, t->start, t->end);
        break;
    case TOK_COMPONENT: value->name = component_name(p, t); break;
    case TOK_CHAIN:
        if (t->end - t->start > MAX_WORD) limit_word(p, t);
        value->chain = chain_of(p, (span){t->start, t->end});
        break;
    case TOK_INTEGER:
        if (p->in_data && !p->recovering) skip_numbers(p, t);
        /* fall through */
    case TOK_WARP_SIZE:
    case TOK_DECIMAL:
    case TOK_HEX_DOUBLE:
    case TOK_HEX_SINGLE:
        p->waiting = 0;
        value->value = keep(p, number_of(p, t));
        break;
    case TOK_SEMICOLON: break;
    case TOK_COMMA: p->waiting = 0; break;
    default: note_word(p, t);
    }
    *at = (span){t->start, t->end};
    return t->kind;
}

/* ---- errors ---- */

struct phrase {
    char text[120];
    uint32_t length;
};

static void phrase_add(struct phrase *f, const char *text, size_t n) {
    if (n > sizeof f->text - f->length) n = sizeof f->text - f->length;
    memcpy(f->text + f->length, text, n);
    f->length += (uint32_t)n;
}

static void phrase_list(struct phrase *f, const char *const *item, int count) {
    for (int i = 0; i < count; i++) {
        if (i) phrase_add(f, i + 1 == count ? " or " : ", ", i + 1 == count ? 4 : 2);
        phrase_add(f, item[i], strlen(item[i]));
    }
}

/* Errors of one kind come in swarms: they share the phrase. */
static struct text phrase_text(struct parser *p, const struct phrase *f) {
    struct text *last = &p->last_phrase;
    if (last->length != f->length || memcmp(last->start, f->text, f->length))
        *last = (struct text){arena_copy(p->arena, f->text, f->length), f->length};
    return *last;
}

static struct text found_text(const struct parser *p, const struct token *t) {
    if (t->kind == TOK_END) return (struct text){NULL, 0};
    return (struct text){p->text + t->start, t->end - t->start};
}

struct wanted {
    const char *item[8];
    int count;
};

static void want(struct wanted *w, bool wanted, const char *item) {
    if (wanted && w->count < 8) w->item[w->count++] = item;
}

/* What ends or separates here. A `}` is among it only where braces are open: everywhere else the
 * grammar takes it for what may follow a missing `;`. */
static void want_separators(const struct parser *p, const bool *can, struct wanted *w) {
    bool head = p->first_kind == TOK_D_ENTRY || p->first_kind == TOK_D_FUNC;
    want(w, can[TOK_COMMA], "','");
    want(w, can[TOK_D_SPACE] && can[TOK_RPAREN] && !can[TOK_NAME], "a state space");
    want(w, can[TOK_RPAREN], "')'");
    want(w, can[TOK_RBRACKET], "']'");
    want(w, can[TOK_RBRACE] && !can[TOK_SEMICOLON], "'}'");
    want(w, head && can[TOK_LBRACE] && can[TOK_SEMICOLON], "'{'");
    want(w, can[TOK_SEMICOLON], "';'");
    want(w, can[TOK_COLON] && can[TOK_STAR], "':'");
}

/* The few things worth naming among all that could follow. Operators never are. */
static struct text expected_text(struct parser *p, const uint8_t *expected, int count) {
    bool can[256] = {false};
    struct wanted w = {.count = 0};
    for (int i = 0; i < count; i++) can[expected[i]] = true;
    bool separator = can[TOK_COMMA] || can[TOK_SEMICOLON] || can[TOK_RPAREN] ||
                     can[TOK_RBRACKET] || can[TOK_RBRACE] || (can[TOK_COLON] && can[TOK_STAR]);
    if (can[TOK_NAME] && can[TOK_LBRACKET] && can[TOK_INTEGER]) {
        want(&w, true, "an operand");
    } else if (p->previous_kind == TOK_D_TUNING && can[TOK_INTEGER]) {
        want(&w, true, "an integer");
    } else if (separator) {
        want_separators(p, can, &w);
    } else if (can[TOK_D_SPACE]) {
        want(&w, true, can[TOK_NAME] ? "a type or a name" : "a state space");
    } else if (can[TOK_INTEGER]) {
        want(&w, true, can[TOK_NAME] ? "a number or a name" : "an integer");
    } else {
        want(&w, can[TOK_DECIMAL], "a version such as 9.5");
        want(&w, can[TOK_NAME], "a name");
        want(&w, can[TOK_STRING], "a string");
        want(&w, can[TOK_WORD], "a word such as '.b32'");
        want(&w, can[TOK_LPAREN], "'('");
        want(&w, can[TOK_LBRACE], "'{'");
        want(&w, can[TOK_COLON], "':'");
        want(&w, can[TOK_GREATER], "'>'");
    }
    if (!w.count) return (struct text){NULL, 0};
    struct phrase f = {.length = 0};
    phrase_list(&f, w.item, w.count);
    return phrase_text(p, &f);
}

/* `v.q` among operands: the lexer knows no such component, and takes it for an opcode. */
static bool is_component(struct text t) {
    const char *dot = memchr(t.start, '.', t.length);
    size_t rest = (size_t)(t.start + t.length - dot - 1);
    return rest && !memchr(dot + 1, '.', rest) && !memchr(dot, ':', rest);
}

void parse_syntax_error(struct parser *p, int found, const uint8_t *expected, int count) {
    struct token t = p->last;
    bool silent = p->recovering || p->lexer.error_count != p->lexer_errors;
    p->recovering = true;
    if (begins_statement(p, &t, p->braces_before)) {
        /* This word is dropped with what is broken, but it belongs to what comes next. */
        p->replay[0] = (struct token){TOK_SEMICOLON, p->previous_end, false, p->previous_end};
        p->replay[1] = t;
        p->replay_count = 2;
    }
    if (silent || found == TOK_PTX_UNDEF) return;
    span at = {t.start, t.end};
    if (t.kind == TOK_WORD && t.start == p->first_start) {
        report_unknown_directive(p->diags, at, text_at(p->text, at));
        return;
    }
    if (t.kind == TOK_CHAIN && !t.first_on_line && p->first_start != t.start &&
        is_component(text_at(p->text, at))) {
        report_no_component(p->diags, at, text_at(p->text, at));
        return;
    }
    struct text what = found_text(p, &t), wanted = {NULL, 0};
    if (t.start != p->first_start) wanted = expected_text(p, expected, count);
    /* What is missing is missing behind the word before, not in the line that follows. */
    if (t.first_on_line && wanted.length) at = (span){p->previous_end, p->previous_end};
    if (wanted.length)
        report_syntax(p->diags, at, what, wanted);
    else
        report_unexpected(p->diags, at, what);
}

bool missing_semicolon(struct parser *p, int next) {
    const struct token *t = &p->last;
    if (p->lexer.error_count != p->lexer_errors) return true;
    bool begins = t->first_on_line || next == TOK_CHAIN || next == TOK_AT || next == TOK_END ||
                  next == TOK_RBRACE;
    if (!begins) {
        span at = {t->start, t->end};
        report_syntax(p->diags, at, found_text(p, t), text_of("',' or ';'"));
        p->recovering = true;
        return false;
    }
    span end = {p->previous_end, p->previous_end};
    const char *what = begins_directive(p->first_kind) ? "the directive" : "the instruction";
    struct diag *d = report_missing_semicolon(p->diags, end, text_of(what));
    diag_fix(p->diags, d, end, ";");
    return true;
}

void check_word(struct parser *p, span at, const char *word) {
    struct text found = text_at(p->text, at);
    if (found.length == strlen(word) && !memcmp(found.start, word, found.length)) return;
    struct phrase f = {.length = 0};
    phrase_add(&f, "'", 1);
    phrase_add(&f, word, strlen(word));
    phrase_add(&f, "'", 1);
    struct token t = {TOK_NAME, at.start, false, at.end};
    report_syntax(p->diags, at, found_text(p, &t), phrase_text(p, &f));
}

/* ---- nodes ---- */

static struct node *add_node(struct parser *p, ptxc_operand_kind kind, span at) {
    struct node *n = list_add(p->arena, &p->ast->nodes);
    uint32_t length = at.end - at.start;
    n->start = at.start;
    n->length = (length < NODE_MAX_LENGTH ? length : NODE_MAX_LENGTH) & NODE_MAX_LENGTH;
    n->kind = (uint8_t)kind;
    return n;
}

void add_symbol(struct parser *p, span at, struct name name) {
    bool sink = name.atom == ATOM_SINK && name.number == NO_NUMBER;
    add_node(p, sink ? PTXC_OPERAND_SINK : PTXC_OPERAND_SYMBOL, at)->name = name;
}

void add_component(struct parser *p, span at, struct name name) {
    add_node(p, PTXC_OPERAND_COMPONENT, at)->name = name;
}

void add_leaf(struct parser *p, ptxc_operand_kind kind, span at) {
    add_node(p, kind, at)->value = 0;
}

void add_word(struct parser *p, span at) { add_group(p, PTXC_OPERAND_WORD, at, 0); }

void add_value(struct parser *p, span at, const struct value *value) {
    bool is_float = value->type == VALUE_FLOAT;
    struct node *n = add_node(p, is_float ? PTXC_OPERAND_FLOAT : PTXC_OPERAND_INTEGER, at);
    if (is_float)
        n->number = value->number;
    else
        n->value = value->integer;
}

/* The value, or 0 if it is a floating-point number, which is reported. */
static const struct value *integer_only(struct parser *p, const struct value *value, span at) {
    if (value->type != VALUE_FLOAT) return value;
    report_integer_wanted(p->diags, at);
    return keep(p, value_of_int(0));
}

void add_integer(struct parser *p, span at, const struct value *value) {
    add_value(p, at, integer_only(p, value, at));
}

void add_range(struct parser *p, span at, const struct value *value) {
    add_node(p, PTXC_OPERAND_RANGE, at)->value = value->integer;
}

void add_offset(struct parser *p, span at, const struct value *value, span value_at) {
    if (value->type == VALUE_FLOAT) report_integer_wanted(p->diags, value_at);
    add_node(p, PTXC_OPERAND_OFFSET, at)->value = value->type == VALUE_FLOAT ? 0 : value->integer;
}

void minus_offset(struct parser *p, span at, span minus, const struct value *value) {
    struct diag *d = report_minus_offset(p->diags, minus);
    diag_fix(p->diags, d, minus, "+-");
    add_offset(p, at, keep(p, value_unary('-', *value)), at);
}

void add_group(struct parser *p, ptxc_operand_kind kind, span at, uint64_t count) {
    uint32_t end = p->ast->nodes.count, first = end;
    for (uint64_t i = 0; i < count; i++) first -= 1 + node_size(p->ast, first - 1);
    struct node *n = add_node(p, kind, at);
    n->group.count = (uint32_t)count;
    n->group.size = end - first;
}

void add_index(struct parser *p, span at, struct name name) {
    add_node(p, PTXC_OPERAND_INDEX, at)->name = name;
}

/* The name of a function is read before its parameters are, but its node is made after theirs: put
 * it before them, where the text has it. */
void add_declared_parameters(struct parser *p, span at, struct name name) {
    struct ast *ast = p->ast;
    add_symbol(p, at, name);
    uint32_t last = ast->nodes.count - 1;
    struct node symbol = *ast_node(ast, last);
    uint32_t first = last - 1 - node_size(ast, last - 1);
    for (uint32_t i = last; i > first; i--) *ast_node(ast, i) = *ast_node(ast, i - 1);
    *ast_node(ast, first) = symbol;
}

/* ---- statements ---- */

static struct stmt *push_stmt(struct parser *p, ptxc_stmt_kind kind, span at, span head,
                              uint64_t roots) {
    struct stmt *s = list_add(p->arena, &p->ast->stmts);
    *s = (struct stmt){.start = at.start,
                       .end = at.end,
                       .head = head.end - head.start,
                       .head_start = head.start,
                       .nodes_end = p->ast->nodes.count,
                       .roots = roots & 0x1ffffff,
                       .kind = (unsigned)kind & 31};
    /* A word in it is broken: reported, and not to be judged. */
    if (kind == PTXC_STMT_INSTRUCTION && p->lexer.error_count != p->lexer_errors)
        s->kind = PTXC_STMT_ERROR;
    return s;
}

void add_stmt(struct parser *p, ptxc_stmt_kind kind, span at, span head, uint64_t roots) {
    push_stmt(p, kind, at, head, roots);
    if (kind == PTXC_STMT_LOC)
        *(uint32_t *)list_add(p->arena, &p->ast->locs) = p->ast->stmts.count - 1;
}

/* A new chain is searched for words such as `.6d` once. */
COLD static void find_digit_words(struct parser *p, struct chain *chain) {
    const char *text = p->text + chain->start;
    for (uint32_t i = 0; i + 1 < chain->length; i++) {
        if (text[i] != '.' || text[i + 1] < '0' || text[i + 1] > '9') continue;
        if (lexer_is_digit_word(text + i + 1)) continue;
        chain->bad_word = i;
        return;
    }
}

uint64_t chain_of(struct parser *p, span head) {
    uint32_t known = p->names->chains.count;
    uint32_t chain = intern_chain(p->names, head.start, head.end);
    if (chain == known) find_digit_words(p, chain_at(p->names, chain));
    return chain;
}

void add_instruction(struct parser *p, span at, span head, uint64_t chain, uint64_t roots) {
    struct stmt *s = push_stmt(p, PTXC_STMT_INSTRUCTION, at, head, roots);
    if (s->kind == PTXC_STMT_INSTRUCTION) s->head = (uint32_t)chain;
}

/* The guard's nodes stand before those of the operands already. */
void guard_instruction(struct parser *p, span guard) {
    struct stmt *s = ast_stmt(p->ast, p->ast->stmts.count - 1);
    if (s->kind == PTXC_STMT_LABEL) s = ast_stmt(p->ast, p->ast->stmts.count - 2);
    s->start = guard.start;
    s->roots++;
    s->guarded = true;
}

void add_label(struct parser *p, span at, span head, struct name name) {
    add_symbol(p, head, name);
    push_stmt(p, PTXC_STMT_LABEL, at, head, 1);
}

void add_unended(struct parser *p, span head, uint64_t chain, span label, span colon,
                 struct name name) {
    span end = {head.end, head.end};
    struct diag *d = report_missing_semicolon(p->diags, end, text_of("the instruction"));
    diag_fix(p->diags, d, end, ";");
    add_instruction(p, head, head, chain, 0);
    add_label(p, across(label, colon), label, name);
}

void add_file(struct parser *p, span at, span head, span index_at, const struct value *index, span name) {
    add_value(p, index_at, index);
    add_leaf(p, PTXC_OPERAND_STRING, name);
    add_stmt(p, PTXC_STMT_FILE, at, head, 2);
    *(uint32_t *)list_add(p->arena, &p->ast->files) = p->ast->stmts.count - 1;
}

static span open_brace(const struct parser *p) {
    uint32_t at = p->open_braces[p->depth - 1];
    return (span){at, at + 1};
}

/* Before `what` all braces must be closed: say that the innermost is not, and close them. */
static void close_all(struct parser *p, span at, struct text what) {
    if (!p->depth) return;
    struct diag *d = report_missing_brace(p->diags, at, what);
    note_opened_here(p->diags, d, open_brace(p));
    p->ast->brace_errors = true;
    span none = {at.start, at.start};
    while (p->depth) {
        p->depth--;
        push_stmt(p, PTXC_STMT_CLOSE, none, none, 0);
    }
}

void add_function(struct parser *p, span at, span head, uint64_t roots) {
    if (p->depth) {
        /* Its nodes belong to the function, not to the braces that are closed before it. */
        uint32_t first = p->ast->stmts.count;
        close_all(p, head, text_of("the next function"));
        uint32_t begin = ast_nodes_begin(p->ast, first);
        for (uint32_t i = first; i < p->ast->stmts.count; i++)
            ast_stmt(p->ast, i)->nodes_end = begin;
    }
    push_stmt(p, PTXC_STMT_FUNCTION, at, head, roots);
    p->extra_brace = false;
}

void add_prototype(struct parser *p, span at, span head, uint64_t roots) {
    push_stmt(p, PTXC_STMT_FUNCTION, at, head, roots);
}

void add_open(struct parser *p, span at) {
    if (p->depth == p->brace_room) {
        uint32_t room = p->brace_room ? 2 * p->brace_room : 64;
        uint32_t *braces = arena_alloc(p->arena, room * sizeof *braces);
        if (p->depth) memcpy(braces, p->open_braces, p->depth * sizeof *braces);
        p->open_braces = braces;
        p->brace_room = room;
    }
    p->open_braces[p->depth++] = at.start;
    push_stmt(p, PTXC_STMT_OPEN, at, at, 0);
}

void add_close(struct parser *p, span at) {
    if (!p->depth) {
        /* The first one may have ended the function early: more follow from it. */
        if (!p->extra_brace) report_extra_brace(p->diags, at);
        p->extra_brace = p->ast->brace_errors = true;
        push_stmt(p, PTXC_STMT_ERROR, at, at, 0);
        return;
    }
    p->depth--;
    push_stmt(p, PTXC_STMT_CLOSE, at, at, 0);
}

void add_error(struct parser *p, span at) {
    p->ast->nodes.count = ast_nodes_begin(p->ast, p->ast->stmts.count);
    bool lost = poison_names(p, at.start, at.end);
    push_stmt(p, PTXC_STMT_ERROR, at, at, 0)->lost_names = lost;
}

void end_module(struct parser *p, span at) {
    /* A comment or string without end has taken the braces with it. */
    if (p->lexer.cut_short) p->depth = 0;
    close_all(p, (span){at.start, at.start}, text_of("the end of the file"));
}

void statement_done(struct parser *p, int next) {
    p->at_start = next == TOK_PTX_EMPTY;
    p->recovering = false;
    p->nesting = p->braces = p->waiting = 0;
    p->values.count = 0;
    if (!p->at_start) begin_statement(p, &p->last);
}

/* ---- constants ---- */

const struct value *binary(struct parser *p, int op, const struct value *a, const struct value *b,
                           span at) {
    struct value result = value_of_int(0);
    bool mixed = (a->type == VALUE_FLOAT) != (b->type == VALUE_FLOAT);
    if (mixed)
        report_constant_mix(p->diags, at);
    else if (a->type == VALUE_FLOAT && !value_takes_floats(op))
        report_integer_wanted(p->diags, at);
    else if (!value_binary(op, *a, *b, &result))
        report_zero_division(p->diags, at);
    return keep(p, result);
}

const struct value *unary(struct parser *p, int op, const struct value *a, span at) {
    if (a->type != VALUE_FLOAT || op == '-') return keep(p, value_unary(op, *a));
    report_integer_wanted(p->diags, at);
    return keep(p, value_of_int(0));
}

const struct value *cast(struct parser *p, span type, const struct value *value) {
    struct text t = text_at(p->text, type);
    bool is_signed = t.length == 4 && !memcmp(t.start, ".s64", 4);
    if (!is_signed && (t.length != 4 || memcmp(t.start, ".u64", 4))) check_word(p, type, ".s64");
    return keep(p, value_cast(*integer_only(p, value, type),
                              is_signed ? VALUE_SIGNED : VALUE_UNSIGNED));
}

const struct value *choose(struct parser *p, const struct value *condition, span at,
                           const struct value *yes, const struct value *no) {
    integer_only(p, yes, at);
    return integer_only(p, condition, at)->integer ? yes : no;
}

/* ---- all of it ---- */

void parse_module(struct parser *p) {
    struct ast *ast = p->ast;
    list_init(&ast->stmts, sizeof(struct stmt));
    list_init(&ast->nodes, sizeof(struct node));
    list_init(&ast->locs, sizeof(uint32_t));
    list_init(&ast->files, sizeof(uint32_t));
    list_init(&p->values, sizeof(struct value));
    lexer_init(&p->lexer, p->arena, p->diags, &ast->lines, p->text,
               (uint32_t)p->names->length);
    p->at_start = true;
    /* 2: the stack is full. 1 cannot be: the end is a word that recovery may drop. */
    if (ptx_parse(p) == 2) too_nested(p, (span){p->last.start, p->last.end});
}
