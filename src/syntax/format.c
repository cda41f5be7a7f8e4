/* SPDX-License-Identifier: Apache-2.0
 * Formats the text of a module: lines stay lines, and only the whitespace between words changes.
 * Words are tokens of the lexer, so that the text keeps its meaning. Text that the lexer skips,
 * other than whitespace and comments, keeps its whitespace. */
#include "syntax/format.h"
#include "syntax/lexer.h"
#include "ptx.tab.h"
#include <string.h>

enum {
    MOST_LEVELS = 32, /* limit on indentation: hostile text may open a block on each line */
    MOST_COLUMNS = 200,
    DEFAULT_INDENT = 4,
    DEFAULT_OPERANDS = 16,
    DEFAULT_COMMENTS = 40
};

struct format {
    const struct ast *ast;
    const struct interner *names;
    const char *text;
    uint32_t text_length;
    ptxc_style style;
    struct text_builder out;
    uint32_t column;
    struct token last; /* end is 0 if there was none */
    bool after_at;     /* `last` is an `@` */

    const struct stmt *stmt; /* the last one that starts at or before the word, or NULL */
    uint32_t next_stmt;
    bool begins, inside; /* whether the word is its first word, or a later one */
    uint32_t blocks;     /* open blocks, 0 at module scope */
    uint32_t brackets;   /* open brackets of the statement */
    bool aligned;        /* the statement has a line of its own, not counting labels */
    uint32_t stmt_column;
};

/* ---- writing ---- */

static void format_put(struct format *f, const char *text, size_t length) {
    build_bytes(&f->out, text, length);
    for (size_t i = 0; i < length; i++) f->column = text[i] == '\n' ? 0 : f->column + 1;
}

static void put_blanks(struct format *f, uint32_t count) {
    while (count--) format_put(f, " ", 1);
}

/* Writes spaces up to a column, at least one. */
static void pad(struct format *f, uint32_t column) {
    put_blanks(f, column > f->column ? column - f->column : 1);
}

static uint32_t indent_of(const struct format *f, uint32_t level) {
    return (level < MOST_LEVELS ? level : MOST_LEVELS) * f->style.indent;
}

static void format_indent(struct format *f, uint32_t level) {
    uint32_t columns = indent_of(f, level);
    if (!f->style.tabs) {
        put_blanks(f, columns);
        return;
    }
    for (uint32_t i = 0; i < columns; i += f->style.indent) format_put(f, "\t", 1);
    f->column = columns;
}

/* ---- where a word stands ---- */

static uint32_t head_end(const struct format *f) {
    return f->stmt->head_start + chain_at(f->names, f->stmt->head)->length;
}

static bool is_kind(const struct format *f, ptxc_stmt_kind kind) {
    return f->stmt && f->stmt->kind == kind;
}

/* Returns true if the words of the statement have a layout of their own. */
static bool is_layered(const struct format *f) {
    return is_kind(f, PTXC_STMT_FUNCTION) || is_kind(f, PTXC_STMT_SECTION) ||
           is_kind(f, PTXC_STMT_ERROR);
}

/* Advances to the last statement that starts at or before a word, or before the end of the text. */
static void enter_statements(struct format *f, uint32_t at) {
    const struct ast *ast = f->ast;
    f->begins = false;
    while (f->next_stmt < ast->stmts.count && ast_stmt(ast, f->next_stmt)->start <= at) {
        if (is_kind(f, PTXC_STMT_OPEN)) f->blocks++;
        f->stmt = ast_stmt(ast, f->next_stmt++);
        if (is_kind(f, PTXC_STMT_CLOSE) && f->blocks) f->blocks--;
        f->brackets = 0;
        f->begins = true;
    }
    f->inside = !f->begins && f->stmt && at < f->stmt->end;
    if (!f->begins && !f->inside && is_kind(f, PTXC_STMT_OPEN)) {
        f->blocks++;
        f->stmt = NULL;
    }
}

/* Splits a word at the end of a directive. A number or target that ends a directive may directly
 * precede the next statement, and the lexer reads both as one word. */
static void end_word(const struct format *f, struct lexer *lexer, struct token *t) {
    const struct ast *ast = f->ast;
    if (f->next_stmt == ast->stmts.count) return;
    uint32_t start = ast_stmt(ast, f->next_stmt)->start;
    if (start >= t->end) return;
    t->end = start;
    lexer->cursor = f->text + start;
}

