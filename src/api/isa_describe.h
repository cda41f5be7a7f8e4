/* SPDX-License-Identifier: Apache-2.0
 * What the tables hold for people alone. */
#ifndef API_ISA_DESCRIBE_H
#define API_ISA_DESCRIBE_H

#include "isa/tables.h"
#include <stddef.h>

/* The instruction of this index; NULL: there is none. */
static inline const struct isa_insn *api_insn_at(size_t i) {
    return i < isa_insn_count ? &isa_insns[i] : NULL;
}

/* What the word, or the operand of this name, means in the instruction; "": nothing is said. */
const char *isa_meaning(const struct isa_insn *insn, isa_string name);

/* The name of the layouts of this operand's values; "": it has none. */
const char *isa_layout_of(const struct isa_insn *insn, isa_string operand);

#endif
