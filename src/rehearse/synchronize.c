/* SPDX-License-Identifier: Apache-2.0
 * The effects of instructions on barriers and asynchronous operations. Manual: mbarrier;
 * barrier; barrier.cluster; Asynchronous copy; tcgen05; setmaxnreg. */
#include "rehearse/sequence.h"
#include "rehearse/trace.h"
#include "rehearse/race.h"
#include "rehearse/program/integer.h"

static uint32_t undecided(const struct running *r, enum phrase_id what) {
    find(r->m, r->w, PTXC_UNDECIDED, r->pc, phrase(what));
    return 0;
}

/* Returns NULL if the result is discarded. */
static const struct place *result_place(const struct running *r, enum isa_event_argument what) {
    const struct argument *a = given_argument(r, what);
    return a && a->count ? program_place(r->m->program, a->first) : NULL;
}

static void write_result(const struct running *r, unsigned lane, const struct place *to,
                         uint64_t value) {
    if (to) place_write(r->m, r->w, lane, to, value, true, r->pc);
}

enum { MOST_EARLY_TESTS = 2 };

static unsigned bit_count(uint32_t v) { return (unsigned)__builtin_popcount(v); }

/* ---- mbarriers ---- */

static struct text_key key_of_place(uint32_t cta, uint32_t offset) {
    return (struct text_key){{"", 0}, cta << 24 | offset};
}

static struct mbarrier *find_mbarrier(struct machine *m, uint32_t cta, uint32_t offset) {
    uint32_t i = text_map_get(&m->sync.places, key_of_place(cta, offset));
    return i ? list_at(&m->sync.mbarriers, i - 1) : NULL;
}

static struct mbarrier *add_mbarrier(struct machine *m, uint32_t cta, uint32_t offset) {
    struct mbarrier *b = list_add(m->arena, &m->sync.mbarriers);
    *text_map_put(&m->sync.places, m->arena, key_of_place(cta, offset)) = m->sync.mbarriers.count;
    return b;
}

static void wake_phase(struct machine *m, uint32_t barrier) {
    for (uint32_t i = 0; i < m->warp_count; i++)
        for (unsigned l = 0; l < LANES; l++) {
            struct waiting *w = &m->warps[i].waits[l];
            if (w->kind == WAIT_PHASE && w->object == barrier) w->kind = WAIT_NOT;
        }
}

static void settle_phase(struct machine *m, struct mbarrier *b) {
    m->progress++;
    if (b->pending || b->bytes) return;
    b->phase++;
    b->pending = b->expected;
    if (m->trace) trace_phase(m, b->number);
    race_phase_over(m, b->number);
    if (m->plan.sequence) sequence_over(m, b->number);
    wake_phase(m, b->number);
}

static void arrive(struct machine *m, struct mbarrier *b, int64_t count, uint32_t op) {
    if (m->plan.sequence) sequence_touch(m, b->number, b->phase, true);
    if (b->pending < count) {
        find(m, NULL, PTXC_OVER_ARRIVAL, op, name_mbarrier(m, b));
        return;
    }
    b->pending -= count;
    settle_phase(m, b);
}

/* Returns the mbarrier of lanes that name the same one. If it returns NULL, a finding says why. */
static struct mbarrier *mbarrier_of(const struct running *r, uint32_t lanes) {
    uint32_t cta, offset;
    if (!shared_of(r, (unsigned)__builtin_ctz(lanes), ARGUMENT_BARRIER, &cta, &offset)) {
        undecided(r, P_the_address);
        return NULL;
    }
    struct mbarrier *b = find_mbarrier(r->m, cta, offset);
    if (!b || !b->valid) {
        find(r->m, r->w, PTXC_DEADLOCK, r->pc, phrase(P_no_mbarrier));
        return NULL;
    }
    race_mbarrier_used(r, lanes, b->number);
    return b;
}

static uint32_t initialize_mbarrier(const struct running *r) {
    for (unsigned l = 0; l < LANES; l++) {
        int64_t count;
        uint32_t cta, offset;
        if (!(r->lanes >> l & 1)) continue;
        if (!shared_of(r, l, ARGUMENT_BARRIER, &cta, &offset)) return undecided(r, P_the_address);
        if (!number_in_lane(r, l, ARGUMENT_COUNT, 1, &count)) return undecided(r, P_the_count);
        struct mbarrier *b = find_mbarrier(r->m, cta, offset);
        uint32_t number = b ? b->number : r->m->sync.mbarriers.count;
        if (!b) b = add_mbarrier(r->m, cta, offset);
        *b = (struct mbarrier){.number = number,
                               .cta = cta,
                               .offset = offset,
                               .expected = (uint32_t)count,
                               .pending = count,
                               .made_by = r->pc,
                               .valid = true};
        race_mbarrier_made(r, l, b->number);
        if (r->m->trace) trace_init(r->m, r->w, r->pc, l, b->number);
        r->m->progress++;
    }
    return r->lanes;
}

