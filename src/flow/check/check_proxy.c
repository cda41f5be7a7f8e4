/* SPDX-License-Identifier: Apache-2.0
 * Shared memory that is written through the generic proxy and read through the async proxy
 * without a proxy fence in between. If the kernel has no other source of what is read, this is
 * certain; otherwise, it may be other memory. Manual: Proxies; membar/fence. */
#include "flow/check/copy.h"

enum {
    MOST_BYTES = 1 << 18, /* of shared memory */
    MOST_ACCESS = 16,     /* bytes of a store */
    MOST_PAIRS = 1 << 18  /* comparisons of addresses in one function */
};

/* Something that fills shared memory through the async proxy. */
struct fill {
    struct flow_value to;
    int64_t most; /* at most, in bytes */
};

struct scan {
    const struct flow_facts *facts;
    struct groups groups;
    struct group_state state;
    struct flow_value *written; /* for each site, where it writes; NULL until it is needed */
    struct fill *fills;         /* the same for fills */
    uint32_t fill_count, pairs; /* pairs: comparisons so far */
    bool others; /* shared memory is also filled through the async proxy, or by called functions */
    bool calls;
    bool told;
    bool *named; /* for each site: a finding that is not certain names it */
};

static bool fills(uint8_t kind) {
    return kind == EVENT_BULK_LOAD || kind == EVENT_STORE_ASYNC || kind == EVENT_BULK_COPY ||
           kind == EVENT_CANCEL_REQUEST;
}

/* Returns a write that has no fence on any path to this point, or UINT32_MAX. Sets *fenced if
 * another one has. */
static uint32_t unfenced(const struct scan *s, bool *fenced) {
    uint32_t found = UINT32_MAX;
    const struct group_words *done = &s->state.done, *pending = &s->state.pending;
    for (uint32_t w = pending->from; w < pending->to; w++) {
        uint64_t set = groups_pending_word(&s->state, w, true);
        for (uint32_t i = 64 * w; set; i++, set >>= 1)
            if (set & 1) found = i;
    }
    for (uint32_t w = done->from; found != UINT32_MAX && w < done->to && !*fenced; w++)
        *fenced = s->state.level[LEVEL_DONE][w] != 0;
    return found;
}

/* ---- by address ---- */

/* Returns the argument that an event reads through the async proxy. */
static enum isa_event_argument source_of(uint8_t kind) {
    switch ((enum isa_event_kind)kind) {
    case EVENT_BULK_STORE: return ARGUMENT_SRC;
    case EVENT_TMEM_COPY: return ARGUMENT_DESC;
    default: return ARGUMENT_B;
    }
}

static struct flow_value written_by(struct scan *s, uint32_t site) {
    const struct flow_events *events = s->facts->events;
    if (!s->written) {
        s->written = arena_alloc(s->facts->f->arena, s->groups.site_count * sizeof *s->written);
        for (uint32_t i = 0; i < s->groups.site_count; i++) {
            uint32_t event = s->groups.sites[i].event;
            bool copies = events->at[event].kind == EVENT_COPY;
            s->written[i] = flow_argument_value(s->facts->values, events, event,
                                                copies ? ARGUMENT_DST : ARGUMENT_ADDRESS);
        }
    }
    return s->written[site];
}

/* Otherwise, comparing all pairs would take too long. */
static bool may_compare_fills(struct scan *s) {
    if (s->pairs++ < MOST_PAIRS) return true;
    flow_leave_out(s->facts->f);
    return false;
}

static struct flow_value filled_by(const struct scan *s, uint32_t event) {
    const struct flow_events *events = s->facts->events;
    bool store = events->at[event].kind == EVENT_STORE_ASYNC;
    return flow_argument_value(s->facts->values, events, event,
                               store ? ARGUMENT_ADDRESS : ARGUMENT_DST);
}

/* A copy delivers at most as many bytes as some mbarrier expects. */
static int64_t most_expected(const struct scan *s) {
    const struct flow_events *events = s->facts->events;
    int64_t expected = 0;
    for (uint32_t e = 0; e < events->count; e++) {
        if (events->at[e].kind != EVENT_EXPECT_TX) continue;
        struct flow_value bytes = flow_argument_value(s->facts->values, events, e, ARGUMENT_BYTES);
        bool known = bytes.base == BASE_NUMBER && bytes.bounded;
        if (!known || bytes.high > expected) expected = known ? bytes.high : MOST_BYTES;
    }
    return expected ? expected : MOST_BYTES;
}

/* Slots of a ring do not overlap. */
static int64_t most_bytes_of_fill(struct scan *s, const struct flow_value *to) {
    int64_t most = to->step ? (int64_t)to->step : MOST_BYTES;
    for (uint32_t i = 0; i < s->fill_count; i++) {
        const struct flow_value *ring = &s->fills[i].to;
        if (ring->step && (int64_t)ring->step < most && may_compare_fills(s) &&
            flow_covers(ring, to))
            most = (int64_t)ring->step;
    }
    return most;
}

