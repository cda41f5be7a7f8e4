/* SPDX-License-Identifier: Apache-2.0
 * Misspelled opcodes. */
#ifndef CHAIN_MISSPELT_H
#define CHAIN_MISSPELT_H

#include "diag/diag.h"
#include "isa/tables.h"

/* Returns true if the name of some instruction starts with the word. */
bool misspelt_is_root(struct text word);

/* Returns the instruction that the first words of a chain mean. All words but one must match its
 * name; the other must not be a word of PTX and must resemble the one in the name. Sets *length to
 * the number of bytes of the chain that stand for the name. Returns ISA_NONE if there is none. */
uint16_t misspelt_insn(const char *chain, uint32_t n, uint32_t *length);

/* Returns the first words of opcodes that `root`, which is unknown, may mean; none if there are
 * many. */
struct words misspelt_roots(struct arena *arena, struct text root);

/* Returns the row of a name that is commonly used for another instruction, or NULL if s[0..n) does
 * not have such a name. */
const struct isa_misnamed *misspelt_known(const char *s, uint32_t n);

#endif
