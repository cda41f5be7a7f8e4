/* SPDX-License-Identifier: Apache-2.0
 * The instruction set as flat const tables. tools/isagen generates them from grammar/isa/;
 * docs/tables.md explains the language. Tables refer to each other by index, and to text by its
 * offset in isa_text. */
#ifndef ISA_TABLES_H
#define ISA_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t isa_string; /* offset in isa_text */

/* ---- versions, releases, targets ---- */

/* Returns 95 for 9.5 if some release accepts `.version 9.5`, otherwise -1. */
int isa_version_find(int major, int minor);
/* Returns the newest .version that a release supports. */
int isa_version_newest(int release);

/* Returns the index of release "13.5", counted from the oldest, or -1. */
int isa_release_find(const char *s, uint32_t n);
int isa_release_newest(void);
const char *isa_release_name(int release);

struct isa_release {
    const char *name;
    uint8_t version; /* the newest .version it supports */
    bool ascii;      /* it accepts only ASCII, even in comments */
};
extern const struct isa_release isa_releases[];
extern const unsigned isa_release_count;
extern const uint8_t isa_versions[];
extern const unsigned isa_version_count;

typedef uint64_t isa_target_set; /* a bit for each target */

struct isa_target {
    const char *name; /* "sm_100a" */
    uint16_t number;  /* 100 */
    char suffix;      /* 0, 'a' or 'f' */
    uint8_t family;   /* shared by the targets of one family; 0 if none */
    uint8_t version;  /* first .version, 86 for 8.6 */
    uint8_t early;    /* the first .version of the first release that supports it */
    uint8_t release;  /* first release that supports it */
    uint8_t arch_end; /* first release that no longer assembles for it */
};
extern const struct isa_target isa_targets[];
extern const unsigned isa_target_count;

/* Returns the index of "sm_100a" or "compute_100a", or -1. */
int isa_target_find(const char *s, uint32_t n);
/* The first .version that a release takes for a target. */
static inline int isa_target_version(int target, int release) {
    const struct isa_target *t = &isa_targets[target];
    return release == t->release ? t->early : t->version;
}

/* What a feature requires: a .version, and one of these targets. Record 0 has no requirements. */
struct isa_avail {
    uint8_t version;
    uint8_t set; /* index into isa_sets */
};
extern const struct isa_avail isa_avails[];
extern const isa_target_set isa_sets[];

/* ---- types, spaces, special registers ---- */

enum isa_space {
    SPACE_NONE,
    SPACE_REG,
    SPACE_SREG,
    SPACE_CONST,
    SPACE_GLOBAL,
    SPACE_LOCAL,
    SPACE_PARAM,
    SPACE_SHARED,
    SPACE_TEX,
    SPACE_ENTRY, /* parameters of functions; SPACE_PARAM means variables in a body */
    SPACE_INPUT,
    SPACE_OUTPUT,
    SPACE_COUNT,
    /* Spaces of references, used only in tables; a .texref counts as a variable in .tex. */
    SPACE_SAMPLERREF = SPACE_COUNT,
    SPACE_SURFREF
};
static inline bool isa_space_is_param(uint8_t space) {
    return space == SPACE_PARAM || space >= SPACE_ENTRY;
}
/* Returns SPACE_GLOBAL for ".global", or SPACE_NONE if it is not a state space. */
enum isa_space isa_space_find(const char *s, uint32_t n);
/* Returns the name with its dot; never NULL. */
const char *isa_space_name(enum isa_space space);

enum isa_type_kind { TYPE_BITS, TYPE_UINT, TYPE_SINT, TYPE_FLOAT, TYPE_PRED, TYPE_OPAQUE };

struct isa_type {
    const char *name; /* ".b32" */
    uint8_t width;    /* in bits; at most 128 */
    uint8_t kind;     /* enum isa_type_kind */
    bool reg, var;    /* whether registers and variables of this type can be declared */
    uint8_t avail;    /* index into isa_avails */
};
extern const struct isa_type isa_types[];
extern const unsigned isa_type_count;
/* Returns the index of ".b32", which includes the dot, or -1. */
int isa_type_find(const char *s, uint32_t n);

