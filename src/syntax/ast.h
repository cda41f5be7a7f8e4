/* SPDX-License-Identifier: Apache-2.0
 * The tree as it is stored: a flat list of statements, each with its operand nodes after those
 * of the previous statement. Nodes are in the order in which the parser creates them: children
 * before their parent. The public header shows the same tree with parents first. */
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
            uint32_t size;  /* number of descendants; they directly precede this node */
        } group;            /* every kind with children except INDEX and OFFSET, which have one
                               child */
        int64_t value;      /* INTEGER, OFFSET, RANGE */
        double number;      /* FLOAT */
    };
};

enum { NODE_MAX_LENGTH = (1 << 24) - 1 };

struct stmt {
    uint32_t start, end;
    uint32_t head;      /* INSTRUCTION: chain; LABEL: atom; otherwise the length of the head word */
    uint32_t nodes_end; /* its nodes lie between the end of the previous statement and this index */
    uint32_t head_start;
    uint32_t roots : 24; /* number of operands; the first may be a guard */
    uint32_t kind : 5;   /* ptxc_stmt_kind */
    uint32_t guarded : 1;
    uint32_t body : 1;       /* FUNCTION: its `{` is the next statement */
    uint32_t lost_names : 1; /* ERROR: a declaration whose names are unknown */
};

/* Parts of a .section that not every .version supports. */
enum section_part { SECTION_LABEL, SECTION_MINUS, SECTION_DIFFERENCE, SECTION_PARTS };

struct ast {
    struct list stmts, nodes;
    struct line_index lines;
    struct list locs;                 /* uint32_t index of each .loc statement */
    struct list files;                /* uint32_t index of each .file statement */
    struct list functions;            /* uint32_t index of each FUNCTION statement */
    ptxc_span section[SECTION_PARTS]; /* where each part first occurs; {0, 0} if it does not */
    bool brace_errors; /* a `{` or `}` is missing or extra, so blocks may not be what they seem */
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

/* Returns the number of direct children of a node. */
uint32_t node_child_count(const struct node *node);
uint32_t node_size(const struct ast *ast, uint32_t node);

/* Writes the indexes of the `count` sibling nodes that end before `end`, in order. */
void ast_siblings(const struct ast *ast, uint32_t end, uint32_t count, uint32_t *out);

/* Returns the number of nodes of a statement as the public header counts them: the name of an INDEX
 * counts as a node. */
uint32_t ast_operand_count(const struct ast *ast, uint32_t stmt);
/* Returns the statement after the `}` of a FUNCTION with a body, or 0 if that `}` is missing. */
uint32_t ast_body_end(const struct ast *ast, uint32_t function);
/* Converts a statement to the form in the public header. */
ptxc_stmt ast_describe(const struct ast *ast, const struct interner *names, uint32_t stmt);

static inline ptxc_span node_span(const struct node *node) {
    return (ptxc_span){node->start, node->start + node->length};
}

#endif