static bool opens(int kind) {
    return kind == TOK_LPAREN || kind == TOK_LBRACKET || kind == TOK_LBRACE;
}

static bool closes(int kind) {
    return kind == TOK_RPAREN || kind == TOK_RBRACKET || kind == TOK_RBRACE;
}

/* Returns the indentation of a line that starts with the word. */
static uint32_t indent_level(const struct format *f, const struct token *t) {
    if (f->begins && is_kind(f, PTXC_STMT_LABEL)) return f->blocks ? f->blocks - 1 : 0;
    if (!f->inside) return f->blocks;
    bool closing = closes(t->kind);
    uint32_t level = f->brackets - (closing && f->brackets);
    if (!level && !closing && !is_layered(f)) level = 1;
    return f->blocks + level;
}

/* Returns the indentation of a comment before the word. */
static uint32_t comment_level(const struct format *f) {
    if (f->begins && is_kind(f, PTXC_STMT_CLOSE)) return f->blocks + 1;
    if (!f->inside) return f->blocks;
    return f->blocks + (f->brackets || is_layered(f) ? f->brackets : 1);
}

/* ---- between two words of a line ---- */

/* Returns true if the token is inside an opcode that whitespace divides. */
static bool is_in_head(const struct format *f, const struct token *t) {
    return f->inside && is_kind(f, PTXC_STMT_INSTRUCTION) && f->last.start >= f->stmt->head_start &&
           t->start < head_end(f);
}

static bool is_tight(const struct format *f, const struct token *t) {
    int before = f->last.kind, kind = t->kind;
    bool braces = is_kind(f, PTXC_STMT_INSTRUCTION) || is_kind(f, PTXC_STMT_VARIABLE);
    if (before == TOK_LBRACE || kind == TOK_RBRACE) return braces;
    if (kind == TOK_COLON) return is_kind(f, PTXC_STMT_LABEL);
    if (before == TOK_AT) return kind == TOK_NAME || kind == TOK_NOT;
    if (before == TOK_NOT) return f->after_at && kind == TOK_NAME;
    return before == TOK_LPAREN || before == TOK_LBRACKET || kind == TOK_COMMA ||
           kind == TOK_SEMICOLON || kind == TOK_RPAREN || kind == TOK_RBRACKET;
}

static void put_between(struct format *f, const struct token *t, bool blank) {
    if (f->begins)
        pad(f, f->aligned ? indent_of(f, f->blocks) : 0);
    else if (is_tight(f, t))
        return;
    else if (f->inside && f->aligned && is_kind(f, PTXC_STMT_INSTRUCTION) &&
             f->last.end <= head_end(f) && f->last.start >= f->stmt->head_start &&
             t->start >= head_end(f))
        pad(f, f->stmt_column + f->style.operands);
    else if (blank || f->last.kind == TOK_COMMA)
        put_blanks(f, 1);
}

/* ---- gaps ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\x1a';
}

/* Returns the end of the comment at `at`, or `end` if there is none or it is not terminated. */
static uint32_t comment_end(const char *text, uint32_t at, uint32_t end) {
    if (end - at < 2 || text[at] != '/') return UINT32_MAX;
    if (text[at + 1] == '/') {
        const char *line = memchr(text + at, '\n', end - at);
        return line ? (uint32_t)(line - text) : end;
    }
    if (text[at + 1] != '*') return UINT32_MAX;
    for (at += 2; at + 1 < end; at++)
        if (text[at] == '*' && text[at + 1] == '/') return at + 2;
    return UINT32_MAX;
}

/* Returns true if the text contains only whitespace and comments. */
static bool is_plain(const char *text, uint32_t at, uint32_t end) {
    while (at < end) {
        at = is_blank(text[at]) ? at + 1 : comment_end(text, at, end);
        if (at == UINT32_MAX) return false;
    }
    return true;
}

struct blanks {
    uint32_t end, lines;
    bool any, crlf;
};

static struct blanks read_blanks(const char *text, uint32_t start, uint32_t at, uint32_t end) {
    struct blanks b = {at, 0, false, false};
    for (; b.end < end && is_blank(text[b.end]); b.end++) {
        if (text[b.end] != '\n') continue;
        if (!b.lines++) b.crlf = b.end > start && text[b.end - 1] == '\r';
    }
    b.any = b.end > at;
    return b;
}