/* What a special register holds, from the clause `holds` of its row. */
enum isa_holds {
    HOLDS_NOTHING_SPECIAL,
#define HOLDS(name) HOLDS_##name,
#include "isa/holds.def"
#undef HOLDS
    HOLDS_COUNT
};

struct isa_special {
    const char *name; /* "%tid" */
    uint8_t type;
    uint8_t components; /* 4 for %tid.x to %tid.w, 0 for a scalar */
    uint8_t avail;
    bool narrow;   /* can also be read as a narrower value, down to 16 bits */
    uint8_t holds; /* enum isa_holds */
    isa_string doc;
};
extern const struct isa_special isa_specials[];
extern const unsigned isa_special_count;
/* Returns the index of "%tid", or -1. */
int isa_special_find(const char *s, uint32_t n);

enum isa_directive_flag {
    DIRECTIVE_STATEMENT = 1,     /* begins a statement */
    DIRECTIVE_ENTRY = 2,         /* tunes an .entry: appears between its parameters and its body */
    DIRECTIVE_FUNC = 4,          /* the same for a .func */
    DIRECTIVE_STRINGS = 8,       /* its values are strings, not numbers */
    DIRECTIVE_NONZERO = 16,      /* its values must not be 0 */
    DIRECTIVE_ONCE = 32,         /* must not be repeated */
    DIRECTIVE_MEMORY = 64,       /* a value above 0 gives each CTA its own memory */
    DIRECTIVE_PART = 128,        /* not a directive itself: `.pragma::WORD` is a string,
                                    `.section::minus` a sign */
    DIRECTIVE_SECTION_NAME = 256 /* can be the name of a section */
};

/* What the product of a directive's values says about a kernel. */
enum isa_bound {
    BOUND_NONE,
    BOUND_THREADS,       /* maximum of threads per CTA */
    BOUND_EXACT_THREADS, /* exact number of threads per CTA */
    BOUND_CTAS,          /* minimum of CTAs per SM */
    BOUND_CLUSTER,       /* CTAs per cluster */
    BOUND_REGISTERS      /* maximum of registers per thread */
};

typedef uint64_t isa_directive_set; /* a bit for each directive */

/* A word of directives or declarations. */
struct isa_directive {
    const char *name; /* ".alias" */
    uint16_t flags;
    uint8_t avail;
    uint8_t until;        /* the first .version that rejects it, 21 for 2.1, or 0 */
    uint8_t bound;        /* enum isa_bound */
    uint32_t least, most; /* number of values */
    uint32_t limit;       /* the largest value; UINT32_MAX for any 32-bit value */
    isa_directive_set excludes, needs, never_after; /* among directives that tune the same
                                                       function */
};
extern const struct isa_directive isa_directives[]; /* sorted by name */
extern const unsigned isa_directive_count;
/* Returns the index of the directive, or -1. */
int isa_directive_find(const char *s, uint32_t n);
/* Returns what the word requires, an index into isa_avails, or 0. */
uint8_t isa_directive_avail(const char *s, uint32_t n);

/* ---- words ---- */

extern const char isa_text[];

enum isa_word_flag {
    WORD_IGNORED = 1,      /* the assembler skips it if no form has it */
    WORD_IGNORED_ONCE = 2, /* the same, but not two words of its class */
    WORD_REPEAT = 4,       /* can be written twice */
    WORD_CONVERGED = 8,    /* all threads of a warp execute the instruction together */
    WORD_SILENT = 16,      /* not part of the name of a C++ function */
    WORD_NAME = 32         /* the assembler accepts it as a name, for example of a section */
};

