/* SPDX-License-Identifier: Apache-2.0
 * mbarrier.test_wait and try_wait do not wait until the phase is complete but return whether it
 * is. If the result is never read, they order nothing. Manual: mbarrier.test_wait,
 * mbarrier.try_wait. */
#include "flow/check/check.h"
#include "flow/uses.h"

/* Returns true if the result is in a register of the statement that nothing outside of it reads.
 * Operands have numbers as names, and those of a block of plain PTX are not registers here. */
static bool is_inner_result(const struct flow_function *f, uint32_t insn) {
    for (uint32_t i = f->insns[insn].refs; i < f->insns[insn + 1].refs; i++) {
        const struct flow_ref *ref = &f->refs[i];
        if (!(ref->flags & REF_WRITTEN) || ref->flags & (REF_VARIABLE | REF_SPECIAL)) continue;
        char c = f->in->text[ast_node(f->in->ast, ref->node)->start + 1];
        return c < '0' || c > '9';
    }
    return false;
}

void flow_check_wait(const struct flow_facts *facts) {
    for (uint32_t e = 0; e < facts->events->count; e++) {
        uint32_t insn = facts->events->at[e].insn;
        if (facts->events->at[e].kind != EVENT_MBARRIER_WAIT) continue;
        if (flow_is_reached(facts->paths, insn) && !flow_has_use(facts->f, insn) &&
            (!facts->f->in->is_fragment || is_inner_result(facts->f, insn)))
            report_wait_unused(facts->diags, flow_head(facts->f, insn),
                               flow_opcode(facts->f, insn));
    }
}
