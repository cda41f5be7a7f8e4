/* SPDX-License-Identifier: Apache-2.0
 * The events of a function: see match/effect.h for what one is. */
#ifndef FLOW_EVENT_H
#define FLOW_EVENT_H

#include "flow/function.h"
#include "match/effect.h"

struct flow_event {
    uint32_t insn;
    uint8_t kind; /* enum isa_event_kind */
    const struct isa_event *row;
    const struct chain_form *form;
    const struct fit *fit;
};

/* All of a function, in the order of its instructions. */
struct flow_events {
    struct flow_function *f;
    struct match_context *context;
    struct flow_event *at;
    uint32_t count;
    uint32_t *first; /* of each instruction; the next one's is where they end */
};

struct flow_events flow_find_events(struct flow_function *f, struct match_context *context);

static inline struct event_value flow_argument(const struct flow_events *events, uint32_t event,
                                               enum isa_event_argument what) {
    const struct flow_event *e = &events->at[event];
    return match_event_value(events->context, e->form, e->fit, e->row, what);
}

#endif