struct isa_word {
    isa_string text; /* ".cta_group::1" */
    uint16_t length;
    uint8_t class; /* words of one class can replace each other; 0 if none */
    uint8_t flags;
    uint8_t since;  /* the first release that ignores it */
    uint8_t tag;    /* its type, if it is a value in C++; 0 if it is not */
    uint8_t type;   /* 1 + index of the type that it names, or 0 */
    isa_string cxx; /* its name in C++; "" if derived from its text */
};
/* Sorted by bytes; record 0 is not a word. */
extern const struct isa_word isa_words[];
extern const uint16_t isa_word_count;
extern const isa_string isa_classes[]; /* names */
extern const isa_string isa_tags[];    /* names; record 0 is unused */
extern const uint16_t isa_tag_count;
/* Returns the index of the word, or 0 if the tables do not contain it. */
uint16_t isa_word_find(const char *s, uint32_t n);
/* Returns the type that a word names, or NULL. */
static inline const struct isa_type *isa_word_type(uint16_t word) {
    return isa_words[word].type ? &isa_types[isa_words[word].type - 1] : NULL;
}

/* ---- instructions ---- */

enum { ISA_NONE = UINT16_MAX };

struct isa_span {
    uint16_t first, count;
};

struct isa_attr {
    uint16_t name; /* number of the attribute, as in isa_code */
    int32_t value;
};

/* A word in a set, with its attributes there. */
struct isa_member {
    uint16_t word;
    uint8_t avail;
    struct isa_span attrs; /* isa_attrs */
};

enum isa_slot_flag {
    SLOT_OPTIONAL = 1,
    SLOT_WANTED = 2, /* required only by the manual: warn if empty */
    SLOT_REPEAT = 4  /* the assembler skips additional words of it */
};

/* A slot for one word of a set. */
struct isa_slot {
    struct isa_span members; /* isa_members */
    uint16_t default_member; /* the default if the slot is empty, or ISA_NONE */
    uint8_t role;            /* number within the instruction: conditions refer to roles */
    uint8_t flags;
    uint8_t together; /* not 0: either all slots of a form with this number are filled or none is */
    uint8_t order;    /* not 0: slots of a form with this number are filled in order */
    uint8_t avail;
};

enum isa_alt_op {
    ALT_REGISTER, /* types */
    ALT_INTEGER,  /* ranges; any integer if there are none */
    ALT_FLOAT,
    ALT_VARIABLE, /* spaces */
    ALT_FUNCTION,
    ALT_LABEL,
    ALT_BRANCHES,  /* the label of a .branchtargets */
    ALT_CALLEES,   /* the label of a .callprototype or .calltargets */
    ALT_ARGUMENTS, /* (...) */
    ALT_NOT,       /* !x; inner */
    ALT_MINUS,     /* -x; inner */
    ALT_PART,      /* bytes or halves of a register; spaces holds enum isa_part; inner */
    ALT_SINK,
    ALT_SPECIAL,         /* types; length, if it is a whole vector */
    ALT_OFFSET,          /* x+imm without brackets; inner */
    ALT_ADDRESS,         /* [x], [x+imm]; inner */
    ALT_BARE,            /* [x]; inner */
    ALT_UNIFIED,         /* [x].unified, [x+imm].unified; inner */
    ALT_VECTOR,          /* {x, ...}; inner, and inner2 from the second element on; length */
    ALT_PAIR,            /* x|y; inner, inner2 */
    ALT_INDEX,           /* x[...]; inner */
    ALT_LATER,           /* x, but not as the first element of a vector; inner */
    ALT_BESIDE,          /* x, only next to an element that fits; inner */
    ALT_WHOLE,           /* x, but not a component such as `.x`; inner */
    ALT_PARAM,           /* a .param variable of one of the types */
    ALT_UNLOWERED,       /* x, unless the instruction is lowered; inner */
    ALT_RELEASES,        /* x, for the releases from `spaces` to `length`; inner */
    ALT_PARSED,          /* x, which the assembler accepts but cannot generate code for; inner */
    ALT_USUAL,           /* x, which is not in the manual but which compilers write; inner */
    ALT_VECTOR_REGISTER, /* inner is the kind of its elements; length */
    ALT_BY_WORD          /* determined by the word of a role: role; choices */
};

