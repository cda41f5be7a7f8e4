/* SPDX-License-Identifier: Apache-2.0
 * Compares the bytes that an expect_tx announces with those of the copies that belong to it: the
 * copies to the same mbarrier in the same loop. The box of a tensor map is unknown unless it is
 * given (`--tensormap`), but it is always the same and a multiple of 16 bytes; and there must be
 * room for what copies deliver. Manual: mbarrier.expect_tx; cp.async.bulk; cp.async.bulk.tensor. */
#include "flow/check/copy.h"
#include "flow/loops.h"

enum { UNIT = 16, BARRIER_SIZE = 8, MOST_COPIES = 64 /* of an expect_tx */ };

struct expectation {
    uint32_t event;
    struct flow_value barrier;
    bool known;
    int64_t bytes;
    uint32_t copies[MOST_COPIES], count; /* events */
    bool sure;                           /* the list is complete, and each copy belongs only to
                                            this expect_tx */
};

struct byte_check {
    const struct flow_facts *facts;
    uint32_t *loops;
    struct threads *threads; /* NULL if single threads cannot be analyzed */
    struct expectation *expectations;
    uint32_t count;
    uint32_t before;            /* those before the copy that was looked up last */
    struct expectation *strays; /* copies without an expect_tx, grouped by mbarrier */
    uint32_t stray_count;
};

static uint32_t place_in_code(const struct byte_check *b, uint32_t event) {
    return b->facts->events->at[event].insn;
}

static uint32_t loop_of(const struct byte_check *b, uint32_t event) {
    return b->loops[b->facts->f->block_of[place_in_code(b, event)]];
}

static struct flow_value argument_value(const struct byte_check *b, uint32_t event,
                                        enum isa_event_argument what) {
    return flow_argument_value(b->facts->values, b->facts->events, event, what);
}

/* ---- assigning copies ---- */

static void add_expectation(struct byte_check *b, uint32_t event) {
    struct expectation *x = &b->expectations[b->count++];
    struct flow_value bytes = argument_value(b, event, ARGUMENT_BYTES);
    *x = (struct expectation){.event = event, .sure = true};
    x->barrier = argument_value(b, event, ARGUMENT_BARRIER);
    x->known = value_is_number(&bytes);
    x->bytes = bytes.low;
}

/* Returns true if other CTAs send the bytes or receive them. */
static bool is_shared_copy(const struct byte_check *b, uint32_t event, struct flow_value *barrier) {
    struct event_value many = flow_argument(b->facts->events, event, ARGUMENT_MULTICAST);
    struct event_value ctas = flow_argument(b->facts->events, event, ARGUMENT_CTAS);
    return barrier->peer != PEER_OWN || (many.known && many.number) ||
           (ctas.given && ctas.name == NAMED_TWO);
}

/* Returns true if it is the same as no other, nor as itself. */
static bool has_no_equal(const struct flow_value *barrier) {
    return !flow_same_value(barrier, barrier);
}

static bool belongs_to(const struct byte_check *b, const struct expectation *x, uint32_t event,
                       const struct flow_value *barrier) {
    return loop_of(b, x->event) == loop_of(b, event) &&
           (flow_same_value(&x->barrier, barrier) || flow_same_address(&x->barrier, barrier));
}

/* Returns the last expect_tx before the copy, or else the first one after it, or NULL. Copies are
 * looked up in their order. */
static struct expectation *find_expectation(struct byte_check *b, uint32_t event,
                                            const struct flow_value *barrier) {
    struct expectation *all = b->expectations;
    if (has_no_equal(barrier)) return NULL;
    while (b->before < b->count && all[b->before].event < event) b->before++;
    for (uint32_t i = b->before; i > 0; i--)
        if (belongs_to(b, &all[i - 1], event, barrier)) return &all[i - 1];
    for (uint32_t i = b->before; i < b->count; i++)
        if (belongs_to(b, &all[i], event, barrier)) return &all[i];
    return NULL;
}

/* A copy that belongs to no expect_tx may belong to any. */
static void spoil(struct byte_check *b, const struct flow_value *barrier) {
    for (uint32_t i = 0; i < b->count; i++) {
        struct expectation *x = &b->expectations[i];
        if (flow_may_overlap(b->facts->values, &x->barrier, BARRIER_SIZE, barrier, BARRIER_SIZE))
            x->sure = false;
    }
}

