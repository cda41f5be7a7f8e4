/* SPDX-License-Identifier: Apache-2.0
 *
 * The instruction set as data: instructions, forms, qualifiers, operands, rules, and the layouts of
 * descriptors. No function here needs a module.
 */
#ifndef PTXCHECK_ISA_H
#define PTXCHECK_ISA_H

#include "ptxcheck_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the instruction set -----------------------------------------------------------------------
 * The tables that modules are checked against. They are constant data, which needs no module and
 * may be read from any thread. An instruction has forms; a form has slots, each for one qualifier,
 * and operands; rules apply to all forms. Each `_get` function of this section fills *out with the
 * record of the given indexes and returns PTXC_NOT_FOUND if an index is past the end. Each `_text`
 * function returns 0 if an index is past the end or there is nothing to say. */

/* What something requires: a .version (0 for any) and one of these targets. */
typedef struct ptxc_isa_avail {
    uint32_t version;
    ptxc_set targets;
} ptxc_isa_avail;

typedef struct ptxc_isa_insn {
    const char *name;    /* "tcgen05.cp" */
    const char *summary; /* what it does */
    const char *manual;  /* anchor in the page of the manual */
    ptxc_isa_avail avail;
    ptxc_set releases; /* the releases of ptxas that changed their verdict on something in it */
    size_t distinct;   /* warn if two of the first `distinct` operands are the same register */
    size_t form_count, rule_count, example_count;
    const char *never_after; /* warn if this instruction always runs before it, or "" */
} ptxc_isa_insn;
/* Returns the number of instructions. They are in the order of their names. */
PTXC_API size_t ptxc_isa_insn_count(void);
/* Fills *out with the instruction of this index. Returns PTXC_NOT_FOUND past the last one. */
PTXC_API ptxc_status ptxc_isa_insn_get(size_t insn, ptxc_isa_insn *out);
/* Writes what a kernel and the functions that it calls must agree on when they use the instruction:
 * "a kernel and the functions it calls have one of ...". */
PTXC_API size_t ptxc_isa_insn_kernel_rule_text(size_t insn, char *buffer, size_t size);
/* Writes what the instruction does besides writing its operands: "may read or write memory, now or
 * later". */
PTXC_API size_t ptxc_isa_insn_effect_text(size_t insn, char *buffer, size_t size);
/* Writes the qualifiers that ptxas ignores although no form has them: ".sat .ftz". */
PTXC_API size_t ptxc_isa_insn_ignored_text(size_t insn, char *buffer, size_t size);

/* What an instruction is for. */
typedef struct ptxc_isa_purpose {
    const char *text;   /* sentences, with the names of other instructions in single quotes */
    const char *kernel; /* the heading of a kernel in docs/kernels.md that uses it, or "" */
} ptxc_isa_purpose;
/* Fills *out with the purpose of an instruction. Returns PTXC_NOT_FOUND if the tables have none. */
PTXC_API ptxc_status ptxc_isa_purpose_get(size_t insn, ptxc_isa_purpose *out);

/* One or more typical instructions, which ptxas and ptxcheck accept. */
typedef struct ptxc_isa_example {
    const char *text;
    const char *summary; /* what the example shows, or "" */
} ptxc_isa_example;
/* Fills *out with an example of an instruction. */
PTXC_API ptxc_status ptxc_isa_example_get(size_t insn, size_t example, ptxc_isa_example *out);

/* Sets *insn to the index of the instruction of a chain such as "tcgen05.cp.cta_group::1", that is,
 * the longest instruction name that the chain begins with. `length` is in bytes; the chain need not
 * end with NUL. Returns PTXC_NOT_FOUND if the opcode is unknown, and PTXC_BAD_ARGUMENT if the chain
 * is longer than 65,535 bytes. */
PTXC_API ptxc_status ptxc_isa_insn_find(const char *chain, size_t length, size_t *insn);

typedef struct ptxc_isa_form {
    const char *name;     /* "" if it has none */
    const char *syntax;   /* in the style of the manual */
    ptxc_isa_avail avail; /* in addition to that of the instruction */
    size_t slot_count, operand_count;
} ptxc_isa_form;
/* Fills *out with a form of an instruction. */
PTXC_API ptxc_status ptxc_isa_form_get(size_t insn, size_t form, ptxc_isa_form *out);

typedef struct ptxc_isa_slot {
    const char *name; /* ".shape", or the word itself if the slot has only one */
    bool optional;
    bool wanted;       /* ptxas treats it as optional, but the manual requires it */
    uint32_t together; /* if not 0: either all slots of the form with this number are filled or none
                          is */
    uint32_t order;    /* if not 0: the slots with this number are written in this order */
    size_t value_count, default_value; /* the value that applies if the slot is empty, or the count
                                          if it has no default */
    ptxc_isa_avail avail;
} ptxc_isa_slot;
/* Fills *out with a slot of a form. */
PTXC_API ptxc_status ptxc_isa_slot_get(size_t insn, size_t form, size_t slot, ptxc_isa_slot *out);

