/* SPDX-License-Identifier: Apache-2.0
 * The events of a function: see match/effect.h for what one is. */
#ifndef FLOW_EVENT_H
#define FLOW_EVENT_H

#include "flow/function.h"
#include "match/effect.h"

/* How the matcher reads a line: lines alike share it. */
struct flow_reading {
    const struct chain_form *form; /* NULL: no form has the line */
    const struct fit *fit;         /* NULL: only words were read */
    const struct operand *first;   /* the operands that `fit` refers to, those of one such line */
};

struct flow_event {
    uint32_t insn;
    uint8_t kind; /* enum isa_event_kind */
    const struct isa_event *row;
    const struct flow_reading *reading;
};

/* All of a function, in the order of its instructions. */
struct flow_events {
    struct flow_function *f;
    struct match_context *context;
    struct flow_event *at;
    uint32_t count;
    uint32_t *first; /* of each instruction; the next one's is where they end */
};

/* open.c: what the matcher needs to read lines of a module that was checked. */
struct match_context flow_context(const struct flow_input *in);
struct flow_events flow_find_events(struct flow_function *f, struct match_context *context);

/* Does an event of this kind read shared memory through the async proxy? */
static inline bool flow_reads_async(uint8_t kind) {
    return kind == EVENT_BULK_STORE || kind == EVENT_WGMMA || kind == EVENT_TMEM_MMA ||
           kind == EVENT_TMEM_COPY;
}

static inline struct event_value flow_argument(const struct flow_events *events, uint32_t event,
                                               enum isa_event_argument what) {
    const struct flow_event *e = &events->at[event];
    const struct flow_reading *r = e->reading;
    struct event_value v = match_event_value(events->context, r->form, r->fit, e->row, what);
    if (v.operand) v.operand = events->f->operands[e->insn].first + (v.operand - r->first);
    return v;
}

#endif