static void add_stray(struct byte_check *b, uint32_t event, const struct flow_value *barrier) {
    struct expectation *end = b->strays + b->stray_count,
                       *x = has_no_equal(barrier) ? end : b->strays;
    while (x < end && !belongs_to(b, x, event, barrier)) x++;
    if (x == end) {
        *x = (struct expectation){.event = event, .barrier = *barrier};
        b->stray_count++;
    }
    if (x->count < MOST_COPIES) x->copies[x->count++] = event;
}

static void assign_copy(struct byte_check *b, uint32_t event) {
    struct flow_value barrier = argument_value(b, event, ARGUMENT_BARRIER);
    struct expectation *x = find_expectation(b, event, &barrier);
    if (!x && b->facts->events->at[event].kind == EVENT_BULK_LOAD &&
        !is_shared_copy(b, event, &barrier))
        add_stray(b, event, &barrier);
    if (b->facts->events->at[event].kind != EVENT_BULK_LOAD) x = NULL;
    if (x && is_shared_copy(b, event, &barrier)) x = NULL;
    if (!x || x->count == MOST_COPIES)
        spoil(b, &barrier);
    else
        x->copies[x->count++] = event;
}

static bool brings_bytes(uint8_t kind) {
    return kind == EVENT_BULK_LOAD || kind == EVENT_BULK_COPY || kind == EVENT_STORE_ASYNC ||
           kind == EVENT_CANCEL_REQUEST || kind == EVENT_COMPLETE_TX;
}

static void find_expectations(struct byte_check *b) {
    const struct flow_events *events = b->facts->events;
    uint32_t expected = 0, copied = 0;
    for (uint32_t e = 0; e < events->count; e++) {
        expected += events->at[e].kind == EVENT_EXPECT_TX;
        copied += events->at[e].kind == EVENT_BULK_LOAD;
    }
    b->expectations = arena_alloc(b->facts->f->arena, (expected + 1) * sizeof *b->expectations);
    b->strays = arena_alloc(b->facts->f->arena, (copied + 1) * sizeof *b->strays);
    for (uint32_t e = 0; e < events->count; e++)
        if (events->at[e].kind == EVENT_EXPECT_TX &&
            flow_is_reached(b->facts->paths, place_in_code(b, e)))
            add_expectation(b, e);
    for (uint32_t e = 0; e < events->count && b->count; e++)
        if (brings_bytes(events->at[e].kind) &&
            flow_is_reached(b->facts->paths, place_in_code(b, e)))
            assign_copy(b, e);
    /* An expectation without copies has them elsewhere, where they may also count for another
     * expectation at the same barrier. */
    for (uint32_t i = 0; i < b->count; i++)
        if (!b->expectations[i].count) spoil(b, &b->expectations[i].barrier);
}

/* ---- computing the sum ---- */

/* The threads that execute an event: each of them copies, or expects bytes. */
struct crowd {
    uint32_t most; /* upper bound of their number */
    bool known;    /* all of them execute it */
};

static struct crowd crowd_of(const struct byte_check *b, uint32_t event) {
    uint64_t set[MOST_THREADS / 64] = {0};
    struct crowd c = {0, false};
    if (!b->threads) return c;
    c.known = flow_thread_set(b->threads, place_in_code(b, event), set);
    if (!c.known) flow_thread_most(b->threads, place_in_code(b, event), set);
    uint32_t threads = b->threads->room.threads;
    for (uint32_t i = 0; i < threads; i += 64) {
        uint64_t left = threads - i < 64 ? (UINT64_C(1) << (threads - i)) - 1 : UINT64_MAX;
        c.most += (uint32_t)__builtin_popcountll(set[i / 64] & left);
    }
    c.known |= c.most == 1;
    return c;
}

/* Returns their number, or 0 if unknown. */
static uint32_t threads_of(const struct byte_check *b, uint32_t event) {
    struct crowd c = crowd_of(b, event);
    return c.known ? c.most : 0;
}

/* Returns how many copies there are for one thread that expects their bytes, or 0 if unknown. */
static uint32_t count_copies(const struct byte_check *b, const struct expectation *x) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < x->count; i++) {
        uint32_t threads = threads_of(b, x->copies[i]);
        if (!threads) return 0;
        count += threads;
    }
    return threads_of(b, x->event) == 1 ? count : 0;
}

/* Returns true if there is a path within one iteration of the enclosing loops. */
static bool leads_to(const struct byte_check *b, uint32_t from, uint32_t to) {
    const struct flow_function *f = b->facts->f;
    uint32_t *stack = arena_alloc(f->arena, f->block_count * sizeof *stack), depth = 1;
    uint8_t *seen = arena_zalloc(f->arena, f->block_count);
    stack[0] = from;
    seen[from] = 1;
    while (depth && !seen[to]) {
        uint32_t block = stack[--depth];
        for (uint32_t e = f->blocks[block].edges; e < f->blocks[block + 1].edges; e++) {
            uint32_t next = f->edges[e];
            if (seen[next] || flow_dominates(b->facts->paths, next, block)) continue;
            seen[next] = 1;
            stack[depth++] = next;
        }
    }
    return seen[to];
}