static uint32_t invalidate(const struct running *r) {
    for (unsigned l = 0; l < LANES; l++) {
        struct mbarrier *b = r->lanes >> l & 1 ? mbarrier_of(r, 1u << l) : NULL;
        if (b) b->valid = false;
        r->m->progress++;
    }
    return r->lanes;
}

/* Returns the CTAs of a mask, all CTAs if there is no mask, or the CTA of the barrier. */
static uint32_t ctas_named(const struct running *r, unsigned lane, uint32_t cta) {
    int64_t mask;
    if (!has_flag(r, ARGUMENT_MULTICAST)) return 1u << cta;
    if (!given_argument(r, ARGUMENT_MASK)) return UINT32_MAX;
    return number_in_lane(r, lane, ARGUMENT_MASK, 0, &mask) ? (uint32_t)mask : 1u << cta;
}

/* Adds bytes that a phase waits for, or that have arrived (sign -1). */
static uint32_t expect(const struct running *r, int sign) {
    for (unsigned l = 0; l < LANES; l++) {
        int64_t bytes;
        if (!(r->lanes >> l & 1)) continue;
        struct mbarrier *b = mbarrier_of(r, 1u << l);
        if (!b) return 0;
        if (!number_in_lane(r, l, ARGUMENT_BYTES, 0, &bytes)) return undecided(r, P_the_bytes);
        if (r->m->plan.sequence) sequence_touch(r->m, b->number, b->phase, false);
        if (r->m->plan.sequence && sign > 0) sequence_expect(r->m, b->number);
        b->bytes += sign * bytes;
        if (r->m->trace) trace_expect(r->m, r->w, r->pc, l, b->number, sign * bytes);
        r->m->progress++;
        settle_phase(r->m, b);
    }
    return r->lanes;
}

/* Returns the state that an arrival returns. */
static uint64_t state_at(const struct mbarrier *b, int64_t arrived) {
    return (uint64_t)(b->pending - arrived) << STATE_PENDING | b->phase;
}

/* The arrivals of several lanes at one mbarrier by one instruction count at once: an H200 traps if
 * the phase would complete between two of them. */
static bool arrive_together(const struct running *r, uint32_t lanes) {
    struct mbarrier *b = mbarrier_of(r, lanes);
    const struct place *state = result_place(r, ARGUMENT_STATE);
    int64_t count, all = 0;
    if (!b) return false;
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        if (!number_in_lane(r, l, ARGUMENT_COUNT, 1, &count)) {
            undecided(r, P_the_count);
            return false;
        }
        write_result(r, l, state, state_at(b, all));
        if (r->m->trace) trace_arrive(r->m, r->w, r->pc, l, b->number, count);
        all += count;
    }
    if (has_flag(r, ARGUMENT_DROP)) b->expected -= (uint32_t)all;
    race_arrive(r, lanes, b->number);
    arrive(r->m, b, all, r->pc);
    return !r->m->finding;
}

static uint32_t arrive_lanes(const struct running *r) {
    for (uint32_t left = r->lanes, alike; left; left &= ~alike) {
        alike = lanes_alike(r, ARGUMENT_BARRIER, left);
        if (!arrive_together(r, alike)) return 0;
    }
    return r->lanes;
}

/* `mbarrier.try_wait` waits only for a limited time. To find code that ignores its result, the
 * first tests of each op that come too early return false and, with a seed, also some later
 * ones. */
static bool gives_up_early(const struct running *r) {
    uint8_t *early = &r->m->sync.early_tests[r->pc];
    if (!has_flag(r, ARGUMENT_TRY)) return false;
    if (*early < MOST_EARLY_TESTS) {
        r->m->sync.changes++;
        return ++*early;
    }
    if (!r->m->launch->seed || machine_random(r->m, 8) != 0) return false;
    r->m->sync.changes++;
    return true;
}

