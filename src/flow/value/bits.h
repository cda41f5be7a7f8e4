/* SPDX-License-Identifier: Apache-2.0
 * Which bits a register surely has: the fields of a descriptor that no address changes. */
#ifndef FLOW_BITS_H
#define FLOW_BITS_H

#include "flow/value/values.h"

struct flow_bits {
    uint64_t known, value; /* known: a mask; the others are 0 in `value` */
};

/* The bits of a register when control comes to an instruction. Nothing is known of what changes in
 * a loop. */
struct flow_bits flow_register_bits(struct values *v, uint32_t id, uint32_t insn);

#endif