/* Returns true if their guards make them mutually exclusive. */
static bool exclude_each_other(const struct byte_check *b, uint32_t one, uint32_t other) {
    const struct flow_function *f = b->facts->f;
    struct literal l = flow_guard(f, b->facts->predicates, place_in_code(b, one));
    struct literal m = flow_guard(f, b->facts->predicates, place_in_code(b, other));
    return l.number && l.number == m.number && l.negated != m.negated;
}

/* Returns true if they are not alternatives to each other. */
static bool come_in_turn(const struct byte_check *b, const struct expectation *x) {
    const struct flow_function *f = b->facts->f;
    for (uint32_t i = 1; i < x->count; i++)
        if (exclude_each_other(b, x->copies[i - 1], x->copies[i]) ||
            !leads_to(b, f->block_of[place_in_code(b, x->copies[i - 1])],
                      f->block_of[place_in_code(b, x->copies[i])]))
            return false;
    return true;
}

/* Compares the size of a copy: a number, or that of a map used in some way. */
static bool have_same_size(const struct byte_check *b, uint32_t one, uint32_t other) {
    const struct flow_events *events = b->facts->events;
    struct flow_value a = argument_value(b, one, ARGUMENT_MAP),
                      c = argument_value(b, other, ARGUMENT_MAP);
    struct flow_value m = argument_value(b, one, ARGUMENT_BYTES),
                      n = argument_value(b, other, ARGUMENT_BYTES);
    if (!value_is_nothing(&m) || !value_is_nothing(&n)) return flow_same_value(&m, &n);
    return flow_same_value(&a, &c) && flow_argument(events, one, ARGUMENT_MODE).name ==
                                          flow_argument(events, other, ARGUMENT_MODE).name;
}

static int64_t wrong_sum(const struct byte_check *b, const struct expectation *x) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < x->count; i++) {
        struct flow_bytes bytes = flow_copy_bytes(b->facts, x->copies[i]);
        struct flow_value number = argument_value(b, x->copies[i], ARGUMENT_BYTES);
        int64_t threads = threads_of(b, x->copies[i]);
        if (!bytes.known && !value_is_number(&number)) return -1;
        sum += threads * (bytes.known ? (int64_t)bytes.bytes : number.low);
    }
    return sum == x->bytes ? -1 : sum;
}

/* Returns true if a sum of equal boxes, each a multiple of 16 bytes, cannot be this number. */
static bool is_no_multiple(const struct byte_check *b, const struct expectation *x,
                           uint32_t copies) {
    for (uint32_t i = 1; i < x->count; i++)
        if (!have_same_size(b, x->copies[0], x->copies[i])) return false;
    return x->bytes % ((int64_t)UNIT * copies) != 0;
}

static bool have_as_many_threads(const struct byte_check *b, uint32_t one, uint32_t other) {
    struct crowd c = crowd_of(b, one), d = crowd_of(b, other);
    return c.most && c.most == d.most && c.known == d.known;
}

static bool have_same_copies(const struct byte_check *b, const struct expectation *x,
                             const struct expectation *y) {
    if (x->count != y->count) return false;
    for (uint32_t i = 0; i < x->count; i++)
        if (!have_same_size(b, x->copies[i], y->copies[i]) ||
            !have_as_many_threads(b, x->copies[i], y->copies[i]))
            return false;
    return come_in_turn(b, x) && come_in_turn(b, y);
}

/* Returns true for the same copies with another number of bytes. */
static bool contradicts(const struct byte_check *b, const struct expectation *x,
                        const struct expectation *y) {
    return x->bytes != y->bytes && y->known && y->sure && have_same_copies(b, x, y) &&
           have_as_many_threads(b, x->event, y->event);
}

/* ---- copies without an expect_tx ---- */

/* Returns true if they are executed in other loops, or for other mbarriers. */
static bool are_elsewhere(const struct byte_check *b, const struct expectation *x,
                          const struct expectation *y) {
    if (loop_of(b, x->event) != loop_of(b, y->event)) return true;
    return x->barrier.low == x->barrier.high && y->barrier.low == y->barrier.high &&
           x->barrier.low != y->barrier.low;
}

/* Returns an expect_tx of the same ring that has the same copies to itself, or NULL if there is
 * none or if some expect_tx of the ring may be for these. */
