/* SPDX-License-Identifier: Apache-2.0
 * What the checks of one module share. They run in one walk over the statements, in order. */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "chain/constant.h"
#include "syntax/ast.h"
#include "match/availability.h"
#include "diag/diag.h"
#include "isa/tables.h"
#include "match/match.h"
#include "symbols/symbols.h"

/* How far the module header has been read. */
enum header_state { WANT_VERSION, WANT_TARGET, WANT_REST, HEADER_DONE };

/* A descriptor without errors. */
struct clean_descriptor {
    const struct isa_layout *layout;
    uint32_t chain;
    uint64_t value, known;
};

struct location; /* location.c */

/* The options of the caller. */
struct asked {
    bool is_fragment;  /* it has no header, and names may be declared elsewhere */
    bool any_toolkit;  /* no release was selected: report what others do */
    bool virtual_arch; /* compute_*: no code is generated for it */
    int arch;          /* index into isa_targets, or -1 to use .target */
};

/* The module header: .version, .target, .address_size. */
struct head {
    enum header_state state;
    bool is_all;           /* nothing follows it, and the assembler then requires nothing more */
    bool broken;           /* a part of it did not parse or is missing, which has been reported */
    ptxc_span target_span; /* span of the name in .target */
    ptxc_span texmode, debug_option;
};

/* Names of the module: see names.c. */
struct naming {
    uint32_t pending_now;   /* the element of symbols.pending that is being reported */
    uint32_t numbered_uses; /* names that `N<5>` expanded to in this function */
    uint32_t guesses;       /* names for which a similar one was searched; limited */
    bool knows_later;       /* atoms record where the module declares them */
    bool lost;              /* a declaration is broken, so undeclared names may be its fault */
};

/* Debug information: .file, .loc and .section. */
struct debug_lines {
    int64_t last_file;          /* the highest index of a .file */
    struct location *locations; /* all .loc, sorted; NULL until they are needed */
    uint32_t locations_before;  /* number of ast->locs before the last one that was looked up */
    bool sections;
};

/* The function whose body is being read, or was read last. */
struct body {
    const struct symbol *function; /* the function with this body, or NULL */
    uint32_t forgiven;             /* extra `}` to ignore, because their `{` has been reported */
    bool lacks_memory;             /* the body belongs to an entry without .minperctamemory */
    bool unended;                  /* the last declared function has neither a body nor `;` */
    bool outside_reported; /* instructions outside of functions are reported once until the next
                              function */
};

/* The instruction that is being checked. */
struct instruction {
    uint32_t signs; /* the `-` before names among its operands */
    bool unjudged;  /* it has an error that its rows would only repeat */
    bool of_memory; /* it names a special register that describes the memory of a CTA */
};

/* Constants in registers, and descriptors built from them: see constant.c and descriptor.c. */
struct known {
    struct known_register registers[CONSTANT_REGISTERS];
    struct clean_descriptor clean_descriptors[8];
    uint32_t wrong_constants[16], wrong_count; /* where the descriptors that have been reported
                                                  are set */
};

/* The last instruction that others must never come after. */
struct mark {
    ptxc_span span; /* NO_SPAN if there is none */
    uint16_t insn;
};

/* Memory that is reused for each instruction. */
struct scratch {
    struct operand *operands;
    size_t operand_room;
    uint32_t *words;
    uint32_t word_room;
};

/* The state of the check of one text. */
struct checker {
    struct arena *arena;
    struct diags *diags;
    struct interner *names;
    const struct ast *ast;
    const char *text;
    struct symbols symbols;
    struct match_context match; /* version, target and release are members of it */

    struct asked asked;
    struct head head;
    struct body body;
    struct instruction insn;
    struct scratch scratch;
    struct naming naming;
    struct mark marked;
    struct debug_lines debug;
    struct known known;
};

void check_module(struct checker *c);
/* If the node is the WORD of a directive, checks what it requires of `.version` and `.target`. */
void check_word_need(struct checker *c, uint32_t node);
/* Checks only syntax: `}` without a matching `{`. */
void check_braces(struct checker *c);

/* header.c: .version, .target, .address_size and the architecture. */
void check_header_stmt(struct checker *c, uint32_t stmt);
/* Ends the header at something that is not a header directive. */
void check_header_over(struct checker *c, uint32_t start);
void check_header_end(struct checker *c);

