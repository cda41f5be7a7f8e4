/* SPDX-License-Identifier: Apache-2.0
 * The instruction set as flat const tables. tools/isagen makes them from grammar/isa/;
 * docs/tables.md explains the language. Tables refer to each other by index, to text by its offset
 * in isa_text. */
#ifndef ISA_TABLES_H
#define ISA_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- versions, releases, targets ---- */

/* 95 for 9.5 if `.version 9.5` is legal in some release, else -1. */
int isa_version_find(int major, int minor);
/* The newest .version a release takes. */
int isa_version_newest(int release);

/* "13.5" -> its index, counted from the oldest; -1: none. */
int isa_release_find(const char *s, uint32_t n);
int isa_release_newest(void);
const char *isa_release_name(int release);

struct isa_release {
    const char *name;
    uint8_t version; /* the newest .version it takes */
    bool ascii;      /* it takes no other bytes, not even in comments */
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
    uint8_t family;   /* 0: none; targets of one family share it */
    uint8_t version;  /* first .version, 86 for 8.6 */
    uint8_t release;  /* first release that knows it */
    uint8_t arch_end; /* first release that does not assemble for it any more */
};
extern const struct isa_target isa_targets[];
extern const unsigned isa_target_count;

/* "sm_100a" or "compute_100a" -> its index, -1: none. */
int isa_target_find(const char *s, uint32_t n);

/* What a feature needs: a .version, and one of these targets. Record 0 asks for nothing. */
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
    SPACE_ENTRY, /* parameters of functions; SPACE_PARAM are variables of a body */
    SPACE_INPUT,
    SPACE_OUTPUT,
    SPACE_COUNT,
    /* Of references, in tables alone; a .texref counts as a variable in .tex. */
    SPACE_SAMPLERREF = SPACE_COUNT,
    SPACE_SURFREF
};
static inline bool isa_space_is_param(uint8_t space) {
    return space == SPACE_PARAM || space >= SPACE_ENTRY;
}
/* ".global" -> SPACE_GLOBAL; SPACE_NONE: it names none. */
enum isa_space isa_space_find(const char *s, uint32_t n);
/* With the dot; never NULL. */
const char *isa_space_name(enum isa_space space);

enum isa_type_kind { TYPE_BITS, TYPE_UINT, TYPE_SINT, TYPE_FLOAT, TYPE_PRED, TYPE_OPAQUE };

struct isa_type {
    const char *name; /* ".b32" */
    uint8_t width;    /* in bits; 128 at most */
    uint8_t kind;     /* enum isa_type_kind */
    bool reg, var;    /* registers, variables of it may be declared */
    uint8_t avail;    /* index into isa_avails */
};
extern const struct isa_type isa_types[];
extern const unsigned isa_type_count;
/* With the dot: ".b32" -> its index, -1: none. */
int isa_type_find(const char *s, uint32_t n);

/* What a special register holds: the clause `holds` of its row. */
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
    uint8_t components; /* 4: %tid.x .. %tid.w; 0: a scalar */
    uint8_t avail;
    bool narrow;   /* read as less bits, too, down to 16 */
    uint8_t holds; /* enum isa_holds */
};
extern const struct isa_special isa_specials[];
extern const unsigned isa_special_count;
/* "%tid" -> its index, -1: none. */
int isa_special_find(const char *s, uint32_t n);

enum isa_directive_flag {
    DIRECTIVE_STATEMENT = 1, /* begins a statement */
    DIRECTIVE_ENTRY = 2,     /* tunes an .entry: stands between its parameters and its body */
    DIRECTIVE_FUNC = 4,      /* ... a .func */
    DIRECTIVE_STRINGS = 8,   /* its values are strings, not numbers */
    DIRECTIVE_NONZERO = 16,  /* 0 is no value of it */
    DIRECTIVE_ONCE = 32,     /* not to be repeated */
    DIRECTIVE_MEMORY = 64,   /* a value above 0 gives each CTA memory of its own */
    DIRECTIVE_PART = 128, /* no word: `.pragma::WORD` is a string, `.section::minus` a sign, ... */
    DIRECTIVE_SECTION_NAME = 256 /* a section may have its name */
};