/* Tests the phase of one mbarrier. Adds the lanes that keep waiting to *late. */
static bool test_together(const struct running *r, uint32_t lanes, uint32_t *late) {
    struct mbarrier *b = mbarrier_of(r, lanes);
    const struct place *done = result_place(r, ARGUMENT_DONE);
    uint32_t passed = 0;
    if (!b) return false;
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        int64_t asked;
        if (!number_in_lane(r, l, ARGUMENT_PHASE, 0, &asked)) {
            undecided(r, P_the_phase);
            return false;
        }
        /* An H200 compares only the parity, even of a state. */
        bool over = (b->phase & 1) != (asked & 1);
        if (!over && !(r->w->gives_up >> l & 1)) {
            *late |= 1u << l;
            r->w->waits[l] = (struct waiting){WAIT_PHASE, b->number, b->phase + 1, 0};
        }
        if (over) passed |= 1u << l;
        if (over && r->m->trace) trace_pass(r->m, r->w, r->pc, l, b->number);
        write_result(r, l, done, over);
    }
    if (passed) race_wait_over(r, passed, b->number);
    if (passed && r->m->plan.sequence) sequence_pass(r->m, b->number, b->phase);
    return true;
}

/* A failed test is repeated when the barrier has changed, or when nothing else can run. */
static uint32_t test_phase(const struct running *r) {
    uint32_t late = 0;
    for (uint32_t left = r->lanes, alike; left; left &= ~alike) {
        alike = lanes_alike(r, ARGUMENT_BARRIER, left);
        if (!test_together(r, alike, &late)) return 0;
    }
    if (!late) {
        r->w->gives_up &= ~r->lanes;
        return r->lanes;
    }
    if (gives_up_early(r)) {
        for (unsigned l = 0; l < LANES; l++)
            if (late >> l & 1) r->w->waits[l].kind = WAIT_NOT;
        return r->lanes;
    }
    for (unsigned l = 0, first = (unsigned)__builtin_ctz(late); l < LANES; l++)
        if (r->lanes >> l & 1 && !(late >> l & 1)) r->w->waits[l] = r->w->waits[first];
    return 0;
}

/* ---- asynchronous operations ---- */

/* Returns the operation whose accesses may race. */
static uint32_t start_agent(const struct running *r, uint32_t lanes, uint8_t kind,
                            struct mbarrier *b, int64_t bytes) {
    struct agent *a = list_add(r->m->arena, &r->m->sync.agents);
    *a = (struct agent){
        .kind = kind, .op = r->pc, .target = b->number, .lanes = lanes, .bytes = bytes};
    a->operation = race_started(r, lanes, a->target);
    if (r->m->trace) trace_start(r->m, r->w, lanes, a, r->h->kind);
    if (r->m->plan.sequence) sequence_start(r->m, r->w, a);
    r->m->progress++;
    return a->operation;
}

/* Returns the bytes of copies to an mbarrier that are in progress. */
static int64_t bytes_under_way(const struct machine *m, const struct mbarrier *b) {
    int64_t bytes = 0;
    for (uint32_t i = m->sync.agents_done; i < m->sync.agents.count; i++) {
        const struct agent *a = list_at(&m->sync.agents, i);
        if (list_at(&m->sync.mbarriers, a->target) == b) bytes += a->bytes;
    }
    return bytes;
}

/* Copies through an unknown map have the bytes that the last of them and all others leave
 * missing. */
static void complete_bytes(struct machine *m, struct mbarrier *b, int64_t bytes) {
    m->sync.unsized |= !bytes;
    if (!bytes && --b->unsized == 0) {
        bytes = b->bytes - bytes_under_way(m, b);
        if (bytes < 0) bytes = 0;
    }
    if (m->plan.sequence) sequence_touch(m, b->number, b->phase, false);
    b->bytes -= bytes;
    settle_phase(m, b);
}

static bool is_unsized(struct machine *m, uint32_t which) {
    const struct agent *a = list_at(&m->sync.agents, m->sync.agents_done + which);
    return a->kind == AGENT_BYTES && !a->bytes;
}

static bool may_complete(struct machine *m, uint32_t which) {
    return sequence_may_complete(m, list_at(&m->sync.agents, m->sync.agents_done + which));
}

