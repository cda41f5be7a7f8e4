/* SPDX-License-Identifier: Apache-2.0
 * Conditions and rules of the tables in words. */
#ifndef ISA_WORDS_H
#define ISA_WORDS_H

#include "isa/tables.h"
#include "base/text_builder.h"

/* Writes "with .64x128b and before CUDA 13.1", or nothing for code 0. */
void isa_words_when(struct text_builder *out, const struct isa_insn *insn, uint16_t code);
/* Writes a length as "n(.times) * per(.tshape)". */
void isa_words_number(struct text_builder *out, const struct isa_insn *insn, uint16_t code);
/* Writes "with .64x128b: needs .warpx2::02_13 or .warpx2::01_23". */
void isa_words_rule(struct text_builder *out, const struct isa_insn *insn,
                    const struct isa_rule *rule);
/* Writes ".version 8.6 and one of sm_100f+, sm_110f+", or nothing for record 0. */
void isa_words_avail(struct text_builder *out, uint8_t avail);

/* Returns the releases, one bit each, in which the value of the code changes. */
uint64_t isa_words_releases(uint16_t code);

#endif
