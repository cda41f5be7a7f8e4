/* SPDX-License-Identifier: Apache-2.0
 * Accesses of different warps to memory that may be the same, with a path from one to the other
 * on which nothing orders them. check_races.c decides the accesses whose bytes are known for each
 * thread; this check is for all others. Manual: Memory Consistency Model; bar, barrier;
 * mbarrier. */
#include "flow/may/may.h"

enum {
    MOST_PLACES = 2,      /* of one event */
    MOST_SITES = 2048,    /* of one kind of memory */
    MOST_STATE = 1 << 20, /* words */
    MOST_PAIRS = 1 << 15, /* comparisons in one function */
    LEAST_BYTES = 16,     /* of an access whose size is unknown */
    BARRIER_BYTES = 8
};

/* REGION_WARP: shared memory, as the threads of one warp access it. REGION_PUBLISHED: what an
 * arrival at an mbarrier shows to those that wait for it. */
enum region {
    REGION_SHARED,
    REGION_WARP,
    REGION_TENSOR,
    REGION_BARRIER,
    REGION_PUBLISHED,
    REGION_COUNT
};

/* What an event does to one region. */
struct touch {
    bool reads, writes;
    bool completes_later; /* also for the thread that starts it */
    uint8_t count;        /* of addresses; 0 if the region is not addressed */
    enum isa_event_argument what[MOST_PLACES];
};

struct place {
    struct flow_value at;
    int64_t bytes;
};

/* An event, once it has been looked at. */
struct touched {
    bool is_read;
    struct place places[MOST_PLACES];
    uint64_t *threads; /* that may execute it */
};

struct conflicts {
    const struct flow_facts *facts;
    enum region region;
    struct groups groups;
    struct group_state state;
    struct touched *seen; /* for each event */
    uint32_t pairs;
};

/* ---- what events access ---- */

static struct touch reads_at(enum isa_event_argument what) {
    return (struct touch){.reads = true, .count = 1, .what = {what}};
}
static struct touch writes_at(enum isa_event_argument what) {
    return (struct touch){.writes = true, .count = 1, .what = {what}};
}

static bool is_shared_access(const struct flow_events *events, uint32_t event) {
    return flow_argument(events, event, ARGUMENT_SPACE).name == NAMED_SHARED;
}

static struct touch shared_touch(const struct flow_events *events, uint32_t event) {
    struct touch t = {0};
    switch ((enum isa_event_kind)events->at[event].kind) {
    case EVENT_LOAD: return is_shared_access(events, event) ? reads_at(ARGUMENT_ADDRESS) : t;
    case EVENT_STORE:
    case EVENT_MAP_REPLACE:
        return is_shared_access(events, event) ? writes_at(ARGUMENT_ADDRESS) : t;
    case EVENT_COPY:
    case EVENT_TMEM_ALLOC: return writes_at(ARGUMENT_DST);
    case EVENT_BULK_LOAD:
        t = writes_at(ARGUMENT_DST);
        t.completes_later = true;
        return t;
    case EVENT_BULK_STORE:
    case EVENT_MAP_PUBLISH: return reads_at(ARGUMENT_SRC);
    case EVENT_TMEM_COPY: return reads_at(ARGUMENT_DESC);
    case EVENT_WGMMA:
    case EVENT_TMEM_MMA:
        return (struct touch){.reads = true, .count = 2, .what = {ARGUMENT_B, ARGUMENT_A}};
    default: return t;
    }
}

static struct touch tensor_touch(const struct flow_events *events, uint32_t event) {
    struct touch t = {0};
    switch ((enum isa_event_kind)events->at[event].kind) {
    case EVENT_TMEM_LOAD: return reads_at(ARGUMENT_ADDRESS);
    case EVENT_TMEM_STORE:
    case EVENT_TMEM_DEALLOC: return writes_at(ARGUMENT_ADDRESS);
    case EVENT_TMEM_MMA: t = writes_at(ARGUMENT_D); break;
    case EVENT_TMEM_COPY:
    case EVENT_TMEM_SHIFT: t = writes_at(ARGUMENT_ADDRESS); break;
    default: return t;
    }
    t.completes_later = true;
    return t;
}

