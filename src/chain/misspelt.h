/* SPDX-License-Identifier: Apache-2.0
 * Opcodes with a slip of the pen. */
#ifndef CHAIN_MISSPELT_H
#define CHAIN_MISSPELT_H

#include "diag/diag.h"
#include "isa/tables.h"

/* Does the name of some instruction begin with the word? */
bool misspelt_is_root(struct text word);

/* The instruction that the first words of a chain mean, if they are its name but for one word,
 * which is no word of PTX and looks like that of the name; *length: how many bytes of the chain
 * stand for the name. ISA_NONE: there is none. */
uint16_t misspelt_insn(const char *chain, uint32_t n, uint32_t *length);

/* The first words of opcodes that `root`, which is none, may mean: none if there are many. */
struct words misspelt_roots(struct arena *arena, struct text root);

/* The row of a name that people use for another instruction; NULL: s[0..n) has no such name. */
const struct isa_misnamed *misspelt_known(const char *s, uint32_t n);

#endif