/* What the product of the values of a directive says of a kernel. */
enum isa_bound {
    BOUND_NONE,
    BOUND_THREADS,       /* the most threads of a CTA */
    BOUND_EXACT_THREADS, /* the threads of a CTA */
    BOUND_CTAS,          /* the least CTAs of an SM */
    BOUND_CLUSTER,       /* the CTAs of a cluster */
    BOUND_REGISTERS      /* the most registers of a thread */
};

typedef uint64_t isa_directive_set; /* a bit for each directive */

/* A word of directives and declarations. */
struct isa_directive {
    const char *name; /* ".alias" */
    uint16_t flags;
    uint8_t avail;
    uint8_t until;        /* the first .version that refuses it, 21 for 2.1; 0: none does */
    uint8_t bound;        /* enum isa_bound */
    uint32_t least, most; /* how many values it takes */
    uint32_t limit;       /* the largest value; UINT32_MAX: any of 32 bits */
    isa_directive_set excludes, needs, never_after; /* of those that tune the same function */
};
extern const struct isa_directive isa_directives[]; /* sorted by name */
extern const unsigned isa_directive_count;
/* The directive's index, -1: no row has the word. */
int isa_directive_find(const char *s, uint32_t n);
/* What the word needs, an index into isa_avails; 0: nothing. */
uint8_t isa_directive_avail(const char *s, uint32_t n);

/* ---- words ---- */

typedef uint32_t isa_string; /* offset in isa_text */
extern const char isa_text[];

enum isa_word_flag {
    WORD_IGNORED = 1,      /* the assembler skips it where no form knows it */
    WORD_IGNORED_ONCE = 2, /* ... but not two of its class */
    WORD_REPEAT = 4,       /* may be given twice */
    WORD_CONVERGED = 8,    /* all threads of a warp execute the instruction together */
    WORD_SILENT = 16,      /* no part of a name in C++ */
    WORD_NAME = 32         /* a name to the assembler: a section may be called so */
};

struct isa_word {
    isa_string text; /* ".cta_group::1" */
    uint16_t length;
    uint8_t class; /* 0: none; words of one class stand for each other */
    uint8_t flags;
    uint8_t since;  /* the first release that ignores it */
    uint8_t tag;    /* 0: none; in C++ it is a value of this type */
    uint8_t type;   /* 1 + index of the type that it names; 0: it names none */
    isa_string cxx; /* its name in C++; "": made of its text */
};
/* Sorted by bytes; record 0 is no word. */
extern const struct isa_word isa_words[];
extern const uint16_t isa_word_count;
extern const isa_string isa_classes[]; /* names */
extern const isa_string isa_tags[];    /* names; record 0 is none */
extern const uint16_t isa_tag_count;
/* The word's index, 0: no PTX word that the tables know. */
uint16_t isa_word_find(const char *s, uint32_t n);
/* The type that a word names; NULL: it names none. */
static inline const struct isa_type *isa_word_type(uint16_t word) {
    return isa_words[word].type ? &isa_types[isa_words[word].type - 1] : NULL;
}

/* ---- instructions ---- */

enum { ISA_NONE = UINT16_MAX };

struct isa_span {
    uint16_t first, count;
};

struct isa_attr {
    uint16_t name; /* number of an attribute, the same in isa_code */
    int32_t value;
};

/* A word in a set, with what it says there. */
struct isa_member {
    uint16_t word;
    uint8_t avail;
    struct isa_span attrs; /* isa_attrs */
};

enum isa_slot_flag {
    SLOT_OPTIONAL = 1,
    SLOT_WANTED = 2, /* by the manual alone: warn if empty */
    SLOT_REPEAT = 4  /* the assembler skips more words of it */
};

