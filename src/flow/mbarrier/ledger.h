/* SPDX-License-Identifier: Apache-2.0
 * Everything that happens to the mbarriers of a kernel: see check_ledger.c. */
#ifndef FLOW_MBARRIER_LEDGER_H
#define FLOW_MBARRIER_LEDGER_H

#include "flow/check/check.h"

enum { BARRIER_SIZE = 8 };

/* What may happen to an mbarrier. */
enum entry_kind { ENTRY_INIT, ENTRY_WAIT, ENTRY_ARRIVAL, ENTRY_EXPECT, ENTRY_BYTES, ENTRY_COUNT };

struct ledger_entry {
    uint32_t event;
    struct flow_value at;
};

struct ledger {
    const struct flow_facts *facts;
    struct ledger_entry *entries[ENTRY_COUNT];
    uint32_t counts[ENTRY_COUNT];
    bool unknown[ENTRY_COUNT]; /* the address of some entry is unknown */
    bool shared;               /* other CTAs of a cluster may take part */
};

/* Returns true if no entry of the kind may concern the mbarrier, or any of a ring. */
bool ledger_has_none(const struct ledger *l, enum entry_kind kind,
                     const struct flow_value *barrier);

/* check_partner.c: under `protocol-may`, reports arrivals without a wait and waits without an
 * arrival. */
void ledger_check_partners(const struct ledger *l);
/* check_cycle.c: reports waits for a first phase that nothing can complete before they end. */
void ledger_check_cycles(const struct ledger *l);

#endif