static const struct expectation *find_model(const struct byte_check *b,
                                            const struct expectation *stray) {
    const struct expectation *found = NULL;
    bool some = false; /* without any, the ledger of mbarriers reports it */
    for (uint32_t i = 0; i < b->count; i++) {
        const struct expectation *y = &b->expectations[i];
        if (!flow_is_known(&y->barrier)) return NULL;
        bool same_ring = flow_may_overlap(b->facts->values, &y->barrier, BARRIER_SIZE,
                                          &stray->barrier, BARRIER_SIZE);
        bool same_base =
            y->barrier.base == stray->barrier.base && y->barrier.of == stray->barrier.of;
        if (!y->count && same_ring) return NULL;
        some |= same_ring;
        if (same_base && are_elsewhere(b, stray, y) && have_same_copies(b, stray, y)) found = y;
    }
    return some ? found : NULL;
}

static void check_stray(const struct byte_check *b, const struct expectation *stray) {
    const struct flow_function *f = b->facts->f;
    const struct expectation *y = flow_is_known(&stray->barrier) ? find_model(b, stray) : NULL;
    if (!y) return;
    uint32_t copy = place_in_code(b, stray->copies[0]), expect = place_in_code(b, y->event);
    struct diag *d = report_stray_copy(b->facts->diags, flow_head(f, copy), flow_opcode(f, copy));
    note_expects_here(b->facts->diags, d, flow_head(f, expect), y->bytes);
}

/* ---- available space ---- */

/* Reduces *room if something starts inside it. */
static void end_before(const struct flow_value *from, const struct flow_value *other,
                       int64_t *room) {
    if (from->base != other->base || from->of != other->of || !flow_is_known(other)) return;
    int64_t distance = other->low - from->low;
    if (distance > 0 && distance < *room) *room = distance;
}

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

static bool is_initialized_at(const struct byte_check *b, const struct flow_value *ring,
                              int64_t at) {
    const struct flow_events *events = b->facts->events;
    for (uint32_t e = 0; e < events->count; e++) {
        if (events->at[e].kind != EVENT_MBARRIER_INIT) continue;
        struct flow_value barrier = argument_value(b, e, ARGUMENT_BARRIER);
        if (barrier.base == ring->base && barrier.of == ring->of && barrier.bounded &&
            barrier.low == at && barrier.high == at)
            return true;
    }
    return false;
}

/* Returns the distance between stages of a ring: both the copy and its mbarrier are at multiples of
 * the stage number, and there are mbarriers of two adjacent stages. */
static int64_t stage_of(const struct byte_check *b, const struct flow_value *to,
                        const struct flow_value *barrier) {
    int64_t step = magnitude(barrier->factor);
    bool linked = to->term != NO_TERM && to->term == barrier->term && to->factor && step &&
                  flow_is_known(barrier) && barrier->step == (uint64_t)step;
    if (!linked || !is_initialized_at(b, barrier, barrier->low) ||
        !is_initialized_at(b, barrier, barrier->low + step))
        return INT64_MAX;
    return magnitude(to->factor);
}

/* Returns true if the copy begins where an earlier one of the same phase does, which makes them
 * alternatives. */
static bool is_alternative(const struct byte_check *b, const struct expectation *x, uint32_t i) {
    struct flow_value to = argument_value(b, x->copies[i], ARGUMENT_DST);
    for (uint32_t k = 0; k < i; k++) {
        struct flow_value other = argument_value(b, x->copies[k], ARGUMENT_DST);
        if (flow_is_known(&to) && flow_same_value(&to, &other)) return true;
    }
    return false;
}

/* Returns the number of bytes from the start of a copy into a ring to the next one of the phase, in
 * its stage or in the next stage. */
static int64_t room_in_stage(const struct byte_check *b, const struct expectation *x,
                             const struct flow_value *to) {
    int64_t stage = stage_of(b, to, &x->barrier), room = stage;
    for (uint32_t i = 0; i < x->count && stage != INT64_MAX; i++) {
        struct flow_value other = argument_value(b, x->copies[i], ARGUMENT_DST);
        if (other.base != to->base || other.of != to->of || other.term != to->term ||
            other.factor != to->factor || !flow_is_known(&other))
            continue;
        int64_t distance = ((other.low - to->low) % stage + stage) % stage;
        if (distance && distance < room) room = distance;
    }
    return room;
}

/* Returns the number of bytes from the start of a copy to the next memory that is filled at the
 * same time: by the same phase, by the next stage of the ring, or an mbarrier. Returns INT64_MAX if
 * unknown. */
