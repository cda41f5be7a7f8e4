/* SPDX-License-Identifier: Apache-2.0
 * Kinds of operands in C++. Only what the manual has counts and, if a word of the line selects a
 * kind, only the selected one. */
#ifndef EMIT_KIND_H
#define EMIT_KIND_H

#include "match/parts.h"

struct emit_type {
    const char *name;
    /* Type of a register around the instruction, or NULL if the asm takes it as it is. */
    const char *ptx;
    char letter; /* the constraint */
};
extern const struct emit_type EMIT_PREDICATE, EMIT_BYTE, EMIT_WIDE;

/* Selects the predicates or the other registers if both are allowed. */
uint64_t emit_of_sort(uint64_t types, bool is_predicate);
/* Returns the type of a register with any of these types; an empty set allows all. */
struct emit_type emit_type_of(uint64_t types, bool has_sign);
/* Returns the types of the registers that a kind accepts, or 0. */
uint64_t emit_types(const struct chain_form *f, uint16_t kind);
/* Returns a mask of the state spaces of the variables that it accepts, or 0. */
uint16_t emit_spaces(const struct chain_form *f, uint16_t kind);
/* Returns its first alternative of that sort, or NULL. */
const struct isa_alt *emit_alternative(const struct chain_form *f, uint16_t kind,
                                       enum isa_alt_op op);
/* Returns its n-th vector, or NULL. A vector with one element does not count. */
const struct isa_alt *emit_vector(const struct match_context *c, const struct chain_form *f,
                                  uint16_t kind, uint32_t n);
/* Returns true if a word such as .s32 selects it. */
bool emit_is_signed(const struct chain_form *f, uint16_t kind);

#endif
