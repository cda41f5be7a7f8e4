/* SPDX-License-Identifier: Apache-2.0
 * What the checks of one module share. They run in one walk over the statements, in order. */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "syntax/ast.h"
#include "match/availability.h"
#include "diag/diag.h"
#include "isa/tables.h"
#include "match/match.h"
#include "symbols/symbols.h"

/* How far the head of the module has come. */
enum header_state { WANT_VERSION, WANT_TARGET, WANT_REST, HEADER_DONE };

/* A value as far as it is known. */
struct constant {
    uint64_t value, known; /* known: a bit for each bit of the value */
    ptxc_span set;         /* the instruction that sets it; NO_SPAN: it stands there */
};

/* What a register held when a statement began. */
struct known_register {
    struct name name;
    uint32_t declared, stmt; /* stmt 0: nothing is known */
    bool halves;
    struct constant constant;
};

/* A descriptor with nothing wrong. */
struct clean_descriptor {
    const struct isa_layout *layout;
    uint32_t chain;
    uint64_t value, known;
};

struct location; /* location.c */

/* What the caller asked for. */
struct asked {
    bool is_fragment;  /* no head, and names may be declared elsewhere */
    bool any_toolkit;  /* none was asked for: say what others do */
    bool virtual_arch; /* compute_*: no code is generated for it */
    int arch;          /* index into isa_targets, -1: as .target says */
};

/* The head of the module: .version, .target, .address_size. */
struct head {
    enum header_state state;
    bool is_all;           /* nothing follows: the assembler asks no more */
    bool broken;           /* a part of it did not parse, or is missing: reported */
    ptxc_span target_span; /* of the name in .target */
    ptxc_span texmode, debug_option;
};

/* Names of the module: see names.c. */
struct naming {
    uint32_t pending_now;   /* the one of symbols.pending that is being reported */
    uint32_t numbered_uses; /* names that `N<5>` stood for, in this function */
    uint32_t guesses;       /* names that were searched for a similar one: not for ever */
    bool knows_later;       /* atoms know where the module declares them */
    bool lost;              /* a broken declaration: undeclared names are its fault */
};

/* What is for debuggers: .file, .loc and .section. */
struct debug_lines {
    int64_t last_file;          /* the highest index of a .file */
    struct location *locations; /* all .loc, sorted; NULL: not asked for yet */
    uint32_t locations_before; /* of ast->locs: how many are before the last that was asked about */
    bool sections;
};

/* The function whose body is being read, or that was read last. */
struct body {
    const struct symbol *function; /* whose body this is; NULL: none */
    uint32_t forgiven;     /* `}` too many that the next ones may be: their `{` is reported */
    bool lacks_memory;     /* the body is of an entry without .minperctamemory */
    bool unended;          /* the function declared last has neither body nor `;` */
    bool outside_reported; /* instructions outside of functions: once until the next function */
};

/* The instruction being judged. */
struct instruction {
    uint32_t signs; /* the `-` in front of names among its operands */
    bool unjudged;  /* it has an error that its rows would only repeat */
};

/* Constants in registers, and descriptors made of them: see constant.c and descriptor.c. */
struct known {
    struct known_register registers[16];
    struct clean_descriptor clean_descriptors[8];
    uint32_t wrong_constants[16], wrong_count; /* where descriptors are set that are reported */
};

/* The last instruction that others are never after. */
struct mark {
    ptxc_span span; /* NO_SPAN: none */
    uint16_t insn;
};

/* Room that one instruction after the other uses. */
struct scratch {
    struct operand *operands;
    size_t operand_room;
    uint32_t *words;
    uint32_t word_room;
};