/* A place for one word of a set. */
struct isa_slot {
    struct isa_span members; /* isa_members */
    uint16_t default_member; /* stands for an absent word; ISA_NONE */
    uint8_t role;            /* number within the instruction: conditions speak of roles */
    uint8_t flags;
    uint8_t together; /* not 0: slots of one form with this number are all filled, or none */
    uint8_t order;    /* not 0: ... are filled in their order */
    uint8_t avail;
};

enum isa_alt_op {
    ALT_REGISTER, /* types */
    ALT_INTEGER,  /* ranges; none: any */
    ALT_FLOAT,
    ALT_VARIABLE, /* spaces */
    ALT_FUNCTION,
    ALT_LABEL,
    ALT_BRANCHES,  /* the label of a .branchtargets */
    ALT_CALLEES,   /* the label of a .callprototype or .calltargets */
    ALT_ARGUMENTS, /* (...) */
    ALT_NOT,       /* !x; inner */
    ALT_MINUS,     /* -x; inner */
    ALT_PART,      /* bytes or halves of a register; spaces: enum isa_part; inner */
    ALT_SINK,
    ALT_SPECIAL,         /* types; length, if a vector as a whole */
    ALT_OFFSET,          /* x+imm without brackets; inner */
    ALT_ADDRESS,         /* [x], [x+imm]; inner */
    ALT_BARE,            /* [x]; inner */
    ALT_UNIFIED,         /* [x].unified, [x+imm].unified; inner */
    ALT_VECTOR,          /* {x, ...}; inner, from the second element on inner2; length */
    ALT_PAIR,            /* x|y; inner, inner2 */
    ALT_INDEX,           /* x[...]; inner */
    ALT_LATER,           /* x, but not as the first element of a vector; inner */
    ALT_BESIDE,          /* x, as an element beside one that fits; inner */
    ALT_WHOLE,           /* x, but not a component `.x`; inner */
    ALT_PARAM,           /* a .param variable of one of the types */
    ALT_UNLOWERED,       /* x, where the instruction is not lowered; inner */
    ALT_PARSED,          /* x, for which the assembler fails to generate code: lenient; inner */
    ALT_USUAL,           /* x, which compilers write although the manual does not have it; inner */
    ALT_VECTOR_REGISTER, /* inner: its elements; length */
    ALT_BY_WORD          /* what the word of a role says: role; choices */
};

/* Parts of a register that the video instructions name, such as .b0 and .h10: a set. */
enum isa_part {
    PART_ONE = 1,         /* .b0 to .b3, .h0, .h1 */
    PART_HALVES = 2,      /* two digits: .h00 to .h33 */
    PART_BYTES = 4,       /* four digits: .b0000 to .b7777 */
    PART_SOME_HALVES = 8, /* a mask: .h0 .h1 .h10 */
    PART_SOME_BYTES = 16  /* a mask, its digits falling: .b0 to .b3210 */
};