static struct touch barrier_touch(const struct flow_events *events, uint32_t event) {
    switch ((enum isa_event_kind)events->at[event].kind) {
    case EVENT_MBARRIER_INIT:
    case EVENT_MBARRIER_INVAL: return writes_at(ARGUMENT_BARRIER);
    case EVENT_MBARRIER_ARRIVE:
    case EVENT_MBARRIER_WAIT:
    case EVENT_EXPECT_TX:
    case EVENT_COPY_ARRIVE:
    case EVENT_BULK_LOAD:
    case EVENT_TMEM_COMMIT: return reads_at(ARGUMENT_BARRIER);
    default: return (struct touch){0};
    }
}

static struct touch published_touch(const struct flow_events *events, uint32_t event) {
    switch ((enum isa_event_kind)events->at[event].kind) {
    case EVENT_STORE:
        return is_shared_access(events, event) ? writes_at(ARGUMENT_ADDRESS) : (struct touch){0};
    case EVENT_TMEM_STORE: return writes_at(ARGUMENT_ADDRESS);
    case EVENT_MBARRIER_ARRIVE: return (struct touch){.reads = true};
    default: return (struct touch){0};
    }
}

static struct touch touch_of(enum region region, const struct flow_events *events, uint32_t event) {
    switch (region) {
    case REGION_SHARED:
    case REGION_WARP: return shared_touch(events, event);
    case REGION_TENSOR: return tensor_touch(events, event);
    case REGION_PUBLISHED: return published_touch(events, event);
    default: return barrier_touch(events, event);
    }
}

/* ---- what orders them ---- */

/* Returns true if a barrier says how many threads take part: its number comes first. */
static bool has_count(const struct flow_events *events, uint32_t event) {
    const struct flow_function *f = events->f;
    const struct stmt *s = ast_stmt(f->in->ast, f->insns[events->at[event].insn].stmt);
    return s->roots - s->guarded > 1;
}

/* A wait for an mbarrier does not tell whether others have waited for the same one, and a barrier
 * of some threads does not show them what another one has initialized. */
static bool orders(enum region region, const struct flow_events *events, uint32_t event) {
    switch ((enum isa_event_kind)events->at[event].kind) {
    case EVENT_BARRIER_SYNC: return region != REGION_BARRIER || !has_count(events, event);
    case EVENT_CLUSTER_WAIT: return true;
    case EVENT_MBARRIER_WAIT: return region != REGION_BARRIER;
    case EVENT_WARP_SYNC: return region == REGION_WARP;
    case EVENT_FENCE:
    case EVENT_ATOMIC: return region == REGION_SHARED || region == REGION_WARP;
    case EVENT_LOAD:
    case EVENT_STORE: return flow_is_strong(events, event);
    default: return false;
    }
}

static enum group_step step_in(enum region region, const struct flow_events *events, uint32_t event,
                               int64_t *left) {
    *left = 0;
    if (orders(region, events, event)) return GROUP_WAIT;
    struct touch t = touch_of(region, events, event);
    return t.reads || t.writes ? GROUP_ISSUE : GROUP_OTHER;
}

static enum group_step shared_step(const struct flow_events *events, uint32_t event,
                                   int64_t *left) {
    return step_in(REGION_SHARED, events, event, left);
}
static enum group_step warp_step(const struct flow_events *events, uint32_t event, int64_t *left) {
    return step_in(REGION_WARP, events, event, left);
}
static enum group_step tensor_step(const struct flow_events *events, uint32_t event,
                                   int64_t *left) {
    return step_in(REGION_TENSOR, events, event, left);
}
static enum group_step barrier_step(const struct flow_events *events, uint32_t event,
                                    int64_t *left) {
    return step_in(REGION_BARRIER, events, event, left);
}

static enum group_step published_step(const struct flow_events *events, uint32_t event,
                                      int64_t *left) {
    return step_in(REGION_PUBLISHED, events, event, left);
}

static const struct group_rules region_rules[REGION_COUNT] = {
    [REGION_SHARED] = {.step = shared_step, .no_commit = true},
    [REGION_WARP] = {.step = warp_step, .no_commit = true},
    [REGION_TENSOR] = {.step = tensor_step, .no_commit = true},
    [REGION_BARRIER] = {.step = barrier_step, .no_commit = true},
    [REGION_PUBLISHED] = {.step = published_step, .no_commit = true}};

/* ---- pairs ---- */

static int64_t bytes_at(const struct conflicts *c, uint32_t event) {
    if (c->region == REGION_BARRIER) return BARRIER_BYTES;
    struct event_value bytes = flow_argument(c->facts->events, event, ARGUMENT_BYTES);
    return bytes.known && bytes.number > 0 ? bytes.number : LEAST_BYTES;
}