static void find_fills(struct scan *s) {
    const struct flow_events *events = s->facts->events;
    int64_t expected = most_expected(s);
    for (uint32_t e = 0; e < events->count; e++) s->fill_count += fills(events->at[e].kind);
    s->fills = arena_alloc(s->facts->f->arena, (s->fill_count + 1) * sizeof *s->fills);
    struct fill *next = s->fills;
    for (uint32_t e = 0; e < events->count; e++)
        if (fills(events->at[e].kind)) *next++ = (struct fill){filled_by(s, e), 0};
    for (uint32_t i = 0; i < s->fill_count; i++) {
        int64_t most = most_bytes_of_fill(s, &s->fills[i].to);
        s->fills[i].most = expected < most ? expected : most;
    }
}

/* Returns true if something other than a store may fill the memory that is read. */
static bool is_filled_by_copy(struct scan *s, const struct flow_value *source) {
    if (!s->fills) find_fills(s);
    for (uint32_t i = 0; i < s->fill_count; i++)
        if (!may_compare_fills(s) ||
            flow_may_overlap(s->facts->values, &s->fills[i].to, s->fills[i].most, source, 1))
            return true;
    return false;
}

/* Returns true if every path to the read passes the write, and nothing is filled after it. Textual
 * order is used for what lies in between. */
static bool is_last_to_fill(const struct scan *s, uint32_t write, uint32_t read) {
    const struct flow_function *f = s->facts->f;
    const struct flow_events *events = s->facts->events;
    if (f->insns[write].guard != NO_REGISTER || write > read) return false;
    for (uint32_t e = events->first[write]; e < events->first[read]; e++)
        if (fills(events->at[e].kind)) return false;
    return flow_dominates(s->facts->paths, f->block_of[write], f->block_of[read]);
}

/* Returns true if the write starts where the read starts, judged by their ranges or by the threads
 * that execute them.
 */
static bool begin_together(const struct scan *s, uint32_t site, uint32_t event,
                           const struct flow_value *to, const struct flow_value *source) {
    const struct flow_events *events = s->facts->events;
    uint32_t write = s->groups.sites[site].event;
    int64_t first, begin;
    uint64_t key, other;
    if (!flow_is_known(to) || to->base != source->base || to->of != source->of) return false;
    if (to->low == source->low) return true;
    if (!s->facts->threads || events->at[event].kind != EVENT_BULK_STORE) return false;
    enum isa_event_argument what =
        events->at[write].kind == EVENT_COPY ? ARGUMENT_DST : ARGUMENT_ADDRESS;
    return flow_thread_lowest(s->facts->threads, write, what, &key, &first) &&
           flow_thread_lowest(s->facts->threads, event, ARGUMENT_SRC, &other, &begin) &&
           key == other && first == begin;
}

/* Returns a write to the memory that the event is known to read. It starts where the read starts,
 * with nothing filled in between; or nothing else fills the memory, and no write that the event may
 * read has a fence. Returns UINT32_MAX if there is none. */
static uint32_t unfenced_there(struct scan *s, uint32_t event) {
    const struct flow_facts *facts = s->facts;
    struct flow_value source = flow_argument_value(facts->values, facts->events, event,
                                                   source_of(facts->events->at[event].kind));
    uint32_t found = UINT32_MAX, last = UINT32_MAX;
    bool some_fenced = false;
    if (!flow_points_to(facts->values, &source, SPACE_SHARED) || !source.bounded) return found;
    for (uint32_t i = 0; i < s->groups.site_count; i++) {
        bool fenced = set_has(s->state.level[LEVEL_DONE], i);
        if (!fenced && !groups_may_be_pending(&s->state, i)) continue;
        if (!may_compare_fills(s)) return UINT32_MAX;
        struct flow_value to = written_by(s, i);
        if (!flow_may_overlap(facts->values, &to, MOST_ACCESS, &source, MOST_BYTES)) continue;
        some_fenced |= fenced;
        if (flow_is_known(&to) &&
            flow_may_overlap(facts->values, &to, MOST_ACCESS, &source, MOST_ACCESS))
            found = i;
        if (!fenced && begin_together(s, i, event, &to, &source) &&
            is_last_to_fill(s, s->groups.sites[i].insn, facts->events->at[event].insn))
            last = i;
    }
    if (last != UINT32_MAX) return last;
    if (some_fenced) return UINT32_MAX;
    return found != UINT32_MAX && is_filled_by_copy(s, &source) ? UINT32_MAX : found;
}

/* Does the same in a fragment, where nothing is known about the addresses except that both are
 * equal. */
