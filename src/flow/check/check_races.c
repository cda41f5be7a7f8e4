/* SPDX-License-Identifier: Apache-2.0
 * Shared memory that threads of several warps access without a barrier in between. Reported if
 * it is known which threads access which bytes, and if no path from one access to the other has
 * a barrier, a wait or a fence. Manual: bar, barrier; Memory Consistency Model. */
#include "flow/check/check.h"

enum {
    MOST_SITES = 2048,
    MOST_STATE = 1 << 20,  /* words */
    MOST_OWNED = 1 << 16,  /* the span of bytes in which accesses are compared */
    MOST_PAIRS = 256,      /* that are examined thread by thread */
    MOST_GLANCES = 1 << 14 /* for other pairs */
};

/* ---- accesses ---- */

struct access {
    enum isa_event_argument what; /* the argument that contains its address */
    bool reads, writes;
    bool is_volatile;
};

static bool is_shared(const struct flow_events *events, uint32_t event) {
    return flow_argument(events, event, ARGUMENT_SPACE).name == NAMED_SHARED;
}

/* Returns false if it is not a relevant access. */
static bool read_access(const struct flow_events *events, uint32_t event, struct access *a) {
    *a = (struct access){.what = ARGUMENT_ADDRESS};
    switch ((enum isa_event_kind)events->at[event].kind) {
    case EVENT_LOAD:
        a->reads = true;
        a->is_volatile = flow_is_volatile(events, event);
        return is_shared(events, event) && !flow_is_strong(events, event);
    case EVENT_STORE:
        a->writes = true;
        a->is_volatile = flow_is_volatile(events, event);
        return is_shared(events, event) && !flow_is_strong(events, event);
    case EVENT_COPY:
    case EVENT_TMEM_ALLOC:
        a->writes = true;
        a->what = ARGUMENT_DST;
        return true;
    case EVENT_BULK_STORE:
        a->reads = true;
        a->what = ARGUMENT_SRC;
        return true;
    default: return false;
    }
}

static bool is_ordering(const struct flow_events *events, uint32_t event) {
    switch ((enum isa_event_kind)events->at[event].kind) {
    case EVENT_BARRIER_SYNC:
    case EVENT_CLUSTER_WAIT:
    case EVENT_MBARRIER_WAIT:
    case EVENT_FENCE:
    case EVENT_ATOMIC: return true;
    case EVENT_LOAD:
    case EVENT_STORE: return flow_is_strong(events, event);
    default: return false;
    }
}

static enum group_step race_step(const struct flow_events *events, uint32_t event, int64_t *left) {
    struct access a;
    *left = 0;
    if (is_ordering(events, event)) return GROUP_WAIT;
    return read_access(events, event, &a) ? GROUP_ISSUE : GROUP_OTHER;
}

static const struct group_rules race_rules = {.step = race_step, .no_commit = true};

/* ---- accesses by thread ---- */

/* An access, as the threads execute it. */
struct reach {
    struct access access;
    uint32_t insn, width; /* width: bytes per thread */
    struct lanes address;
    int64_t low, high;               /* bounds of the address over all threads */
    uint64_t bits;                   /* the bits in which they differ from `low` */
    uint64_t *threads;               /* NULL until it is needed */
    bool is_copy;                    /* the access is a bulk store */
    bool is_read, is_sure, has_rows; /* is_read: this record is filled in; is_sure: exactly these
                                        threads; has_rows: see keep_rows */
};

struct race_scan {
    const struct flow_facts *facts;
    struct threads *threads;
    struct groups groups;
    struct group_state state;
    struct reach *reaches;   /* for each event */
    struct access *accesses; /* for each site */
    uint8_t *told;           /* for each instruction */
    uint16_t *owners;        /* see find_owners */
    int64_t first, unit;     /* the address of owners[0], and the bytes per element */
    uint32_t owned, pairs, glances;
    bool may_only; /* nothing is sure */
};