/* A set of the parts of a register that video instructions name, such as .b0 and .h10. */
enum isa_part {
    PART_ONE = 1,         /* .b0 to .b3, .h0, .h1 */
    PART_HALVES = 2,      /* two digits: .h00 to .h33 */
    PART_BYTES = 4,       /* four digits: .b0000 to .b7777 */
    PART_SOME_HALVES = 8, /* a mask: .h0 .h1 .h10 */
    PART_SOME_BYTES = 16  /* a mask with descending digits: .b0 to .b3210 */
};

enum isa_alt_flag {
    ALT_LENIENT = 1,   /* not in the manual: warn */
    ALT_ONLY = 2,      /* ALT_VECTOR: registers of wrong types are not allowed next to right ones */
    ALT_APART = 4,     /* ALT_VECTOR: the type of the first element may differ from the others */
    ALT_UNBOUNDED = 8, /* ALT_VECTOR, ALT_VECTOR_REGISTER: of any length */
    ALT_STRICT = 16    /* ALT_VECTOR: special registers and variables do not count as registers */
};

struct isa_alt {
    uint8_t op;
    uint8_t flags;
    uint16_t spaces;        /* set of 1 << enum isa_space */
    uint64_t types;         /* set of 1 << type */
    uint16_t inner, inner2; /* kinds */
    uint16_t length;        /* code; ALT_BY_WORD: role */
    struct isa_span ranges; /* isa_ranges; ALT_BY_WORD: isa_choices */
};

/* The kind that a word selects. */
struct isa_choice {
    uint16_t word, kind;
};

/* What an operand may be. */
struct isa_kind {
    isa_string name;      /* "" if it is defined in place */
    isa_string phrase;    /* "a 64-bit register or an integer" */
    isa_string also;      /* what only the assembler accepts, in words */
    struct isa_span alts; /* isa_alts */
};

enum isa_range_flag { RANGE_WRAP32 = 1, RANGE_POW2 = 2, RANGE_NONZERO = 4 };

/* A range of integers. An integer fits if one of the ranges contains it. */
struct isa_range {
    int64_t low, high;
    uint32_t multiple; /* 0 for any */
    uint8_t flags;
    uint8_t avail;
};

enum isa_operand_flag {
    OPERAND_OPTIONAL = 1,
    OPERAND_GROUP = 2,
    OPERAND_WRITTEN = 4,  /* the instruction writes the register, or what the address points to */
    OPERAND_UPDATED = 8,  /* written, and read before that */
    OPERAND_GENERIC = 16, /* a generic address if isa_insn.generic_when holds */
    OPERAND_SIGNED = 32,  /* its numbers are signed */
    OPERAND_MOVED = 64    /* the assembler copies it first if isa_insn.moved_when holds */
};

struct isa_operand {
    isa_string name;
    uint16_t kind;
    uint16_t condition; /* code: it is present exactly if this holds; 0 for always */
    uint8_t flags;
    uint8_t size; /* for a GROUP `[a, b]`: how many of the next records are inside it */
};

struct isa_form {
    isa_string name, syntax;
    struct isa_span slots, operands;
    uint8_t avail;
};

enum isa_rule_op { RULE_REQUIRE, RULE_FORBID, RULE_AVAIL };
enum isa_rule_flag { RULE_ON_OPERANDS = 1, RULE_WARNS = 2 };

struct isa_rule {
    isa_string name;
    isa_string text;     /* the message, or "" if it is composed from its words */
    uint16_t when, need; /* code; 0 for always */
    uint8_t op, flags, avail;
};

/* A word that the assembler skips on one instruction, or rejects there although it skips it
 * elsewhere. */
struct isa_ignore {
    uint16_t word;
    uint8_t most; /* number of words of its group; 0 if rejected */
    uint8_t group;
};

/* An operand whose values have a layout. */
struct isa_described {
    isa_string operand, layout; /* names */
};

