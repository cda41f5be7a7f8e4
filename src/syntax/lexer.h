/* SPDX-License-Identifier: Apache-2.0
 * Splits bytes into tokens. Nothing is looked up or allocated per token, except the start of
 * each line. */
#ifndef SYNTAX_LEXER_H
#define SYNTAX_LEXER_H

#include "base/arena.h"
#include "diag/diag.h"

struct lexer {
    const char *text, *cursor, *limit; /* *limit is NUL */
    struct arena *arena;
    struct diags *diags; /* NULL to report nothing (for the benchmark of the lexer alone) */
    struct line_index *lines;
    uint32_t error_count; /* errors of words reported so far */
    bool cut_short;       /* a comment or string is unterminated */
};

/* A whole word; `kind` is a token of ptx.y. */
struct token {
    int kind;
    uint32_t start;
    bool first_on_line;
    uint32_t end; /* not next to `start`: reading two stores back at once would stall */
};

/* Prepares a lexer for a text; text[length] must be NUL. `lines` must outlive the lexer. */
void lexer_init(struct lexer *lexer, struct arena *arena, struct diags *diags,
                struct line_index *lines, const char *text, uint32_t length);

/* Reads the next word, or TOK_END whenever the text is exhausted. */
void lexer_next(struct lexer *lexer, struct token *token);

/* The operands that make up most of any text: `x`, `%tid.x`, `-4`, `0f3F800000`, `[x]`, `[x+4]`,
 * `[x, {y, z}]`, `{x, y}`. */
struct plain_operand {
    enum {
        PLAIN_NAME,
        PLAIN_COMPONENT,
        PLAIN_INTEGER,
        PLAIN_SINGLE,
        PLAIN_ADDRESS,
        PLAIN_OFFSET_ADDRESS,
        PLAIN_TENSOR_ADDRESS,
        PLAIN_VECTOR
    } kind;
    uint32_t start, end;
    bool lines; /* the whitespace around it contains an end of line */
};

/* Reads the operand at the cursor, which then stands at a `,` or `;`. Returns false if the operand
 * is not plain; the cursor may then be anywhere. Lines are not counted: call lexer_pass_lines from
 * `start` to the cursor for that. */
bool lexer_operand(struct lexer *lexer, struct plain_operand *operand);
void lexer_pass_lines(struct lexer *lexer, const char *start);

/* Returns true if the byte can occur in a name. */
static inline bool is_name_byte(char ch) {
    return (ch >= '0' && ch <= '9') || (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') ||
           ch == '_' || ch == '$' || ch == '%';
}

/* Same as isspace in the C locale. */
static inline bool is_space_byte(char ch) { return ch == ' ' || (ch >= '\t' && ch <= '\r'); }

/* Returns true if the dotted word whose text starts at `s`, after its dot and with a digit, is one
 * of the valid shapes and sizes (.1d, .128x256b, .64B). */
bool lexer_is_digit_word(const char *s);

#endif
