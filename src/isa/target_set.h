/* SPDX-License-Identifier: Apache-2.0
 * Sets of targets in few names: `sm_90+` is every target of that number or higher, `sm_100f+` the a
 * and f names of its family from there on. */
#ifndef ISA_TARGET_SET_H
#define ISA_TARGET_SET_H

#include "isa/tables.h"
#include "ptxcheck.h"
#include <stddef.h>

static inline bool target_set_has(isa_target_set set, unsigned target) { return set >> target & 1; }
static inline isa_target_set target_set_all(void) { return UINT64_MAX >> (64 - isa_target_count); }

/* The .version and the targets as a record of the interface, without bits that stand for no target.
 */
ptxc_isa_avail target_set_need(uint32_t version, isa_target_set targets);
/* The same for an index into isa_avails; index 0 needs nothing. */
ptxc_isa_avail target_set_need_at(uint8_t avail);

/* The lowest plain number from which on all targets are in the set, of those among `all`; 0: none.
 */
unsigned target_set_from(isa_target_set set, isa_target_set all);

/* Is the target an f name from which on the set has the whole family? Then it stands for them. */
bool target_set_leads(isa_target_set set, isa_target_set all, unsigned target);
/* Does such a name stand for this target? */
bool target_set_is_led(isa_target_set set, isa_target_set all, unsigned target);

/* The set in few names, of which one may choose `among`; as snprintf. */
size_t target_set_text(isa_target_set targets, isa_target_set among, char *buffer, size_t size);

#endif
