/* SPDX-License-Identifier: Apache-2.0
 * Kernels in which threads release registers and no thread requests more, or the reverse. These
 * are slow or wait unnecessarily, but are not wrong. Manual: setmaxnreg. */
#include "flow/check/check.h"

/* Returns the first reachable event of a kind, or UINT32_MAX. */
static uint32_t find_first(const struct flow_facts *facts, enum isa_event_kind kind) {
    const struct flow_events *events = facts->events;
    for (uint32_t e = 0; e < events->count; e++)
        if (events->at[e].kind == kind && flow_is_reached(facts->paths, events->at[e].insn))
            return events->at[e].insn;
    return UINT32_MAX;
}

void flow_check_balance(const struct flow_facts *facts) {
    const struct flow_function *f = facts->f;
    if (!f->is_entry || f->calls || !diags_wants(facts->diags, D_never_raised)) return;
    uint32_t raise = find_first(facts, EVENT_REGISTERS_RAISE),
             lower = find_first(facts, EVENT_REGISTERS_LOWER);
    if (raise == UINT32_MAX && lower != UINT32_MAX)
        report_never_raised(facts->diags, flow_head(f, lower), flow_opcode(f, lower));
    if (raise != UINT32_MAX && lower == UINT32_MAX)
        report_never_lowered(facts->diags, flow_head(f, raise), flow_opcode(f, raise));
}