/* All that is known about a tensor copy is that it moves whole units of 16 bytes. */
static uint32_t width_of(const struct flow_facts *facts, uint32_t event) {
    const struct flow_events *events = facts->events;
    uint8_t kind = events->at[event].kind;
    struct event_value v = flow_argument(events, event, ARGUMENT_BYTES);
    if (v.known && v.number > 0 && v.number <= MOST_OWNED) return (uint32_t)v.number;
    if (kind == EVENT_TMEM_ALLOC) return 4;
    if (kind != EVENT_BULK_STORE) return 1;
    if (!v.given) return 16;
    struct flow_value bytes = flow_argument_value(facts->values, events, event, ARGUMENT_BYTES);
    bool known = value_is_number(&bytes) && bytes.low > 0 && bytes.low <= MOST_OWNED;
    return known ? (uint32_t)bytes.low : 16;
}

/* Each eight lanes give the addresses of the rows of one matrix. */
static void keep_rows(const struct race_scan *s, const struct reach *r) {
    const struct flow_function *f = s->facts->f;
    const struct chain_info *info = flow_chain(f, r->insn);
    uint32_t lanes = 8;
    for (uint32_t i = 0; i < info->word_count; i++) {
        if (info->words[i].word == isa_word_find(".x2", 3)) lanes = 16;
        if (info->words[i].word == isa_word_find(".x4", 3)) lanes = 32;
    }
    for (uint32_t i = 0; i < s->threads->room.threads; i++)
        if (i % WARP_SIZE >= lanes) r->threads[i / 64] &= ~(UINT64_C(1) << (i % 64));
}

static struct reach *reach_of(struct race_scan *s, uint32_t event) {
    const struct flow_events *events = s->facts->events;
    const struct flow_function *f = s->facts->f;
    struct reach *r = &s->reaches[event];
    uint8_t kind = events->at[event].kind;
    if (r->is_read) return r;
    *r = (struct reach){.insn = events->at[event].insn, .is_read = true};
    r->address = lanes_unknown(true);
    if (!read_access(events, event, &r->access)) return r;
    r->width = width_of(s->facts, event);
    r->address = flow_thread_argument(s->threads, event, r->access.what);
    r->is_copy = kind == EVENT_BULK_STORE;
    r->low = INT64_MAX;
    r->high = INT64_MIN;
    for (uint32_t i = 0; r->address.number && i < s->threads->room.threads; i++) {
        int64_t at = lanes_at(&r->address, i);
        r->low = at < r->low ? at : r->low;
        r->high = at > r->high ? at : r->high;
    }
    for (uint32_t i = 0; r->address.number && i < s->threads->room.threads; i++)
        r->bits |= (uint64_t)lanes_at(&r->address, i) - (uint64_t)r->low;
    r->has_rows = (kind == EVENT_LOAD && !flow_does(f, r->insn, DOES_LOAD)) ||
                  (kind == EVENT_STORE && !flow_does(f, r->insn, DOES_STORE));
    return r;
}

static void find_threads(struct race_scan *s, struct reach *r) {
    if (r->threads) return;
    r->threads = arena_alloc(s->facts->f->arena, s->threads->words * sizeof *r->threads);
    r->is_sure = flow_thread_set(s->threads, r->insn, r->threads);
    if (r->has_rows) keep_rows(s, r);
}

/* ---- conflicts ---- */

enum { MANY_WARPS = UINT16_MAX };

/* Returns the largest number of bytes such that each thread accesses all or none of a unit. */
static int64_t shared_unit(const struct reach *a, const struct reach *b) {
    uint64_t bits = a->bits | b->bits | a->width | b->width | ((uint64_t)a->low - (uint64_t)b->low);
    return (int64_t)(bits & (0 - bits));
}

/* Records for each unit that `a` accesses the warp that does so, plus one. Returns false if the
 * units are too far apart. */
static bool find_owners(struct race_scan *s, const struct reach *a) {
    uint32_t threads = s->threads->room.threads;
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (uint32_t i = 0; i < threads; i++) {
        if (!thread_is_in(a->threads, i)) continue;
        if (lanes_at(&a->address, i) < low) low = lanes_at(&a->address, i);
        if (lanes_at(&a->address, i) > high) high = lanes_at(&a->address, i);
    }
    if (low > high || (uint64_t)high - (uint64_t)low > MOST_OWNED - a->width) return false;
    s->first = low;
    s->owned = (uint32_t)((high - low + a->width) / s->unit);
    for (uint32_t k = 0; k < s->owned; k++) s->owners[k] = 0;
    for (uint32_t i = 0; i < threads; i++) {
        if (!thread_is_in(a->threads, i)) continue;
        uint16_t *owner = &s->owners[(lanes_at(&a->address, i) - low) / s->unit],
                 warp = (uint16_t)(i / WARP_SIZE + 1);
        for (uint32_t k = 0; k < a->width / s->unit; k++)
            owner[k] = owner[k] && owner[k] != warp ? MANY_WARPS : warp;
    }
    return true;
}

