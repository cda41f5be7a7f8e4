/* SPDX-License-Identifier: Apache-2.0
 * The barrier of the cluster: a thread arrives, waits, arrives, and so on. Checked only if the
 * kernel calls no functions, which may arrive or wait. Manual: barrier.cluster. */
#include "flow/check/check.h"

/* What a thread may do next, or has done last. */
enum { MAY_WAIT = 1, MAY_ARRIVE = 2, MAY_BE_OUTSIDE = 4 /* before the kernel, or after its end */ };

struct scan {
    const struct flow_facts *facts;
    uint8_t *last, *next; /* for each block: before its start, and from its start on */
};

static void pass(const struct flow_facts *facts, uint32_t event, uint8_t *state) {
    const struct flow_event *e = &facts->events->at[event];
    uint8_t kept = facts->f->insns[e->insn].guard == NO_REGISTER ? 0 : *state;
    if (e->kind == EVENT_CLUSTER_ARRIVE) *state = kept | MAY_ARRIVE;
    if (e->kind == EVENT_CLUSTER_WAIT) *state = kept | MAY_WAIT;
}

/* ---- what came last ---- */

static bool pass_on(struct scan *s, uint32_t block) {
    const struct flow_function *f = s->facts->f;
    const struct flow_events *events = s->facts->events;
    const struct flow_block *b = &f->blocks[block];
    uint8_t state = s->last[block], grown = 0;
    for (uint32_t e = events->first[b->first]; e < events->first[b->end]; e++)
        pass(s->facts, e, &state);
    for (uint32_t e = b->edges; e < b[1].edges; e++) {
        grown |= state & ~s->last[f->edges[e]];
        s->last[f->edges[e]] |= state;
    }
    return grown;
}

/* ---- what comes next ---- */

static uint8_t next_after(const struct scan *s, uint32_t block) {
    const struct flow_function *f = s->facts->f;
    const struct flow_block *b = &f->blocks[block];
    bool ends = b->first == b->end || flow_leaves(f, b->end - 1);
    uint8_t state = ends ? MAY_BE_OUTSIDE : 0;
    for (uint32_t e = b->edges; e < b[1].edges; e++) state |= s->next[f->edges[e]];
    return state;
}

static bool pass_back(struct scan *s, uint32_t block) {
    const struct flow_events *events = s->facts->events;
    const struct flow_block *b = &s->facts->f->blocks[block];
    uint8_t state = next_after(s, block);
    for (uint32_t e = events->first[b->end]; e-- > events->first[b->first];)
        pass(s->facts, e, &state);
    bool grown = state & ~s->next[block];
    s->next[block] |= state;
    return grown;
}

static void find_turns(struct scan *s) {
    const struct flow_function *f = s->facts->f;
    s->last = arena_zalloc(f->arena, 2 * (size_t)f->block_count);
    s->next = s->last + f->block_count;
    s->last[0] = MAY_BE_OUTSIDE;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < f->order_count; i++) again |= pass_on(s, f->order[i]);
    }
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = f->order_count; i-- > 0;) again |= pass_back(s, f->order[i]);
    }
}

/* ---- findings ---- */

/* Returns true if each thread that arrives at the barrier comes here last. Otherwise, another one
 * may wait. */
static bool is_last_of_all(const struct flow_facts *facts, uint32_t event) {
    const struct flow_function *f = facts->f;
    uint32_t block = f->block_of[facts->events->at[event].insn];
    for (uint32_t e = 0; e < facts->events->count; e++) {
        uint32_t insn = facts->events->at[e].insn;
        if (facts->events->at[e].kind != EVENT_CLUSTER_ARRIVE ||
            !flow_is_reached(facts->paths, insn))
            continue;
        if (!flow_dominates(facts->paths, f->block_of[insn], block)) return false;
    }
    return true;
}

static void check_arrival(const struct flow_facts *facts, uint32_t event, uint8_t next) {
    const struct flow_function *f = facts->f;
    uint32_t insn = facts->events->at[event].insn;
    if (next & MAY_WAIT || !next) return;
    if (next & MAY_ARRIVE || is_last_of_all(facts, event))
        report_arrival_without_wait(facts->diags, flow_head(f, insn), flow_opcode(f, insn),
                                    flow_name_of(EVENT_CLUSTER_WAIT));
}

static void check_wait(const struct flow_facts *facts, uint32_t event, uint8_t last) {
    uint32_t insn = facts->events->at[event].insn;
    if (last & MAY_ARRIVE) return;
    struct text line = flow_name_of(EVENT_CLUSTER_ARRIVE);
    struct diag *d = report_wait_without_arrival(facts->diags, flow_head(facts->f, insn),
                                                 flow_opcode(facts->f, insn), line);
    flow_fix_before(facts, d, insn, line);
}

static void scan_block(struct scan *s, uint32_t block) {
    const struct flow_facts *facts = s->facts;
    const struct flow_block *b = &facts->f->blocks[block];
    uint32_t first = facts->events->first[b->first], end = facts->events->first[b->end];
    uint8_t last = s->last[block], next = next_after(s, block);
    for (uint32_t e = first; e < end; e++) {
        if (facts->events->at[e].kind == EVENT_CLUSTER_WAIT) check_wait(facts, e, last);
        pass(facts, e, &last);
    }
    for (uint32_t e = end; e-- > first;) {
        if (facts->events->at[e].kind == EVENT_CLUSTER_ARRIVE) check_arrival(facts, e, next);
        pass(facts, e, &next);
    }
}

void flow_check_cluster(const struct flow_facts *facts) {
    struct scan s = {.facts = facts};
    bool any = false;
    for (uint32_t e = 0; e < facts->events->count; e++)
        any |= facts->events->at[e].kind == EVENT_CLUSTER_ARRIVE ||
               facts->events->at[e].kind == EVENT_CLUSTER_WAIT;
    if (!any || !facts->f->is_entry || facts->f->calls) return;
    find_turns(&s);
    for (uint32_t i = 0; i < facts->f->order_count; i++) scan_block(&s, facts->f->order[i]);
}
