/* SPDX-License-Identifier: Apache-2.0
 * Whether what an instruction writes to a register is used. */
#ifndef FLOW_USES_H
#define FLOW_USES_H

#include "flow/function.h"

/* Returns true if a register is read on some path from the instruction, before it is written
 * again. */
bool flow_is_used(const struct flow_function *f, uint32_t insn, uint32_t reg);
/* Returns true if any register that the instruction writes is used. */
bool flow_has_use(const struct flow_function *f, uint32_t insn);

#endif
