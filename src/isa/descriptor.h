/* SPDX-License-Identifier: Apache-2.0
 * Descriptors: values that consist of fields, as the layouts in the tables define them. Nothing
 * here allocates memory. */
#ifndef ISA_DESCRIPTOR_H
#define ISA_DESCRIPTOR_H

#include "base/slice.h"
#include "isa/tables.h"

/* A descriptor, and what is known about it and about the instruction that uses it. What is unknown
 * is not checked. */
struct descriptor {
    const struct isa_layout *layout;
    uint64_t value, known;  /* known: mask of the bits of the value that are known */
    struct text qualifiers; /* a whole instruction, "tcgen05.mma.ws.kind::f16", or some
                               qualifiers */
    int target, version;    /* index into isa_targets; 94 for 9.4; -1 if unknown */
};

/* Returns the layout with this name for an instruction with these qualifiers, or NULL if there is
 * none or the qualifiers do not determine which. */
const struct isa_layout *descriptor_layout(const char *name, struct text qualifiers);

/* descriptor_bits returns the bits of a field, descriptor_number the number that they represent. */
uint32_t descriptor_bits(const struct isa_field *field, uint64_t value);
uint64_t descriptor_number(const struct isa_field *field, uint64_t value);
/* Stores the number in the field. Returns false if the field cannot hold it. */
bool descriptor_set(const struct isa_field *field, uint64_t number, uint64_t *value);
/* Returns the value with all fields 0, except those with a fixed value. */
uint64_t descriptor_empty(const struct isa_layout *layout);

/* Returns the meaning of the bits of a field in this descriptor, or NULL. */
const struct isa_meaning *descriptor_meaning(const struct descriptor *d,
                                             const struct isa_field *field, uint32_t bits);
/* Returns the i-th meaning that the field can have in this descriptor, or NULL if there are no
 * more. */
const struct isa_meaning *descriptor_meaning_at(const struct descriptor *d,
                                                const struct isa_field *field, size_t index);

struct descriptor_problem {
    const struct isa_field *field;
    const struct isa_meanings *wanted;  /* the field should be one of these */
    const struct isa_layout_rule *rule; /* or satisfy this rule; if both are NULL, it is reserved */
};

/* Returns true and fills in *problem if the field is known to be wrong. */
bool descriptor_is_wrong(const struct descriptor *d, const struct isa_field *field,
                         struct descriptor_problem *problem);

/* descriptor_say.c: writes the problem as "'m' (bits 24..28) is 256; expected 64 or 128", as
 * snprintf does. */
size_t descriptor_say(const struct descriptor *d, const struct descriptor_problem *problem,
                      char *buffer, size_t size);

#endif
