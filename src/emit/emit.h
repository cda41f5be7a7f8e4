/* SPDX-License-Identifier: Apache-2.0
 * `ptxcheck emit`: a function of CUDA C++ for each instruction of a module. All of it comes from
 * the tables; docs/emit.md says what the functions look like.
 *
 *   emit.c          takes instructions as they are judged   guard.c   targets and toolkits
 *   operand.c  operands to parameters and asm          merge.c   many functions in one
 *   name.c     names, tags                             write.c   the header
 *   all.c      PTX with everything that a target accepts     select.c  patterns of names
 *   left.c     what has no function, and why           mismatch.c  what a wrong call is told */
#ifndef EMIT_EMIT_H
#define EMIT_EMIT_H

#include "base/text_builder.h"
#include "check/unit.h"
#include "match/observer.h"
#include "match/parts.h"

/* An operand of the asm statement. */
struct emit_value {
    const char *expression;
    char letter; /* 'r' */
    char access; /* '=', '+'; 0: an input */
};

/* A parameter, or the result. */
struct emit_parameter {
    const char *type; /* "const uint32_t (&%)[4]": % is where the name stands; or "uint32_t" */
    const char *name;
    bool is_output;
    uint32_t count;        /* of an array; 0: it is none */
    const char *temporary; /* "done_", of a predicate or a byte that is written; else NULL */
    const char *kept_as;   /* of a result: the type that the asm writes; NULL: `type` */
};

/* The PTX of a function. In all but `shown`, an operand of the asm is a mark, see EMIT_MARK. */
struct emit_ptx {
    const char *operands;
    const char *shown;          /* the operands as the comment shows them */
    const char *before, *after; /* what stands around the instruction */
};

/* The slots whose words are tags, empty types that are parameters: emit_find_tags finds them. */
struct emit_tags {
    uint64_t slots;                /* a bit each */
    uint8_t order[ISA_MOST_SLOTS]; /* the slots in the order of the parameters */
    uint8_t count;
};

struct emit_function {
    struct emit_function *next; /* of those with the same hash */
    const struct isa_insn *insn;
    const struct isa_form *form;
    uint16_t word[ISA_MOST_SLOTS]; /* of each slot: index into isa_members, ISA_NONE */
    struct emit_tags tags;
    const struct isa_call *call; /* whose name and signature it has; NULL: those of its words */
    uint64_t *choice; /* of each slot, once merged: words of the slot, a bit each; NULL: not */
    const char *name;
    const char *key; /* types of all parameters but tags */
    struct emit_ptx ptx;
    const char *assertions;
    const char *templates;  /* immediates: "int half_off, " */
    struct list values;     /* struct emit_value */
    struct list parameters; /* struct emit_parameter */
    uint32_t result;        /* index into parameters; NO_RESULT */
    uint32_t hash;
    uint8_t version, effect;
    isa_target_set targets;
    bool merged; /* another function stands for it, too */
};

#define NO_RESULT UINT32_MAX

struct emit {
    struct observer observer; /* of what is judged; its functions take it for the whole */
    struct arena *arena;
    bool strict;                  /* only what neither the assembler nor the manual minds */
    bool merges;                  /* tags may be template parameters */
    bool uses_halves;             /* ... and parameters pointers to __half and its like */
    struct list values;           /* of the function that is being read ... */
    struct list parameters;       /* ... there are many, with few of each */
    struct list functions;        /* struct emit_function *, in the order of the text */
    struct emit_function **table; /* by hash */
    uint32_t others;              /* instructions that are in no table */
    struct list patterns;         /* of what to emit: select.c; none: everything */
    const char *space;            /* namespace of the functions: "ptx", "mine::ptx" */
    struct list left;             /* those that no function can stand for: left.c */
    const char *text;             /* the header, once it is written */
    size_t length;
};

/* Takes what its observer is told: a function for each accepted line that is new. */
struct emit *emit_new(struct arena *arena, bool all);
/* Asks for the functions of these opcodes or names alone: "tcgen05,mbarrier.*,ld_nc"; NULL: for all
 * functions. */
