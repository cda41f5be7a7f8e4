/* SPDX-License-Identifier: Apache-2.0
 * A run: asm statements of C++ with nothing relevant in between. The registers of a run are
 * numbered; operands with the same expression share a register. */
#ifndef EMBED_CXX_RUN_H
#define EMBED_CXX_RUN_H

#include "embed/cxx.h"

/* Returns true if the second statement is known to follow the first one with nothing executed in
 * between except declarations. Both must be checked, and adjacent except for empty asm
 * statements. */
bool cxx_follows(const struct cxx *cxx, const struct cxx_asm *first, const struct cxx_asm *second);
/* Returns true for an asm without text, which only ties C++ values together. */
bool cxx_is_empty(const struct cxx *cxx, const struct cxx_asm *a);
/* Appends one function that contains the statements [first, end) of cxx->asms, unless the text of
 * one of them is unknown or it declares registers for others. */
void cxx_add_run(struct cxx_text *t, uint32_t first, uint32_t end);

#endif