/* Returns true if the thread accesses a byte that another warp has accessed, and it itself has
 * not. */
static bool meets_other(const struct race_scan *s, const struct reach *a, const struct reach *b,
                        uint32_t thread) {
    uint16_t warp = (uint16_t)(thread / WARP_SIZE + 1);
    int64_t own = lanes_at(&a->address, thread);
    bool has_own = thread_is_in(a->threads, thread);
    for (uint32_t k = 0; k < b->width; k += (uint32_t)s->unit) {
        int64_t at = lanes_at(&b->address, thread) + k;
        if (at < s->first || (at - s->first) / s->unit >= s->owned) continue;
        uint16_t owner = s->owners[(at - s->first) / s->unit];
        bool mine = has_own && at >= own && at < own + a->width;
        if (owner && owner != warp && !mine) return true;
    }
    return false;
}

/* The lowest address of a copy or store, and how many warps execute it. */
static uint32_t count_warps(const struct race_scan *s, const struct reach *r, int64_t *lowest) {
    uint32_t count = 0, last = UINT32_MAX;
    *lowest = INT64_MAX;
    for (uint32_t i = 0; i < s->threads->room.threads; i++) {
        if (!thread_is_in(r->threads, i)) continue;
        if (lanes_at(&r->address, i) < *lowest) *lowest = lanes_at(&r->address, i);
        count += i / WARP_SIZE != last;
        last = i / WARP_SIZE;
    }
    return count;
}

/* A copy, by fewer warps, that begins where several warps write with one instruction. It reads what
 * other warps write, whatever its size. */
static bool is_tile_of_others(const struct race_scan *s, const struct reach *copy,
                              const struct reach *write) {
    int64_t from, to;
    uint32_t copies = count_warps(s, copy, &from), writes = count_warps(s, write, &to);
    return copies && copies < writes && from == to;
}

static bool are_in_conflict(struct race_scan *s, struct reach *a, struct reach *b) {
    if (!a->address.number || !b->address.number || a->address.key != b->address.key) return false;
    if (a->address.varies || !a->address.key) return false;
    if (a->low >= b->high + b->width || b->low >= a->high + a->width) return false;
    if (s->pairs++ == MOST_PAIRS) flow_leave_out(s->facts->f);
    find_threads(s, a);
    find_threads(s, b);
    if (a->is_copy && b->access.writes && is_tile_of_others(s, a, b)) return true;
    if (b->is_copy && a->access.writes && is_tile_of_others(s, b, a)) return true;
    s->unit = shared_unit(a, b);
    if (!find_owners(s, a)) return false;
    for (uint32_t i = 0; i < s->threads->room.threads; i++)
        if (thread_is_in(b->threads, i) && meets_other(s, a, b, i)) return true;
    return false;
}

/* ---- findings ---- */

static bool may_conflict(const struct access *a, const struct access *b) {
    if (a->is_volatile && b->is_volatile) return false;
    return (a->writes && b->reads) || (a->reads && b->writes);
}

static void report_race(struct race_scan *s, const struct reach *a, const struct reach *b,
                        bool surely) {
    const struct flow_facts *facts = s->facts;
    const struct flow_function *f = facts->f;
    struct text name = flow_opcode(f, b->insn);
    ptxc_span at = flow_head(f, b->insn);
    struct diag *d;
    if (s->told[b->insn] || s->told[a->insn]) return;
    s->told[b->insn] = s->told[a->insn] = 1;
    if (!surely)
        d = report_may_race(facts->diags, at, name);
    else if (b->access.reads)
        d = report_read_race(facts->diags, at, name);
    else
        d = report_write_race(facts->diags, at, name);
    note_accesses_here(facts->diags, d, flow_head(f, a->insn), flow_opcode(f, a->insn));
}

