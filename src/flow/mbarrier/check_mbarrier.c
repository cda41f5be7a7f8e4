/* SPDX-License-Identifier: Apache-2.0
 * mbarriers of a kernel that are used but never initialized, and copies whose bytes none
 * expects. Checked only if the kernel calls no functions, so that everything that happens to an
 * mbarrier is visible. Manual: mbarrier. */
#include "flow/check/check.h"

enum { BARRIER_SIZE = 8 };

struct barriers {
    const struct flow_facts *facts;
    struct flow_value *inits;
    uint32_t init_count;
    bool some_unknown; /* an initialization at an unknown address */
    bool expects;      /* some bytes are expected */
};

static void add_init(struct barriers *b, uint32_t event) {
    struct flow_value a =
        flow_argument_value(b->facts->values, b->facts->events, event, ARGUMENT_BARRIER);
    b->some_unknown |= !flow_is_known(&a);
    b->inits[b->init_count++] = a;
}

/* Returns true for events that require an initialized mbarrier. */
static bool uses_barrier(uint8_t kind) {
    switch ((enum isa_event_kind)kind) {
    case EVENT_MBARRIER_ARRIVE:
    case EVENT_MBARRIER_WAIT:
    case EVENT_EXPECT_TX:
    case EVENT_TMEM_COMMIT:
    case EVENT_BULK_LOAD: return true;
    default: return false;
    }
}

static bool is_initialized(const struct barriers *b, const struct flow_value *a) {
    for (uint32_t i = 0; i < b->init_count; i++)
        if (flow_may_overlap(b->facts->values, a, BARRIER_SIZE, &b->inits[i], BARRIER_SIZE))
            return true;
    return false;
}

/* Reports an mbarrier once. */
static void check_barrier(struct barriers *b, uint32_t event) {
    const struct flow_facts *facts = b->facts;
    const struct flow_function *f = facts->f;
    struct flow_value a =
        flow_argument_value(facts->values, facts->events, event, ARGUMENT_BARRIER);
    uint32_t insn = facts->events->at[event].insn;
    /* If addresses are relative to a register, only an address of the same form as the others is
     * comparable. */
    bool like_others = a.base == BASE_DEFINITION && a.low == a.high && a.peer == PEER_OWN;
    if (!like_others && !flow_points_to(facts->values, &a, SPACE_SHARED)) return;
    if (!a.bounded || is_initialized(b, &a)) return;
    report_not_initialized(facts->diags, flow_head(f, insn), flow_barrier_name(facts, &a));
    b->inits[b->init_count++] = a;
}

static void check_expected(struct barriers *b, uint32_t event) {
    const struct flow_function *f = b->facts->f;
    uint32_t insn = b->facts->events->at[event].insn;
    report_not_expected(b->facts->diags, flow_head(f, insn), flow_opcode(f, insn));
    b->expects = true;
}

void flow_check_mbarrier(const struct flow_facts *facts) {
    const struct flow_events *events = facts->events;
    struct barriers b = {.facts = facts};
    if (!facts->f->is_entry || facts->f->calls) return;
    if (!flow_are_few(events, MBARRIER_EVENTS)) return;
    b.inits = arena_alloc(facts->f->arena, (events->count + 1) * sizeof *b.inits);
    for (uint32_t e = 0; e < events->count; e++) {
        if (events->at[e].kind == EVENT_MBARRIER_INIT) add_init(&b, e);
        b.expects |= events->at[e].kind == EVENT_EXPECT_TX;
    }
    /* A kernel without any is probably a fragment. */
    if (!b.init_count) return;
    for (uint32_t e = 0; e < events->count; e++) {
        if (!b.some_unknown && uses_barrier(events->at[e].kind)) check_barrier(&b, e);
        if (!b.expects && events->at[e].kind == EVENT_BULK_LOAD) check_expected(&b, e);
    }
}
