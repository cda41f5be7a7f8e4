/* SPDX-License-Identifier: Apache-2.0
 * How instructions affect the asynchronous protocol: the clause `event` of their rows. Kinds of
 * events, arguments and the names that arguments can have are declared in grammar/isa/event.isa. */
#ifndef ISA_EVENT_H
#define ISA_EVENT_H

#include "isa/tables.h"
#include "isa_events.h"

/* Returns true if the instruction has an event that code without asynchronous operations never has.
 * `insn` may be ISA_NONE. */
static inline bool isa_is_async(uint16_t insn) {
    return insn != ISA_NONE && isa_insns[insn].flags & INSN_ASYNC;
}
static inline bool isa_has_events(uint16_t insn) {
    return insn != ISA_NONE && isa_insns[insn].events.count;
}

/* Returns the argument of an event, or NULL if its row does not give it. */
const struct isa_argument *isa_event_argument(const struct isa_event *event,
                                              enum isa_event_argument what);
/* Returns the name that a word stands for as this argument, or NAMED_NONE. */
enum isa_event_name isa_event_name_of(enum isa_event_argument what, uint16_t word);

#endif
