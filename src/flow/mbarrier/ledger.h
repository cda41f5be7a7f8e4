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

/* check_cycle.c: reports waits for a first phase that nothing can complete before they end. */
void ledger_check_cycles(const struct ledger *l);

#endif