bool complete_next(struct machine *m, bool idle) {
    if (m->sync.agents_done == m->sync.agents.count) return false;
    uint32_t left = m->sync.agents.count - m->sync.agents_done, tries = left;
    uint32_t which = m->launch->seed ? machine_random(m, left) : 0;
    while (tries && is_unsized(m, which)) {
        which = (which + 1) % left;
        tries--;
    }
    if (!tries && !idle) return false;
    for (tries = left; m->plan.sequence && tries && !may_complete(m, which); tries--)
        which = (which + 1) % left;
    if (!tries && m->plan.sequence) return false;
    struct agent *first = list_at(&m->sync.agents, m->sync.agents_done);
    struct agent *chosen = list_at(&m->sync.agents, m->sync.agents_done + which);
    struct agent taken = *chosen;
    *chosen = *first;
    m->sync.agents_done++;
    if (m->sync.agents_done == m->sync.agents.count) m->sync.agents_done = m->sync.agents.count = 0;
    struct mbarrier *b = list_at(&m->sync.mbarriers, taken.target);
    if (m->trace) trace_complete(m, &taken);
    race_completed(m, taken.operation, taken.target);
    if (m->plan.sequence) sequence_begin_completion(m, &taken);
    if (taken.kind == AGENT_ARRIVAL) {
        arrive(m, b, bit_count(taken.lanes), taken.op);
    } else {
        complete_bytes(m, b, taken.bytes);
    }
    if (m->plan.sequence) sequence_end_completion(m, &taken);
    return true;
}

/* Returns the answer to a request to cancel the launch of a cluster. The next one of the grid is
 * canceled, as long as some have not started. */
static uint64_t answer_request(struct machine *m) {
    const uint32_t *c = m->launch->cluster;
    uint64_t next = m->sync.canceled + 1u, many[3];
    for (int i = 0; i < 3; i++) many[i] = m->launch->grid[i] / c[i];
    if (next >= many[0] * many[1] * many[2]) return 0;
    m->sync.canceled++;
    uint64_t x = next % many[0] * c[0], y = next / many[0] % many[1] * c[1];
    uint64_t z = next / many[0] / many[1] * c[2];
    return UINT64_C(1) << ANSWER_YES | z << ANSWER_Z | y << ANSWER_Y | x;
}

static void put_answer(const struct running *r, unsigned lane, uint32_t cta, uint32_t at,
                       uint64_t answer) {
    uint64_t address = SHARED_WINDOW + ((uint64_t)cta << RANK_SHIFT) + at;
    memory_write(r->m, r->w, lane, address, 8, answer, true);
    memory_write(r->m, r->w, lane, address + 8, 8, 0, true);
}

/* Handles a copy into shared memory whose bytes an mbarrier counts, in each destination CTA. */
static uint32_t copy_in(const struct running *r) {
    for (unsigned l = 0; l < LANES; l++) {
        uint32_t cta, offset, to, at, from, source;
        if (!(r->lanes >> l & 1)) continue;
        int64_t bytes = bytes_of_copy(r, l);
        if (!bytes && !given_argument(r, ARGUMENT_MAP)) return undecided(r, P_the_bytes);
        struct mbarrier *b = mbarrier_of(r, 1u << l);
        if (!b) return 0;
        cta = b->cta;
        offset = b->offset;
        if (!shared_of(r, l, ARGUMENT_DST, &to, &at)) return undecided(r, P_the_address);
        uint32_t mask = ctas_named(r, l, to);
        bool asks = r->h->kind == EVENT_CANCEL_REQUEST;
        uint64_t answer = asks ? answer_request(r->m) : 0;
        for (uint32_t c = 0; c < r->m->cta_count; c++) {
            if (!(mask >> c & 1)) continue;
            b = find_mbarrier(r->m, mask == 1u << to ? cta : c, offset);
            uint32_t operation = b ? start_agent(r, 1u << l, AGENT_BYTES, b, bytes) : 0;
            race_copied(r, operation, c, at, (uint64_t)bytes, true);
            if (r->h->kind == EVENT_BULK_COPY && shared_of(r, l, ARGUMENT_SRC, &from, &source))
                race_copied(r, operation, from, source, (uint64_t)bytes, false);
            if (b && !bytes) b->unsized++;
            if (!bytes && mask & (mask - 1)) r->m->sync.mixed = true;
            for (int64_t i = 0; i < bytes && at + i < (int64_t)r->m->memory.shared_size; i++)
                r->m->ctas[c].shared.known[at + i] = 0;
            if (asks) put_answer(r, l, c, at, answer);
        }
    }
    return r->lanes;
}

static uint32_t store_async(const struct running *r) {
    const struct op *op = &r->m->program->ops[r->pc];
    const struct argument *value = given_argument(r, ARGUMENT_VALUE);
    int64_t bytes = isa_types[op->type].width / 8 * (value ? (int64_t)value->count : 1);
    for (unsigned l = 0; given_argument(r, ARGUMENT_BARRIER) && l < LANES; l++) {
        if (!(r->lanes >> l & 1)) continue;
        struct mbarrier *b = mbarrier_of(r, 1u << l);
        if (!b) return 0;
        uint32_t operation = start_agent(r, 1u << l, AGENT_BYTES, b, bytes), cta, offset;
        if (shared_of(r, l, ARGUMENT_ADDRESS, &cta, &offset))
            race_copied(r, operation, cta, offset, (uint64_t)bytes, true);
    }
    return r->lanes;
}

