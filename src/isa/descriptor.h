/* SPDX-License-Identifier: Apache-2.0
 * Descriptors: values made of fields, as the layouts of the tables say. Nothing here allocates. */
#ifndef ISA_DESCRIPTOR_H
#define ISA_DESCRIPTOR_H

#include "base/slice.h"
#include "isa/tables.h"

/* A descriptor, and what is known of it and of the instruction that takes it. What is not known is
 * not judged. */
struct descriptor {
    const struct isa_layout *layout;
    uint64_t value, known;  /* known: a bit for each bit of the value */
    struct text qualifiers; /* a whole instruction "tcgen05.mma.ws.kind::f16", or some qualifiers */
    int target, version;    /* index into isa_targets, 94 for 9.4; -1: not known */
};

/* The layout of this name for an instruction with these qualifiers. NULL: there is none, or they do
 * not decide which. */
const struct isa_layout *descriptor_layout(const char *name, struct text qualifiers);

/* The bits of a field, and the number that they stand for. */
uint32_t descriptor_bits(const struct isa_field *field, uint64_t value);
uint64_t descriptor_number(const struct isa_field *field, uint64_t value);
/* Puts the number into the field. false: the field cannot hold it. */
bool descriptor_set(const struct isa_field *field, uint64_t number, uint64_t *value);
/* The value of all fields 0, but for those that are always something else. */
uint64_t descriptor_empty(const struct isa_layout *layout);

/* The meaning of the bits of a field here; NULL: it has none. */
const struct isa_meaning *descriptor_meaning(const struct descriptor *d,
                                             const struct isa_field *field, uint32_t bits);
/* The meanings that the field can have here, index 0 ...; NULL: there are no more. */
const struct isa_meaning *descriptor_meaning_at(const struct descriptor *d,
                                                const struct isa_field *field, size_t index);

struct descriptor_problem {
    const struct isa_field *field;
    const struct isa_meanings *wanted;  /* the field should be one of these */
    const struct isa_layout_rule *rule; /* or obey this; neither: it is reserved */
};

/* Is the field surely wrong? Then *problem says why. */
bool descriptor_is_wrong(const struct descriptor *d, const struct isa_field *field,
                         struct descriptor_problem *problem);

/* descriptor_say.c: the problem as "'m' (bits 24..28) is 256; expected 64 or 128", as snprintf. */
size_t descriptor_say(const struct descriptor *d, const struct descriptor_problem *problem,
                      char *buffer, size_t size);

#endif
