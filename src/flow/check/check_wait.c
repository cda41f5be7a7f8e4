/* SPDX-License-Identifier: Apache-2.0
 * mbarrier.test_wait and try_wait do not wait until the phase is complete: they say whether it is.
 * One whose result nothing reads orders nothing. Manual: mbarrier.test_wait, mbarrier.try_wait. */
#include "flow/check/check.h"
#include "flow/uses.h"

void flow_check_wait(const struct flow_facts *facts) {
    for (uint32_t e = 0; e < facts->events->count; e++) {
        uint32_t insn = facts->events->at[e].insn;
        if (facts->events->at[e].kind != EVENT_MBARRIER_WAIT) continue;
        if (flow_is_reached(facts->paths, insn) && !flow_has_use(facts->f, insn))
            report_wait_unused(facts->diags, flow_head(facts->f, insn),
                               flow_opcode(facts->f, insn));
    }
}
