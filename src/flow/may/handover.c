/* SPDX-License-Identifier: Apache-2.0
 * Shared memory that a thread writes through the generic proxy and hands over by an mbarrier to
 * threads that read it through the async proxy, without a proxy fence before the arrival or after
 * the wait. Manual: Proxies; membar/fence; mbarrier. */
#include "flow/may/may.h"

enum {
    MOST_PAIRS = 1 << 16, /* comparisons in one function */
    BARRIER_BYTES = 8,
    WRITTEN_BYTES = 16,
    READ_BYTES = 256 /* of a tile; stores cover more than its start */
};

/* A read through the async proxy. */
struct reader {
    uint32_t event;
    struct flow_value from[2];
};

/* A wait that precedes it on every path. */
struct taker {
    uint32_t event, reader;
    struct flow_value barrier;
};

struct handover {
    const struct flow_facts *facts;
    struct groups groups;
    struct group_state state;
    struct list takers, readers; /* struct taker, struct reader */
    uint32_t pairs;
};

static struct flow_value value_in_handover(const struct handover *h, uint32_t event,
                                           enum isa_event_argument what) {
    return flow_argument_value(h->facts->values, h->facts->events, event, what);
}

/* ---- the side that reads ---- */

static bool fences_async(const struct flow_events *events, uint32_t event) {
    return events->at[event].kind == EVENT_PROXY_FENCE &&
           flow_argument(events, event, ARGUMENT_TO).name == NAMED_ASYNC;
}

/* Returns true if `by` is executed before `event` on every path to it. */
static bool precedes(const struct handover *h, uint32_t by, uint32_t event) {
    const uint32_t *block_of = h->facts->f->block_of;
    uint32_t from = h->facts->events->at[by].insn, to = h->facts->events->at[event].insn;
    if (block_of[from] == block_of[to]) return from < to;
    return flow_dominates(h->facts->paths, block_of[from], block_of[to]);
}

static bool has_fence_between(const struct handover *h, uint32_t wait, uint32_t read) {
    for (uint32_t e = wait + 1; e < read; e++)
        if (fences_async(h->facts->events, e) && precedes(h, wait, e) && precedes(h, e, read))
            return true;
    return false;
}

static void add_reader(struct handover *h, uint32_t event) {
    const struct flow_events *events = h->facts->events;
    uint32_t number = h->readers.count;
    uint8_t kind = events->at[event].kind;
    struct reader *r = list_add(h->facts->f->arena, &h->readers);
    r->event = event;
    r->from[0] = value_in_handover(h, event,
                                   kind == EVENT_BULK_STORE  ? ARGUMENT_SRC
                                   : kind == EVENT_TMEM_COPY ? ARGUMENT_DESC
                                                             : ARGUMENT_B);
    r->from[1] = value_in_handover(h, event, ARGUMENT_A);
    for (uint32_t e = event; e-- > 0 && h->pairs < MOST_PAIRS; h->pairs++) {
        if (events->at[e].kind != EVENT_MBARRIER_WAIT || !precedes(h, e, event)) continue;
        struct flow_value barrier = value_in_handover(h, e, ARGUMENT_BARRIER);
        if (!flow_is_known(&barrier) || has_fence_between(h, e, event)) continue;
        *(struct taker *)list_add(h->facts->f->arena, &h->takers) =
            (struct taker){e, number, barrier};
    }
}

/* ---- the side that writes ---- */

static bool may_be_read(const struct handover *h, uint32_t site, const struct reader *r) {
    const struct flow_events *events = h->facts->events;
    uint32_t write = h->groups.sites[site].event;
    bool copies = events->at[write].kind == EVENT_COPY;
    struct flow_value to = value_in_handover(h, write, copies ? ARGUMENT_DST : ARGUMENT_ADDRESS);
    for (uint32_t i = 0; i < 2; i++)
        if (flow_may_meet(h->facts->values, &to, WRITTEN_BYTES, &r->from[i], READ_BYTES))
            return true;
    return false;
}

