/* SPDX-License-Identifier: Apache-2.0
 * One function as the analysis sees it: its instructions with the registers that they read and
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
    uint32_t id; /* of a register: its number in the function */
    uint32_t node;
    uint8_t flags, operand; /* operand: counted without the guard */
    uint8_t type, vector;   /* of a register: as in struct operand */
};

struct flow_insn {
    uint32_t stmt;
    uint32_t refs;  /* the first; they end where those of the next instruction begin */
    uint32_t guard; /* register, NO_REGISTER: none */
    uint16_t insn;  /* index into isa_insns, ISA_NONE */
    bool negated;   /* the guard is @!p */
};

struct flow_block {
    uint32_t first, end; /* instructions */
    uint32_t edges;      /* the first; they end where those of the next block begin */
};

/* What an address can be relative to. */
struct flow_variable {
    const struct symbol *symbol; /* of the module; NULL: local to the function */
    ptxc_span name;
    uint8_t space, type, vector; /* as in struct operand */
    bool is_parameter, is_array;
    uint8_t align; /* log2 of bytes */
};

/* The registers of a declarator; those of the next one come after them. */
struct flow_registers {
    uint32_t first;
    uint8_t type, vector;
};

struct flow_statements {
    uint32_t first, end;
};

struct flow_function {
    const struct flow_input *in;
    struct arena *arena; /* of what is known of this function alone */
    ptxc_span name;
    uint32_t head;               /* the FUNCTION statement */
    struct flow_statements body; /* without the braces around it */
    bool is_entry;
    bool calls;  /* ... other functions */
    uint8_t gap; /* enum flow_gap */

    struct flow_insn *insns; /* and one more, where their refs end */
    uint32_t insn_count;
    struct flow_ref *refs;
    uint32_t register_count;
    struct list registers; /* struct flow_registers */
    struct list variables; /* struct flow_variable */

    struct flow_block *blocks; /* and one more, where their edges end. The last is the end */
    uint32_t block_count;
    uint32_t *edges;
    uint32_t *block_of; /* of an instruction */
    uint32_t *order;    /* blocks that are reached, each before its successors but for loops */
    uint32_t order_count;
};

/* Where a branch may go: a name, resolved once all labels are known. */
struct flow_jump {
    struct name name;
    uint32_t scope;
    uint32_t from; /* the instruction; of a name in a .branchtargets: that statement */
};

struct flow_label {
    struct name name;
    uint32_t scope, insn, stmt;
};

struct flow_labels {
    struct list labels;         /* struct flow_label */
    struct list jumps, targets; /* struct flow_jump, of instructions and of .branchtargets */
    struct list parents;        /* uint32_t: of each scope */
};

/* open.c: reads the function of a FUNCTION statement, with its graph; f->gap says why it could not.
 * false: it has no body. */
bool flow_open(const struct flow_input *in, uint32_t head, struct flow_function *f);
/* names.c: fills instructions, refs and labels of f; sets f->gap. */
void flow_read(struct flow_function *f, struct flow_labels *labels);
/* graph.c: the blocks and their edges; may set f->gap. */
void flow_graph(struct flow_function *f, const struct flow_labels *labels);

/* There are too many pairs of something to look at all: says so with --verbose. */
static inline void flow_leave_out(struct flow_function *f) {
    if (f->gap == FLOW_COMPLETE) f->gap = FLOW_MANY;
}
/* Does the node name something? */
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
/* Does the result depend on nothing but the operands? */
static inline bool flow_computes(const struct flow_function *f, uint32_t insn) {
    uint16_t row = f->insns[insn].insn;
    return row != ISA_NONE && isa_insns[row].does >= DOES_MOVE && isa_insns[row].does <= DOES_PICK;
}
/* Does it set a register to another one? */
static inline bool flow_copies_register(const struct flow_function *f, uint32_t insn) {
    const struct flow_insn *x = &f->insns[insn];
    const struct flow_ref *ref = &f->refs[x->refs];
    return flow_does(f, insn, DOES_MOVE) && ast_stmt(f->in->ast, x->stmt)->roots == 2 &&
           x[1].refs - x->refs == 2 &&
           !((ref[0].flags | ref[1].flags) & (REF_VARIABLE | REF_SPECIAL));
}
/* The name of an instruction that is this node; NULL: there is none. */
static inline const struct flow_ref *flow_ref_of(const struct flow_function *f, uint32_t insn,
                                                 uint32_t node) {
    for (uint32_t i = f->insns[insn].refs; i < f->insns[insn + 1].refs; i++)
        if (f->refs[i].node == node) return &f->refs[i];
    return NULL;
}
/* Does it use a parameter of the function? */
static inline bool flow_uses_parameter(const struct flow_function *f, uint32_t insn) {
    for (uint32_t i = f->insns[insn].refs; i < f->insns[insn + 1].refs; i++)
        if (f->refs[i].flags & REF_VARIABLE &&
            ((const struct flow_variable *)list_at(&f->variables, f->refs[i].id))->is_parameter)
            return true;
    return false;
}
/* The name of an instruction that begins at `start` in the text; NULL: there is none. */
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
/* The opcode with its qualifiers. */
static inline ptxc_span flow_head(const struct flow_function *f, uint32_t insn) {
    const struct stmt *s = ast_stmt(f->in->ast, f->insns[insn].stmt);
    uint32_t length = chain_at(f->in->names, s->head)->length;
    return (ptxc_span){s->head_start, s->head_start + length};
}

#endif