enum isa_alt_flag {
    ALT_LENIENT = 1,   /* the manual does not have it: warn */
    ALT_ONLY = 2,      /* ALT_VECTOR: no register of a wrong type beside one of the right */
    ALT_APART = 4,     /* ALT_VECTOR: the first element need not agree with the others in type */
    ALT_UNBOUNDED = 8, /* ALT_VECTOR, ALT_VECTOR_REGISTER: of any length */
    ALT_STRICT = 16    /* ALT_VECTOR: special registers and variables are no registers */
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

/* Of the kinds that a word chooses from, the one for this word. */
struct isa_choice {
    uint16_t word, kind;
};

/* What an operand may be. */
struct isa_kind {
    isa_string name;      /* "" if written in place */
    isa_string phrase;    /* "a 64-bit register or an integer" */
    isa_string also;      /* what only the assembler takes, in words */
    struct isa_span alts; /* isa_alts */
};

enum isa_range_flag { RANGE_WRAP32 = 1, RANGE_POW2 = 2, RANGE_NONZERO = 4 };

/* An integer fits if one of the ranges holds it. */
struct isa_range {
    int64_t low, high;
    uint32_t multiple; /* 0: of any */
    uint8_t flags;
    uint8_t avail;
};

enum isa_operand_flag {
    OPERAND_OPTIONAL = 1,
    OPERAND_GROUP = 2,
    OPERAND_WRITTEN = 4,  /* the register, or what the address points to */
    OPERAND_UPDATED = 8,  /* written, and read before */
    OPERAND_GENERIC = 16, /* a generic address, where isa_insn.generic_when holds */
    OPERAND_SIGNED = 32   /* its numbers have a sign */
};

struct isa_operand {
    isa_string name;
    uint16_t kind;
    uint16_t condition; /* code: it is there exactly when this holds; 0: always */
    uint8_t flags;
    uint8_t size; /* of a GROUP `[a, b]`: records behind this one that stand inside */
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
    isa_string text;     /* what to say; "": made of its words */
    uint16_t when, need; /* code; 0: always */
    uint8_t op, flags, avail;
};

/* A word that the assembler skips on one instruction, or does not though it does elsewhere. */
struct isa_ignore {
    uint16_t word;
    uint8_t most; /* of the words of its group; 0: refused */
    uint8_t group;
};

/* An operand whose value has a layout. */
struct isa_described {
    isa_string operand, layout; /* their names */
};

/* What an instruction does beside writing its operands; each one implies those before it. */
enum isa_effect {
    EFFECT_PURE,     /* nothing: a compiler may drop, repeat or move it */
    EFFECT_STEADY,   /* the warp computes it together, or it reads memory that nothing writes */
    EFFECT_CARRY_IN, /* it reads the carry flag */
    EFFECT_CARRY,    /* it writes the carry flag */
    EFFECT_VOLATILE, /* not on memory that a program sees */
    EFFECT_MEMORY,   /* it reads or writes memory */
    EFFECT_ORDER     /* it orders accesses that others make */
};

/* What an instruction does, where code must know it: the clause `does` of its row. */
enum isa_does {
    DOES_NOTHING_SPECIAL,
#define DOES(name) DOES_##name,
#include "isa/does.def"
#undef DOES
    DOES_COUNT
};

/* A line, or a few, as one would write it. */
struct isa_example {
    isa_string text, doc; /* doc: "" if there is nothing to say */
};

enum isa_insn_flag {
    INSN_LOWERED = 1,
    INSN_MARKS = 2, /* another is never after it */
    INSN_WHOLE = 4, /* where it is lowered it takes no components of vector registers */
    INSN_LOOSE = 8, /* the last word of its name is a qualifier to the assembler */
    INSN_ASYNC = 16 /* has an event that is not plain */
};

struct isa_insn {
    isa_string name, doc, manual;
    struct isa_span forms, rules;
    struct isa_span roles;      /* isa_roles: names */
    struct isa_span ignores;    /* isa_ignores */
    struct isa_span examples;   /* isa_examples */
    uint8_t avail, flags, does; /* does: enum isa_does */
    isa_string never_after;     /* name of an instruction, "": none */
    uint8_t distinct;           /* no register stands twice among so many first operands */
    uint16_t lowered;           /* code: when the flag counts; 0: always */
    uint8_t effect;             /* enum isa_effect */
    uint8_t effect_then;        /* ... what it has instead, when ... */
    uint16_t effect_when;       /* code: ... this holds; 0: never */
    uint16_t generic_when;      /* code: when addresses are generic; 0: always */
    struct isa_span described;  /* isa_described */
    isa_string cxx;             /* its name in C++; "": made of its own */
    isa_string unwrapped;       /* why no function of C++ stands for it; "": some do */
    uint64_t implied;           /* roles, a bit each, that C++ need not know of */
    struct isa_span events;     /* isa_events */
    struct isa_span calls;      /* isa_calls */
};

/* Another name and signature of some functions of C++, which another library gave them. */
struct isa_call {
    isa_string name;         /* what the function's name begins with */
    struct isa_span named;   /* isa_call_roles: words that follow it */
    struct isa_span tags;    /* isa_call_roles: tags, in the order of the parameters */
    struct isa_span deduced; /* isa_call_operands: those whose C++ type says what `.type` says */
    uint16_t suffix;         /* how many words of `named` stand before a suffix; more: all */
    uint16_t when;           /* code: which lines; 0: all */
};

/* Conditions and lengths as postfix code; condition.h evaluates it. Operators of two values stand
 * last. */
enum isa_op {
    ISA_END,
    ISA_TRUE,
    ISA_ROLE,       /* role: it is filled */
    ISA_ROLE_IS,    /* role, n, n words: it holds (or stands for) one of them */
    ISA_OPERAND,    /* name (isa_string): such an operand is given */
    ISA_OPERAND_IS, /* name, kind */
    ISA_UP_TO,   /* name, name: the first is not more than the second, as far as both are numbers */
    ISA_TARGET,  /* set */
    ISA_RELEASE, /* first release */
    ISA_VERSION, /* first .version */
    ISA_GUARDED, /* it has a guard */
    ISA_KERNEL,  /* it stands in the body of an entry */
    ISA_INDEPENDENT, /* the module has texmode_independent */
    ISA_BEFORE,      /* role, role: both are filled, the first before the other */
    ISA_NUMBER,      /* n */
    ISA_ATTR,        /* attribute, role */
    ISA_WORD,        /* word (isa_string): the instruction has it; in layouts only */
    ISA_FIELD_IS,    /* field, first, count: its number is in one of isa_numbers; in layouts only */
    ISA_NOT,
    ISA_AND,
    ISA_OR,
    ISA_ADD,
    ISA_SUB,
    ISA_MUL,
    ISA_DIV, /* rounds up */
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

/* Opcodes that begin with one of these are all in the tables: any other is an error. */
extern const isa_string isa_closed[];
extern const uint16_t isa_closed_count;
extern const uint16_t isa_kind_count, isa_rule_count;

/* What a word means, or an operand of this name. */
struct isa_meant {
    isa_string name; /* ".rn", "policy" */
    isa_string root; /* of instructions whose names begin so; "": of all that have no other */
    isa_string text;
};
extern const struct isa_meant isa_meant[];
extern const uint16_t isa_meant_count;

/* What people write instead of the instruction that they mean. */
struct isa_misnamed {
    isa_string name;  /* "cp.async.bulk.wait_all": its first word, and the others behind it */
    isa_string meant; /* "cp.async.bulk.wait_group 0" */
};
extern const struct isa_misnamed isa_misnamed[];
extern const uint16_t isa_misnamed_count;

/* Words of which a kernel may use one: opcodes that begin with `root` count. */
struct isa_uniform {
    isa_string root;
    struct isa_span words; /* isa_uniform_words */
    uint8_t since;         /* the first release that refuses two */
};
extern const struct isa_uniform isa_uniforms[];
extern const uint16_t isa_uniform_words[];
extern const uint16_t isa_uniform_count;

/* Each .version that a condition asks for (ISA_VERSION), once, in no order. Between two of them a
 * newer .version takes all that an older one takes. */
extern const uint8_t isa_breaks[];
extern const uint16_t isa_break_count;

/* ---- layouts: values made of fields ---- */

/* What one value of a field means. */
struct isa_meaning {
    isa_string name;
    uint32_t value;
};

/* Where the condition holds, the field has one of these values. */
struct isa_meanings {
    struct isa_span list; /* isa_meaning_list */
    uint16_t when;        /* code; 0: always */
};

/* first, first + step ... up to last */
struct isa_numbers {
    uint32_t first, last, step;
};

enum isa_field_flag {
    FIELD_RESERVED = 1, /* always `fixed` */
    FIELD_UNUSED = 2    /* nobody says what it holds */
};

struct isa_field {
    isa_string name, doc;     /* "": it has none */
    uint8_t low, high, flags; /* bits */
    uint8_t times;            /* the number that it stands for is so many times its bits */
    uint32_t fixed;
    struct isa_span meanings; /* isa_meanings */
};

/* Where the condition holds, the field is one of these numbers. */
struct isa_layout_rule {
    isa_string name, why; /* why: "" if there is nothing to say */
    uint16_t when;        /* code; 0: always */
    uint16_t field;
    struct isa_span numbers; /* isa_numbers */
};

struct isa_layout {
    isa_string name, title, manual;
    isa_string words; /* ".kind::f16 .kind::tf32": an instruction has one; "": it is for all */
    uint8_t width;
    struct isa_span fields, rules; /* isa_fields, isa_layout_rules */
};
extern const struct isa_layout isa_layouts[]; /* layouts of one name are for different words */
extern const uint16_t isa_layout_count;
extern const struct isa_field isa_fields[];
extern const struct isa_meanings isa_meanings[];
extern const struct isa_meaning isa_meaning_list[];
extern const struct isa_numbers isa_numbers[];
extern const struct isa_layout_rule isa_layout_rules[];

/* ---- events: what instructions do to the asynchronous protocol; event.h has their names ---- */

enum isa_argument_op {
    ARGUMENT_OPERAND, /* the operand of this name, if it is given */
    ARGUMENT_NUMBER,  /* what the code comes to */
    ARGUMENT_FLAG,    /* 1 if the code holds, 0 if it does not */
    ARGUMENT_NAMED,   /* the name that the word in a role stands for, else this name */
    ARGUMENT_OPS
};

/* Of an argument with names: this word stands for that name. */
struct isa_word_name {
    uint16_t word;
    uint8_t name; /* enum isa_event_name */
};

struct isa_argument {
    uint8_t what;       /* enum isa_event_argument */
    uint8_t op;         /* enum isa_argument_op */
    uint8_t name;       /* NAMED: enum isa_event_name if the role is empty, 0: none */
    uint8_t role;       /* NAMED: ISA_MOST_ROLES: none */
    uint16_t code;      /* NUMBER, FLAG */
    isa_string operand; /* OPERAND */
};

struct isa_event {
    uint8_t kind;              /* enum isa_event_kind */
    uint16_t when;             /* code; 0: always */
    struct isa_span arguments; /* isa_arguments */
};
extern const struct isa_event isa_events[];
extern const struct isa_argument isa_arguments[];

enum isa_taken_flag { TAKEN_OPTIONAL = 1 };

/* An argument that a kind of event takes. */
struct isa_taken {
    uint8_t what, flags;
};

struct isa_event_info { /* of a kind */
    isa_string name, doc;
    struct isa_span taken; /* isa_taken */
    bool plain;            /* code without asynchronous operations has it, too */
};
struct isa_argument_info {
    isa_string name, doc;
    uint8_t op;            /* enum isa_argument_op */
    struct isa_span words; /* isa_word_names */
};
extern const struct isa_event_info isa_event_infos[];       /* by enum isa_event_kind */
extern const struct isa_argument_info isa_argument_infos[]; /* by enum isa_event_argument */
extern const isa_string isa_event_names[];                  /* by enum isa_event_name */
extern const struct isa_taken isa_taken[];
extern const struct isa_word_name isa_word_names[];

/* ---- looking up ---- */

/* The instruction of exactly this name, ISA_NONE: none. */
uint16_t isa_insn_find(const char *s, uint32_t n);
/* The instruction that a chain such as "tcgen05.cp.cta_group::1" is of: that of the longest name
 * its words begin with. ISA_NONE: of none. */
uint16_t isa_insn_of_chain(const char *chain, uint32_t n);

static inline const char *isa_str(isa_string s) { return isa_text + s; }

/* `insn` may be ISA_NONE. */
static inline bool isa_does(uint16_t insn, enum isa_does what) {
    return insn != ISA_NONE && isa_insns[insn].does == what;
}

#endif
