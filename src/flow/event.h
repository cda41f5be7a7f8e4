/* SPDX-License-Identifier: Apache-2.0
 * The events of a function; match/effect.h defines events. */
#ifndef FLOW_EVENT_H
#define FLOW_EVENT_H

#include "base/line_table.h"
#include "flow/function.h"
#include "match/effect.h"
#include "ptxcheck_tensormap.h"

/* How the matcher reads a line; similar lines share it. */
struct flow_reading {
    const struct isa_event **rows; /* its events */
    uint32_t row_count;
    const struct chain_form *form; /* NULL if no form matches the line */
    const struct fit *fit;         /* NULL if only words were read */
    /* The operands that `fit` refers to, of one of the similar lines. */
    const struct operand *first;
    const uint32_t *nodes; /* the node of each of them, relative to the first of the line */
};

struct flow_event {
    uint32_t insn;
    uint8_t kind; /* enum isa_event_kind */
    const struct isa_event *row;
    const struct flow_reading *reading;
};

/* What was read in a module. Functions share it, up to a limit. */
struct flow_lines {
    struct match_context context;
    struct line_table alike;        /* struct flow_reading, of asynchronous lines */
    struct flow_reading **of_chain; /* for other lines */
};

/* All events of a function, in the order of its instructions. */
struct flow_events {
    struct flow_function *f;
    struct match_context *context;
    struct flow_event *at;
    uint32_t count;
    uint64_t kinds;  /* a set of EVENT_BIT: the kinds that occur */
    uint32_t *first; /* for each instruction; its events end where those of the next one start */
};

/* In open.c: prepares to find events in the lines of a checked module. */
struct flow_lines flow_lines(const struct flow_input *in);
struct flow_events flow_find_events(struct flow_function *f, struct flow_lines *lines);

/* operands.c: returns the operands of an instruction in the form of the matcher, in order. */
const struct operand *flow_operands(const struct flow_function *f, uint32_t insn,
                                    struct arena *arena);
/* Returns the node of each operand, relative to the first of the instruction. */
const uint32_t *flow_operand_nodes(const struct flow_function *f, uint32_t insn,
                                   struct arena *arena);
/* Returns the first node of its operands, which follow those of the guard. */
uint32_t flow_first_node(const struct flow_function *f, uint32_t insn);
/* Fills in what a name refers to, in the form of the matcher. `ref` is the same name, or NULL if
 * the analysis does not know it. */
void flow_fill_operand(const struct flow_function *f, const struct node *name,
                       const struct flow_ref *ref, struct operand *operand);

#define EVENT_BIT(kind) (UINT64_C(1) << (kind))
_Static_assert(EVENT_KINDS <= 64, "a set of kinds is a word");

/* Returns true if an event of this kind occurs in the function. */
static inline bool flow_has_event(const struct flow_events *events, enum isa_event_kind kind) {
    return events->kinds & EVENT_BIT(kind);
}

/* Events that concern mbarriers. */
#define MBARRIER_EVENTS                                                                            \
    (EVENT_BIT(EVENT_MBARRIER_INIT) | EVENT_BIT(EVENT_MBARRIER_ARRIVE) |                           \
     EVENT_BIT(EVENT_MBARRIER_WAIT) | EVENT_BIT(EVENT_EXPECT_TX) | EVENT_BIT(EVENT_COMPLETE_TX) |  \
     EVENT_BIT(EVENT_BULK_LOAD) | EVENT_BIT(EVENT_BULK_COPY) | EVENT_BIT(EVENT_STORE_ASYNC) |      \
     EVENT_BIT(EVENT_CANCEL_REQUEST) | EVENT_BIT(EVENT_COPY_ARRIVE) |                              \
     EVENT_BIT(EVENT_TMEM_COMMIT))

/* Returns true if comparing each pair of events of these kinds does not take too long. */
bool flow_are_few(const struct flow_events *events, uint64_t kinds);

/* Returns true if an event of this kind reads shared memory through the async proxy. */
static inline bool flow_reads_async(uint8_t kind) {
    return kind == EVENT_BULK_STORE || kind == EVENT_WGMMA || kind == EVENT_TMEM_MMA ||
           kind == EVENT_TMEM_COPY;
}

/* The operand is returned as in the line that was read; names and offsets of this line may
 * differ. */
static inline struct event_value flow_argument(const struct flow_events *events, uint32_t event,
                                               enum isa_event_argument what) {
    const struct flow_event *e = &events->at[event];
    const struct flow_reading *r = e->reading;
    struct event_value v = match_event_value(events->context, r->form, r->fit, e->row, what);
    if (v.operand) v.node = flow_first_node(events->f, e->insn) + r->nodes[v.operand - r->first];
    return v;
}

/* Returns true for an access that is not weak, which may tell a thread about the progress of
 * others. A volatile one has no part in that: kernels also read with it what a barrier shows. */
static inline bool flow_is_strong(const struct flow_events *events, uint32_t event) {
    struct event_value sem = flow_argument(events, event, ARGUMENT_SEM);
    return sem.given && sem.name != NAMED_WEAK && sem.name != NAMED_VOLATILE;
}
/* Two volatile accesses are not a data race. */
static inline bool flow_is_volatile(const struct flow_events *events, uint32_t event) {
    return flow_argument(events, event, ARGUMENT_SEM).name == NAMED_VOLATILE;
}
/* Returns the name that is the argument, possibly in brackets and with an offset, or NULL if it is
 * unknown. */
const struct flow_ref *flow_argument_name(const struct flow_events *events, uint32_t event,
                                          enum isa_event_argument what);

/* Returns how a copy goes through its tensor map: what the argument `mode` of an event stands
 * for. */
ptxc_tm_use flow_named_use(enum isa_event_name mode);
/* Returns true if the first offset of such a copy adds pixels to each row. */
static inline bool flow_use_has_halo(ptxc_tm_use use) {
    return use == PTXC_TM_USE_IM2COL_W || use == PTXC_TM_USE_IM2COL_W128;
}

#endif
