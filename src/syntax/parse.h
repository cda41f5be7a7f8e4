/* SPDX-License-Identifier: Apache-2.0
 * Parses tokens into the tree. The grammar is in grammar/ptx.y; its actions use this interface. */
#ifndef SYNTAX_PARSE_H
#define SYNTAX_PARSE_H

#include "syntax/ast.h"
#include "diag/diag.h"
#include "syntax/intern.h"
#include "syntax/lexer.h"
#include "syntax/value.h"
#include <string.h>

enum { MAX_NESTING = 4096, MAX_WORD = 1 << 20, MAX_OPERANDS = 1 << 20 };

typedef ptxc_span span; /* Bison's locations */

/* The statement that is being read. */
struct statement_read {
    bool at_start;   /* nothing has been read yet */
    bool recovering; /* it did not parse, so words are skipped */
    int first_kind;
    bool in_data;   /* after the `=` of a declaration, or in a .section */
    span data_type; /* the type of the data there */
    uint32_t first_start, first_end;
    uint32_t nesting;       /* open ( and [ */
    uint32_t braces;        /* open {, except those of blocks */
    uint32_t braces_before; /* the same before `last` */
    uint32_t waiting;       /* signs since the last number or comma */
    uint32_t questions;     /* `?` since the last comma */
    uint32_t lexer_errors;  /* the lexer's error count at its start; if it has grown, the
                               statement is broken */
};

struct parser {
    struct arena *arena;
    struct diags *diags;
    struct interner *names;
    struct ast *ast;
    const char *text;

    struct lexer lexer;
    struct token last;      /* the last token passed to the grammar */
    struct token replay[3]; /* tokens to pass to the grammar before the lexer is asked again */
    int replay_count;
    struct token previous; /* the word before `last` */
    uint32_t before_end;   /* end of the token before that */

    struct statement_read stmt;
    struct text last_phrase; /* "an operand or ';'" of the last message */
    struct list values;      /* struct value, for the constants of the statement */

    uint32_t *open_braces; /* position of each `{` that is still open */
    uint32_t depth, brace_room;
};

/* Parses the whole text into parser->ast and creates its lists. All errors go to parser->diags;
 * statements with errors become PTXC_STMT_ERROR. */
void parse_module(struct parser *parser);

/* ---- for the actions of the grammar ---- */

/* Uses one store: Bison reads both halves back at once and would stall on two. */
static inline void store_span(span *at, uint32_t start, uint32_t end) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t both = (uint64_t)end << 32 | start;
    memcpy(at, &both, sizeof both);
#else
    *at = (span){start, end};
#endif
}

static inline span across(span from, span to) { return (span){from.start, to.end}; }

/* Nodes. The children of a group are the last `count` sibling nodes. */
static inline struct node *add_node(struct parser *p, ptxc_operand_kind kind, span at) {
    struct node *n = list_add(p->arena, &p->ast->nodes);
    uint32_t length = at.end - at.start;
    n->start = at.start;
    n->length = (length < NODE_MAX_LENGTH ? length : NODE_MAX_LENGTH) & NODE_MAX_LENGTH;
    n->kind = (uint8_t)kind;
    return n;
}
static inline void add_symbol(struct parser *p, span at, struct name name) {
    bool sink = name.atom == ATOM_SINK && name.number == NO_NUMBER;
    add_node(p, sink ? PTXC_OPERAND_SINK : PTXC_OPERAND_SYMBOL, at)->name = name;
}
void add_component(struct parser *p, span at, struct name name);
void add_leaf(struct parser *p, ptxc_operand_kind kind, span at);
void add_word(struct parser *p, span at);
void add_value(struct parser *p, span at, const struct value *value);
void add_integer(struct parser *p, span at, const struct value *value);
void add_range(struct parser *p, span at, const struct value *value);
void add_offset(struct parser *p, span at, const struct value *value, span value_at);
void add_group(struct parser *p, ptxc_operand_kind kind, span at, uint64_t count);
void add_index(struct parser *p, span at, struct name name);
/* `name-4`, which is treated as `name+-4` */
void minus_offset(struct parser *p, span at, span minus, const struct value *value);
/* If the operands after an opcode are plain and end with a `;` on the same line, as most do, adds
 * their nodes at once without a grammar step for each. */
