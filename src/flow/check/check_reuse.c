/* SPDX-License-Identifier: Apache-2.0
 * Shared memory that is written again while a bulk store may still read it, and loops that
 * refill shared memory without ever waiting for what reads it. The proxy fence in between shows
 * what feeds a bulk store: if everything that may feed it is executed again while it is pending,
 * it is overwritten. Manual: Asynchronous copy; cp.async.bulk.wait_group; wgmma.wait_group. */
#include "flow/check/check.h"
#include "flow/loops.h"
#include "flow/value/classes.h"
#include <string.h>

enum {
    MOST_WORDS = 1 << 20, /* limit for a table: 8 MB */
    MOST_PAIRS = 1 << 18, /* of writes, and of a write and a read */
    MOST_BYTES = 1 << 18, /* of shared memory */
    MOST_SLOTS = 64       /* of a ring */
};

/* What a read or write accesses. */
struct place {
    struct flow_value at;
    int64_t most; /* at most, in bytes */
};

struct reuse {
    const struct flow_facts *facts;
    struct groups reads, writes;
    struct place *read_at, *write_at;
    uint32_t *same;                  /* for each write, a number that writes to the same address
                                        share */
    struct class_lists same_writes;  /* for each of these numbers, its sites in order */
    uint32_t *fence_at, fence_count; /* for each instruction; UINT32_MAX if it is not a proxy
                                        fence */
    uint32_t *fence_before; /* for each site, the nearest fence that every path to it passes, or
                               UINT32_MAX */
    uint64_t *pending;      /* for each write, the set of reads that are known to be pending when it
                               is executed */
    uint64_t *fenced;       /* for each fence, the set of writes that are known not to be fenced
                               before */
    uint32_t pairs;         /* comparisons so far */
};

/* ---- addresses ---- */

static struct flow_value address_of(const struct flow_facts *facts, uint32_t event) {
    uint8_t kind = facts->events->at[event].kind;
    return flow_argument_value(facts->values, facts->events, event,
                               kind == EVENT_COPY         ? ARGUMENT_DST
                               : kind == EVENT_BULK_STORE ? ARGUMENT_SRC
                                                          : ARGUMENT_ADDRESS);
}

static struct place *find_places(const struct flow_facts *facts, const struct groups *g) {
    struct place *places = arena_alloc(facts->f->arena, g->site_count * sizeof *places);
    for (uint32_t i = 0; i < g->site_count; i++) {
        uint32_t event = g->sites[i].event;
        struct event_value bytes = flow_argument(facts->events, event, ARGUMENT_BYTES);
        places[i] =
            (struct place){address_of(facts, event), bytes.known ? bytes.number : MOST_BYTES};
    }
    return places;
}

static void compare_writes(struct reuse *r) {
    struct arena *arena = r->facts->f->arena;
    uint32_t count = r->writes.site_count;
    struct flow_value *values = arena_alloc(arena, count * sizeof *values);
    for (uint32_t i = 0; i < count; i++) values[i] = r->write_at[i].at;
    r->same = flow_classify(arena, values, count);
    r->same_writes = flow_list_classes(arena, r->same, count, count);
}

/* Returns true if the source has the same address whenever a thread gets here. */
static bool is_at_fixed_place(const struct flow_facts *facts, uint32_t event) {
    const struct flow_function *f = facts->f;
    const struct flow_ref *ref = flow_argument_name(facts->events, event, ARGUMENT_SRC);
    if (!ref || ref->flags & REF_SPECIAL) return false;
    return ref->flags & REF_VARIABLE || flow_is_fixed(f, facts->predicates, ref->id);
}

/* ---- rings ---- */

/* Returns the number of slots of the ring that the source cycles through, or 0 if it is not one. */
static int64_t slots_of(const struct flow_value *source) {
    if (!flow_is_known(source) || source->low == source->high) return 0;
    if (source->base != BASE_VARIABLE && source->base != BASE_NUMBER) return 0;
    uint64_t slots = (uint64_t)(source->high - source->low) / source->step + 1;
    return slots <= MOST_SLOTS ? (int64_t)slots : 0;
}

/* Returns the number of groups that each iteration of the loop commits, or 0 if it varies. */
static int64_t groups_of(const struct flow_facts *facts, const bool *inside, const uint32_t *loops,
                         uint32_t head) {
    int64_t count = 0;
    for (uint32_t e = 0; e < facts->events->count; e++) {
        uint32_t block = facts->f->block_of[facts->events->at[e].insn];
        if (facts->events->at[e].kind != EVENT_BULK_COMMIT || !inside[block]) continue;
        if (loops[block] != head) return 0;
        count++;
    }
    return count;
}

/* Returns the smallest number of groups that a wait in the loop leaves. */
static int64_t left_in(const struct flow_facts *facts, const bool *inside) {
    int64_t least = INT64_MAX;
    for (uint32_t e = 0; e < facts->events->count; e++) {
        if (facts->events->at[e].kind != EVENT_BULK_WAIT ||
            !inside[facts->f->block_of[facts->events->at[e].insn]])
            continue;
        struct event_value count = flow_argument(facts->events, e, ARGUMENT_COUNT);
        if (!count.known) return 0;
        if (count.number < least) least = count.number;
    }
    return least;
}

