/* SPDX-License-Identifier: Apache-2.0
 * Short names for sets of targets: `sm_90+` is every target with that number or a higher one,
 * `sm_100f+` the `a` and `f` names of its family from there on. */
#ifndef ISA_TARGET_SET_H
#define ISA_TARGET_SET_H

#include "isa/tables.h"
#include "ptxcheck.h"
#include <stddef.h>

static inline bool target_set_has(isa_target_set set, unsigned target) { return set >> target & 1; }
static inline isa_target_set target_set_all(void) { return UINT64_MAX >> (64 - isa_target_count); }

/* Returns the .version and the targets as a public record, without bits that are not targets. */
ptxc_isa_avail target_set_need(uint32_t version, isa_target_set targets);
/* Does the same for an index into isa_avails; index 0 has no requirements. */
ptxc_isa_avail target_set_need_at(uint8_t avail);

/* Returns the lowest plain number from which all targets of `all` are in the set, or 0. */
unsigned target_set_from(isa_target_set set, isa_target_set all);

/* Returns true if the target is an `f` name from which on the set contains the whole family, so
 * that it can stand for all of them. */
bool target_set_leads(isa_target_set set, isa_target_set all, unsigned target);
/* Returns true if such a name stands for this target. */
bool target_set_is_led(isa_target_set set, isa_target_set all, unsigned target);

/* Names the set in few names out of `among`, as snprintf does. */
size_t target_set_text(isa_target_set targets, isa_target_set among, char *buffer, size_t size);

#endif
