/* SPDX-License-Identifier: Apache-2.0
 * A function as the analysis sees it: its instructions with the registers that they read and
 * write, and the graph of its blocks. All arrays are in its arena. */
#ifndef FLOW_FUNCTION_H
#define FLOW_FUNCTION_H

#include "flow/flow.h"
#include "isa/event.h"
#include "chain/chain.h"
#include "match/operand.h"

#define NO_REGISTER UINT32_MAX
#define NO_BLOCK UINT32_MAX

enum flow_ref_flag {
    REF_READ = 1,
    REF_WRITTEN = 2,
    REF_ADDRESS = 4,  /* inside the brackets of an address */
    REF_VARIABLE = 8, /* `id` is a variable or parameter, not a register */
    REF_SPECIAL = 16  /* `id` is a special register: 4 * index + component */
};

/* A name among the operands of an instruction. */
struct flow_ref {
    uint32_t id; /* for a register, its number in the function */
    uint32_t node;
    uint8_t flags, operand; /* operand: counted without the guard */
    uint8_t type, vector;   /* for a register, as in struct operand */
};

struct flow_insn {
    uint32_t stmt;
    uint32_t refs;  /* the first; they end where those of the next instruction start */
    uint32_t guard; /* register, or NO_REGISTER */
    uint16_t insn;  /* index into isa_insns, or ISA_NONE */
    bool negated;   /* the guard is @!p */
};

struct flow_block {
    uint32_t first, end; /* range of instructions */
    uint32_t edges;      /* the first; they end where those of the next block start */
};

/* What an address can be relative to. */
struct flow_variable {
    const struct symbol *symbol; /* symbol of the module; NULL if it is local to the function */
    ptxc_span name;
    uint8_t space, type, vector; /* as in struct operand */
    bool is_parameter, is_array;
    uint8_t align; /* log2 of bytes */
};

/* The registers of a declarator; those of the next one follow. */
struct flow_registers {
    uint32_t first;
    uint8_t type, vector;
};

struct flow_statements {
    uint32_t first, end;
};

struct flow_function {
    const struct flow_input *in;
    struct arena *arena; /* for data about this function only */
    ptxc_span name;
    uint32_t head;               /* the FUNCTION statement */
    struct flow_statements body; /* without the enclosing braces */
    bool is_entry;
    bool calls;  /* it calls other functions */
    uint8_t gap; /* enum flow_gap */

    struct flow_insn *insns; /* plus one, at which their refs end */
    uint32_t insn_count;
    struct flow_ref *refs;
    uint32_t register_count;
    struct list registers; /* struct flow_registers */
    struct list variables; /* struct flow_variable */

    struct flow_block *blocks; /* plus one, at which their edges end. The last is the end */
    uint32_t block_count;
    uint32_t *edges;
    uint32_t *block_of; /* block of each instruction */
    uint32_t *order;    /* reachable blocks, each before its successors except in loops */
    uint32_t order_count;
};

/* A branch target: a name, resolved after all labels are known. */
struct flow_jump {
    struct name name;
    uint32_t scope;
    uint32_t from; /* the instruction; for a name in a .branchtargets, that statement */
};

struct flow_label {
    struct name name;
    uint32_t scope, insn, stmt;
};

struct flow_labels {
    struct list labels;         /* struct flow_label */
    struct list jumps, targets; /* struct flow_jump, of instructions and of .branchtargets */
    struct list parents;        /* uint32_t: for each scope */
};

/* open.c: reads the function of a FUNCTION statement, with its graph. f->gap says why that failed.
 * Returns false if it has no body. */
bool flow_open(const struct flow_input *in, uint32_t head, struct flow_function *f);
/* names.c: fills in instructions, refs and labels of f; sets f->gap. */
void flow_read(struct flow_function *f, struct flow_labels *labels);
/* graph.c: builds the blocks and their edges; may set f->gap. */
void flow_graph(struct flow_function *f, const struct flow_labels *labels);