/* Returns true if a loop cycles through the slots of a ring, and no wait in it completes the copy
 * from a slot before the slot is filled again. */
static bool laps_itself(const struct reuse *r, uint32_t read, uint32_t write) {
    const struct flow_facts *facts = r->facts;
    const uint32_t *block_of = facts->f->block_of, *loops = flow_loops(facts->paths);
    uint32_t block = block_of[r->reads.sites[read].insn];
    int64_t slots = slots_of(&r->read_at[read].at);
    if (!slots || !loops || loops[block] == NO_BLOCK) return false;
    const bool *inside = flow_loop_blocks(facts->paths, loops[block]);
    if (!inside[block_of[r->writes.sites[write].insn]]) return false;
    int64_t groups = groups_of(facts, inside, loops, loops[block]);
    return groups && left_in(facts, inside) >= slots * groups;
}

/* ---- matching writes with reads ---- */

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

static void add_pending(const struct group_state *state, uint64_t *to) {
    for (uint32_t w = state->pending.from; w < state->pending.to; w++)
        to[w] |= groups_pending_word(state, w, true);
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
                    add_pending(&state, r->pending + (size_t)site * r->reads.words);
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
                add_pending(&state, r->fenced + (size_t)r->fence_at[insn] * r->writes.words);
            groups_pass(&r->writes, insn, &state);
        }
    }
}

/* A dominator comes before the blocks below it in the order. */
static void find_fences_before(struct reuse *r) {
    const struct flow_function *f = r->facts->f;
    struct arena *arena = f->arena;
    r->fence_before = arena_alloc(arena, (f->insn_count + 1) * sizeof *r->fence_before);
    uint32_t *at_end = arena_alloc(arena, f->block_count * sizeof *at_end);
    memset(r->fence_before, 0xff, (f->insn_count + 1) * sizeof *r->fence_before);
    for (uint32_t i = 0; i < f->order_count; i++) {
        uint32_t block = f->order[i], above = r->facts->paths->dominator[block];
        uint32_t fence = above == block ? UINT32_MAX : at_end[above];
        for (uint32_t k = f->blocks[block].first; k < f->blocks[block].end; k++) {
            r->fence_before[k] = fence;
            if (r->fence_at[k] != UINT32_MAX) fence = r->fence_at[k];
        }
        at_end[block] = fence;
    }
}

/* ---- findings ---- */

/* Otherwise, comparing all pairs would take too long. */
static bool may_compare_writes(struct reuse *r) {
    if (r->pairs++ < MOST_PAIRS) return true;
    flow_leave_out(r->facts->f);
    return false;
}

static bool are_apart(const struct reuse *r, uint32_t read, uint32_t write) {
    const struct place *a = &r->read_at[read], *b = &r->write_at[write];
    return !flow_may_overlap(r->facts->values, &a->at, a->most, &b->at, b->most);
}

/* Returns the write, or another one to the same memory, that is executed while the read is pending,
 * or UINT32_MAX. */
static uint32_t find_repeated(struct reuse *r, uint32_t read, uint32_t write) {
    if (set_has(r->pending + (size_t)write * r->reads.words, read)) return write;
    uint32_t same = r->same[write];
    for (uint32_t i = r->same_writes.first[same]; same && i < r->same_writes.first[same + 1]; i++) {
        uint32_t other = r->same_writes.member[i];
        if (!may_compare_writes(r)) return UINT32_MAX;
        if (set_has(r->pending + (size_t)other * r->reads.words, read)) return other;
    }
    return UINT32_MAX;
}

/* Returns a write that represents everything that feeds the read, or UINT32_MAX if some of it is
 * executed only before the read, or if nothing is known to feed it. */
static uint32_t find_overwriting(struct reuse *r, uint32_t read) {
    uint32_t fence = r->fence_before[r->reads.sites[read].insn], found = UINT32_MAX;
    if (fence == UINT32_MAX) return UINT32_MAX;
    const uint64_t *feeds = r->fenced + (size_t)fence * r->writes.words;
    for (uint32_t i = 0; i < r->writes.site_count; i++) {
        if (!feeds[i / 64]) i |= 63; /* no site of this word */
        if (!set_has(feeds, i)) continue;
        if (!may_compare_writes(r)) return UINT32_MAX;
        if (are_apart(r, read, i)) continue;
        uint32_t again = find_repeated(r, read, i);
        if (again == UINT32_MAX) return UINT32_MAX;
        if (found == UINT32_MAX) found = again;
    }
    return found;
}

static void check_source(struct reuse *r, uint32_t read) {
    const struct flow_facts *facts = r->facts;
    const struct flow_function *f = facts->f;
    uint32_t write = find_overwriting(r, read), from = r->reads.sites[read].insn;
    if (write == UINT32_MAX) return;
    if (!is_at_fixed_place(facts, r->reads.sites[read].event) && !laps_itself(r, read, write))
        return;
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
    r.read_at = find_places(facts, &r.reads);
    r.write_at = find_places(facts, &r.writes);
    compare_writes(&r);
    find_fences_before(&r);
    note_writes(&r);
    note_fences(&r);
    for (uint32_t i = 0; i < r.reads.site_count; i++) check_source(&r, i);
}
