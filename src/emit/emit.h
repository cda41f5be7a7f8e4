/* SPDX-License-Identifier: Apache-2.0
 * `ptxcheck emit`: a CUDA C++ function for each instruction of a module. Everything is derived from
 * the tables; docs/emit.md describes the functions.
 *
 *   emit.c     receives checked instructions           guard.c     targets and toolkits
 *   operand.c  converts operands to parameters         merge.c     merges functions
 *   name.c     names, tags                             write.c     the header
 *   all.c      PTX with everything a target accepts    select.c    patterns of names
 *   left.c     instructions without functions          mismatch.c  messages for wrong calls */
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
    char access; /* '=' or '+'; 0 for an input */
};

/* A parameter, or the result. */
struct emit_parameter {
    const char *type; /* "const uint32_t (&%)[4]", where % stands for the name; or "uint32_t" */
    const char *name;
    bool is_output;
    uint32_t count;        /* of an array; 0 if it is not an array */
    const char *temporary; /* "done_", for a predicate or a byte that is written; otherwise NULL */
    const char *kept_as;   /* for a result, the type that the asm writes; NULL for `type` */
};

/* The PTX of a function. Except in `shown`, an operand of the asm is a mark: see EMIT_MARK. */
struct emit_ptx {
    const char *operands;
    const char *shown;          /* the operands as shown in the comment */
    const char *before, *after; /* the PTX around the instruction */
};

/* The slots whose words are tags: parameters of empty types. emit_find_tags finds them. */
struct emit_tags {
    uint64_t slots;                /* one bit each */
    uint8_t order[ISA_MOST_SLOTS]; /* the slots in the order of the parameters */
    uint8_t count;
};

struct emit_function {
    struct emit_function *next; /* the next function with the same hash */
    const struct isa_insn *insn;
    const struct isa_form *form;
    uint16_t word[ISA_MOST_SLOTS]; /* for each slot, an index into isa_members, or ISA_NONE */
    struct emit_tags tags;
    /* The source of its name and signature; NULL for those of its words. */
    const struct isa_call *call;
    uint64_t *choice; /* for each slot of a merged function, a mask of words; otherwise NULL */
    const char *name;
    const char *key; /* types of all parameters except tags */
    struct emit_ptx ptx;
    const char *assertions;
    const char *templates;  /* immediates: "int half_off, " */
    struct list values;     /* struct emit_value */
    struct list parameters; /* struct emit_parameter */
    uint32_t result;        /* index into parameters, or NO_RESULT */
    uint32_t hash;
    uint8_t version, effect;
    isa_target_set targets;
    bool merged; /* another function also stands for it */
};

#define NO_RESULT UINT32_MAX

struct emit {
    struct observer observer; /* observer of the check; its functions convert it back to this
                                 struct */
    struct arena *arena;
    bool strict;                  /* only lines that neither the assembler nor the manual rejects */
    bool merges;                  /* tags may be template parameters */
    bool uses_halves;             /* parameters may be pointers to __half and similar types */
    struct list values;           /* values of the function that is being read */
    struct list parameters;       /* its parameters; reused because there are many functions */
    struct list functions;        /* struct emit_function *, in the order of the text */
    struct emit_function **table; /* by hash */
    uint32_t others;              /* number of instructions that are not in the tables */
    struct list patterns;         /* what to emit: select.c; everything if empty */
    const char *space;            /* namespace of the functions: "ptx", "mine::ptx" */
    struct list left;             /* instructions without a function: left.c */
    const char *text;             /* the header, after it has been written */
    size_t length;
};

/* Creates a writer whose observer adds a function for each new accepted line. */
struct emit *emit_new(struct arena *arena, bool all);
/* Selects the functions of these opcodes or names: "tcgen05,mbarrier.*,ld_nc". NULL selects all
 * functions. */
