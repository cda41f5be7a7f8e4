/* SPDX-License-Identifier: Apache-2.0
 * A place in a module, and what is known of it: the handle behind include/ptxcheck_query.h. Offsets
 * are those of a text of PTX: the module's, or one made of the asm statement around the place.
 *
 *   open.c    the text, and all below in their order
 *   scan.c    words and what they are, however broken the text is
 *   names.c   declarations, scopes, uses
 *   index.c   what a name stands for
 *   access.c  reads and writes
 *   insn.c    the instruction against the tables
 *   choice.c  words that may follow
 *   offer.c   names and words that may stand in an operand */
#ifndef QUERY_QUERY_H
#define QUERY_QUERY_H

#include "embed/cxx.h"
#include "match/parts.h"
#include "check/module.h"
#include "ptxcheck_query.h"

/* ---- words ---- */

enum scan_state { SCAN_START, SCAN_CHAIN, SCAN_OPERANDS, SCAN_DIRECTIVE };

/* Walks over the words of a text. The fields say what stands before the next one. */
struct scan {
    const struct ptxc_query *q;
    uint32_t at, end;
    uint32_t next_stmt; /* the first statement of the tree that begins at or behind `at` */
    enum scan_state state;
    bool guard;              /* behind an `@` */
    uint32_t head, head_end; /* CHAIN, OPERANDS: the opcode with its qualifiers */
    uint32_t opcode_end;
    uint32_t qualifiers, operand, depth;
    char open[64];       /* brackets */
    uint8_t element[64]; /* ... how many commas stand in each; 255: or more */
};

/* Begins at the statement before an offset. */
void scan_init(struct scan *scan, const struct ptxc_query *q, uint32_t offset);
/* The next word or comment; false: there is none. */
bool scan_next(struct scan *scan, ptxc_token *token);
static inline char scan_bracket(const struct scan *s) {
    return s->depth && s->depth <= sizeof s->open ? s->open[s->depth - 1] : '\0';
}

/* ---- names ---- */

struct query_scope {
    uint32_t first, last; /* statements */
    uint32_t newest;      /* 1 + the last name that it declares; 0: none */
};

struct query_name {
    uint8_t kind; /* ptxc_symbol_kind */
    uint8_t space, vector;
    int16_t type;        /* index into isa_types, -1: none */
    uint32_t start, end; /* of the name, `<N>` left out */
    uint32_t whole;      /* its end with `<N>` */
    ptxc_span declaration;
    uint32_t stmt, scope;
    bool is_range;
    uint32_t range;
    uint32_t key;   /* its text, in index.c */
    uint32_t outer; /* 1 + the one of this key that it hides; 0: none */
    uint32_t wider; /* ... that has a larger range */
    uint32_t older; /* 1 + the one before in its scope; 0: none */
};

struct query_turn;

/* What each name stands for, from which statement on: index.c. */
struct query_index {
    struct list keys; /* the texts of names, `<N>` left out */
    uint32_t *bucket; /* 1 + the first key of a hash; 0: none; NULL: nothing is indexed */
    uint32_t mask;    /* the number of buckets, minus 1 */
    struct query_turn *turn;
};

/* ---- what stands at the offset ---- */

/* The word at the offset. */
struct query_word {
    struct scan before; /* in front of the word */
    ptxc_token token;
};

/* The instruction around the offset, read against the tables. */
struct query_insn {
    ptxc_span head; /* NO_SPAN: no instruction is there */
    const struct match_context *context;
    const struct chain_info *info; /* NULL: none */
    const struct chain_form *form; /* NULL: it is in no table */
    bool complete;                 /* operands are also judged */
    struct fit fit;
    uint32_t operand_count;
};

/* ---- the whole ---- */

struct ptxc_query {
    struct arena arena, place; /* place: what is of the offset alone */
    const ptxc_module *m;
    uint32_t offset; /* UINT32_MAX: in no PTX */
    const char *text;
    uint32_t length;
    const struct ast *ast;
    const struct interner *chains; /* of its statements */
    struct cxx_text *cxx;          /* NULL: the module is PTX */
    struct cxx_asm statement;
    struct judged_by by;
    uint32_t stmt; /* around the offset, UINT32_MAX: none */

    struct list scopes, names; /* struct query_scope, query_name; scope 0 is the module */
    struct query_index index;
    struct query_word word;
    struct query_insn insn;
};

static inline struct text query_text(const struct ptxc_query *q, uint32_t start, uint32_t end) {
    return (struct text){q->text + start, end - start};
}
/* The span as the caller knows it. */
ptxc_span query_span(const struct ptxc_query *q, ptxc_span span);

static inline struct query_name *query_name_at(const struct ptxc_query *q, uint32_t i) {
    return list_at(&q->names, i);
}
void query_find_names(struct ptxc_query *q);
void query_index_init(struct ptxc_query *q);
void query_index_names(struct ptxc_query *q);
/* The first statement of its scope that may use it: of labels and functions all may. */
uint32_t query_visible_from(const struct ptxc_query *q, const struct query_name *name);
/* Is the text this name, or one of `name<N>`? */
bool query_is_named(const struct ptxc_query *q, const struct query_name *name, struct text text);
/* What a name stands for in a statement; NULL: nothing that is declared. */
const struct query_name *query_lookup(const struct ptxc_query *q, struct text name, uint32_t stmt);
/* Says whether node `k` of a statement, which names `y`, is read or written. */
void query_access(const struct ptxc_query *q, const struct query_name *y, uint32_t stmt, uint32_t k,
                  ptxc_use *use);
void query_find_instruction(struct ptxc_query *q);
/* The layout of numbers of such an operand of the form; PTXC_NONE. */
size_t query_layout(const struct ptxc_query *q, isa_string operand);
/* May a condition on qualifiers and operands hold for a chain? Of operands nothing is known;
 * `sure`: it does, whatever they are. */
bool query_may_hold(const struct match_context *c, struct chain_form *f, uint16_t code, bool *sure);

#endif