static int64_t room_of(const struct byte_check *b, const struct expectation *x, uint32_t copy) {
    const struct flow_events *events = b->facts->events;
    struct flow_value to = argument_value(b, copy, ARGUMENT_DST);
    int64_t room = INT64_MAX;
    if (!flow_is_known(&to)) return room;
    if (to.low != to.high) return room_in_stage(b, x, &to);
    for (uint32_t i = 0; i < x->count; i++) {
        struct flow_value other = argument_value(b, x->copies[i], ARGUMENT_DST);
        end_before(&to, &other, &room);
    }
    for (uint32_t e = 0; e < events->count; e++) {
        if (events->at[e].kind != EVENT_MBARRIER_INIT) continue;
        struct flow_value barrier = argument_value(b, e, ARGUMENT_BARRIER);
        end_before(&to, &barrier, &room);
    }
    return room;
}

/* Returns true if the copy fills the same memory, whichever thread executes it. */
static bool fills_one_place(const struct byte_check *b, uint32_t copy) {
    if (threads_of(b, copy) == 1) return true;
    if (!b->threads) return false;
    struct lanes to = flow_thread_argument(b->threads, copy, ARGUMENT_DST);
    return lanes_are_uniform(&b->threads->room, &to);
}

static bool has_room(const struct byte_check *b, const struct expectation *x) {
    int64_t all = 0;
    for (uint32_t i = 0; i < x->count; i++) {
        if (!fills_one_place(b, x->copies[i])) return true;
        if (is_alternative(b, x, i)) continue;
        int64_t room = room_of(b, x, x->copies[i]);
        if (room == INT64_MAX) return true;
        all += room;
    }
    return x->bytes <= all;
}

/* Returns true if the copies deliver more even if each box has only 16 bytes. `copies` is their
 * number for one thread that expects the bytes, or 0 if unknown. */
static bool brings_more(const struct byte_check *b, const struct expectation *x, uint32_t copies) {
    const struct flow_insn *insns = b->facts->f->insns;
    uint32_t at = place_in_code(b, x->event), together = 0;
    for (uint32_t i = 0; i < x->count; i++) {
        uint32_t copy = place_in_code(b, x->copies[i]);
        together += b->facts->f->block_of[copy] == b->facts->f->block_of[at] &&
                    insns[copy].guard == insns[at].guard &&
                    insns[copy].negated == insns[at].negated;
    }
    uint32_t least = copies > together ? copies : together;
    return x->bytes < (int64_t)UNIT * least;
}

/* ---- findings ---- */

static void check_expectation(struct byte_check *b, const struct expectation *x) {
    struct diags *diags = b->facts->diags;
    const struct flow_function *f = b->facts->f;
    ptxc_span at = flow_head(f, place_in_code(b, x->event));
    uint32_t copies = count_copies(b, x);
    bool in_turn = come_in_turn(b, x), all = copies && in_turn;
    int64_t sum = all ? wrong_sum(b, x) : -1;
    struct diag *d = NULL;
    if (sum >= 0)
        d = report_wrong_bytes(diags, at, x->bytes, sum);
    else if ((all && is_no_multiple(b, x, copies)) || !has_room(b, x) ||
             brings_more(b, x, all ? copies : 0))
        d = report_odd_bytes(diags, at, x->bytes);
    if (d) {
        uint32_t copy = place_in_code(b, x->copies[0]);
        note_copies_here(diags, d, flow_head(f, copy), flow_opcode(f, copy));
        return;
    }
    for (const struct expectation *y = b->expectations; y < x && in_turn; y++) {
        if (!contradicts(b, x, y)) continue;
        d = report_other_bytes(diags, at, x->bytes, y->bytes);
        note_expects_here(diags, d, flow_head(f, place_in_code(b, y->event)), y->bytes);
        return;
    }
}

void flow_check_bytes(const struct flow_facts *facts) {
    struct byte_check b = {.facts = facts};
    bool any = false;
    for (uint32_t e = 0; e < facts->events->count; e++)
        any |= facts->events->at[e].kind == EVENT_EXPECT_TX;
    if (!any || facts->f->calls || !flow_are_few(facts->events, MBARRIER_EVENTS)) return;
    b.loops = flow_loops(facts->paths);
    if (!b.loops) return;
    b.threads = facts->threads;
    find_expectations(&b);
    for (uint32_t i = 0; i < b.count; i++) {
        const struct expectation *x = &b.expectations[i];
        if (x->known && x->sure && x->count) check_expectation(&b, x);
    }
    for (uint32_t i = 0; i < b.stray_count; i++) check_stray(&b, &b.strays[i]);
}
