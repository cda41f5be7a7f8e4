/* SPDX-License-Identifier: Apache-2.0
 * Loops that arrive at an mbarrier in each iteration without ever waiting, and loops that wait
 * for one without ever arriving: one side of a ring may run ahead of the other. Manual:
 * mbarrier. */
#include "flow/may/may.h"
#include "flow/loops.h"

enum { MOST_VISITS = 1 << 22 /* of blocks, over all loops */ };

/* What a loop contains. */
struct lap {
    bool waits, arrives, meets, uses; /* meets: a barrier, which does both */
    uint32_t wait, arrival;           /* the first event of each kind */
};

static void note_in_lap(struct lap *lap, const struct flow_events *events, uint32_t event) {
    switch ((enum isa_event_kind)events->at[event].kind) {
    case EVENT_MBARRIER_WAIT:
        if (!lap->waits) lap->wait = event;
        lap->waits = true;
        break;
    case EVENT_MBARRIER_ARRIVE:
    case EVENT_COPY_ARRIVE:
    case EVENT_TMEM_COMMIT:
        if (!lap->arrives) lap->arrival = event;
        lap->arrives = true;
        break;
    case EVENT_BARRIER_SYNC:
    case EVENT_BARRIER_ARRIVE:
    case EVENT_CLUSTER_ARRIVE:
    case EVENT_CLUSTER_WAIT:
    case EVENT_GRID_WAIT:
    case EVENT_ATOMIC:
    case EVENT_FENCE: lap->meets = true; break;
    case EVENT_LOAD:
    case EVENT_STORE:
        lap->meets |= flow_is_strong(events, event);
        lap->uses |= flow_argument(events, event, ARGUMENT_SPACE).name == NAMED_SHARED;
        break;
    case EVENT_COPY:
    case EVENT_BULK_LOAD:
    case EVENT_BULK_STORE:
    case EVENT_WGMMA:
    case EVENT_TMEM_LOAD:
    case EVENT_TMEM_STORE:
    case EVENT_TMEM_MMA:
    case EVENT_TMEM_COPY: lap->uses = true; break;
    default: break;
    }
}

static struct lap lap_of(const struct flow_facts *facts, const bool *inside) {
    const struct flow_function *f = facts->f;
    const struct flow_events *events = facts->events;
    struct lap lap = {0};
    for (uint32_t b = 0; b < f->block_count; b++) {
        if (!inside[b]) continue;
        uint32_t end = events->first[f->blocks[b].end];
        for (uint32_t e = events->first[f->blocks[b].first]; e < end; e++)
            note_in_lap(&lap, events, e);
    }
    return lap;
}

static void check_lap(const struct flow_facts *facts, const struct lap *lap, bool *told) {
    const struct flow_function *f = facts->f;
    bool late = lap->arrives && !lap->waits, stuck = lap->waits && !lap->arrives && lap->uses;
    uint32_t insn = facts->events->at[late ? lap->arrival : lap->wait].insn;
    if (lap->meets || !(late || stuck) || told[insn]) return;
    told[insn] = true;
    if (late)
        report_may_run_ahead(facts->diags, flow_head(f, insn), flow_opcode(f, insn));
    else
        report_may_never_free(facts->diags, flow_head(f, insn), flow_opcode(f, insn));
}

/* Inner loops are processed first, and a loop around them is not reported again. */
void flow_check_laps(const struct flow_facts *facts) {
    struct flow_function *f = facts->f;
    const uint32_t *loops;
    uint64_t visits = 0;
    if (!diags_wants(facts->diags, D_may_run_ahead) || !f->is_entry || f->calls) return;
    if (!flow_has_event(facts->events, EVENT_MBARRIER_INIT)) return;
    loops = flow_loops(facts->paths);
    if (!loops) return;
    bool *told = arena_zalloc(f->arena, f->insn_count + 1);
    for (uint32_t i = f->order_count; i-- > 0;) {
        uint32_t head = f->order[i];
        if (loops[head] != head) continue;
        visits += f->block_count;
        if (visits > MOST_VISITS) {
            flow_leave_out(f);
            return;
        }
        struct lap lap = lap_of(facts, flow_loop_blocks(facts->paths, head));
        check_lap(facts, &lap, told);
    }
}