/* The check of one text. */
struct checker {
    struct arena *arena;
    struct diags *diags;
    struct interner *names;
    const struct ast *ast;
    const char *text;
    struct symbols symbols;
    struct match_context match; /* version, target and release are there */

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
/* If the node is the WORD of a directive: what that needs of `.version` and `.target`. */
void check_word_need(struct checker *c, uint32_t node);
/* The part of it that is syntax: `}` that close nothing. */
void check_braces(struct checker *c);

/* header.c: .version, .target, .address_size and the architecture. */
void check_header_stmt(struct checker *c, uint32_t stmt);
/* Something that is no header directive: the head is over. */
void check_header_over(struct checker *c, uint32_t start);
void check_header_end(struct checker *c);

/* variable.c, function.c: declarations. */
void check_variable(struct checker *c, uint32_t stmt);
/* `body`: a `{` follows, and the parameters are declared in the scope just opened. */
void check_function(struct checker *c, uint32_t stmt, bool body);
/* `list`: what stands behind the label. */
void check_label(struct checker *c, uint32_t stmt, enum list_of list);
void check_alias(struct checker *c, uint32_t stmt);
/* A .callprototype, whose label is declared. */
void check_prototype(struct checker *c, uint32_t stmt);
/* The label of a list or prototype; NULL: it has none, or none of its own. */
struct symbol *check_label_of(const struct checker *c, uint32_t stmt);

/* location.c: .file and .loc. */
void check_file(struct checker *c, uint32_t stmt);
void check_location(struct checker *c, uint32_t stmt);

/* pragma.c: the strings among the nodes [first, end); `in_body`: of a function. */
void check_pragma(struct checker *c, uint32_t first, uint32_t end, bool in_body);

/* call.c: a call, whose operands have the right shape, against what it calls. */
void check_call(struct checker *c, uint32_t stmt);

/* tuning.c: `nodes` are the WORDs behind the head of a function. */
void check_tuning(struct checker *c, const uint32_t *nodes, uint32_t count, bool entry, bool body);

/* kernels.c: what a kernel and all that it calls must agree on. At the end of the module. */
void check_kernels(struct checker *c);

/* guard.c: the guard of an instruction that a whole warp executes. */
void check_guard(struct checker *c, uint32_t stmt);

/* sequence.c: instructions that may never come after another. */
struct chain_info;
void check_sequence(struct checker *c, uint32_t stmt, const struct chain_info *info);
/* Here the text is reached from elsewhere, too. */
static inline void check_sequence_over(struct checker *c) { c->marked.span = NO_SPAN; }

/* distinct.c: the first `count` operands write a register at most once. */
void check_distinct(struct checker *c, uint32_t stmt, uint32_t count);

/* releases.c: says what releases of ptxas think of an instruction that has just been judged;
 * `errors`: the count before that. */
void check_releases(struct checker *c, const struct avail_line *line, uint32_t errors);

/* instruction.c: an instruction against the tables. */
void check_instruction(struct checker *c, uint32_t stmt);
/* Would the name that starts there fit its place in the statement if it stood for this symbol? */
bool check_accepts_name(struct checker *c, uint32_t stmt, uint32_t start, const struct symbol *by);

/* What a node that is no group stands for, in the judge's terms. */
void check_operand(struct checker *c, const struct node *n, struct operand *o);

/* names.c: uses of names. */
/* Is the statement an instruction whose row says that it does this? */
bool check_does(const struct checker *c, uint32_t stmt, enum isa_does what);
/* If the node of a statement is a name: is it declared, or will it be a label? */
void check_name(struct checker *c, uint32_t stmt, const struct node *n);
/* The name at the front of a node: what stands before a `.x`, `[` or `+`. */
struct text base_text(const struct checker *c, const struct node *n);
/* The special register that a node names, -1: none. */
int special_of(const struct checker *c, const struct node *n);
bool check_is_special(const struct checker *c, ptxc_span name);
/* The names of a .branchtargets or .calltargets. */
void check_target_list(struct checker *c, uint32_t stmt);
/* A name that nothing declares, as an error of its own; one that a broken declaration may have
 * declared is passed over. */
void check_undeclared(struct checker *c, struct name name, ptxc_span at);
void check_end_of_function(struct checker *c);

/* hidden.c */
/* Marks a register that hides a variable. */
void check_hiding(struct symbol *y);
/* Statement `stmt` is the first that names this register, which is marked. */
void check_hidden(struct checker *c, uint32_t stmt, struct symbol *y);

/* descriptor.c: the operand at `node` of a statement is a descriptor. */
void check_descriptor(struct checker *c, uint32_t stmt, uint32_t node,
                      const struct match_described *what);

/* constant.c: the statement that surely wrote the register last before statement `stmt`
 * began, NO_WRITER: not known. Looks back to where statement `stop` begins: WRITER_EARLIER; 0: no
 * such. */
#define NO_WRITER UINT32_MAX
#define WRITER_EARLIER (UINT32_MAX - 1)
uint32_t check_writer(struct checker *c, uint32_t stmt, struct name name, const struct symbol *y,
                      uint32_t stop);
/* Bits of the integer type that isa_words[word] is; 0: it is something else. */
uint8_t check_integer_width(uint16_t word);
/* What a node of a statement surely is when the statement runs. */
struct constant check_constant(struct checker *c, uint32_t stmt, uint32_t node);

struct text name_text(const struct checker *c, const struct node *node);
/* What nearly every name is: a register of the innermost %r<N>, with nothing hiding it. NULL: ask
 * symbols_lookup. */
static inline const struct symbol *common_register(const struct checker *c, const struct node *n) {
    return symbols_common(c->names, n->name);
}
/* Of a directive: its word. */
static inline ptxc_span head_of(const struct stmt *s) {
    return (ptxc_span){s->head_start, s->head_start + s->head};
}
static inline ptxc_span symbol_span(const struct symbol *y) {
    return (ptxc_span){y->start, y->end};
}

#endif