static bool is_enough(const struct race_scan *s) {
    return s->pairs > MOST_PAIRS || s->glances > MOST_GLANCES;
}

/* Checks an access that follows the access of a site, which is pending here on some path. */
static void check_pair(struct race_scan *s, uint32_t site, uint32_t event,
                       const struct access *access, bool every) {
    uint32_t earlier = s->groups.sites[site].event;
    if (!may_conflict(&s->accesses[site], access) || is_enough(s)) return;
    if (s->glances++ == MOST_GLANCES) flow_leave_out(s->facts->f);
    struct reach *a = reach_of(s, earlier), *b = reach_of(s, event);
    if (!are_in_conflict(s, a, b)) return;
    bool surely = every && a->is_sure && b->is_sure && !s->may_only;
    if (surely || diags_wants(s->facts->diags, D_may_race)) report_race(s, a, b, surely);
}

static void check_access(struct race_scan *s, uint32_t event) {
    struct access access;
    bool may = diags_wants(s->facts->diags, D_may_race);
    uint32_t insn = s->facts->events->at[event].insn;
    if (is_enough(s) || !read_access(s->facts->events, event, &access)) return;
    for (uint32_t w = s->state.pending.from; w < s->state.pending.to; w++) {
        uint64_t every = groups_pending_word(&s->state, w, true);
        uint64_t left = may ? groups_pending_word(&s->state, w, false) : every;
        for (uint32_t i = 0; left && !s->told[insn]; i++, left >>= 1)
            if (left & 1) check_pair(s, 64 * w + i, event, &access, every >> i & 1);
    }
}

static void scan_block_for_races(struct race_scan *s, uint32_t block) {
    const struct flow_function *f = s->facts->f;
    const struct flow_events *events = s->facts->events;
    groups_at(&s->groups, block, &s->state);
    uint32_t end = f->blocks[block].end;
    for (uint32_t i = f->blocks[block].first; (i = groups_next(&s->groups, i, end)) < end; i++) {
        for (uint32_t e = events->first[i]; e < events->first[i + 1]; e++) check_access(s, e);
        groups_pass(&s->groups, i, &s->state);
    }
}

/* Returns true if the number of threads is known, or they meet at a barrier: then a kernel without
 * order is not one of a single warp. */
static bool has_several_warps(const struct flow_facts *facts) {
    bool several = facts->threads->is_exact;
    for (uint32_t e = 0; e < facts->events->count && !several; e++)
        several = facts->events->at[e].kind == EVENT_BARRIER_SYNC;
    return several;
}

/* Returns true if there are accesses, but not too many. */
static bool is_worth_it(const struct flow_facts *facts) {
    uint32_t sites = 0;
    struct access a;
    for (uint32_t e = 0; e < facts->events->count; e++) sites += read_access(facts->events, e, &a);
    return sites && sites < MOST_SITES &&
           (uint64_t)(sites + 63) / 64 * LEVEL_COUNT * facts->f->block_count < MOST_STATE;
}

void flow_check_races(const struct flow_facts *facts) {
    struct flow_function *f = facts->f;
    struct race_scan s = {.facts = facts};
    if (!f->is_entry || !facts->threads) return;
    s.may_only = !has_several_warps(facts);
    if (s.may_only && !diags_wants(facts->diags, D_may_race)) return;
    if (!is_worth_it(facts)) return;
    s.threads = facts->threads;
    s.groups = flow_groups(facts->events, facts->paths, &race_rules);
    if (!s.groups.site_count) return;
    s.state = groups_room(&s.groups);
    s.reaches = arena_zalloc(f->arena, facts->events->count * sizeof *s.reaches);
    s.told = arena_zalloc(f->arena, f->insn_count);
    s.accesses = arena_alloc(f->arena, s.groups.site_count * sizeof *s.accesses);
    for (uint32_t i = 0; i < s.groups.site_count; i++)
        read_access(facts->events, s.groups.sites[i].event, &s.accesses[i]);
    s.owners = arena_alloc(f->arena, MOST_OWNED * sizeof *s.owners);
    for (uint32_t i = 0; i < f->order_count; i++) scan_block_for_races(&s, f->order[i]);
}