static uint32_t unfenced_at_same(struct scan *s, uint32_t event) {
    const struct flow_facts *facts = s->facts;
    struct flow_value source = flow_argument_value(facts->values, facts->events, event,
                                                   source_of(facts->events->at[event].kind));
    for (uint32_t i = 0; i < s->groups.site_count && may_compare_fills(s); i++) {
        struct flow_value to = written_by(s, i);
        if (groups_is_pending(&s->state, i) && flow_same_value(&to, &source) &&
            is_last_to_fill(s, s->groups.sites[i].insn, facts->events->at[event].insn))
            return i;
    }
    return UINT32_MAX;
}

/* ---- findings ---- */

static uint32_t surely_unfenced(struct scan *s, uint32_t event) {
    return s->facts->f->in->is_fragment ? unfenced_at_same(s, event) : unfenced_there(s, event);
}

/* Returns true if the event may read what is written there. A multiplication reads two matrices. */
static bool may_read(const struct scan *s, uint32_t event, const struct flow_value *to) {
    const struct flow_facts *facts = s->facts;
    const enum isa_event_argument sources[] = {source_of(facts->events->at[event].kind),
                                               ARGUMENT_A};
    struct flow_bytes size = flow_copy_bytes(facts, event);
    int64_t bytes = size.known && size.bytes < MOST_BYTES ? (int64_t)size.bytes : MOST_BYTES;
    for (uint32_t i = 0; i < 2; i++) {
        if (!flow_argument(facts->events, event, sources[i]).given) continue;
        struct flow_value from =
            flow_argument_value(facts->values, facts->events, event, sources[i]);
        if (flow_may_overlap(facts->values, to, MOST_ACCESS, &from, bytes)) return true;
    }
    return false;
}

/* Returns the last write without a fence to memory that the event may read, or UINT32_MAX. Each
 * write is named once, because a multiplication is unrolled to many that read the same. */
static uint32_t unfenced_perhaps(struct scan *s, uint32_t event) {
    for (uint32_t i = s->groups.site_count; i-- > 0;) {
        if (s->named[i] || !groups_is_pending(&s->state, i)) continue;
        if (!may_compare_fills(s)) return UINT32_MAX;
        struct flow_value to = written_by(s, i);
        if (!may_read(s, event, &to)) continue;
        s->named[i] = true;
        return i;
    }
    return UINT32_MAX;
}

static void check_read(struct scan *s, uint32_t event) {
    const struct flow_facts *facts = s->facts;
    const struct flow_function *f = facts->f;
    uint32_t insn = facts->events->at[event].insn;
    bool fenced = false;
    uint32_t site = unfenced(s, &fenced);
    if (site == UINT32_MAX) return;
    bool surely = !fenced && !s->others;
    uint32_t there = surely || s->calls ? UINT32_MAX : surely_unfenced(s, event);
    if (there != UINT32_MAX) {
        site = there;
        surely = true;
    }
    if (!surely && !diags_wants(facts->diags, D_may_lack_fence)) return;
    if (!surely) site = unfenced_perhaps(s, event);
    if (site == UINT32_MAX) return;
    struct text name = flow_opcode(f, insn);
    struct diag *d = surely ? report_lacks_fence(facts->diags, flow_head(f, insn), name)
                            : report_may_lack_fence(facts->diags, flow_head(f, insn), name);
    uint32_t from = s->groups.sites[site].insn;
    note_written_here(facts->diags, d, flow_head(f, from));
    s->told |= surely;
}

void flow_check_proxy(const struct flow_facts *facts) {
    const struct flow_function *f = facts->f;
    const struct flow_events *events = facts->events;
    struct scan s = {.facts = facts};
    bool any = false;
    for (uint32_t e = 0; e < events->count; e++) {
        any |= flow_reads_async(events->at[e].kind);
        s.others |= fills(events->at[e].kind);
    }
    s.calls = f->calls;
    s.others |= s.calls || f->in->is_fragment;
    if (!any || !(f->is_entry || f->in->is_fragment)) return;
    s.groups = flow_groups(events, facts->paths, &flow_write_rules);
    if (!s.groups.site_count) return;
    s.state = groups_room(&s.groups);
    s.named = arena_zalloc(f->arena, s.groups.site_count * sizeof *s.named);
    for (uint32_t i = 0; i < f->order_count && !s.told; i++) {
        const struct flow_block *b = &f->blocks[f->order[i]];
        groups_at(&s.groups, f->order[i], &s.state);
        for (uint32_t k = b->first; !s.told && (k = groups_next(&s.groups, k, b->end)) < b->end;
             k++) {
            for (uint32_t e = events->first[k]; e < events->first[k + 1]; e++)
                if (flow_reads_async(events->at[e].kind)) check_read(&s, e);
            groups_pass(&s.groups, k, &s.state);
        }
    }
}