/* Writes ends of lines, with at most one empty line. */
static void put_lines(struct format *f, const struct blanks *b, uint32_t most) {
    for (uint32_t i = 0; f->out.length && i < b->lines && i < most; i++)
        format_put(f, &"\r\n"[!b->crlf], 1u + b->crlf);
}

static void format_comment(struct format *f, const char *text, uint32_t start, uint32_t end) {
    if (text[start + 1] == '/')
        while (is_blank(text[end - 1])) end--;
    format_put(f, text + start, end - start);
}

/* Writes the whitespace before the comment that ends there. */
static void put_before_comment(struct format *f, const struct blanks *b, uint32_t end,
                               bool behind_word) {
    const char *text = f->text;
    if (b->lines || !f->out.length) {
        put_lines(f, b, 2);
        format_indent(f, comment_level(f));
        return;
    }
    struct blanks after = read_blanks(text, end, end, f->text_length);
    bool last = after.lines || after.end == f->text_length;
    bool ends = f->last.kind == TOK_SEMICOLON || f->last.kind == TOK_COMMA;
    if (last && behind_word && ends)
        pad(f, f->style.comments);
    else if (b->any || (last && behind_word))
        put_blanks(f, 1);
}

/* Writes the whitespace and comments before a word. */
static void put_gap(struct format *f, const struct token *t) {
    const char *text = f->text;
    uint32_t start = f->last.end, at = start;
    bool end = t->kind == TOK_END, comment = false;
    if (is_in_head(f, t) || !is_plain(text, start, t->start)) {
        format_put(f, text + start, t->start - start);
        f->aligned = false;
        return;
    }
    struct blanks b = read_blanks(text, start, at, t->start);
    for (; b.end < t->start; b = read_blanks(text, start, at, t->start)) {
        at = comment_end(text, b.end, t->start);
        put_before_comment(f, &b, at, !comment);
        format_comment(f, text, b.end, at);
        comment = true;
    }
    if (end) {
        if (!b.lines) b.lines = 1;
        put_lines(f, &b, 1);
    } else if (b.lines || !f->out.length) {
        put_lines(f, &b, 2);
        format_indent(f, indent_level(f, t));
        if (f->begins) f->aligned = true;
    } else {
        f->aligned =
            f->begins ? is_kind(f, PTXC_STMT_INSTRUCTION) && f->last.kind == TOK_COLON && f->aligned
                      : f->aligned;
        if (!comment)
            put_between(f, t, b.any);
        else if (b.any)
            put_blanks(f, 1);
    }
}

/* ---- the whole text ---- */

static void put_word(struct format *f, const struct token *t) {
    if (f->begins) f->stmt_column = f->column;
    format_put(f, f->text + t->start, t->end - t->start);
    bool block = is_kind(f, PTXC_STMT_OPEN) || is_kind(f, PTXC_STMT_CLOSE);
    if (opens(t->kind) && !block) f->brackets++;
    if (closes(t->kind) && !block && f->brackets) f->brackets--;
    f->after_at = f->last.kind == TOK_AT || t->kind == TOK_AT;
    f->last = *t;
}

static uint32_t column_of(uint32_t wanted, uint32_t usual) {
    return wanted && wanted <= MOST_COLUMNS ? wanted : usual;
}

size_t format_text(const struct ast *ast, const struct interner *names, const char *text,
                   uint32_t length, const ptxc_style *style, char *buffer, size_t size) {
    struct format f = {.ast = ast,
                       .names = names,
                       .text = text,
                       .text_length = length,
                       .out = build_in_buffer(buffer, size)};
    if (style) f.style = *style;
    f.style.indent = column_of(f.style.indent, DEFAULT_INDENT);
    f.style.operands = column_of(f.style.operands, DEFAULT_OPERANDS);
    f.style.comments = column_of(f.style.comments, DEFAULT_COMMENTS);
    struct line_index lines;
    struct lexer lexer;
    struct token t;
    lexer_init(&lexer, NULL, NULL, &lines, text, length);
    lexer.lines = NULL;
    do {
        lexer_next(&lexer, &t);
        enter_statements(&f, t.start);
        end_word(&f, &lexer, &t);
        put_gap(&f, &t);
        if (t.kind != TOK_END) put_word(&f, &t);
    } while (t.kind != TOK_END);
    return f.out.length;
}
