/* SPDX-License-Identifier: Apache-2.0
 * What is known about an integer or an address: a base and a range, and how it follows from
 * another value. Arithmetic is that of registers, modulo a power of two. */
#ifndef FLOW_VALUE_VALUE_H
#define FLOW_VALUE_VALUE_H

#include <stdbool.h>
#include <stdint.h>

enum flow_base {
    BASE_NOTHING,   /* no value: control never gets here */
    BASE_NUMBER,    /* a number */
    BASE_VARIABLE,  /* relative to the address of a variable */
    BASE_DEFINITION /* relative to what some instruction has written, about which nothing is
                       known */
};

enum { NO_TERM = 0 };

/* The CTA whose shared memory an address points to. */
enum flow_peer { PEER_OWN, PEER_SOME /* possibly the own CTA; larger values identify it */ };

/* Values are known in two ways. The range is base + low, base + low + step, ... base + high. The
 * form is base + factor * term + constant, where the term is what some instruction has written.
 * Without a term, it is base + constant, which is also the range. */
struct flow_value {
    uint8_t base;    /* enum flow_base */
    bool bounded;    /* there is a range; otherwise low, high and step are 0 */
    bool whole;      /* the form does not include the base */
    bool descriptor; /* the address field of a matrix descriptor: everything is in units of 16
                        bytes, and the other bits are unknown */
    uint32_t of;     /* a variable of the function, or a definition */
    uint32_t peer;   /* enum flow_peer or larger, for an address in shared memory */
    uint32_t term;   /* a definition, or NO_TERM */
    int64_t low, high;
    uint64_t step; /* 0 if low and high are equal */
    int64_t factor, constant;
};

/* How the bits of a value are interpreted. */
struct value_type {
    uint8_t width; /* 16, 32 or 64 */
    bool is_signed;
};

enum value_relation { VALUE_EQ, VALUE_NE, VALUE_LT, VALUE_LE, VALUE_GT, VALUE_GE };

struct flow_value value_nothing(void);
struct flow_value value_number(int64_t number);
struct flow_value value_range(int64_t low, int64_t high, uint64_t step);
/* Returns a value about which nothing is known except its origin. */
struct flow_value value_opaque(uint32_t definition);

static inline bool value_is_nothing(const struct flow_value *v) { return v->base == BASE_NOTHING; }
/* Returns true if it is a single number. */
static inline bool value_is_number(const struct flow_value *v) {
    return v->base == BASE_NUMBER && v->bounded && v->low == v->high;
}
bool value_equals(const struct flow_value *a, const struct flow_value *b);

/* Each of the following functions returns what the instruction writes; `self` is its definition,
 * which is the term of a result that has no other form. */
struct flow_value value_add(struct flow_value a, struct flow_value b, struct value_type t,
                            uint32_t self);
struct flow_value value_subtract(struct flow_value a, struct flow_value b, struct value_type t,
                                 uint32_t self);
struct flow_value value_multiply(struct flow_value a, struct flow_value b, struct value_type t,
                                 uint32_t self);
struct flow_value value_divide(struct flow_value a, struct flow_value b, struct value_type t,
                               uint32_t self);
struct flow_value value_remainder(struct flow_value a, struct flow_value b, struct value_type t,
                                  uint32_t self);
struct flow_value value_minimum(struct flow_value a, struct flow_value b, struct value_type t,
                                uint32_t self);
struct flow_value value_maximum(struct flow_value a, struct flow_value b, struct value_type t,
                                uint32_t self);
struct flow_value value_shift_right(struct flow_value a, struct flow_value b, struct value_type t,
                                    uint32_t self);
struct flow_value value_and(struct flow_value a, struct flow_value b, struct value_type t,
                            uint32_t self);
struct flow_value value_or(struct flow_value a, struct flow_value b, struct value_type t,
                           uint32_t self);
struct flow_value value_xor(struct flow_value a, struct flow_value b, struct value_type t,
                            uint32_t self);
/* Returns the address field of a descriptor for the address, which has a base and is a multiple of
 * 16. */
struct flow_value value_descriptor(struct flow_value v, uint32_t self);
/* Reads a value as `from` and writes it to a register of `to` bits. */
struct flow_value value_convert(struct flow_value a, struct value_type from, uint8_t to,
                                uint32_t self);
/* Returns the union of both values. */
struct flow_value value_join(struct flow_value a, struct flow_value b, uint32_t self);
/* Returns those values of `a` for which `a relation b` holds, or may hold for some value of b. */
struct flow_value value_where(struct flow_value a, enum value_relation relation,
                              struct flow_value b, struct value_type t);

#endif