/* With `in_each_cta`, a mask may name CTAs whose mbarriers have the same offset. */
static bool arrive_later(const struct running *r, uint32_t lanes, bool in_each_cta) {
    struct mbarrier *b = mbarrier_of(r, lanes);
    if (!b) return false;
    uint32_t offset = b->offset, mask = 1u << b->cta;
    if (in_each_cta) mask = ctas_named(r, (unsigned)__builtin_ctz(lanes), b->cta);
    if (r->h->kind == EVENT_COPY_ARRIVE && !has_flag(r, ARGUMENT_NOINC))
        b->pending += bit_count(lanes);
    for (uint32_t c = 0; c < r->m->cta_count; c++) {
        b = mask >> c & 1 ? find_mbarrier(r->m, c, offset) : NULL;
        if (b) start_agent(r, lanes, AGENT_ARRIVAL, b, 0);
    }
    return true;
}

static uint32_t arrive_lanes_later(const struct running *r, bool in_each_cta) {
    for (uint32_t left = r->lanes, alike; left; left &= ~alike) {
        alike = in_each_cta ? left & (0 - left) : lanes_alike(r, ARGUMENT_BARRIER, left);
        if (!arrive_later(r, alike, in_each_cta)) return 0;
    }
    return r->lanes;
}

/* ---- barriers of the CTA ---- */

static bool votes(const struct op *op) {
    return op->does == DOES_COUNT_AT_BARRIER || op->does == DOES_ALL_AT_BARRIER ||
           op->does == DOES_ANY_AT_BARRIER;
}

/* Counts the predicates that threads bring to a barrier. */
static void take_votes(const struct running *r, struct named_barrier *b) {
    const struct op *op = &r->m->program->ops[r->pc];
    for (uint32_t left = votes(op) ? r->lanes : 0; left; left &= left - 1) {
        uint64_t yes;
        const struct place *p = leaf_of(r->m, op, op->operands - 1, 0);
        bool known = place_read(r->m, r->w, (unsigned)__builtin_ctz(left), p, &yes);
        *(!known ? &b->unknown : yes & 1 ? &b->yes : &b->no) += 1;
    }
}

static void write_votes(struct machine *m, struct warp *w, unsigned lane,
                        const struct named_barrier *b) {
    const struct op *op = &m->program->ops[w->pc[lane]];
    uint64_t value = b->yes;
    bool known = !b->unknown;
    if (op->does == DOES_ALL_AT_BARRIER) value = !b->no, known |= b->no != 0;
    if (op->does == DOES_ANY_AT_BARRIER) value = b->yes != 0, known |= b->yes != 0;
    if (votes(op)) place_write(m, w, lane, leaf_of(m, op, 0, 0), value, known, w->pc[lane]);
}

/* Lets threads that waited continue after the instruction. */
static void release(struct machine *m, uint32_t cta, uint32_t id, const struct named_barrier *b) {
    for (uint32_t i = 0; i < m->warp_count; i++)
        for (unsigned l = 0; m->warps[i].cta == cta && l < LANES; l++) {
            struct waiting *w = &m->warps[i].waits[l];
            if (w->kind != WAIT_BARRIER || w->object != id) continue;
            w->kind = WAIT_NOT;
            write_votes(m, &m->warps[i], l, b);
            m->warps[i].pc[l]++;
        }
    m->progress++;
}

static void settle_barrier(struct machine *m, uint32_t cta, uint32_t id) {
    struct named_barrier *b = &m->ctas[cta].barriers[id];
    if (!b->counts) b->expected = m->ctas[cta].live;
    if (!b->arrived || b->arrived < b->expected) return;
    struct named_barrier met = *b;
    *b = (struct named_barrier){0};
    if (m->trace) trace_open(m, cta, WAIT_BARRIER, id);
    race_met(m, cta, id);
    if (m->plan.sequence) sequence_open(m, cta, id);
    release(m, cta, id, &met);
}

