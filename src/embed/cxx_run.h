/* SPDX-License-Identifier: Apache-2.0
 * Asm statements of C++ with nothing between them that matters: a run. The registers of a run are
 * numbered; operands with the same expression are the same register. */
#ifndef EMBED_CXX_RUN_H
#define EMBED_CXX_RUN_H

#include "embed/cxx.h"

/* Does the second statement surely follow the first one, with nothing executed between them but
 * declarations? Both are judged, and next to each other but for empty asm statements. */
bool cxx_follows(const struct cxx *cxx, const struct cxx_asm *first, const struct cxx_asm *second);
/* Is it an asm without text, which only ties C++ values together? */
bool cxx_is_empty(const struct cxx *cxx, const struct cxx_asm *a);
/* Appends one function that holds the statements [first, end) of cxx->asms; not if the text of one
 * of them is not known, or it declares registers for others. */
void cxx_add_run(struct cxx_text *t, uint32_t first, uint32_t end);

#endif
