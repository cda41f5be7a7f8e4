/* SPDX-License-Identifier: Apache-2.0
 * The events of a function: see match/effect.h for what one is. */
#ifndef FLOW_EVENT_H
#define FLOW_EVENT_H

#include "base/line_table.h"
#include "flow/function.h"
#include "match/effect.h"

/* How the matcher reads a line: lines alike share it. */
struct flow_reading {
    const struct isa_event **rows; /* its events */
    uint32_t row_count;
    const struct chain_form *form; /* NULL: no form has the line */
    const struct fit *fit;         /* NULL: only words were read */
    const struct operand *first;   /* the operands that `fit` refers to, those of one such line */
    const uint32_t *nodes;         /* of each of them, from the first of the line */
};

struct flow_event {
    uint32_t insn;
    uint8_t kind; /* enum isa_event_kind */
    const struct isa_event *row;
    const struct flow_reading *reading;
};

/* What was read of a module. Functions share it, as long as it is not too much. */
struct flow_lines {
    struct match_context context;
    struct line_table alike;        /* struct flow_reading, of asynchronous lines */
    struct flow_reading **of_chain; /* of other lines */
};

/* All of a function, in the order of its instructions. */
struct flow_events {
    struct flow_function *f;
    struct match_context *context;
    struct flow_event *at;
    uint32_t count;
    uint64_t kinds;  /* a set of EVENT_BIT: those that occur */
    uint32_t *first; /* of each instruction; the next one's is where they end */
};

/* open.c: for lines of a module that was checked. */
struct flow_lines flow_lines(const struct flow_input *in);
struct flow_events flow_find_events(struct flow_function *f, struct flow_lines *lines);

/* operands.c: the operands of an instruction as the matcher takes them, one after the other. */
const struct operand *flow_operands(const struct flow_function *f, uint32_t insn,
                                    struct arena *arena);
/* ... the node of each, from the first of the instruction. */
const uint32_t *flow_operand_nodes(const struct flow_function *f, uint32_t insn,
                                   struct arena *arena);
/* The first node of its operands: those of the guard come before. */
uint32_t flow_first_node(const struct flow_function *f, uint32_t insn);
/* What a name stands for, in the matcher's terms. `ref`: the same name; NULL: it stands for nothing
 * that the analysis knows. */
void flow_fill_operand(const struct flow_function *f, const struct node *name,
                       const struct flow_ref *ref, struct operand *operand);

#define EVENT_BIT(kind) (UINT64_C(1) << (kind))
_Static_assert(EVENT_KINDS <= 64, "a set of kinds is a word");

/* Does an event of this kind occur in the function? */
static inline bool flow_has_event(const struct flow_events *events, enum isa_event_kind kind) {
    return events->kinds & EVENT_BIT(kind);
}

/* What is about mbarriers. */
#define MBARRIER_EVENTS                                                                            \
    (EVENT_BIT(EVENT_MBARRIER_INIT) | EVENT_BIT(EVENT_MBARRIER_ARRIVE) |                           \
     EVENT_BIT(EVENT_MBARRIER_WAIT) | EVENT_BIT(EVENT_EXPECT_TX) | EVENT_BIT(EVENT_COMPLETE_TX) |  \
     EVENT_BIT(EVENT_BULK_LOAD) | EVENT_BIT(EVENT_BULK_COPY) | EVENT_BIT(EVENT_STORE_ASYNC) |      \
     EVENT_BIT(EVENT_CANCEL_REQUEST) | EVENT_BIT(EVENT_COPY_ARRIVE) |                              \
     EVENT_BIT(EVENT_TMEM_COMMIT))

/* May each event of these kinds be compared with each other? Else it would take too long. */
bool flow_are_few(const struct flow_events *events, uint64_t kinds);

/* Does an event of this kind read shared memory through the async proxy? */
static inline bool flow_reads_async(uint8_t kind) {
    return kind == EVENT_BULK_STORE || kind == EVENT_WGMMA || kind == EVENT_TMEM_MMA ||
           kind == EVENT_TMEM_COPY;
}

/* An operand is given as it stands in the line that was read: in this one names and offsets may be
 * others. */
static inline struct event_value flow_argument(const struct flow_events *events, uint32_t event,
                                               enum isa_event_argument what) {
    const struct flow_event *e = &events->at[event];
    const struct flow_reading *r = e->reading;
    struct event_value v = match_event_value(events->context, r->form, r->fit, e->row, what);
    if (v.operand) v.node = flow_first_node(events->f, e->insn) + r->nodes[v.operand - r->first];
    return v;
}
/* The name that an argument is, perhaps in brackets and with an offset; NULL: it is none that is
 * known. */
const struct flow_ref *flow_argument_name(const struct flow_events *events, uint32_t event,
                                          enum isa_event_argument what);

#endif