/* A word that may fill a slot. */
typedef struct ptxc_isa_slot_value {
    const char *word;
    ptxc_isa_avail avail;
    const char *meaning; /* "" if the word explains itself */
} ptxc_isa_slot_value;
/* Fills *out with a value of a slot. */
PTXC_API ptxc_status ptxc_isa_slot_value_get(size_t insn, size_t form, size_t slot, size_t value,
                                             ptxc_isa_slot_value *out);
/* Writes the numbers that the word stands for in rules and lengths: "n=8, per=2". */
PTXC_API size_t ptxc_isa_slot_value_numbers_text(size_t insn, size_t form, size_t slot,
                                                 size_t value, char *buffer, size_t size);

typedef struct ptxc_isa_operand {
    const char *name;
    const char *kind;    /* "a 64-bit register or an integer in 0..4" */
    const char *also;    /* what ptxas also accepts and ptxcheck warns about, or "" */
    bool optional;       /* it may always be omitted; a condition may also require its absence */
    size_t inside;       /* the number of following operands that an address `[a, b]` contains */
    bool written;        /* the instruction writes the register, or what the address points to */
    bool updated;        /* the instruction reads it before it writes it */
    const char *meaning; /* what it is for, or "" if its name says it */
    const char *layout;  /* the name of the layouts of its values (ptxc_layout_get), or "" */
} ptxc_isa_operand;
/* Fills *out with an operand of a form. */
PTXC_API ptxc_status ptxc_isa_operand_get(size_t insn, size_t form, size_t operand,
                                          ptxc_isa_operand *out);
/* Writes when the operand is present: "with .sp and before CUDA 13.1". Returns 0 if it always is.
 */
PTXC_API size_t ptxc_isa_operand_condition_text(size_t insn, size_t form, size_t operand,
                                                char *buffer, size_t size);
/* Writes the number of elements of a vector: "n(.times) * 2". Returns 0 if the operand is not a
 * vector or has one element. */
PTXC_API size_t ptxc_isa_operand_length_text(size_t insn, size_t form, size_t operand, char *buffer,
                                             size_t size);
/* Writes which numbers only some targets accept: "13..15 need .version 8.7 and sm_100f+". */
PTXC_API size_t ptxc_isa_operand_needs_text(size_t insn, size_t form, size_t operand, char *buffer,
                                            size_t size);

/* What each word permits, for an operand whose type a qualifier determines ("a register that fits
 * '.type'"). */
typedef struct ptxc_isa_operand_choice {
    const char *slot, *word;
    const char *kind; /* "a .f16 or .b16 register" */
} ptxc_isa_operand_choice;
/* Fills *out with a choice for an operand of a form. An operand without choices has no record. */
PTXC_API ptxc_status ptxc_isa_operand_choice_get(size_t insn, size_t form, size_t operand,
                                                 size_t choice, ptxc_isa_operand_choice *out);

typedef enum ptxc_isa_rule_kind {
    PTXC_RULE_REQUIRES,
    PTXC_RULE_FORBIDS,
    PTXC_RULE_NEEDS /* it requires a .version and targets: `avail` */
} ptxc_isa_rule_kind;

typedef struct ptxc_isa_rule {
    const char *name;       /* the same as ptxc_diag.rule */
    ptxc_severity severity; /* a warning if the manual forbids it and ptxas does not */
    const char *message;    /* "" if the message is composed from the words of the line */
    ptxc_isa_rule_kind kind;
    ptxc_isa_avail avail;
} ptxc_isa_rule;
/* Fills *out with a rule of an instruction. */
PTXC_API ptxc_status ptxc_isa_rule_get(size_t insn, size_t rule, ptxc_isa_rule *out);
/* Writes what a rule says: "with .64x128b: needs .warpx2::02_13 or .warpx2::01_23". Returns 0 if
 * the rule is shared with other instructions and never applies to this one. */
PTXC_API size_t ptxc_isa_rule_text(size_t insn, size_t rule, char *buffer, size_t size);

/* An event states how an instruction affects the asynchronous protocol of a kernel: it starts a
 * copy, arrives at an mbarrier, orders accesses, and so on. The events of an instruction are in the
 * order in which they happen. */
typedef struct ptxc_isa_event {
    const char *name;    /* "bulk_wait"; equal names are events of one kind */
    const char *summary; /* what an event of this kind does */
    size_t argument_count;
} ptxc_isa_event;
/* Fills *out with an event of an instruction. */
PTXC_API ptxc_status ptxc_isa_event_get(size_t insn, size_t event, ptxc_isa_event *out);
/* Writes when the event happens: "with .bulk_group". Returns 0 if it always does. */
PTXC_API size_t ptxc_isa_event_condition_text(size_t insn, size_t event, char *buffer, size_t size);