static struct touched *touch_at(struct conflicts *c, uint32_t event, const struct touch *t) {
    const struct flow_facts *facts = c->facts;
    struct touched *seen = &c->seen[event];
    if (seen->is_read) return seen;
    seen->is_read = true;
    for (uint32_t i = 0; i < t->count; i++)
        seen->places[i] =
            (struct place){flow_argument_value(facts->values, facts->events, event, t->what[i]),
                           bytes_at(c, event)};
    seen->threads = arena_zalloc(facts->f->arena, facts->threads->words * sizeof(uint64_t));
    flow_thread_most(facts->threads, facts->events->at[event].insn, seen->threads);
    return seen;
}

static uint32_t count_threads(const struct conflicts *c, const uint64_t *set) {
    uint32_t count = 0;
    for (uint32_t w = 0; w < c->facts->threads->words; w++)
        for (uint64_t left = set[w]; left; left &= left - 1) count++;
    return count;
}

static bool is_one_warp(const struct conflicts *c, const struct touched *a,
                        const struct touched *b) {
    uint32_t warps = 0;
    for (uint32_t w = 0; w < c->facts->threads->words; w++) {
        uint64_t both = a->threads[w] | b->threads[w];
        warps += (both & UINT32_MAX) != 0;
        warps += both >> WARP_SIZE != 0;
    }
    return warps < 2;
}

/* Returns true if they are in order without a barrier: in one warp, they are executed by the same
 * thread or all of them. An elected thread may be any of its warp, but always the same. */
static bool are_in_order(const struct conflicts *c, const struct touched *a,
                         const struct touched *b) {
    return is_one_warp(c, a, b) && count_threads(c, a->threads) == count_threads(c, b->threads);
}

/* Returns true if `b` is executed by some of the warps that execute `a`, and not by others. */
static bool is_by_fewer(const struct conflicts *c, const struct touched *a,
                        const struct touched *b) {
    bool fewer = false;
    for (uint32_t i = 0; i < c->facts->threads->room.threads; i += WARP_SIZE) {
        bool in_a = a->threads[i / 64] >> (i % 64) & UINT32_MAX;
        bool in_b = b->threads[i / 64] >> (i % 64) & UINT32_MAX;
        if (in_b && !in_a) return false;
        fewer |= in_a && !in_b;
    }
    return fewer;
}

/* Shared memory is two regions: see REGION_WARP. */
static bool is_other_region(const struct conflicts *c, const struct touched *a,
                            const struct touched *b) {
    if (c->region == REGION_SHARED) return is_one_warp(c, a, b);
    return c->region == REGION_WARP && !is_one_warp(c, a, b);
}

static bool has_numbers(const struct lanes *l) { return l->number && l->key && !l->varies; }

/* Returns true if it is known which threads access which bytes. */
static bool is_decided(const struct conflicts *c, uint32_t earlier, const struct touch *a,
                       uint32_t later, const struct touch *b) {
    if ((c->region != REGION_SHARED && c->region != REGION_WARP) || a->count > 1 || b->count > 1)
        return false;
    struct lanes x = flow_thread_argument(c->facts->threads, earlier, a->what[0]);
    struct lanes y = flow_thread_argument(c->facts->threads, later, b->what[0]);
    return has_numbers(&x) && has_numbers(&y) && x.key == y.key;
}

static bool may_be_same(const struct conflicts *c, const struct place *a, const struct place *b) {
    if (c->region == REGION_TENSOR) return true;
    return flow_may_meet(c->facts->values, &a->at, a->bytes, &b->at, b->bytes);
}

static bool do_overlap(const struct conflicts *c, const struct touched *a, uint32_t places_a,
                       const struct touched *b, uint32_t places_b) {
    for (uint32_t i = 0; i < places_a; i++)
        for (uint32_t k = 0; k < places_b; k++)
            if (may_be_same(c, &a->places[i], &b->places[k])) return true;
    return false;
}

/* Loads and stores of a warp access its own lanes, and what the tensor core does stays in order. */
static bool are_apart_in_tensor(const struct touch *a, const struct touch *b, bool frees) {
    return a->completes_later == b->completes_later && !frees;
}

/* Returns true if two changes of the same thing are a conflict, too. */
static bool is_alone(enum region region) {
    return region == REGION_TENSOR || region == REGION_BARRIER;
}