/* What an instruction does besides writing its operands; each level implies the previous ones. */
enum isa_effect {
    EFFECT_PURE,     /* nothing: a compiler may delete, repeat or move it */
    EFFECT_STEADY,   /* computes with the whole warp, or reads memory that is never written */
    EFFECT_CARRY_IN, /* reads the carry flag */
    EFFECT_CARRY,    /* writes the carry flag */
    EFFECT_VOLATILE, /* has other effects, but not on memory that a program can observe */
    EFFECT_MEMORY,   /* reads or writes memory */
    EFFECT_ORDER     /* orders memory accesses of other instructions */
};

/* What an instruction does, where code must know it: from the clause `does` of its row. */
enum isa_does {
    DOES_NOTHING_SPECIAL,
#define DOES(name) DOES_##name,
#include "isa/does.def"
#undef DOES
    DOES_COUNT
};

/* One or more lines of PTX, as a user would write them. */
struct isa_example {
    isa_string text, doc; /* doc: "" if there is no explanation */
};

enum isa_insn_flag {
    INSN_LOWERED = 1,
    INSN_MARKS = 2, /* some instruction must never come after it */
    INSN_WHOLE = 4, /* if lowered, it does not accept components of vector registers */
    INSN_LOOSE = 8, /* the assembler treats the last word of its name as a qualifier */
    INSN_ASYNC = 16 /* has an event that only asynchronous code has */
};

struct isa_insn {
    isa_string name, doc, manual;
    struct isa_span forms, rules;
    struct isa_span roles;      /* isa_roles: names */
    struct isa_span ignores;    /* isa_ignores */
    struct isa_span examples;   /* isa_examples */
    uint8_t avail, flags, does; /* does: enum isa_does */
    isa_string never_after;     /* name of an instruction, or "" */
    uint8_t distinct;           /* none of its first `distinct` operands may be the same register */
    uint16_t lowered;           /* code: when INSN_WHOLE applies; 0 for always */
    uint8_t effect;             /* enum isa_effect */
    uint8_t effect_then;        /* the effect it has instead */
    uint16_t effect_when;       /* code: when it has that effect; 0 for never */
    uint16_t generic_when;      /* code: when addresses are generic; 0 for always */
    uint16_t moved_when;        /* code: when operands are copied first; 0 for always */
    struct isa_span described;  /* isa_described */
    isa_string cxx;             /* its name in C++; "" if derived from its PTX name */
    isa_string unwrapped;       /* why it has no C++ function, or "" if it has */
    uint64_t implied;           /* mask of the roles that can be omitted in C++ */
    struct isa_span events;     /* isa_events */
    struct isa_span calls;      /* isa_calls */
};

/* Another name and signature of some C++ functions, taken from another library. */
struct isa_call {
    isa_string name;         /* start of the function's name */
    struct isa_span named;   /* isa_call_roles: words appended to the name */
    struct isa_span tags;    /* isa_call_roles: tags, in the order of the parameters */
    struct isa_span deduced; /* isa_call_operands: operands whose C++ type determines `.type` */
    uint16_t suffix;         /* how many words of `named` precede a suffix; if larger, all do */
    uint16_t when;           /* code: which lines it applies to; 0 for all */
};

/* Conditions and lengths in postfix code, which condition.h evaluates. Binary operators come
 * last. */
enum isa_op {
    ISA_END,
    ISA_TRUE,
    ISA_ROLE,        /* role: it is filled */
    ISA_ROLE_IS,     /* role, n, n words: it is, or defaults to, one of them */
    ISA_OPERAND,     /* name (isa_string): this operand is given */
    ISA_OPERAND_IS,  /* name, kind: the operand has this kind */
    ISA_UP_TO,       /* name, name: the first is not greater than the second, if both are known
                        numbers */
    ISA_TARGET,      /* set of targets */
    ISA_RELEASE,     /* first release that has it */
    ISA_VERSION,     /* first .version that has it */
    ISA_GUARDED,     /* the line has a guard */
    ISA_KERNEL,      /* it is in the body of an entry */
    ISA_INDEPENDENT, /* the module has texmode_independent */
    ISA_BEFORE,      /* role, role: both are filled, and the first one precedes */
    ISA_NUMBER,      /* n */
    ISA_ATTR,        /* attribute, role */
    ISA_WORD,        /* word (isa_string): the instruction has it; only in layouts */
    ISA_FIELD_IS,    /* field, first, count: its number is in one of isa_numbers; only in layouts */
    ISA_NOT,
    ISA_AND,
    ISA_OR,
    ISA_ADD,
    ISA_SUB,
    ISA_MUL,
    ISA_DIV, /* division that rounds up */
    ISA_LE,
    ISA_GE,
    ISA_EQ
};

