/* SPDX-License-Identifier: Apache-2.0
 * mbarriers that warps use before they have met the warp that initializes them. Reported, at
 * whatever address, where nothing on any way from the begin of the kernel lets threads of several
 * warps meet, in the first round of a loop. Manual: bar, barrier; mbarrier.init. */
#include "flow/check/check.h"

struct start {
    const struct flow_facts *facts;
    bool *apart; /* for each block: no warps have synchronized when it starts */
    uint64_t made[MOST_THREADS / 64]; /* threads that may initialize some mbarrier */
    bool told;
};

/* Returns true if warps may synchronize here. */
static bool may_meet(const struct flow_events *events, uint32_t event) {
    switch ((enum isa_event_kind)events->at[event].kind) {
    case EVENT_BARRIER_SYNC:
    case EVENT_CLUSTER_WAIT:
    case EVENT_ATOMIC: return true;
    case EVENT_LOAD:
    case EVENT_STORE: return flow_is_strong(events, event);
    default: return false;
    }
}

static bool has_met(const struct flow_events *events, uint32_t insn) {
    for (uint32_t e = events->first[insn]; e < events->first[insn + 1]; e++)
        if (may_meet(events, e)) return true;
    return false;
}

static bool are_apart_after(const struct start *s, uint32_t block) {
    const struct flow_block *b = &s->facts->f->blocks[block];
    bool apart = s->apart[block];
    for (uint32_t i = b->first; apart && i < b->end; i++) apart = !has_met(s->facts->events, i);
    return apart;
}

/* Edges back to the start of a loop do not count, because an edge from outside was taken first. */
static void find_apart(struct start *s) {
    const struct flow_function *f = s->facts->f;
    const struct paths *paths = s->facts->paths;
    bool *ends_apart = arena_zalloc(f->arena, f->block_count);
    s->apart = arena_zalloc(f->arena, f->block_count);
    for (uint32_t i = 0; i < f->order_count; i++) {
        uint32_t block = f->order[i];
        bool apart = true;
        for (uint32_t e = paths->first_entry[block]; e < paths->first_entry[block + 1]; e++) {
            uint32_t from = paths->entries[e].from;
            apart &= ends_apart[from] || flow_dominates(paths, block, from);
        }
        s->apart[block] = apart;
        ends_apart[block] = are_apart_after(s, block);
    }
}

/* Returns true if some warp certainly executes the instruction although none of its threads
 * initializes an mbarrier. */
static bool comes_from_outside(const struct start *s, uint32_t insn) {
    struct threads *t = s->facts->threads;
    uint64_t set[MOST_THREADS / 64] = {0};
    if (!flow_thread_set(t, insn, set)) return false;
    for (uint32_t i = 0; i < t->room.threads; i += WARP_SIZE) {
        bool comes = set[i / 64] >> (i % 64) & UINT32_MAX;
        if (comes && !(s->made[i / 64] >> (i % 64) & UINT32_MAX)) return true;
    }
    return false;
}

static bool uses_mbarrier(uint8_t kind) {
    switch ((enum isa_event_kind)kind) {
    case EVENT_MBARRIER_ARRIVE:
    case EVENT_MBARRIER_WAIT:
    case EVENT_EXPECT_TX:
    case EVENT_BULK_LOAD:
    case EVENT_TMEM_COMMIT: return true;
    default: return false;
    }
}

static uint32_t first_initialization(const struct flow_events *events) {
    uint32_t e = 0;
    while (events->at[e].kind != EVENT_MBARRIER_INIT) e++;
    return events->at[e].insn;
}

/* Reports once, because all mbarriers are initialized together. */
static void check_start_event(struct start *s, uint32_t event) {
    const struct flow_facts *facts = s->facts;
    const struct flow_function *f = facts->f;
    uint32_t insn = facts->events->at[event].insn;
    if (s->told || !uses_mbarrier(facts->events->at[event].kind) || !comes_from_outside(s, insn))
        return;
    uint32_t from = first_initialization(facts->events);
    struct diag *d = report_init_race(facts->diags, flow_head(f, insn), flow_opcode(f, insn));
    note_accesses_here(facts->diags, d, flow_head(f, from), flow_opcode(f, from));
    s->told = true;
}

void flow_check_start(const struct flow_facts *facts) {
    const struct flow_events *events = facts->events;
    const struct flow_function *f = facts->f;
    struct start s = {.facts = facts};
    if (!f->is_entry || f->calls || !facts->threads) return;
    if (!flow_has_event(events, EVENT_MBARRIER_INIT)) return;
    /* The kernel may be launched with a single warp. */
    if (!facts->threads->is_exact && !flow_has_event(events, EVENT_BARRIER_SYNC)) return;
    for (uint32_t e = 0; e < events->count; e++)
        if (events->at[e].kind == EVENT_MBARRIER_INIT)
            flow_thread_most(facts->threads, events->at[e].insn, s.made);
    find_apart(&s);
    for (uint32_t i = 0; i < f->order_count; i++) {
        const struct flow_block *b = &f->blocks[f->order[i]];
        for (uint32_t k = b->first; s.apart[f->order[i]] && k < b->end; k++) {
            if (has_met(events, k)) break;
            for (uint32_t e = events->first[k]; e < events->first[k + 1]; e++)
                check_start_event(&s, e);
        }
    }
}
