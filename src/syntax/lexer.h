/* SPDX-License-Identifier: Apache-2.0
 * From bytes to words. Nothing is looked up or allocated per word but the start of each line. */
#ifndef SYNTAX_LEXER_H
#define SYNTAX_LEXER_H

#include "base/arena.h"
#include "diag/diag.h"

struct lexer {
    const char *text, *cursor, *limit; /* *limit is NUL */
    struct arena *arena;
    struct diags *diags; /* NULL: say nothing (the benchmark of the bare lexer) */
    struct line_index *lines;
    uint32_t error_count; /* of words reported here */
    bool cut_short;       /* a comment or string had no end */
};

/* A whole word; `kind` is a token of ptx.y. */
struct token {
    int kind;
    uint32_t start;
    bool first_on_line;
    uint32_t end; /* not beside `start`: two stores read back as one would stall */
};

/* What the lexer needs of the text; text[length] is NUL. `lines` must outlive the lexer. */
void lexer_init(struct lexer *lexer, struct arena *arena, struct diags *diags,
                struct line_index *lines, const char *text, uint32_t length);

/* The next word; TOK_END for ever behind the last one. */
void lexer_next(struct lexer *lexer, struct token *token);

/* The operands that make up most of all text: `x`, `%tid.x`, `-4`, `0f3F800000`, `[x]`, `[x+4]`,
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
    bool lines; /* among the blanks about it is the end of a line */
};

/* The operand at the cursor, which is at a `,` or `;` then. false: there is no plain one, and the
 * cursor is anywhere. Lines are not counted: lexer_pass_lines does so from `start` to the cursor.
 */
bool lexer_operand(struct lexer *lexer, struct plain_operand *operand);
void lexer_pass_lines(struct lexer *lexer, const char *start);

/* May it stand in a name? */
static inline bool is_name_byte(char ch) {
    return (ch >= '0' && ch <= '9') || (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') ||
           ch == '_' || ch == '$' || ch == '%';
}

/* As isspace of C. */
static inline bool is_space_byte(char ch) { return ch == ' ' || (ch >= '\t' && ch <= '\r'); }

/* Is the dotted word whose text begins at `s`, behind its dot and with a digit, one of the shapes
 * and sizes that are words (.1d, .128x256b, .64B)? */
bool lexer_is_digit_word(const char *s);

#endif
