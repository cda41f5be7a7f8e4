/* SPDX-License-Identifier: Apache-2.0
 * An offset in a module, and what is known about it: the implementation of ptxcheck_query.h.
 * Offsets refer to a text of PTX: that of the module, or one made from the asm statement around the
 * offset.
 *
 *   open.c    gets the text, and runs the following files in order
 *   scan.c    splits the text into words and classifies them, however broken it is
 *   names.c   declarations, scopes, uses
 *   index.c   what a name refers to
 *   access.c  reads and writes
 *   insn.c    matches the instruction against the tables
 *   constant.c  values of registers
 *   event.c   events of the instruction
 *   choice.c  words that can follow
 *   offer.c   names and words that can be written in an operand */
#ifndef QUERY_QUERY_H
#define QUERY_QUERY_H

#include "embed/cxx.h"
#include "match/parts.h"
#include "check/module.h"
#include "ptxcheck_query.h"

/* ---- words ---- */

enum scan_state { SCAN_START, SCAN_CHAIN, SCAN_OPERANDS, SCAN_DIRECTIVE };

/* Walks over the words of a text. The members describe what precedes the next word. */
/* The opcodes of chains that were read before, by a hash of the chain. Most chains occur again. */
struct scan_opcodes {
    struct {
        uint32_t chain, length; /* where the chain is */
        uint32_t opcode;        /* the length of its opcode, or 0 if there is none */
    } known[256];
};

struct scan {
    const struct ptxc_query *q;
    struct scan_opcodes *opcodes; /* or NULL */
    uint32_t at, end;
    uint32_t next_stmt; /* the first statement of the tree that starts at or after `at` */
    enum scan_state state;
    bool guard;              /* after an `@` */
    uint32_t head, head_end; /* CHAIN, OPERANDS: the opcode with its qualifiers */
    uint32_t opcode_end;
    uint32_t qualifiers, operand, depth;
    char open[64];       /* the open brackets */
    uint8_t element[64]; /* the number of commas in each; 255 stands for 255 or more */
};

/* Starts at the statement before an offset. */
void scan_init(struct scan *scan, const struct ptxc_query *q, uint32_t offset);
/* Reads the next word or comment. Returns false if there is none. */
bool scan_next(struct scan *scan, ptxc_token *token);
static inline char scan_bracket(const struct scan *s) {
    return s->depth && s->depth <= sizeof s->open ? s->open[s->depth - 1] : '\0';
}

/* ---- names ---- */

struct query_scope {
    uint32_t first, last; /* range of statements */
    uint32_t newest;      /* 1 + the last name that it declares, or 0 */
};

struct query_name {
    uint8_t kind; /* ptxc_symbol_kind */
    uint8_t space, vector;
    int16_t type;        /* index into isa_types, or -1 */
    uint32_t start, end; /* span of the name, without `<N>` */
    uint32_t whole;      /* its end including `<N>` */
    ptxc_span declaration;
    uint32_t stmt, scope;
    bool is_range;
    uint32_t range;
    uint32_t key;   /* key of its text, in index.c */
    uint32_t outer; /* 1 + the name of this key that it hides, or 0 */
    uint32_t wider; /* the next hidden one with a larger range */
    uint32_t older; /* 1 + the previous name in its scope, or 0 */
};

struct query_turn;

/* What each name refers to, and from which statement on: see index.c. */
struct query_index {
    struct list keys; /* the texts of names, without `<N>` */
    uint32_t *bucket; /* 1 + the first key of a hash, or 0; NULL if there is no index */
    uint32_t mask;    /* the number of buckets, minus 1 */
    struct query_turn *turn;
};

/* ---- what is at the offset ---- */

/* The word at the offset. */
struct query_word {
    struct scan before; /* the scan before the word */
    ptxc_token token;
};

/* The instruction around the offset, matched against the tables. */
struct query_insn {
    ptxc_span head; /* NO_SPAN if the offset is not in an instruction */
    const struct match_context *context;
    const struct chain_info *info; /* NULL if there is none */
    const struct chain_form *form; /* NULL if it is not in the tables */
    bool complete;                 /* operands are also matched */
    struct fit fit;
    uint32_t operand_count;
};

/* ---- the whole query ---- */

struct ptxc_query {
    struct arena arena, place; /* place: memory for this offset only */
    const ptxc_module *m;
    uint32_t offset; /* UINT32_MAX if it is not in PTX */
    const char *text;
    uint32_t length;
    const struct ast *ast;
    const struct interner *chains; /* the chains of its statements */
    struct cxx_text *cxx;          /* NULL if the module is PTX */
    struct cxx_asm statement;
    struct judged_by by;
    uint32_t stmt; /* the statement around the offset, or UINT32_MAX */

    struct list scopes, names; /* struct query_scope, query_name; scope 0 is the module */
    struct query_index index;
    struct query_word word;
    struct query_insn insn;
};

static inline struct text query_text(const struct ptxc_query *q, uint32_t start, uint32_t end) {
    return (struct text){q->text + start, end - start};
}
/* Returns the span in the caller's text. */
ptxc_span query_span(const struct ptxc_query *q, ptxc_span span);

static inline struct query_name *query_name_at(const struct ptxc_query *q, uint32_t i) {
    return list_at(&q->names, i);
}
void query_find_names(struct ptxc_query *q);
void query_index_init(struct ptxc_query *q);
void query_index_names(struct ptxc_query *q);
/* Returns the first statement of its scope that may use the name; labels and functions may be used
 * anywhere in it. */
uint32_t query_visible_from(const struct ptxc_query *q, const struct query_name *name);
/* Returns true if the text is this name, or one of `name<N>`. */
bool query_is_named(const struct ptxc_query *q, const struct query_name *name, struct text text);
/* Returns what a name refers to in a statement, or NULL if it is not declared. */
const struct query_name *query_lookup(const struct ptxc_query *q, struct text name, uint32_t stmt);
/* Determines whether node `k` of a statement, which names `y`, is read or written. */
void query_access(const struct ptxc_query *q, const struct query_name *y, uint32_t stmt, uint32_t k,
                  ptxc_use *use);
void query_find_instruction(struct ptxc_query *q);
/* Returns the layout of numbers of this operand of the form, or PTXC_NONE. */
size_t query_layout(const struct ptxc_query *q, isa_string operand);
/* Returns true if a condition on qualifiers and operands can hold for a chain whose operands are
 * unknown. Sets `sure` if it holds whatever they are. */
bool query_may_hold(const struct match_context *c, struct chain_form *f, uint16_t code, bool *sure);

#endif
