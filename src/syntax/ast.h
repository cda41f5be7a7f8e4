/* SPDX-License-Identifier: Apache-2.0
 * The tree as it is stored: a flat list of statements, each with its operand nodes behind those of
 * the statement before. Nodes come in the order the parser makes them: children before their
 * parent. The public header shows the same tree, parents first. */
#ifndef SYNTAX_AST_H
#define SYNTAX_AST_H

#include "base/arena.h"
#include "base/line_index.h"
#include "syntax/intern.h"

struct node {
    uint32_t start;
    uint32_t length : 24;
    uint32_t kind : 8; /* ptxc_operand_kind */
    union {
        struct name name; /* SYMBOL, COMPONENT (without the `.x`), INDEX (the array) */
        struct {
            uint32_t count; /* children */
            uint32_t size;  /* all nodes below; they stand right before this one */
        } group;            /* every kind with children but INDEX and OFFSET (1 child each) */
        int64_t value;      /* INTEGER, OFFSET, RANGE */
        double number;      /* FLOAT */
    };
};

enum { NODE_MAX_LENGTH = (1 << 24) - 1 };

struct stmt {
    uint32_t start, end;
    uint32_t head;      /* INSTRUCTION: chain; LABEL: atom; else the length of the head word */
    uint32_t nodes_end; /* its nodes are those from the end of the statement before to here */
    uint32_t head_start;
    uint32_t roots : 24; /* operands; a guard is the first */
    uint32_t kind : 5;   /* ptxc_stmt_kind */
    uint32_t guarded : 1;
    uint32_t body : 1;       /* FUNCTION: its `{` comes next */
    uint32_t lost_names : 1; /* ERROR: a declaration, nobody knows of what */
};

/* What not every .version has in a .section. */
enum section_part { SECTION_LABEL, SECTION_MINUS, SECTION_DIFFERENCE, SECTION_PARTS };

struct ast {
    struct list stmts, nodes;
    struct line_index lines;
    struct list locs;                 /* uint32_t index of each .loc statement */
    struct list files;                /* uint32_t index of each .file statement */
    struct list functions;            /* uint32_t index of each FUNCTION statement */
    ptxc_span section[SECTION_PARTS]; /* where each is first; {0, 0}: there is none */
    bool brace_errors; /* a `{` or `}` is missing or too many: blocks may not be what they seem */
};

static inline struct stmt *ast_stmt(const struct ast *ast, uint32_t i) {
    return list_at(&ast->stmts, i);
}
static inline struct node *ast_node(const struct ast *ast, uint32_t i) {
    return list_at(&ast->nodes, i);
}
static inline uint32_t ast_nodes_begin(const struct ast *ast, uint32_t stmt) {
    return stmt ? ast_stmt(ast, stmt - 1)->nodes_end : 0;
}

/* How many direct children a node has, and how many nodes lie below it. */
uint32_t node_child_count(const struct node *node);
uint32_t node_size(const struct ast *ast, uint32_t node);

/* Writes the index of each of the `count` sibling nodes that end before `end`, in order. */
void ast_siblings(const struct ast *ast, uint32_t end, uint32_t count, uint32_t *out);

/* The nodes of a statement as the public header counts them: the name of an INDEX is one, too. */
uint32_t ast_operand_count(const struct ast *ast, uint32_t stmt);
/* The statement after the `}` of a FUNCTION with a body; 0: that `}` is missing. */
uint32_t ast_body_end(const struct ast *ast, uint32_t function);
/* A statement as the public header shows it. */
ptxc_stmt ast_describe(const struct ast *ast, const struct interner *names, uint32_t stmt);

static inline ptxc_span node_span(const struct node *node) {
    return (ptxc_span){node->start, node->start + node->length};
}

#endif
