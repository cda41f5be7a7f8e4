/* SPDX-License-Identifier: Apache-2.0
 * Qualifiers and operands of all forms of an instruction, each said once. */
#ifndef PROGRAM_ISA_MERGE_H
#define PROGRAM_ISA_MERGE_H

#include "ptxcheck.h"

enum { ISA_MERGE_MOST = 1024, ISA_MERGE_FORMS = 64 };

/* A word that may fill a qualifier of this name, and the forms where it needs just the same. */
struct isa_word {
    const char *slot, *word, *meaning;
    ptxc_isa_avail avail;
    uint64_t forms;
};
struct isa_slot {
    const char *name;
    const char *standard;     /* stands for an absent word; "": none */
    uint64_t forms, optional; /* that have it; where it may be left out */
    bool wanted;              /* by the manual alone */
    bool tells; /* each form demands it, not with the same words: it tells them apart */
};
struct isa_words {
    struct isa_word word[ISA_MERGE_MOST];
    struct isa_slot slot[ISA_MERGE_FORMS];
    size_t word_count, slot_count;
};
/* Words of one qualifier need not stand together. */
void isa_merge_words(struct isa_words *words, size_t insn);

/* An operand, and the forms that have just the same. */
struct isa_part {
    size_t form, index; /* in the first of them */
    uint64_t forms;
};
struct isa_parts {
    struct isa_part part[ISA_MERGE_MOST];
    size_t count;
};
/* In the order of their names' first appearance. */
void isa_merge_operands(struct isa_parts *parts, size_t insn);

#endif