void emit_select(struct emit *e, const char *patterns);
/* The first pattern that no function matched; NULL: there is none. */
const char *emit_unmatched(const struct emit *e);
/* "a::b" consists of identifiers. */
bool emit_is_namespace(const char *s);
/* Takes what the caller wants of the header: which functions, in which namespace. */
void emit_configure(struct emit *e, const struct settings *settings);
void emit_finish(struct emit *e, const char *title);

/* PTX with all that the tables accept for a target, index into isa_targets: one line for each form
 * with each choice of words, and some that are not accepted. */
void emit_all_text(struct emit *e, struct text_builder *t, int target, int release);

/* ---- parts ---- */

/* A function of the instruction may match a pattern. */
bool emit_may_select(struct emit *e, const struct isa_insn *insn);
/* The function matches one. */
bool emit_selects(struct emit *e, const struct emit_function *fn);

void emit_left_init(struct emit *e);
/* No function stands for the instruction. Once for each reason. */
void emit_leave(struct emit *e, const struct isa_insn *insn, const char *why);
/* "operand 'to' is a label" */
const char *emit_why(struct arena *arena, const char *name, uint16_t kind);
/* The comment. */
void emit_put_left(struct text_builder *t, const struct emit *e);

/* NULL, or why no function can stand for this. */
const char *emit_read_operands(struct emit *e, struct emit_function *fn,
                               const struct match_context *c, const struct chain_form *f,
                               const struct fit *fit);

/* What the names of its functions begin with: "tcgen05_cp". */
const char *emit_function_prefix(struct arena *arena, const struct isa_insn *insn);
/* "tcgen05_cp_128x256b", with `suffix` behind. */
const char *emit_name(struct arena *arena, const struct emit_function *fn, const char *suffix);
/* Finds the slots whose words are parameters of a type of their own. */
void emit_find_tags(struct emit_function *fn);
/* The filled slot of a role; ISA_NONE: there is none. */
uint16_t emit_slot_of(const struct emit_function *fn, uint8_t role);
static inline bool emit_is_tag(const struct emit_function *fn, uint16_t slot) {
    return fn->tags.slots >> slot & 1;
}
/* The word of slot s is a choice of whoever calls. */
static inline bool emit_varies(const struct emit_function *fn, uint16_t s) {
    return fn->choice && fn->choice[s] & (fn->choice[s] - 1);
}
/* "space_shared" of a word. */
void emit_put_tag(struct text_builder *t, uint16_t word);
/* "dot_space::shared" */
void emit_put_enumerator(struct text_builder *t, uint16_t word);
/* The types of the tags that the functions use. */
void emit_put_tags(struct text_builder *t, const struct emit *e);

/* "detail::family<Needs>(100, 103)" */
void emit_put_targets(struct text_builder *t, isa_target_set targets);
/* "-arch=sm_90 or higher", "sm_100a, sm_100f: -gencode arch=compute_100a,code=sm_100a" */
void emit_put_flags(struct text_builder *t, isa_target_set targets);
/* "sm_100f+" */
void emit_put_target_names(struct text_builder *t, isa_target_set targets);
/* The first release of the toolkit whose ptxas takes the .version; -1: any does. */
int emit_toolkit(uint8_t version);
/* What the functions ask: which target is compiled for. */
void emit_put_guards(struct text_builder *t, const struct emit *e);
/* "#ifndef PTXCHECK_name" with a #define of the same; headers of other namespaces have others. */
void emit_put_once(struct text_builder *t, const struct emit *e, const char *name);

/* For each name of many functions, one that any wrong call finds and that says what they take. */
void emit_put_mismatches(struct text_builder *t, const struct emit *e);

void emit_merge(struct emit *e);
void emit_write(struct emit *e, const char *title);

/* In emit_ptx an operand of the asm is EMIT_MARK, its index in emit_function.values, EMIT_MARK. */
enum { EMIT_MARK = 1 };

#endif