extern const struct isa_insn isa_insns[]; /* sorted by name */
extern const uint16_t isa_insn_count;
extern const struct isa_form isa_forms[];
extern const struct isa_slot isa_slots[];
extern const struct isa_member isa_members[];
extern const struct isa_attr isa_attrs[];
extern const isa_string isa_attr_names[];
extern const isa_string isa_roles[];
extern const struct isa_ignore isa_ignores[];
extern const struct isa_operand isa_operands[];
extern const struct isa_kind isa_kinds[];
extern const struct isa_alt isa_alts[];
extern const struct isa_range isa_ranges[];
extern const struct isa_choice isa_choices[];
extern const struct isa_rule isa_rules[];
extern const struct isa_call isa_calls[];
extern const uint8_t isa_call_roles[];
extern const isa_string isa_call_operands[]; /* names */
extern const struct isa_described isa_described[];
extern const struct isa_example isa_examples[];
extern const int32_t isa_code[];

/* Opcodes that start with one of these are all in the tables; any other is an error. */
extern const isa_string isa_closed[];
extern const uint16_t isa_closed_count;
extern const uint16_t isa_kind_count, isa_rule_count;

/* The meaning of a word, or of an operand with this name. */
struct isa_meant {
    isa_string name; /* ".rn", "policy" */
    isa_string root; /* for instructions whose names start with it; "" for all that have no other */
    isa_string text;
};
extern const struct isa_meant isa_meant[];
extern const uint16_t isa_meant_count;

/* What an instruction, or those whose names start with `root`, is for. */
struct isa_purpose {
    isa_string root;   /* the longest one applies */
    isa_string text;   /* names of instructions are in single quotes */
    isa_string kernel; /* heading in docs/kernels.md, or "" */
};
extern const struct isa_purpose isa_purposes[];
extern const uint16_t isa_purpose_count;

/* A name that users write instead of the instruction that they mean. */
struct isa_misnamed {
    isa_string name;  /* "cp.async.bulk.wait_all": the first word, and the words after it */
    isa_string meant; /* "cp.async.bulk.wait_group 0" */
};
extern const struct isa_misnamed isa_misnamed[];
extern const uint16_t isa_misnamed_count;

/* Words of which a kernel may use only one, in opcodes that start with `root`. */
struct isa_uniform {
    isa_string root;
    struct isa_span words; /* isa_uniform_words */
    uint8_t since;         /* the first release that rejects two of them */
};
extern const struct isa_uniform isa_uniforms[];
extern const uint16_t isa_uniform_words[];
extern const uint16_t isa_uniform_count;

/* Every .version that conditions test (ISA_VERSION), once, in no particular order. Between two of
 * them, a newer .version accepts everything that an older one accepts. */
extern const uint8_t isa_breaks[];
extern const uint16_t isa_break_count;

/* ---- layouts: values made of fields ---- */

/* The meaning of one value of a field. */
struct isa_meaning {
    isa_string name;
    uint32_t value;
};

/* If the condition holds, the field has one of these values. */
struct isa_meanings {
    struct isa_span list; /* isa_meaning_list */
    uint16_t when;        /* code; 0 for always */
};

/* The numbers first, first + step, ... up to last. */
struct isa_numbers {
    uint32_t first, last, step;
};

enum isa_field_flag {
    FIELD_RESERVED = 1, /* always equal to `fixed` */
    FIELD_UNUSED = 2    /* its contents are unspecified */
};

struct isa_field {
    isa_string name, doc;     /* or "" */
    uint8_t low, high, flags; /* inclusive bit positions */
    uint8_t times;            /* factor from its bits to the number they represent */
    uint32_t fixed;
    struct isa_span meanings; /* isa_meanings */
};

