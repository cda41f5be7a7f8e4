/* SPDX-License-Identifier: Apache-2.0
 * Shared memory that is written again while a bulk store may still read it, and loops that refill
 * shared memory without ever waiting for what reads it. What feeds a bulk store is known by the
 * proxy fence between: where all that may feed it is executed again while it is pending, it is
 * overwritten. Manual: Asynchronous copy; cp.async.bulk.wait_group; wgmma.wait_group. */
#include "flow/check/check.h"

enum {
    MOST_WORDS = 1 << 20, /* of a table: 8 MB */
    MOST_BYTES = 1 << 18  /* of shared memory */
};

struct reuse {
    const struct flow_facts *facts;
    struct groups reads, writes;
    uint32_t *fence_at, fence_count; /* of each instruction; UINT32_MAX: it is no proxy fence */
    uint64_t *pending; /* of each write, a set of reads: surely not complete when it is executed */
    uint64_t *fenced;  /* of each fence, a set of writes: surely not fenced before */
};

/* ---- places ---- */

static struct flow_value address_of(const struct flow_facts *facts, uint32_t event) {
    uint8_t kind = facts->events->at[event].kind;
    return flow_argument_value(facts->values, facts->events, event,
                               kind == EVENT_COPY         ? ARGUMENT_DST
                               : kind == EVENT_BULK_STORE ? ARGUMENT_SRC
                                                          : ARGUMENT_ADDRESS);
}

static int64_t most_bytes(const struct flow_facts *facts, uint32_t event) {
    struct event_value bytes = flow_argument(facts->events, event, ARGUMENT_BYTES);
    return bytes.known ? bytes.number : MOST_BYTES;
}

/* Is the source at the same address, each time that a thread comes here? */
static bool is_at_fixed_place(const struct flow_facts *facts, uint32_t event) {
    const struct flow_function *f = facts->f;
    const struct flow_ref *ref = flow_argument_name(facts->events, event, ARGUMENT_SRC);
    if (!ref || ref->flags & REF_SPECIAL) return false;
    return ref->flags & REF_VARIABLE || flow_is_fixed(f, facts->predicates, ref->id);
}

/* ---- which write and which read ---- */

static void number_fences(struct reuse *r) {
    const struct flow_events *events = r->facts->events;
    uint32_t count = r->facts->f->insn_count;
    int64_t left;
    r->fence_at = arena_alloc(r->facts->f->in->arena, (count + 1) * sizeof *r->fence_at);
    for (uint32_t i = 0; i < count; i++) r->fence_at[i] = UINT32_MAX;
    for (uint32_t e = 0; e < events->count; e++)
        if (flow_write_rules.step(events, e, &left) == GROUP_WAIT)
            r->fence_at[events->at[e].insn] = r->fence_count++;
}

static void add_pending(const struct groups *g, const struct group_state *state, uint64_t *to) {
    for (uint32_t w = 0; w < g->words; w++) to[w] |= groups_pending_word(state, w, true);
}

static void note_writes(struct reuse *r) {
    const struct flow_function *f = r->facts->f;
    struct group_state state = groups_room(&r->reads);
    for (uint32_t b = 0; b < f->order_count; b++) {
        const struct flow_block *block = &f->blocks[f->order[b]];
        groups_at(&r->reads, f->order[b], &state);
        for (uint32_t insn = block->first;
             (insn = groups_next(&r->reads, insn, block->end)) < block->end; insn++) {
            for (uint32_t e = r->facts->events->first[insn]; e < r->facts->events->first[insn + 1];
                 e++) {
                uint32_t site = r->writes.site_of[e];
                if (site != UINT32_MAX)
                    add_pending(&r->reads, &state, r->pending + (size_t)site * r->reads.words);
            }
            groups_pass(&r->reads, insn, &state);
        }
    }
}

static void note_fences(struct reuse *r) {
    const struct flow_function *f = r->facts->f;
    struct group_state state = groups_room(&r->writes);
    for (uint32_t b = 0; b < f->order_count; b++) {
        const struct flow_block *block = &f->blocks[f->order[b]];
        groups_at(&r->writes, f->order[b], &state);
        for (uint32_t insn = block->first;
             (insn = groups_next(&r->writes, insn, block->end)) < block->end; insn++) {
            if (r->fence_at[insn] != UINT32_MAX)
                add_pending(&r->writes, &state,
                            r->fenced + (size_t)r->fence_at[insn] * r->writes.words);
            groups_pass(&r->writes, insn, &state);
        }
    }
}

