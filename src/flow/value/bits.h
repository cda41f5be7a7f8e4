/* SPDX-License-Identifier: Apache-2.0
 * The known bits of a register: the fields of a descriptor that do not depend on an address. */
#ifndef FLOW_BITS_H
#define FLOW_BITS_H

#include "flow/value/values.h"

struct flow_bits {
    uint64_t known, value; /* known: a mask; the others are 0 in `value` */
};

/* Returns the bits of a register when control reaches an instruction. Nothing is known about bits
 * that change in a loop. */
struct flow_bits flow_register_bits(struct values *v, uint32_t id, uint32_t insn);

#endif
