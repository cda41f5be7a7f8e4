/* SPDX-License-Identifier: Apache-2.0
 * The layer between the lexer and the grammar: interns names and, after an error, skips tokens
 * up to the next statement. */
#include "syntax/parse.h"
#include "ptx.tab.h"
#include <string.h>

bool begins_directive(int kind) { return kind >= TOK_D_REG && kind <= TOK_D_TUNING; }

/* Returns true if a `}` in the middle of a line closes a vector whose `{` is missing. */
static bool ends_vector(const struct parser *p, const struct token *t) {
    const char *next = p->text + t->end;
    while (*next == ' ' || *next == '\t') next++;
    return !t->first_on_line && (*next == ',' || *next == ';' || *next == ']' || *next == ')');
}

/* Returns true if the token is the `{` of a function whose head did not parse. */
static bool opens_function(const struct parser *p, const struct token *t) {
    bool of_function = p->stmt.first_kind == TOK_D_ENTRY || p->stmt.first_kind == TOK_D_FUNC;
    bool of_variable = p->stmt.first_kind == TOK_D_SPACE || p->stmt.first_kind == TOK_D_REG ||
                       p->stmt.first_kind == TOK_D_ALIGN || p->stmt.first_kind == TOK_D_ATTRIBUTE;
    bool behind_head = t->first_on_line || p->previous.kind == TOK_RPAREN;
    return of_function || (!p->depth && !of_variable && behind_head);
}

/* Returns true if this word starts the next statement while a broken one is skipped. Most words
 * do so only at the start of a line; in the middle of a line they are more likely part of the
 * error. */
bool begins_statement(const struct parser *p, const struct token *t, bool braces) {
    switch (t->kind) {
    case TOK_END: return true;
    case TOK_LBRACE: return opens_function(p, t);
    case TOK_RBRACE: return t->first_on_line || (!braces && !ends_vector(p, t));
    case TOK_CHAIN:
    case TOK_AT: return t->first_on_line;
    case TOK_D_TUNING: return false;
    case TOK_D_SPACE:
        /* At module scope, a .param belongs to the function whose head is broken. */
        if (!p->depth && p->text[t->start + 1] == 'p') return false;
        return t->first_on_line && !p->stmt.nesting;
    case TOK_NAME:
    case TOK_D_REG:
    case TOK_D_ALIGN:
    case TOK_D_ATTRIBUTE:
    case TOK_D_WEAK:
    case TOK_D_ALIAS: return t->first_on_line && !p->stmt.nesting;
    default: return begins_directive(t->kind) && t->first_on_line;
    }
}

/* Marks names that a skipped declaration may have declared, so that their uses are not reported.
 * Returns true if it is a declaration of which no name is left. */
bool poison_names(struct parser *p, uint32_t start, uint32_t end) {
    struct lexer lexer = {
        .text = p->text, .cursor = p->text + start, .limit = p->lexer.limit, .arena = p->arena};
    struct token t;
    bool declares = false, names = false, storage = false;
    for (lexer_next(&lexer, &t); t.kind != TOK_END && t.start < end; lexer_next(&lexer, &t)) {
        if (begins_directive(t.kind) || t.kind == TOK_WORD) declares = true;
        if (t.kind == TOK_D_REG || t.kind == TOK_D_SPACE) storage = true;
        if (!declares || t.kind != TOK_NAME || t.end - t.start > MAX_WORD) continue;
        names = true;
        atom_at(p->names, intern_name(p->names, t.start, t.end).atom)->poisoned = true;
        atom_at(p->names, intern_atom(p->names, t.start, t.end))->poisoned = true;
    }
    return storage && !names;
}

COLD static void too_nested(struct parser *p, span at) {
    if (!p->stmt.recovering) report_too_nested(p->diags, at, MAX_NESTING);
    p->lexer.error_count++;
}

/* Tracks what makes the parser's stack grow: brackets, and signs and `?` that await their
 * operand. */