static bool is_conflict(struct conflicts *c, uint32_t earlier, uint32_t later) {
    const struct flow_events *events = c->facts->events;
    struct touch a = touch_of(c->region, events, earlier), b = touch_of(c->region, events, later);
    bool frees = events->at[later].kind == EVENT_TMEM_DEALLOC;
    if (!(a.writes && b.reads) && !(a.reads && b.writes) &&
        !(a.writes && b.writes && is_alone(c->region)))
        return false;
    if (flow_is_volatile(events, earlier) && flow_is_volatile(events, later)) return false;
    if (c->region == REGION_TENSOR && are_apart_in_tensor(&a, &b, frees)) return false;
    struct touched *x = touch_at(c, earlier, &a), *y = touch_at(c, later, &b);
    if (c->region == REGION_PUBLISHED) return is_by_fewer(c, x, y);
    if (is_other_region(c, x, y) || (!a.completes_later && are_in_order(c, x, y))) return false;
    return do_overlap(c, x, a.count, y, b.count) && !is_decided(c, earlier, &a, later, &b);
}

/* ---- all places ---- */

static void report_conflict(const struct conflicts *c, uint32_t earlier, uint32_t later) {
    const struct flow_function *f = c->facts->f;
    uint32_t from = c->facts->events->at[earlier].insn, to = c->facts->events->at[later].insn;
    ptxc_span at = flow_head(f, to);
    struct text first = flow_opcode(f, from), second = flow_opcode(f, to);
    struct diag *d = c->region == REGION_PUBLISHED
                         ? report_may_not_publish(c->facts->diags, at, first, second)
                         : report_may_conflict(c->facts->diags, at, first, second);
    note_accesses_here(c->facts->diags, d, flow_head(f, from), flow_opcode(f, from));
}

/* Reports the event once, with the nearest earlier one in the text that it may be in conflict
 * with. */
static void check_conflicts_of(struct conflicts *c, uint32_t event) {
    struct touch t = touch_of(c->region, c->facts->events, event);
    if (!t.reads && !t.writes) return;
    for (uint32_t w = c->state.pending.to; w-- > c->state.pending.from;) {
        uint64_t set = groups_pending_word(&c->state, w, false);
        for (uint32_t k = 0; set && k < 64; k++) {
            uint32_t i = 63 - k;
            if (!(set >> i & 1)) continue;
            uint32_t earlier = c->groups.sites[64 * w + i].event;
            if (c->pairs++ >= MOST_PAIRS) {
                flow_leave_out(c->facts->f);
                return;
            }
            if (!is_conflict(c, earlier, event)) continue;
            report_conflict(c, earlier, event);
            return;
        }
    }
}

static void scan_conflicts(struct conflicts *c, uint32_t block) {
    const struct flow_events *events = c->facts->events;
    const struct flow_block *b = &c->facts->f->blocks[block];
    groups_at(&c->groups, block, &c->state);
    for (uint32_t i = b->first; (i = groups_next(&c->groups, i, b->end)) < b->end; i++) {
        for (uint32_t e = events->first[i]; e < events->first[i + 1]; e++) check_conflicts_of(c, e);
        groups_pass(&c->groups, i, &c->state);
    }
}

static bool has_pairs(const struct flow_facts *facts, enum region region) {
    uint32_t sites = 0;
    for (uint32_t e = 0; e < facts->events->count; e++) {
        struct touch t = touch_of(region, facts->events, e);
        sites += t.reads || t.writes;
    }
    return sites > 1 && sites < MOST_SITES &&
           (uint64_t)(sites + 63) / 64 * LEVEL_COUNT * facts->f->block_count < MOST_STATE;
}

static void check_region(const struct flow_facts *facts, enum region region) {
    struct conflicts c = {.facts = facts, .region = region};
    if (!has_pairs(facts, region)) return;
    c.groups = flow_groups(facts->events, facts->paths, &region_rules[region]);
    if (!c.groups.site_count) return;
    c.state = groups_room(&c.groups);
    c.seen = arena_zalloc(facts->f->arena, facts->events->count * sizeof *c.seen);
    for (uint32_t i = 0; i < facts->f->order_count; i++) scan_conflicts(&c, facts->f->order[i]);
}

void flow_check_conflicts(const struct flow_facts *facts) {
    if (!diags_wants(facts->diags, D_may_conflict)) return;
    if (!facts->f->is_entry || facts->f->calls || !facts->threads) return;
    for (int region = 0; region < REGION_COUNT; region++) check_region(facts, (enum region)region);
}
