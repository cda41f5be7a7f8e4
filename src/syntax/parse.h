/* SPDX-License-Identifier: Apache-2.0
 * From words to the tree. The grammar is grammar/ptx.y; this is what its actions work on. */
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
    bool at_start;   /* nothing yet */
    bool recovering; /* it did not parse: words are skipped */
    int first_kind;
    bool in_data;   /* behind the `=` of a declaration, or in a .section */
    span data_type; /* ... the type there */
    uint32_t first_start, first_end;
    uint32_t nesting;       /* ( and [ that are open */
    uint32_t braces;        /* { that are open, those of blocks apart */
    uint32_t braces_before; /* ... before `last` */
    uint32_t waiting;       /* signs since the last number or comma */
    uint32_t questions;     /* `?` since the last comma */
    uint32_t lexer_errors;  /* as they were when it began: more now, and it is broken */
};

struct parser {
    struct arena *arena;
    struct diags *diags;
    struct interner *names;
    struct ast *ast;
    const char *text;

    struct lexer lexer;
    struct token last;      /* what the grammar got last */
    struct token replay[3]; /* what it gets before the lexer is asked again */
    int replay_count;
    struct token previous; /* the word before `last` */
    uint32_t before_end;   /* of the word before that */

    struct statement_read stmt;
    struct text last_phrase; /* "an operand or ';'" of the last message */
    struct list values;      /* struct value, of its constants */

    uint32_t *open_braces; /* position of each `{` not closed yet */
    uint32_t depth, brace_room;
};

/* Reads the whole text into parser->ast, where its lists are set up. All errors go to
 * parser->diags; the statements they are in become PTXC_STMT_ERROR. */
void parse_module(struct parser *parser);

/* ---- for the actions of the grammar ---- */

/* In one store: Bison reads both halves back at once, and would wait for two. */
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
/* `name-4`, which is written `name+-4` */
void minus_offset(struct parser *p, span at, span minus, const struct value *value);
/* Behind an opcode: if its operands are plain and end in a `;` on its line, as most do, their nodes
 * are added at once, without a step of the grammar for each. */
bool read_plain(struct parser *p, uint64_t *count);
void add_declared_parameters(struct parser *p, span at, struct name name);

/* Statements: over all nodes added since the last one. */
void add_stmt(struct parser *p, ptxc_stmt_kind kind, span at, span head, uint64_t roots);
void add_instruction(struct parser *p, span at, span head, uint64_t chain, uint64_t roots);
void guard_instruction(struct parser *p, span guard);
void add_label(struct parser *p, span at, span head, struct name name);
/* `opcode label:`, the `;` behind the opcode missing */
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
/* `next` is the word after it if the grammar has read that already. */
void statement_done(struct parser *p, int next);

uint64_t chain_of(struct parser *p, span head);
const struct value *unary(struct parser *p, int op, const struct value *a, span at);
const struct value *cast(struct parser *p, span type, const struct value *value);
const struct value *binary(struct parser *p, int op, const struct value *a, const struct value *b,
                           span at);
const struct value *choose(struct parser *p, const struct value *condition, span at,
                           const struct value *yes, const struct value *no);
/* The value, or 0 if it is a floating-point number, which is reported. */
const struct value *integer_only(struct parser *p, const struct value *value, span at);
void check_word(struct parser *p, span at, const char *word);
/* Of a word after `[...]`. */
void check_unified(struct parser *p, span at);

/* parse_section.c: the data of debuggers. */
/* A .section is called so, or what a .loc names. */
void section_name(struct parser *p, span at);
void section_label(struct parser *p, span at);
void section_has(struct parser *p, enum section_part part, span at);
/* A line of data: `type` is its first word. */
void section_address(struct parser *p, span type, span at);
void section_numbers(struct parser *p, span type);
/* A number of the data that is larger than most of them are. */
void section_number(struct parser *p, const struct token *t, int64_t value);

/* A statement ends without `;` before `next`, which begins another. false: it does not begin one,
 * so this is a plain syntax error, reported already. */
bool missing_semicolon(struct parser *p, int next);
/* The grammar cannot go on with `found`; `expected` are symbol kinds of Bison. */
void parse_syntax_error(struct parser *p, int found, const uint8_t *expected, int count);

/* ---- among the files parse*.c ---- */

bool begins_directive(int kind);
/* While a broken statement is skipped: does this word begin the next one? `braces`: some are open.
 */
bool begins_statement(const struct parser *p, const struct token *t, bool braces);
/* `t` is the first word of a statement. */
void begin_statement(struct parser *p, const struct token *t);
/* What a broken statement [start, end) may have declared is never called undeclared. Returns
 * whether it declares something of which no name is left. */
bool poison_names(struct parser *p, uint32_t start, uint32_t end);
/* A value that lives as long as its statement is read. */
const struct value *keep(struct parser *p, struct value value);

#endif