static uint32_t meet_barrier(const struct running *r, bool waits) {
    struct cta *cta = &r->m->ctas[r->w->cta];
    unsigned first = (unsigned)__builtin_ctz(r->lanes);
    int64_t id, count = 0;
    bool counts = given_argument(r, ARGUMENT_COUNT) != NULL;
    if (!number_in_lane(r, first, ARGUMENT_ID, 0, &id) ||
        !number_in_lane(r, first, ARGUMENT_COUNT, 0, &count))
        return undecided(r, P_the_barrier);
    if (id < 0 || id >= NAMED_BARRIERS) return undecided(r, P_the_barrier);
    struct named_barrier *b = &cta->barriers[id];
    if (!b->arrived) b->first = r->pc;
    if (b->arrived && (b->counts != counts || (counts && b->expected != (uint32_t)count))) {
        find(r->m, r->w, PTXC_PARTICIPATION, r->pc, phrase(P_other_count));
        return 0;
    }
    b->counts = counts;
    b->expected = counts ? (uint32_t)count : cta->live;
    b->arrived += counts && has_flag(r, ARGUMENT_ALIGNED) ? LANES : bit_count(r->lanes);
    take_votes(r, b);
    r->m->progress++;
    if (b->arrived > b->expected) {
        find(r->m, r->w, PTXC_PARTICIPATION, r->pc, phrase(P_too_many_threads));
        return 0;
    }
    for (unsigned l = 0; waits && l < LANES; l++)
        if (r->lanes >> l & 1) r->w->waits[l] = (struct waiting){WAIT_BARRIER, (uint32_t)id, 0, 0};
    if (r->m->trace) trace_meet(r->m, r->w, r->pc, r->lanes, WAIT_BARRIER, (uint32_t)id, waits);
    race_meet(r, (uint32_t)id);
    if (r->m->plan.sequence) sequence_meet(r->m, r->w->cta, (uint32_t)id, waits);
    bool last = b->arrived == b->expected;
    if (last) settle_barrier(r->m, r->w->cta, (uint32_t)id);
    /* Those that waited, including these, already point to the next instruction. */
    return waits ? 0 : r->lanes;
}

/* ---- barrier of the cluster ---- */

static void settle_cluster(struct machine *m) {
    uint32_t live = 0;
    for (uint32_t c = 0; c < m->cta_count; c++) live += m->ctas[c].live;
    if (!m->sync.cluster_arrived || m->sync.cluster_arrived < live) return;
    m->sync.cluster_arrived = 0;
    m->sync.cluster_phase++;
    m->progress++;
    if (m->trace) trace_open(m, 0, WAIT_CLUSTER, 0);
    race_cluster_open(m);
    if (m->plan.sequence) sequence_open(m, 0, NAMED_BARRIERS);
    for (uint32_t i = 0; i < m->warp_count; i++)
        for (unsigned l = 0; l < LANES; l++)
            if (m->warps[i].waits[l].kind == WAIT_CLUSTER) m->warps[i].waits[l].kind = WAIT_NOT;
}

static uint32_t *seen(const struct running *r, unsigned lane) {
    return &r->m->sync
                .cluster_seen[r->w->cta * r->m->warps_per_cta * LANES + r->w->index * LANES + lane];
}

static uint32_t arrive_in_cluster(const struct running *r) {
    for (unsigned l = 0; l < LANES; l++) {
        if (!(r->lanes >> l & 1)) continue;
        if (*seen(r, l)) {
            find(r->m, r->w, PTXC_PARTICIPATION, r->pc, phrase(P_arrived_twice));
            return 0;
        }
        *seen(r, l) = r->m->sync.cluster_phase + 1;
        r->m->sync.cluster_arrived++;
        r->m->progress++;
    }
    if (r->m->trace) trace_meet(r->m, r->w, r->pc, r->lanes, WAIT_CLUSTER, 0, false);
    race_cluster_arrive(r);
    if (r->m->plan.sequence) sequence_meet(r->m, 0, NAMED_BARRIERS, false);
    settle_cluster(r->m);
    return r->lanes;
}

static uint32_t wait_for_cluster(const struct running *r) {
    uint32_t late = 0;
    for (unsigned l = 0; l < LANES; l++) {
        if (!(r->lanes >> l & 1)) continue;
        if (!*seen(r, l)) {
            find(r->m, r->w, PTXC_PARTICIPATION, r->pc, phrase(P_never_arrived));
            return 0;
        }
        if (*seen(r, l) > r->m->sync.cluster_phase) late |= 1u << l;
    }
    for (unsigned l = 0; l < LANES; l++) {
        if (!(r->lanes >> l & 1)) continue;
        if (late)
            r->w->waits[l] = (struct waiting){WAIT_CLUSTER, 0, 0, 0};
        else
            *seen(r, l) = 0;
    }
    if (!late) race_cluster_pass(r);
    if (!late && r->m->trace) trace_meet(r->m, r->w, r->pc, r->lanes, WAIT_CLUSTER, 0, true);
    if (!late && r->m->plan.sequence) sequence_meet(r->m, 0, NAMED_BARRIERS, true);
    return late ? 0 : r->lanes;
}

