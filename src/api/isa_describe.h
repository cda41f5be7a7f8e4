/* SPDX-License-Identifier: Apache-2.0
 * Parts of the tables that serve only as documentation. */
#ifndef API_ISA_DESCRIBE_H
#define API_ISA_DESCRIBE_H

#include "isa/tables.h"
#include <stddef.h>

/* Returns the instruction with this index, or NULL. */
static inline const struct isa_insn *api_insn_at(size_t i) {
    return i < isa_insn_count ? &isa_insns[i] : NULL;
}

/* Returns the meaning of the word, or of the operand with this name, in the instruction, or "". */
const char *isa_meaning(const struct isa_insn *insn, isa_string name);

/* Returns the name of the layouts of this operand's values, or "". */
const char *isa_layout_of(const struct isa_insn *insn, isa_string operand);

#endif
