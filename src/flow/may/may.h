/* SPDX-License-Identifier: Apache-2.0
 * Checks that report only under `protocol-may`: what may be wrong on some path, or what one place
 * of a function lacks although similar places have it. */
#ifndef FLOW_MAY_MAY_H
#define FLOW_MAY_MAY_H

#include "flow/check/check.h"

/* conflicts.c: accesses to the same memory that nothing orders on some path. */
void flow_check_conflicts(const struct flow_facts *facts);
/* handover.c: writes that are handed over to the async proxy without a fence. */
void flow_check_handover(const struct flow_facts *facts);
/* laps.c: loops that wait for nothing, or arrive nowhere. */
void flow_check_laps(const struct flow_facts *facts);
/* habits.c: places that lack what similar places of the function have. */
void flow_check_habits(const struct flow_facts *facts);

#endif