static void count_nesting(struct parser *p, struct token *t) {
    p->stmt.braces_before = p->stmt.braces;
    switch (t->kind) {
    case TOK_LPAREN:
    case TOK_LBRACKET: p->stmt.nesting++; break;
    case TOK_LBRACE: p->stmt.braces++; break;
    case TOK_RPAREN:
    case TOK_RBRACKET: p->stmt.nesting -= p->stmt.nesting != 0; return;
    case TOK_RBRACE: p->stmt.braces -= p->stmt.braces != 0; return;
    case TOK_MINUS:
    case TOK_PLUS:
    case TOK_NOT:
    case TOK_TILDE: p->stmt.waiting++; break;
    case TOK_WORD: p->stmt.waiting += p->stmt.nesting != 0; break; /* part of a cast */
    case TOK_QUESTION: p->stmt.questions++; break;
    default: return;
    }
    if (p->stmt.nesting + p->stmt.braces + p->stmt.waiting + p->stmt.questions <= MAX_NESTING)
        return;
    too_nested(p, (span){t->start, t->end});
    t->kind = TOK_PTX_UNDEF;
}

/* The value lives until its statement has been read. */
const struct value *keep(struct parser *p, struct value value) {
    struct value *kept = list_add(p->arena, &p->values);
    *kept = value;
    return kept;
}

COLD static struct value number_of(struct parser *p, const struct token *t) {
    const char *text = p->text + t->start;
    uint32_t length = t->end - t->start;
    struct value v = value_of_int(0);
    if (t->kind == TOK_WARP_SIZE) return value_of_int(32);
    bool overflow = false;
    if (t->kind != TOK_INTEGER) v = value_float(text, length, &overflow);
    if (t->kind == TOK_INTEGER && !value_integer(text, length, &v, &overflow))
        report_bad_number(p->diags, (span){t->start, t->end}, (struct text){text, length});
    else if (overflow)
        report_number_overflow(p->diags, (span){t->start, t->end}, (struct text){text, length});
    else
        return v;
    p->lexer.error_count++;
    return v;
}

/* Returns true if the number after this word can end the statement or phrase it belongs to. */
static bool ends_with_number(int kind) {
    return kind == TOK_INTEGER || kind == TOK_D_LOC || kind == TOK_D_FILE || kind == TOK_D_ALIGN ||
           kind == TOK_D_TUNING || kind == TOK_D_ADDRESS_SIZE;
}

/* No whitespace is needed after such a number: `.loc 1 2 3mov.b32` is a .loc and a `mov`. */
COLD static void end_number(struct parser *p, struct token *t) {
    struct value v;
    bool overflow = false;
    const char *text = p->text + t->start;
    uint32_t length = t->end - t->start, digits = 0;
    while (digits < length && text[digits] >= '0' && text[digits] <= '9') digits++;
    if (digits == length || value_integer(text, length, &v, &overflow) || overflow) return;
    t->end = t->start + digits;
    p->lexer.cursor = p->text + t->end;
}

/* Gets the next word if it may differ from the lexer's next word. */
COLD static void fetch(struct parser *p, struct token *t) {
    if (p->replay_count) {
        *t = p->replay[0];
        p->replay[0] = p->replay[1];
        p->replay[1] = p->replay[2];
        p->replay_count--;
        return;
    }
    uint32_t end = t->end;
    lexer_next(&p->lexer, t);
    if (p->stmt.recovering && begins_statement(p, t, p->stmt.braces)) {
        /* End the skipped statement here, and deliver this word again. */
        p->replay[0] = *t;
        p->replay_count = 1;
        *t = (struct token){TOK_SEMICOLON, end, false, end};
    }
}

/* Checks a number of a .section. Most numbers are so small that they fit any type. */
static inline void check_data(struct parser *p, const struct token *t, int64_t value) {
    bool large = (uint64_t)value > INT8_MAX;
    if (large && p->stmt.first_kind == TOK_D_SECTION) section_number(p, t, value);
}

