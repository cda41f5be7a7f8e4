/* SPDX-License-Identifier: Apache-2.0
 * What kinds of operands are in C++. Of a kind counts what the manual has, and of kinds that a word
 * of the line chooses from, the one chosen. */
#ifndef EMIT_KIND_H
#define EMIT_KIND_H

#include "match/parts.h"

struct emit_type {
    const char *name;
    const char *ptx; /* of a register around the instruction; NULL: the asm takes it as it is */
    char letter;     /* the constraint */
};
extern const struct emit_type EMIT_PREDICATE, EMIT_BYTE, EMIT_WIDE;

/* Where a predicate or another register may stand, those of its sort. */
uint64_t emit_of_sort(uint64_t types, bool is_predicate);
/* Of a register of any of these types; of none, whatever. */
struct emit_type emit_type_of(uint64_t types, bool has_sign);
/* The types of the registers that a kind takes; 0: none. */
uint64_t emit_types(const struct chain_form *f, uint16_t kind);
/* The state spaces of the variables that it takes, a bit each; 0: none. */
uint16_t emit_spaces(const struct chain_form *f, uint16_t kind);
/* Its first alternative of that sort; NULL. */
const struct isa_alt *emit_alternative(const struct chain_form *f, uint16_t kind,
                                       enum isa_alt_op op);
/* Its n-th vector of more than one element; NULL. One element is no vector. */
const struct isa_alt *emit_vector(const struct match_context *c, const struct chain_form *f,
                                  uint16_t kind, uint32_t n);
/* A word such as .s32 chooses it. */
bool emit_is_signed(const struct chain_form *f, uint16_t kind);

#endif