/* variable.c, function.c: declarations. */
void check_variable(struct checker *c, uint32_t stmt);
/* `body`: a `{` follows, and the parameters are declared in the scope that was just opened. */
void check_function(struct checker *c, uint32_t stmt, bool body);
/* `list` is what follows the label. */
void check_label(struct checker *c, uint32_t stmt, enum list_of list);
void check_alias(struct checker *c, uint32_t stmt);
/* Checks a .callprototype, whose label is declared. */
void check_prototype(struct checker *c, uint32_t stmt);
/* Returns the label of a list or prototype, or NULL if it has none, or none of its own. */
struct symbol *check_label_of(const struct checker *c, uint32_t stmt);

/* location.c: .file and .loc. */
void check_file(struct checker *c, uint32_t stmt);
void check_location(struct checker *c, uint32_t stmt);

/* pragma.c: checks the strings among the nodes [first, end). `in_body`: of a function. */
void check_pragma(struct checker *c, uint32_t first, uint32_t end, bool in_body);

/* call.c: checks a call whose operands have the right shape against what it calls. */
void check_call(struct checker *c, uint32_t stmt);

/* tuning.c: `nodes` are the WORDs after the head of a function. */
void check_tuning(struct checker *c, const uint32_t *nodes, uint32_t count, bool entry, bool body);

/* kernels.c: checks what a kernel and everything that it calls must agree on. Called at the end of
 * the module. */
void check_kernels(struct checker *c);

/* guard.c: checks the guard of an instruction that a whole warp executes. */
void check_guard(struct checker *c, uint32_t stmt);

/* sequence.c: instructions that must never come after another. */
struct chain_info;
void check_sequence(struct checker *c, uint32_t stmt, const struct chain_info *info);
/* Called where control can also arrive from elsewhere. */
static inline void check_sequence_over(struct checker *c) { c->marked.span = NO_SPAN; }

/* distinct.c: checks that the first `count` operands do not write a register twice. */
void check_distinct(struct checker *c, uint32_t stmt, uint32_t count);

/* releases.c: reports how releases of ptxas differ on an instruction that has just been checked.
 * `errors` is the count before that. */
void check_releases(struct checker *c, const struct avail_line *line, uint32_t errors);

/* instruction.c: checks an instruction against the tables. */
void check_instruction(struct checker *c, uint32_t stmt);
/* Returns true if the name that starts there would fit in the statement if it referred to this
 * symbol. */
bool check_accepts_name(struct checker *c, uint32_t stmt, uint32_t start, const struct symbol *by);

/* Converts a node that is not a group to an operand for the matcher. */
void check_operand(struct checker *c, const struct node *n, struct operand *o);

/* names.c: uses of names. */
/* Returns true if the statement is an instruction whose row says that it does this. */
bool check_does(const struct checker *c, uint32_t stmt, enum isa_does what);
/* If the node of a statement is a name, checks that it is declared or will be a label. */
void check_name(struct checker *c, uint32_t stmt, const struct node *n);
/* Returns the name at the start of a node: the text before a `.x`, `[` or `+`. */
struct text base_text(const struct checker *c, const struct node *n);
/* Returns the special register that a node names, or -1. */
int special_of(const struct checker *c, const struct node *n);
bool check_is_special(const struct checker *c, ptxc_span name);
/* Checks the names of a .branchtargets or .calltargets. */
void check_target_list(struct checker *c, uint32_t stmt);
/* Reports an undeclared name as a separate error, unless a broken declaration may have declared
 * it. */
void check_undeclared(struct checker *c, struct name name, ptxc_span at);
void check_end_of_function(struct checker *c);

/* hidden.c */
/* Marks a register that hides a variable. */
void check_hiding(struct symbol *y);
/* Called for the first statement that names this marked register. */
void check_hidden(struct checker *c, uint32_t stmt, struct symbol *y);

/* descriptor.c: checks the operand at `node` of a statement, which is a descriptor. */
void check_descriptor(struct checker *c, uint32_t stmt, uint32_t node,
                      const struct match_described *what);

/* constant.c: returns what is known about the value of a node when the statement is executed. */
struct constant check_constant(struct checker *c, uint32_t stmt, uint32_t node);

struct text name_text(const struct checker *c, const struct node *node);
/* Fast path for nearly every name: a register of the innermost %r<N> that nothing hides. If it
 * returns NULL, use symbols_lookup. */
static inline const struct symbol *common_register(const struct checker *c, const struct node *n) {
    return symbols_common(c->names, n->name);
}
/* Returns the word of a directive. */
static inline ptxc_span head_of(const struct stmt *s) {
    return (ptxc_span){s->head_start, s->head_start + s->head};
}
static inline ptxc_span symbol_span(const struct symbol *y) {
    return (ptxc_span){y->start, y->end};
}

#endif
