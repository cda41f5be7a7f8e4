/* SPDX-License-Identifier: Apache-2.0
 * The qualifiers and operands of all forms of an instruction, each listed once. */
#ifndef PROGRAM_ISA_MERGE_H
#define PROGRAM_ISA_MERGE_H

#include "ptxcheck.h"

enum { ISA_MERGE_MOST = 1024, ISA_MERGE_FORMS = 64 };

/* A word that may fill a qualifier of this name, and the forms in which it has the same
 * requirements. */
struct isa_word {
    const char *slot, *word, *meaning;
    ptxc_isa_avail avail;
    uint64_t forms;
};
struct isa_slot {
    const char *name;
    const char *standard;     /* the default if the word is absent, or "" */
    uint64_t forms, optional; /* the forms that have it, and those in which it may be omitted */
    bool wanted;              /* required only by the manual */
    bool tells; /* every form requires it but with different words, so it distinguishes the forms */
};
struct isa_words {
    struct isa_word word[ISA_MERGE_MOST];
    struct isa_slot slot[ISA_MERGE_FORMS];
    size_t word_count, slot_count;
};
/* The words of one qualifier need not be adjacent. */
void isa_merge_words(struct isa_words *words, size_t insn);

/* An operand, and the forms that have an identical one. */
struct isa_part {
    size_t form, index; /* indexes in the first of these forms */
    uint64_t forms;
};
struct isa_parts {
    struct isa_part part[ISA_MERGE_MOST];
    size_t count;
};
/* Merges operands, in the order in which their names first appear. */
void isa_merge_operands(struct isa_parts *parts, size_t insn);

#endif
