/* SPDX-License-Identifier: Apache-2.0
 * What can be written at a place. "expected ...", "did you mean ..." and completion all use
 * this. */
#ifndef MATCH_EXPECTED_H
#define MATCH_EXPECTED_H

#include "chain/chain.h"
#include "match/match.h"

/* Returns the words that can fill a slot next to the other words of the chain without violating a
 * rule on qualifiers. If every word violates one, returns all words of the slot. */
struct words expected_in_slot(const struct match_context *c, const struct chain_form *f,
                              uint16_t slot);
/* Returns the first missing slot that shares a class or the part before `::` with this word or,
 * with `any`, the first similar slot that could be filled. Returns ISA_NONE if there is none. */
uint16_t expected_slot_like(const struct chain_form *f, struct text spelling, uint16_t word,
                            bool any);
/* Returns the word nearest to an unknown one: of the missing slots, else of the form, else of all
 * PTX. Returns NULL if none is near, or if two are equally near. */
const struct isa_word *expected_near(const struct chain_form *f, struct text spelling);
/* Returns the possible second parts of an opcode of a closed family. */
struct words expected_opcodes(const struct match_context *c, const char *root, uint32_t length);

#endif