/* Returns true if a number after the token is complete: in `-1` it is not. */
static bool is_between_numbers(int kind) {
    return kind == TOK_COMMA || kind == TOK_LBRACE || kind == TOK_WORD;
}

/* Tables of numbers make up most of the output of some compilers. For a run `1, 2, 3` in an
 * initializer or a .section, the grammar gets only the last number, because it keeps none of
 * them. */
COLD static void skip_numbers(struct parser *p, struct token *t) {
    if (!is_between_numbers(p->previous.kind)) return;
    while (!p->replay_count) {
        struct token comma, next;
        lexer_next(&p->lexer, &comma);
        p->replay[p->replay_count++] = comma;
        if (comma.kind != TOK_COMMA) return;
        lexer_next(&p->lexer, &next);
        p->replay[p->replay_count++] = next;
        if (next.kind != TOK_INTEGER) return;
        struct value value = number_of(p, t);
        check_data(p, t, value.integer);
        p->previous = comma;
        *t = next;
        p->replay_count = 0;
    }
}

COLD static void limit_word(struct parser *p, struct token *t) {
    report_too_long(p->diags, (span){t->start, t->start + 1}, MAX_WORD);
    p->lexer.error_count++;
    t->end = t->start + MAX_WORD;
}

void begin_statement(struct parser *p, const struct token *t) {
    p->stmt.at_start = false;
    p->stmt.in_data = false;
    p->stmt.first_kind = t->kind;
    p->stmt.first_start = t->start;
    p->stmt.first_end = t->end;
    p->stmt.lexer_errors = p->lexer.error_count;
}

COLD static struct name component_name(struct parser *p, const struct token *t) {
    uint32_t dot = t->end;
    while (p->text[--dot] != '.') {}
    if (dot - t->start > MAX_WORD) dot = t->start + MAX_WORD;
    return intern_name(p->names, t->start, dot);
}

/* Updates the state that error recovery uses. Called for words that are neither operands nor
 * separators. */
static void note_word(struct parser *p, struct token *t) {
    count_nesting(p, t);
    if (t->kind == TOK_ASSIGN || t->kind == TOK_D_SECTION) p->stmt.in_data = true;
    if (t->kind == TOK_WORD) p->stmt.data_type = (span){t->start, t->end};
    bool linkage = p->stmt.first_kind == TOK_D_LINKAGE || p->stmt.first_kind == TOK_D_WEAK;
    bool misspelt = !p->depth && (p->stmt.first_kind == TOK_WORD || p->stmt.first_kind == TOK_NAME);
    if ((t->kind == TOK_D_ENTRY || t->kind == TOK_D_FUNC) && (linkage || misspelt))
        p->stmt.first_kind = t->kind;
}

/* Handles words that are neither names nor separators. A separate function lets ptx_lex save fewer
 * registers. */
APART static int other_word(PTX_STYPE *value, span *at, struct parser *p) {
    struct token *t = &p->last;
    switch (t->kind) {
    case TOK_COMPONENT: value->name = component_name(p, t); break;
    case TOK_INTEGER:
        if (ends_with_number(p->previous.kind)) end_number(p, t);
        if (p->stmt.in_data && p->stmt.braces && !p->stmt.recovering) skip_numbers(p, t);
        /* fall through */
    case TOK_WARP_SIZE:
    case TOK_DECIMAL:
    case TOK_HEX_DOUBLE:
    case TOK_HEX_SINGLE:
        p->stmt.waiting = 0;
        value->value = keep(p, number_of(p, t));
        if (t->kind == TOK_INTEGER) check_data(p, t, value->value->integer);
        break;
    default: note_word(p, t);
    }
    store_span(at, t->start, t->end);
    return t->kind;
}