typedef struct ptxc_isa_event_argument {
    const char *name;    /* "barrier" */
    const char *summary; /* "the address of the mbarrier" */
} ptxc_isa_event_argument;
/* Fills *out with an argument of an event of an instruction. */
PTXC_API ptxc_status ptxc_isa_event_argument_get(size_t insn, size_t event, size_t argument,
                                                 ptxc_isa_event_argument *out);
/* Writes what the argument is: the name of an operand, "mbar"; a number, "16"; the name of a slot
 * whose word determines the argument, followed by the default, ".sem | release"; or a name,
 * "global". */
PTXC_API size_t ptxc_isa_event_argument_text(size_t insn, size_t event, size_t argument,
                                             char *buffer, size_t size);

/* ---- descriptors -----------------------------------------------------------------------------
 * Tensor core instructions take values that consist of fields: instruction descriptors, descriptors
 * of matrices in shared memory, masks. A layout says which bits mean what. Layouts and fields are
 * identified by their index. These functions allocate nothing and may be called from any thread.
 * The `manual` member of a layout is the anchor of the section in the PTX ISA manual.
 *
 * `qualifiers` is what is known of the instruction: all of it,
 * "tcgen05.mma.ws.cta_group::1.kind::f16", some of its qualifiers, ".kind::f16.cta_group::2", or
 * NULL. What is unknown is not checked. */

typedef struct ptxc_layout {
    const char *name;   /* "idesc"; layouts with the same name differ in `qualifiers` */
    const char *title;  /* "instruction descriptor" */
    const char *manual; /* anchor in the page of the PTX ISA manual */
    const char
        *qualifiers; /* the instruction has one of these: ".kind::f16 .kind::tf32"; "" for any */
    uint32_t width;  /* 32 or 64, in bits */
    uint32_t field_count;
} ptxc_layout;

typedef struct ptxc_field {
    const char *name;   /* "m", or "" for reserved or unused bits */
    const char *doc;    /* "rows of A and D" */
    uint32_t low, high; /* its bits, inclusive */
    uint32_t factor;    /* its number is its bits times this factor */
    bool reserved;      /* its value is always that of ptxc_layout_empty */
} ptxc_field;

typedef struct ptxc_field_value {
    const char *name; /* "BF16" */
    uint64_t number;
} ptxc_field_value;

/* Returns the number of layouts. */
PTXC_API size_t ptxc_layout_count(void);
/* Fills *out with the layout of this index. Returns PTXC_NOT_FOUND past the last one. */
PTXC_API ptxc_status ptxc_layout_get(size_t layout, ptxc_layout *out);
/* Sets *layout to the layout of this name for an instruction. `qualifiers` may be NULL. Returns
 * PTXC_NOT_FOUND if there is none, or if the qualifiers do not determine which one. */
PTXC_API ptxc_status ptxc_layout_find(const char *name, const char *qualifiers, size_t *layout);
/* Returns the value in which every field is 0, except for reserved bits that must not be 0. Returns
 * 0 if there is no such layout. */
PTXC_API uint64_t ptxc_layout_empty(size_t layout);

/* Fills *out with a field of a layout. Returns PTXC_NOT_FOUND if there is no such field. */
PTXC_API ptxc_status ptxc_field_get(size_t layout, size_t field, ptxc_field *out);
/* Fills *out with a named value that a field can have in an instruction. `qualifiers` may be NULL.
 * Returns PTXC_NOT_FOUND if there is no such field or the index is past its last value. */
PTXC_API ptxc_status ptxc_field_value_get(size_t layout, size_t field, const char *qualifiers,
                                          size_t index, ptxc_field_value *out);
/* Sets *number to the number of a field of `descriptor`, that is, to its bits times the factor.
 * Returns PTXC_NOT_FOUND if there is no such field. */
PTXC_API ptxc_status ptxc_field_decode(size_t layout, size_t field, uint64_t descriptor,
                                       uint64_t *number);
/* Sets a field of *descriptor to a number. Returns PTXC_BAD_ARGUMENT and changes nothing if the
 * field cannot hold the number, and PTXC_NOT_FOUND if there is no such field. */
PTXC_API ptxc_status ptxc_field_encode(size_t layout, size_t field, uint64_t number,
                                       uint64_t *descriptor);
/* Writes what is wrong with a field of `descriptor` in an instruction on the target `arch`,
 * "sm_100a". If `arch` is NULL or unknown, it stands for any target. `qualifiers` may be NULL.
 * Returns 0 if nothing is known to be wrong or there is no such field. */
PTXC_API size_t ptxc_field_problem_text(size_t layout, size_t field, uint64_t descriptor,
                                        const char *qualifiers, const char *arch, char *buffer,
                                        size_t size);

#ifdef __cplusplus
}
#endif
#endif