void leave_barriers(struct machine *m, const struct warp *w) {
    for (uint32_t id = 0; id < NAMED_BARRIERS; id++)
        if (m->ctas[w->cta].barriers[id].arrived && !m->ctas[w->cta].barriers[id].counts)
            settle_barrier(m, w->cta, id);
    settle_cluster(m);
}

/* ---- Tensor Memory and registers ---- */

static int find_columns(const struct cta *c, uint32_t wanted) {
    for (uint32_t at = 0, free = 0; at < TMEM_COLUMNS; at++) {
        free = c->columns[at] ? 0 : free + 1;
        if (free == wanted) return (int)(at + 1 - wanted);
    }
    return -1;
}

static uint32_t allocate(const struct running *r) {
    struct cta *c = &r->m->ctas[r->w->cta];
    unsigned first = (unsigned)__builtin_ctz(r->lanes);
    int64_t columns;
    uint32_t cta, offset;
    if (!number_in_lane(r, first, ARGUMENT_COLUMNS, 0, &columns)) return undecided(r, P_the_count);
    int at = find_columns(c, (uint32_t)columns);
    if (at < 0) {
        for (unsigned l = 0; l < LANES; l++)
            if (r->lanes >> l & 1)
                r->w->waits[l] = (struct waiting){WAIT_TMEM, 0, 0, (uint32_t)columns};
        return 0;
    }
    for (int64_t i = 0; i < columns; i++) c->columns[at + i] = 1;
    if (shared_of(r, first, ARGUMENT_DST, &cta, &offset))
        memory_write(r->m, r->w, first, SHARED_WINDOW + ((uint64_t)cta << RANK_SHIFT) + offset, 4,
                     (uint64_t)at, true);
    r->m->progress++;
    return r->lanes;
}

static void wake_kind(struct machine *m, uint32_t cta, uint8_t kind) {
    for (uint32_t i = 0; i < m->warp_count; i++)
        for (unsigned l = 0; m->warps[i].cta == cta && l < LANES; l++)
            if (m->warps[i].waits[l].kind == kind) m->warps[i].waits[l].kind = WAIT_NOT;
    m->progress++;
}

static uint32_t deallocate(const struct running *r) {
    struct cta *c = &r->m->ctas[r->w->cta];
    unsigned first = (unsigned)__builtin_ctz(r->lanes);
    int64_t columns, at;
    if (!number_in_lane(r, first, ARGUMENT_COLUMNS, 0, &columns) ||
        !number_in_lane(r, first, ARGUMENT_ADDRESS, 0, &at))
        return r->lanes;
    for (int64_t i = at & 0xFFFF; i < (at & 0xFFFF) + columns && i < TMEM_COLUMNS; i++)
        c->columns[i] = 0;
    wake_kind(r->m, r->w->cta, WAIT_TMEM);
    return r->lanes;
}

/* The pool contains what the CTA was given at launch and does not use now. */
static uint32_t change_registers(const struct running *r) {
    struct cta *c = &r->m->ctas[r->w->cta];
    int64_t count;
    if (!r->w->granted || !number_in_lane(r, 0, ARGUMENT_COUNT, 0, &count)) return r->lanes;
    int64_t more = (count - (int64_t)r->w->granted) * LANES;
    if (more > c->registers) {
        for (unsigned l = 0; l < LANES; l++)
            if (r->lanes >> l & 1)
                r->w->waits[l] = (struct waiting){WAIT_REGISTERS, 0, 0, (uint32_t)count};
        return 0;
    }
    c->registers -= more;
    r->m->progress++;
    r->w->granted = (uint32_t)count;
    if (more < 0) wake_kind(r->m, r->w->cta, WAIT_REGISTERS);
    return r->lanes;
}

/* ---- all events ---- */

/* Handles changes of memory that are not tracked. */
static uint32_t change_memory(const struct running *r) {
    uint32_t cta, offset;
    for (unsigned l = 0; l < LANES; l++)
        if (r->lanes >> l & 1 && shared_of(r, l, ARGUMENT_DST, &cta, &offset))
            memory_write(r->m, r->w, l, SHARED_WINDOW + ((uint64_t)cta << RANK_SHIFT) + offset, 16,
                         0, false);
    return r->lanes;
}