/* The nearest fence that every path to the instruction passes; UINT32_MAX: there is none. */
static uint32_t fence_before(const struct reuse *r, uint32_t insn) {
    const struct flow_function *f = r->facts->f;
    uint32_t block = f->block_of[insn];
    if (!flow_is_reached(r->facts->paths, insn)) return UINT32_MAX;
    for (;;) {
        while (insn-- > f->blocks[block].first)
            if (r->fence_at[insn] != UINT32_MAX) return r->fence_at[insn];
        if (r->facts->paths->dominator[block] == block) return UINT32_MAX;
        block = r->facts->paths->dominator[block];
        insn = f->blocks[block].end;
    }
}

/* ---- findings ---- */

static bool are_apart(const struct reuse *r, uint32_t read, uint32_t write) {
    const struct flow_facts *facts = r->facts;
    uint32_t from = r->reads.sites[read].event, to = r->writes.sites[write].event;
    struct flow_value a = address_of(facts, from), b = address_of(facts, to);
    return !flow_may_overlap(facts->values, &a, most_bytes(facts, from), &b, most_bytes(facts, to));
}

/* The write itself, or another one to the same place, that is executed while the read is pending;
 * UINT32_MAX: there is none. */
static uint32_t find_repeated(const struct reuse *r, uint32_t read, uint32_t write) {
    if (set_has(r->pending + (size_t)write * r->reads.words, read)) return write;
    struct flow_value a = address_of(r->facts, r->writes.sites[write].event);
    for (uint32_t i = 0; i < r->writes.site_count; i++) {
        if (!set_has(r->pending + (size_t)i * r->reads.words, read)) continue;
        struct flow_value b = address_of(r->facts, r->writes.sites[i].event);
        if (flow_same_value(&a, &b)) return i;
    }
    return UINT32_MAX;
}

/* A write that all that feeds the read agrees with; UINT32_MAX: some of it is executed only before
 * the read, or nothing is known to feed it. */
static uint32_t find_overwriting(const struct reuse *r, uint32_t read) {
    uint32_t fence = fence_before(r, r->reads.sites[read].insn), found = UINT32_MAX;
    if (fence == UINT32_MAX) return UINT32_MAX;
    const uint64_t *feeds = r->fenced + (size_t)fence * r->writes.words;
    for (uint32_t i = 0; i < r->writes.site_count; i++) {
        if (!set_has(feeds, i) || are_apart(r, read, i)) continue;
        uint32_t again = find_repeated(r, read, i);
        if (again == UINT32_MAX) return UINT32_MAX;
        if (found == UINT32_MAX) found = again;
    }
    return found;
}

static void check_source(const struct reuse *r, uint32_t read) {
    const struct flow_facts *facts = r->facts;
    const struct flow_function *f = facts->f;
    uint32_t write = find_overwriting(r, read), from = r->reads.sites[read].insn;
    if (write == UINT32_MAX || !is_at_fixed_place(facts, r->reads.sites[read].event)) return;
    uint32_t to = r->writes.sites[write].insn;
    struct diag *d = report_source_reused(facts->diags, flow_head(f, to), flow_opcode(f, from),
                                          flow_name_of(EVENT_BULK_WAIT));
    note_started_here(facts->diags, d, flow_head(f, from), flow_opcode(f, from));
}

void flow_check_reuse(const struct flow_facts *facts) {
    struct arena *arena = facts->f->in->arena;
    struct reuse r = {.facts = facts};
    if (!facts->f->is_entry) return;
    r.reads = flow_groups(facts->events, facts->paths, &flow_bulk_read_rules);
    if (!r.reads.site_count) return;
    r.writes = flow_groups(facts->events, facts->paths, &flow_write_rules);
    if (!r.writes.site_count) return;
    number_fences(&r);
    if ((uint64_t)r.fence_count * r.writes.words > MOST_WORDS ||
        (uint64_t)r.writes.site_count * r.reads.words > MOST_WORDS)
        return;
    r.pending = arena_zalloc(arena, (size_t)r.writes.site_count * r.reads.words * sizeof(uint64_t));
    r.fenced = arena_zalloc(arena, (size_t)r.fence_count * r.writes.words * sizeof(uint64_t));
    note_writes(&r);
    note_fences(&r);
    for (uint32_t i = 0; i < r.reads.site_count; i++) check_source(&r, i);
}