/* Called if there are too many pairs to compare; --verbose then reports it. */
static inline void flow_leave_out(struct flow_function *f) {
    if (f->gap == FLOW_COMPLETE) f->gap = FLOW_MANY;
}
/* Returns true if the node names something. */
static inline bool flow_is_name(const struct node *n) {
    return n->kind == PTXC_OPERAND_SYMBOL || n->kind == PTXC_OPERAND_COMPONENT ||
           n->kind == PTXC_OPERAND_INDEX;
}
static inline const struct chain_info *flow_chain(const struct flow_function *f, uint32_t insn) {
    uint32_t chain = ast_stmt(f->in->ast, f->insns[insn].stmt)->head;
    return chain_info(f->in->arena, f->in->names, chain, f->in->release);
}
static inline bool flow_does(const struct flow_function *f, uint32_t insn, enum isa_does what) {
    return isa_does(f->insns[insn].insn, what);
}
/* Returns true if it ends the function or the thread. */
static inline bool flow_leaves(const struct flow_function *f, uint32_t insn) {
    return flow_does(f, insn, DOES_RETURN) || flow_does(f, insn, DOES_EXIT);
}
/* Returns true if the result depends only on the operands. */
static inline bool flow_computes(const struct flow_function *f, uint32_t insn) {
    uint16_t row = f->insns[insn].insn;
    return row != ISA_NONE && isa_insns[row].does >= DOES_MOVE && isa_insns[row].does <= DOES_PICK;
}
/* Returns true if it copies one register to another. */
static inline bool flow_copies_register(const struct flow_function *f, uint32_t insn) {
    const struct flow_insn *x = &f->insns[insn];
    const struct flow_ref *ref = &f->refs[x->refs];
    return flow_does(f, insn, DOES_MOVE) && ast_stmt(f->in->ast, x->stmt)->roots == 2 &&
           x[1].refs - x->refs == 2 &&
           !((ref[0].flags | ref[1].flags) & (REF_VARIABLE | REF_SPECIAL));
}
/* Returns the name in an instruction that is this node, or NULL. */
static inline const struct flow_ref *flow_ref_of(const struct flow_function *f, uint32_t insn,
                                                 uint32_t node) {
    for (uint32_t i = f->insns[insn].refs; i < f->insns[insn + 1].refs; i++)
        if (f->refs[i].node == node) return &f->refs[i];
    return NULL;
}
/* Returns true if it uses a parameter of the function. */
static inline bool flow_uses_parameter(const struct flow_function *f, uint32_t insn) {
    for (uint32_t i = f->insns[insn].refs; i < f->insns[insn + 1].refs; i++)
        if (f->refs[i].flags & REF_VARIABLE &&
            ((const struct flow_variable *)list_at(&f->variables, f->refs[i].id))->is_parameter)
            return true;
    return false;
}
/* Returns the name in an instruction that starts at `start` in the text, or NULL. */
static inline const struct flow_ref *flow_ref_at(const struct flow_function *f, uint32_t insn,
                                                 uint32_t start) {
    for (uint32_t i = f->insns[insn].refs; i < f->insns[insn + 1].refs; i++)
        if (ast_node(f->in->ast, f->refs[i].node)->start == start) return &f->refs[i];
    return NULL;
}
static inline ptxc_span flow_span(const struct flow_function *f, uint32_t insn) {
    const struct stmt *s = ast_stmt(f->in->ast, f->insns[insn].stmt);
    return (ptxc_span){s->start, s->end};
}
/* Returns the span of the opcode with its qualifiers. */
static inline ptxc_span flow_head(const struct flow_function *f, uint32_t insn) {
    const struct stmt *s = ast_stmt(f->in->ast, f->insns[insn].stmt);
    uint32_t length = chain_at(f->in->names, s->head)->length;
    return (ptxc_span){s->head_start, s->head_start + length};
}

#endif