bool read_plain(struct parser *p, uint64_t *count);
void add_declared_parameters(struct parser *p, span at, struct name name);

/* Statements. Each one covers all nodes added since the previous statement. */
void add_stmt(struct parser *p, ptxc_stmt_kind kind, span at, span head, uint64_t roots);
void add_instruction(struct parser *p, span at, span head, uint64_t chain, uint64_t roots);
/* An instruction with blanks between its words, or `shared .b32 x;`, which lacks a dot */
void add_spaced(struct parser *p, span at, span head, uint64_t roots);
void guard_instruction(struct parser *p, span guard);
void add_label(struct parser *p, span at, span head, struct name name);
/* `opcode label:`, where the `;` after the opcode is missing */
void add_unended(struct parser *p, span head, uint64_t chain, span label, span colon,
                 struct name name);
void add_file(struct parser *p, span at, span head, span index_at, const struct value *index,
              span name);
void add_function(struct parser *p, span at, span head, uint64_t roots);
void add_prototype(struct parser *p, span at, span head, uint64_t roots);
void add_open(struct parser *p, span at);
void add_close(struct parser *p, span at);
void add_error(struct parser *p, span at);
void end_module(struct parser *p, span at);
/* `next` is the following token if the grammar has already read it. */
void statement_done(struct parser *p, int next);

uint64_t chain_of(struct parser *p, span head);
const struct value *unary(struct parser *p, int op, const struct value *a, span at);
const struct value *cast(struct parser *p, span type, const struct value *value);
const struct value *binary(struct parser *p, int op, const struct value *a, const struct value *b,
                           span at);
const struct value *choose(struct parser *p, const struct value *condition, span at,
                           const struct value *yes, const struct value *no);
/* Returns the value, or reports a floating-point number and returns 0. */
const struct value *integer_only(struct parser *p, const struct value *value, span at);
void check_word(struct parser *p, span at, const char *word);
/* Checks a word after `[...]`. */
void check_unified(struct parser *p, span at);

/* parse_section.c: debug data. */
/* Checks the name of a .section, or the name that a .loc refers to. */
void section_name(struct parser *p, span at);
void section_label(struct parser *p, span at);
void section_has(struct parser *p, enum section_part part, span at);
/* Adds a line of data: `type` is its first word. */
void section_address(struct parser *p, span type, span at);
void section_numbers(struct parser *p, span type);
/* Checks a number of the data that is larger than most. */
void section_number(struct parser *p, const struct token *t, int64_t value);

/* Reports that the `;` of a statement is missing before `next`, which starts another. Returns false
 * if `next` does not start a statement; the syntax error has then already been reported. */
bool missing_semicolon(struct parser *p, int next);
/* If the statement is a declaration whose first word lacks its dot, reports that and returns true.
 */
bool declares_without_dot(struct parser *p);
/* Reports that the grammar does not accept `found`; `expected` lists symbol kinds of Bison. */
void parse_syntax_error(struct parser *p, int found, const uint8_t *expected, int count);

/* ---- shared by the files parse*.c ---- */

bool begins_directive(int kind);
/* Returns true if this word starts the next statement while a broken one is skipped. `braces` says
 * whether braces are open. */
bool begins_statement(const struct parser *p, const struct token *t, bool braces);
/* `t` is the first word of a statement. */
void begin_statement(struct parser *p, const struct token *t);
/* Marks names that a broken statement [start, end) may have declared, so that they are never
 * reported as undeclared. Returns true if it declares something of which no name is left. */
bool poison_names(struct parser *p, uint32_t start, uint32_t end);
/* Returns a copy of the value that lives until its statement has been read. */
const struct value *keep(struct parser *p, struct value value);

#endif