void emit_select(struct emit *e, const char *patterns);
/* Returns the first pattern that no function matched, or NULL. */
const char *emit_unmatched(const struct emit *e);
/* Returns true for a word that cannot be a name in C++. */
bool emit_is_cxx_keyword(struct text word);
/* Returns true if "a::b" consists of identifiers. */
bool emit_is_namespace(const char *s);
/* Sets which functions the header contains, and their namespace. */
void emit_configure(struct emit *e, const struct settings *settings);
void emit_finish(struct emit *e, const char *title);

/* Writes PTX with everything that the tables accept for a target, an index into isa_targets: one
 * line for each form with each combination of words. Some lines are not accepted. */
void emit_all_text(struct emit *e, struct text_builder *t, int target, int release);

/* ---- shared by the files of this folder ---- */

/* Returns true if a function of the instruction may match a pattern. */
bool emit_may_select(struct emit *e, const struct isa_insn *insn);
/* Returns true if the function matches a pattern. */
bool emit_selects(struct emit *e, const struct emit_function *fn);

void emit_left_init(struct emit *e);
/* Records, once for each reason, that the instruction has no function. */
void emit_leave(struct emit *e, const struct isa_insn *insn, const char *why);
/* Returns "operand 'to' is a label" and the like. */
const char *emit_why(struct arena *arena, const char *name, uint16_t kind);
/* Writes the comment. */
void emit_put_left(struct text_builder *t, const struct emit *e);

/* Returns NULL, or why no function can stand for this. */
const char *emit_read_operands(struct emit *e, struct emit_function *fn,
                               const struct match_context *c, const struct chain_form *f,
                               const struct fit *fit);

/* Returns the start of the names of its functions: "tcgen05_cp". */
const char *emit_function_prefix(struct arena *arena, const struct isa_insn *insn);
/* Returns "tcgen05_cp_128x256b", followed by `suffix`. */
const char *emit_name(struct arena *arena, const struct emit_function *fn, const char *suffix);
/* Finds the slots whose words are parameters of their own types. */
void emit_find_tags(struct emit_function *fn);
/* Returns the filled slot of a role, or ISA_NONE. */
uint16_t emit_slot_of(const struct emit_function *fn, uint8_t role);
static inline bool emit_is_tag(const struct emit_function *fn, uint16_t slot) {
    return fn->tags.slots >> slot & 1;
}
/* Returns true if the caller selects the word of slot s. */
static inline bool emit_varies(const struct emit_function *fn, uint16_t s) {
    return fn->choice && fn->choice[s] & (fn->choice[s] - 1);
}
/* Writes "space_shared" for a word. */
void emit_put_tag(struct text_builder *t, uint16_t word);
/* Writes "dot_space::shared". */
void emit_put_enumerator(struct text_builder *t, uint16_t word);
/* Writes the types of the tags that the functions use. */
void emit_put_tags(struct text_builder *t, const struct emit *e);

/* Writes "detail::family<Needs>(100, 103)". */
void emit_put_targets(struct text_builder *t, isa_target_set targets);
/* Writes "-arch=sm_90 or higher", "sm_100a, sm_100f: -gencode arch=compute_100a,code=sm_100a". */
void emit_put_flags(struct text_builder *t, isa_target_set targets);
/* Writes "sm_100f+". */
void emit_put_target_names(struct text_builder *t, isa_target_set targets);
/* Returns the first release of the toolkit whose ptxas supports the .version, or -1 if all do. */
int emit_toolkit(uint8_t version);
/* Writes the conditions on the compiled target that the functions use. */
void emit_put_guards(struct text_builder *t, const struct emit *e);
/* Writes "#ifndef PTXCHECK_name" and its #define; headers with other namespaces use other names. */
void emit_put_once(struct text_builder *t, const struct emit *e, const char *name);

/* For each name of many functions, writes one that any wrong call matches and that says what they
 * take. */
void emit_put_mismatches(struct text_builder *t, const struct emit *e);

void emit_merge(struct emit *e);
void emit_write(struct emit *e, const char *title);

/* In emit_ptx, an operand of the asm is EMIT_MARK, its index in emit_function.values, EMIT_MARK. */
enum { EMIT_MARK = 1 };

#endif