/* Returns true if the last word is an opcode, so that operands follow. */
static inline bool behind_opcode(const struct parser *p) {
    if (p->last.kind != TOK_CHAIN && p->last.kind != TOK_NAME) return false;
    if (p->last.start == p->stmt.first_start) return true;
    if (p->stmt.first_kind != TOK_AT || p->previous.kind != TOK_NAME) return false;
    char guard = p->text[p->before_end - 1];
    return guard == '@' || guard == '!';
}

/* Splits `.target sm_90.address_size 64`: a target has no qualifiers. */
COLD static void end_target(struct parser *p, struct token *t) {
    const char *text = p->text + t->start;
    if (t->kind != TOK_CHAIN || p->replay_count || memcmp(text, "sm_", 3) != 0) return;
    t->kind = TOK_NAME;
    t->end = t->start + (uint32_t)strcspn(text, ".");
    p->lexer.cursor = p->text + t->end;
}

/* Splits the component in `vadd4.u32.u32.u32 r1.b32, ...`: after an opcode or a comma, .b32 selects
 * two bytes of a register. */
COLD static void end_component(struct parser *p, struct token *t) {
    static const char bytes[] = ".b32";
    const char *text = p->text + t->start;
    uint32_t name = t->end - t->start - (uint32_t)(sizeof bytes - 1);
    const char *next = p->lexer.cursor;
    while (next < p->lexer.limit && *next == ' ') next++;
    bool ends = next < p->lexer.limit && (*next == ',' || *next == ';');
    if (!ends || t->first_on_line || t->end - t->start < sizeof bytes) return;
    if (memcmp(text + name, bytes, sizeof bytes - 1) == 0 && !memchr(text, '.', name))
        t->kind = TOK_COMPONENT;
}

int ptx_lex(PTX_STYPE *value, span *at, struct parser *p) {
    struct token *t = &p->last;
    bool opcode = behind_opcode(p);
    p->before_end = p->previous.end;
    p->previous = *t;
    if (!p->replay_count && !p->stmt.recovering) {
        if (t->kind == TOK_END) return TOK_YYEOF;
        if (opcode && read_plain(p, &value->count)) {
            t->kind = TOK_PLAIN;
            t->start = t->end;
            t->end = (uint32_t)(p->lexer.cursor - p->text);
            store_span(at, t->start, t->end);
            return TOK_PLAIN;
        }
        lexer_next(&p->lexer, t);
    } else {
        fetch(p, t);
    }
    if (p->stmt.at_start) begin_statement(p, t);
    if (t->kind == TOK_CHAIN && (opcode || p->previous.kind == TOK_COMMA)) end_component(p, t);
    if (t->kind == TOK_COMMA) {
        p->stmt.waiting = p->stmt.questions = 0;
    } else if (t->kind == TOK_NAME || t->kind == TOK_CHAIN) {
        if (t->end - t->start > MAX_WORD) limit_word(p, t);
        if (p->stmt.first_kind == TOK_D_TARGET) end_target(p, t);
        if (t->kind == TOK_NAME)
            value->name = intern_name(p->names, t->start, t->end);
        else
            value->chain = chain_of(p, (span){t->start, t->end});
    } else if (t->kind != TOK_SEMICOLON) {
        return other_word(value, at, p);
    }
    store_span(at, t->start, t->end);
    return t->kind;
}

void parse_module(struct parser *p) {
    struct ast *ast = p->ast;
    list_init(&ast->stmts, sizeof(struct stmt));
    list_init(&ast->nodes, sizeof(struct node));
    list_init(&ast->locs, sizeof(uint32_t));
    list_init(&ast->files, sizeof(uint32_t));
    list_init(&ast->functions, sizeof(uint32_t));
    list_init(&p->values, sizeof(struct value));
    lexer_init(&p->lexer, p->arena, p->diags, &ast->lines, p->text, (uint32_t)p->names->length);
    p->stmt.at_start = true;
    /* 2 means that the stack is full. 1 cannot occur, because recovery may drop the end token. */
    if (ptx_parse(p) == 2) too_nested(p, (span){p->last.start, p->last.end});
}
