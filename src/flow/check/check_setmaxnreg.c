/* SPDX-License-Identifier: Apache-2.0
 * Instructions that change how many registers a warp has, and the directives of the kernel that
 * they require. Manual: setmaxnreg; Performance-Tuning Directives. In a kernel without a bound,
 * ptxas 13.5 ignores setmaxnreg (C7508), unless the number of threads per CTA is known and the
 * kernel needs many registers. It rejects lowering to a count that the kernel cannot have
 * (C7406). */
#include "flow/check/check.h"
#include "flow/bounds.h"

/* ---- findings ---- */

/* If the number of threads is known, ptxas applies setmaxnreg only if the kernel needs as many
 * registers as these threads can have, which is unknown before it has allocated them. */
static void say_ignored(const struct flow_facts *facts, uint32_t insn,
                        const struct flow_bounds *b) {
    ptxc_span at = flow_head(facts->f, insn);
    struct text opcode = flow_opcode(facts->f, insn);
    struct diag *d = b->threads ? report_may_be_ignored(facts->diags, at, opcode)
                                : report_registers_not_bound(facts->diags, at, opcode);
    note_add_directives(facts->diags, d, facts->f->name,
                        phrase(b->threads ? P_ctas_or_registers : P_threads_or_registers));
}

static int64_t register_count_of(const struct flow_facts *facts, uint32_t event) {
    struct event_value v = flow_argument(facts->events, event, ARGUMENT_COUNT);
    if (!v.known) return 0;
    return v.number < MOST_REGISTERS ? v.number : MOST_REGISTERS;
}

/* If the kernel raises the number, only the raised numbers count. */
static int64_t most_registers(const struct flow_facts *facts, const struct flow_bounds *b) {
    const struct flow_events *events = facts->events;
    int64_t raised = 0;
    for (uint32_t e = 0; e < events->count; e++) {
        if (events->at[e].kind != EVENT_REGISTERS_RAISE) continue;
        if (!flow_is_reached(facts->paths, events->at[e].insn)) continue;
        if (register_count_of(facts, e) > raised) raised = register_count_of(facts, e);
    }
    return raised ? raised : flow_registers_at_entry(b);
}

/* Returns true if ptxas rejects the kernel. */
static bool check_lowered(const struct flow_facts *facts, const struct flow_bounds *b) {
    const struct flow_events *events = facts->events;
    int64_t most = most_registers(facts, b);
    bool found = false;
    if (facts->f->calls) return false; /* a called function may raise the number */
    for (uint32_t e = 0; e < events->count; e++) {
        uint32_t insn = events->at[e].insn;
        if (events->at[e].kind != EVENT_REGISTERS_LOWER || register_count_of(facts, e) <= most)
            continue;
        if (!flow_is_reached(facts->paths, insn)) continue;
        report_lowered_above(facts->diags, flow_head(facts->f, insn), flow_opcode(facts->f, insn),
                             register_count_of(facts, e), most);
        found = true;
    }
    return found;
}

void flow_check_setmaxnreg(const struct flow_facts *facts) {
    const struct flow_events *events = facts->events;
    uint32_t e = 0;
    while (e < events->count && events->at[e].kind != EVENT_REGISTERS_RAISE &&
           events->at[e].kind != EVENT_REGISTERS_LOWER)
        e++;
    if (e == events->count || !facts->f->is_entry) return;
    struct flow_bounds b = flow_read_bounds(facts->f);
    if (!check_lowered(facts, &b) && !flow_bounds_are_known(&b))
        say_ignored(facts, events->at[e].insn, &b);
}