/* Returns a write that is pending on some path and that the read may see, or UINT32_MAX. */
static uint32_t find_written(struct handover *h, const struct reader *r) {
    for (uint32_t w = h->state.pending.to; w-- > h->state.pending.from;) {
        uint64_t set = groups_pending_word(&h->state, w, false);
        for (uint32_t k = 0; set && k < 64; k++) {
            uint32_t i = 63 - k;
            if (!(set >> i & 1)) continue;
            if (h->pairs++ >= MOST_PAIRS) return UINT32_MAX;
            if (may_be_read(h, 64 * w + i, r)) return 64 * w + i;
        }
    }
    return UINT32_MAX;
}

static void report_handover(const struct handover *h, uint32_t site, uint32_t arrival,
                            uint32_t read) {
    const struct flow_function *f = h->facts->f;
    const struct flow_events *events = h->facts->events;
    uint32_t write = h->groups.sites[site].insn, at = events->at[arrival].insn,
             to = events->at[read].insn;
    struct diag *d = report_may_hand_over(h->facts->diags, flow_head(f, at), flow_opcode(f, write),
                                          flow_opcode(f, at), flow_opcode(f, to));
    note_written_here(h->facts->diags, d, flow_head(f, write));
    note_accesses_here(h->facts->diags, d, flow_head(f, to), flow_opcode(f, to));
}

/* Reports an arrival once. */
static void check_handed_over(struct handover *h, uint32_t event) {
    struct flow_value barrier = value_in_handover(h, event, ARGUMENT_BARRIER);
    if (!flow_is_known(&barrier)) return;
    for (uint32_t i = 0; i < h->takers.count; i++) {
        const struct taker *t = list_at(&h->takers, i);
        if (!flow_may_meet(h->facts->values, &t->barrier, BARRIER_BYTES, &barrier, BARRIER_BYTES))
            continue;
        const struct reader *r = list_at(&h->readers, t->reader);
        uint32_t site = find_written(h, r);
        if (site == UINT32_MAX) continue;
        report_handover(h, site, event, r->event);
        return;
    }
}

static void scan_arrivals(struct handover *h, uint32_t block) {
    const struct flow_events *events = h->facts->events;
    const struct flow_block *b = &h->facts->f->blocks[block];
    groups_at(&h->groups, block, &h->state);
    for (uint32_t i = b->first; (i = groups_next(&h->groups, i, b->end)) < b->end; i++) {
        for (uint32_t e = events->first[i]; e < events->first[i + 1]; e++)
            if (events->at[e].kind == EVENT_MBARRIER_ARRIVE) check_handed_over(h, e);
        groups_pass(&h->groups, i, &h->state);
    }
}

void flow_check_handover(const struct flow_facts *facts) {
    struct handover h = {.facts = facts};
    const struct flow_events *events = facts->events;
    if (!diags_wants(facts->diags, D_may_hand_over) || !facts->f->is_entry || facts->f->calls)
        return;
    if (!flow_has_event(events, EVENT_MBARRIER_ARRIVE)) return;
    h.groups = flow_groups(events, facts->paths, &flow_write_rules);
    if (!h.groups.site_count) return;
    list_init(&h.takers, sizeof(struct taker));
    list_init(&h.readers, sizeof(struct reader));
    for (uint32_t e = 0; e < events->count; e++)
        if (flow_reads_async(events->at[e].kind) &&
            flow_is_reached(facts->paths, events->at[e].insn))
            add_reader(&h, e);
    if (!h.takers.count) return;
    h.state = groups_room(&h.groups);
    for (uint32_t i = 0; i < facts->f->order_count; i++) scan_arrivals(&h, facts->f->order[i]);
    if (h.pairs >= MOST_PAIRS) flow_leave_out(facts->f);
}
