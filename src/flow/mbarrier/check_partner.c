/* SPDX-License-Identifier: Apache-2.0
 * Arrivals at an mbarrier that nothing waits for, and waits for one at which nothing arrives or
 * that nothing initializes, for mbarriers of a ring or that several threads initialize:
 * check_ledger.c examines the others individually. A kernel may have a ring that it does not need.
 * Manual: mbarrier. */
#include "flow/mbarrier/ledger.h"

/* Returns true if check_ledger.c has examined one of these mbarriers. */
static bool is_examined(const struct ledger *l, const struct flow_value *barrier) {
    for (uint32_t i = 0; i < l->counts[ENTRY_INIT]; i++) {
        const struct flow_value *init = &l->entries[ENTRY_INIT][i].at;
        if (flow_is_known(init) && init->low == init->high && flow_covers(barrier, init))
            return true;
    }
    return false;
}

/* Reports the first entry of a kind that has no partner of another kind, for each mbarrier. */
static void check_partners(const struct ledger *l, enum entry_kind kind, enum entry_kind partner) {
    const struct flow_facts *facts = l->facts;
    for (uint32_t i = 0; i < l->counts[kind]; i++) {
        const struct ledger_entry *x = &l->entries[kind][i];
        if (!flow_is_known(&x->at) || is_examined(l, &x->at)) continue;
        if (!ledger_has_none(l, partner, &x->at)) continue;
        uint32_t insn = facts->events->at[x->event].insn;
        ptxc_span at = flow_head(facts->f, insn);
        struct text name = flow_barrier_name(facts, &x->at);
        if (partner == ENTRY_WAIT)
            report_may_have_no_wait(facts->diags, at, name);
        else if (partner == ENTRY_INIT)
            report_may_not_be_initialized(facts->diags, at, name);
        else
            report_may_have_no_arrival(facts->diags, at, name, flow_opcode(facts->f, insn));
    }
}

void ledger_check_partners(const struct ledger *l) {
    if (!diags_wants(l->facts->diags, D_may_have_no_wait)) return;
    check_partners(l, ENTRY_ARRIVAL, ENTRY_WAIT);
    check_partners(l, ENTRY_BYTES, ENTRY_WAIT);
    check_partners(l, ENTRY_WAIT, ENTRY_ARRIVAL);
    check_partners(l, ENTRY_WAIT, ENTRY_INIT);
}