/* If the condition holds, the field is one of these numbers. */
struct isa_layout_rule {
    isa_string name, why; /* why: "" if there is no explanation */
    uint16_t when;        /* code; 0 for always */
    uint16_t field;
    struct isa_span numbers; /* isa_numbers */
};

struct isa_layout {
    isa_string name, title, manual;
    isa_string words; /* ".kind::f16 .kind::tf32": the instruction has one of these; "" for all */
    uint8_t width;
    struct isa_span fields, rules; /* isa_fields, isa_layout_rules */
};
extern const struct isa_layout isa_layouts[]; /* layouts with the same name apply to different
                                                 words */
extern const uint16_t isa_layout_count;
extern const struct isa_field isa_fields[];
extern const struct isa_meanings isa_meanings[];
extern const struct isa_meaning isa_meaning_list[];
extern const struct isa_numbers isa_numbers[];
extern const struct isa_layout_rule isa_layout_rules[];

/* ---- events: how instructions affect the asynchronous protocol; see event.h for names ---- */

enum isa_argument_op {
    ARGUMENT_OPERAND, /* the operand with this name, if it is given */
    ARGUMENT_NUMBER,  /* the value of the code */
    ARGUMENT_FLAG,    /* 1 if the code holds, otherwise 0 */
    ARGUMENT_NAMED,   /* the name that the word of a role stands for, or this name if it is empty */
    ARGUMENT_OPS
};

/* For an argument with names: this word stands for that name. */
struct isa_word_name {
    uint16_t word;
    uint8_t name;    /* enum isa_event_name */
    isa_string said; /* what users read instead of the name; "" if the name says it */
};

struct isa_argument {
    uint8_t what;       /* enum isa_event_argument */
    uint8_t op;         /* enum isa_argument_op */
    uint8_t name;       /* NAMED: enum isa_event_name for an empty role, or 0 */
    uint8_t role;       /* NAMED: the role, or ISA_MOST_ROLES */
    uint16_t code;      /* NUMBER, FLAG */
    isa_string operand; /* OPERAND */
};

struct isa_event {
    uint8_t kind;              /* enum isa_event_kind */
    uint16_t when;             /* code; 0 for always */
    struct isa_span arguments; /* isa_arguments */
};
extern const struct isa_event isa_events[];
extern const struct isa_argument isa_arguments[];

enum isa_taken_flag { TAKEN_OPTIONAL = 1 };

/* An argument that a kind of event has. */
struct isa_taken {
    uint8_t what, flags;
};

struct isa_event_info { /* a kind of event */
    isa_string name, doc;
    struct isa_span taken; /* isa_taken */
    bool plain;            /* code without asynchronous operations also has it */
};
struct isa_argument_info {
    isa_string name, doc;
    isa_string said;       /* what users read before its value; "" if the name says it */
    uint8_t op;            /* enum isa_argument_op */
    struct isa_span words; /* isa_word_names */
};
extern const struct isa_event_info isa_event_infos[];       /* by enum isa_event_kind */
extern const struct isa_argument_info isa_argument_infos[]; /* by enum isa_event_argument */
extern const isa_string isa_event_names[];                  /* by enum isa_event_name */
extern const struct isa_taken isa_taken[];
extern const struct isa_word_name isa_word_names[];

/* ---- lookup ---- */

/* Returns the instruction with exactly this name, or ISA_NONE. */
uint16_t isa_insn_find(const char *s, uint32_t n);
/* Returns the instruction of a chain such as "tcgen05.cp.cta_group::1", which is the one with the
 * longest name that its words start with, or ISA_NONE. */
uint16_t isa_insn_of_chain(const char *chain, uint32_t n);

static inline const char *isa_str(isa_string s) { return isa_text + s; }

/* `insn` may be ISA_NONE. */
static inline bool isa_does(uint16_t insn, enum isa_does what) {
    return insn != ISA_NONE && isa_insns[insn].does == what;
}

#endif
