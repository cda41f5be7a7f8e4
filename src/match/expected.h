/* SPDX-License-Identifier: Apache-2.0
 * What may stand here? The one question behind "expected ...", "did you mean ..." and completion.
 */
#ifndef MATCH_EXPECTED_H
#define MATCH_EXPECTED_H

#include "chain/chain.h"
#include "match/match.h"

/* The words that fill a slot, beside the others of the chain and without breaking a rule on
 * qualifiers; all words of the slot if each breaks one. */
struct words expected_in_slot(const struct match_context *c, const struct chain_form *f,
                              uint16_t slot);
/* The slot that is missing first and shares a class or the part before `::` with this word, or with
 * `any` one that might be filled; ISA_NONE: there is none. */
uint16_t expected_slot_like(const struct chain_form *f, struct text spelling, uint16_t word,
                            bool any);
/* The word nearest to one that nobody knows: of the missing slots, else of the form, else of all
 * PTX. NULL: nothing is near, or two are as near. */
const struct isa_word *expected_near(const struct chain_form *f, struct text spelling);
/* The second part of an opcode of a closed family. */
struct words expected_opcodes(const struct match_context *c, const char *root, uint32_t length);

#endif
