/* SPDX-License-Identifier: Apache-2.0
 * Qualifiers and operands of all forms of an instruction, each said once. */
#ifndef CLI_ISA_MERGE_H
#define CLI_ISA_MERGE_H

#include "ptxcheck.h"

enum { ISA_MERGE_MOST = 512, ISA_MERGE_FORMS = 64 };

/* A qualifier or an operand, and the forms that have just the same. */
struct isa_part {
    size_t form, index; /* in the first of them */
    uint64_t forms;
};
struct isa_parts {
    struct isa_part part[ISA_MERGE_MOST];
    size_t count;
};
/* In the order of their names' first appearance. */
void isa_merge_slots(struct isa_parts *parts, size_t insn);
void isa_merge_operands(struct isa_parts *parts, size_t insn);

/* Each form has the qualifier, and not the same choice of words: it tells forms apart. */
bool isa_tells_forms(const struct isa_parts *slots, size_t insn, const char *name);

#endif