/* ---- tensor maps ---- */

enum { MAP_WORDS = 16, MAP_WORD = 8 };

static bool map_address(const struct running *r, unsigned lane, enum isa_event_argument what,
                        uint64_t *address) {
    const struct argument *a = given_argument(r, what);
    if (!a || !a->count) return false;
    const struct place *p = program_place(r->m->program, a->first);
    if (!place_read(r->m, r->w, lane, p, address)) return false;
    if (*address <= UINT32_MAX) *address = generic_address(SPACE_SHARED, *address);
    return true;
}

/* A copy through the changed map is not as large as before: nothing is known about its size. */
static uint32_t replace_map(const struct running *r) {
    const struct op *op = &r->m->program->ops[r->pc];
    if (op->mode < MODE_BOX_DIM || op->mode > MODE_INTERLEAVE) return r->lanes;
    for (unsigned l = 0; l < LANES; l++) {
        uint64_t at;
        if (!(r->lanes >> l & 1)) continue;
        if (map_address(r, l, ARGUMENT_ADDRESS, &at))
            memory_write(r->m, r->w, l, at, MAP_WORDS * MAP_WORD, 0, false);
        else
            memory_forget(r->m, r->w, op->space);
    }
    return r->lanes;
}

static uint32_t publish_map(const struct running *r) {
    for (unsigned l = 0; l < LANES; l++) {
        uint64_t to, from, word;
        if (!(r->lanes >> l & 1) || !map_address(r, l, ARGUMENT_DST, &to)) continue;
        bool found = map_address(r, l, ARGUMENT_SRC, &from);
        for (unsigned i = 0; i < MAP_WORDS * MAP_WORD; i += MAP_WORD) {
            bool known = found && memory_read(r->m, r->w, l, from + i, MAP_WORD, &word);
            memory_write(r->m, r->w, l, to + i, MAP_WORD, known ? word : 0, known);
        }
    }
    return r->lanes;
}

static uint32_t change_map(const struct running *r) {
    if (r->h->kind == EVENT_MAP_REPLACE) return replace_map(r);
    return r->h->kind == EVENT_MAP_PUBLISH ? publish_map(r) : r->lanes;
}

/* Handles asynchronous operations that no mbarrier tracks. */
static uint32_t issue_untracked(const struct running *r) {
    int64_t bytes = 0;
    if (!r->m->trace) return r->lanes;
    number_in_lane(r, (unsigned)__builtin_ctz(r->lanes), ARGUMENT_BYTES, 0, &bytes);
    trace_issue(r->m, r->w, r->pc, r->lanes, r->h->kind, bytes);
    return r->lanes;
}

uint32_t happen(struct machine *m, struct warp *w, uint32_t pc, const struct happening *h,
                uint32_t lanes) {
    struct running r = {m, w, pc, lanes, h};
    switch ((enum isa_event_kind)h->kind) {
    case EVENT_MBARRIER_INIT: return initialize_mbarrier(&r);
    case EVENT_MBARRIER_INVAL: return invalidate(&r);
    case EVENT_EXPECT_TX: return expect(&r, 1);
    case EVENT_COMPLETE_TX: return expect(&r, -1);
    case EVENT_MBARRIER_ARRIVE: return arrive_lanes(&r);
    case EVENT_MBARRIER_WAIT: return test_phase(&r);
    case EVENT_BULK_LOAD:
    case EVENT_BULK_COPY:
    case EVENT_CANCEL_REQUEST: return copy_in(&r);
    case EVENT_STORE_ASYNC: return store_async(&r);
    case EVENT_COPY_ARRIVE: return arrive_lanes_later(&r, false);
    case EVENT_TMEM_COMMIT: return arrive_lanes_later(&r, true);
    case EVENT_COPY: return change_memory(&r);
    case EVENT_WGMMA:
    case EVENT_TMEM_MMA:
    case EVENT_BULK_STORE: return issue_untracked(&r);
    case EVENT_BARRIER_SYNC: return meet_barrier(&r, true);
    case EVENT_BARRIER_ARRIVE: return meet_barrier(&r, false);
    case EVENT_CLUSTER_ARRIVE: return arrive_in_cluster(&r);
    case EVENT_CLUSTER_WAIT: return wait_for_cluster(&r);
    case EVENT_TMEM_ALLOC: return allocate(&r);
    case EVENT_TMEM_DEALLOC: return deallocate(&r);
    case EVENT_REGISTERS_RAISE:
    case EVENT_REGISTERS_LOWER: return change_registers(&r);
    default: return change_map(&r);
    }
}
