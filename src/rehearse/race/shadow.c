/* SPDX-License-Identifier: Apache-2.0
 * Accesses that may race: see shadow.h. */
#include "rehearse/race/shadow.h"

enum { MOST_RECORDS = 4 * 1024 * 1024, MOST_OPERATIONS = 4 * 1024 * 1024 };

void shadow_init(struct shadow *s, struct orders *orders) {
    *s = (struct shadow){.orders = orders};
    list_init(&s->records, sizeof(struct shadow_record));
    list_init(&s->operations, sizeof(struct shadow_operation));
    list_add(orders->clocks.arena, &s->records);
}

static struct shadow_record *record_at(const struct shadow *s, uint32_t i) {
    return list_at(&s->records, i);
}

static const struct shadow_operation *operation_at(const struct shadow *s,
                                                   const struct shadow_record *r) {
    return list_at(&s->operations, r->time);
}

static void free_record(struct shadow *s, uint32_t *link) {
    uint32_t i = *link;
    *link = record_at(s, i)->next;
    record_at(s, i)->next = s->free;
    s->free = i;
}

void shadow_ask(struct shadow *s) { s->last.who = UINT32_MAX; }

void shadow_clear(struct shadow *s, uint32_t *head) {
    while (*head) free_record(s, head);
}

static void add_record(struct shadow *s, uint32_t *head, const struct shadow_record *like) {
    uint32_t i = s->free;
    if (i) {
        s->free = record_at(s, i)->next;
    } else {
        s->spent |= s->records.count >= MOST_RECORDS || s->operations.count >= MOST_OPERATIONS;
        if (s->spent) return;
        i = s->records.count;
        list_add(s->orders->clocks.arena, &s->records);
    }
    *record_at(s, i) = *like;
    record_at(s, i)->next = *head;
    *head = i;
}

/* ---- queries ---- */

static bool lanes_known(const struct clock *c, const struct shadow_record *r, uint32_t but) {
    uint32_t first = r->who * ORDER_LANES;
    for (uint32_t left = r->lanes & ~but; left; left &= left - 1)
        if (clock_time(c, first + (uint32_t)__builtin_ctz(left)) < r->time) return false;
    return true;
}

/* Returns true if the clock covers the earlier access. `but` are lanes to ignore. */
static bool knows_access(struct shadow *s, const struct clock *c, const struct shadow_record *r,
                         uint32_t but) {
    if (r->is & ACCESS_OPERATION) {
        const struct shadow_operation *o = operation_at(s, r);
        return o->epoch && clock_time(c, o->component) >= o->epoch;
    }
    if (!r->lanes) return clock_time(c, r->who) >= r->time;
    uint32_t lanes = r->lanes & ~but;
    if (s->last.who != r->who || s->last.clock != c || s->last.time != r->time ||
        s->last.lanes != lanes) {
        s->last.clock = c;
        s->last.who = r->who;
        s->last.time = r->time;
        s->last.lanes = lanes;
        s->last.known = lanes_known(c, r, but);
    }
    return s->last.known;
}

/* ---- relevant races ---- */

static enum race_kind kind_of(const struct shadow_record *r, const struct shadow_record *a) {
    if (a->is & ACCESS_TMEM) return RACE_TMEM;
    if (a->is & ACCESS_BARRIER) return RACE_BARRIER;
    if (!r->lanes) return a->is & ACCESS_WRITES ? RACE_OVERWRITTEN : RACE_READ_EARLY;
    bool over_read = a->is & ACCESS_ASYNC && a->is & ACCESS_WRITES && !(r->is & ACCESS_WRITES);
    return over_read ? RACE_OVERWRITTEN : RACE_THREADS;
}

/* Returns true for pairs whose order does not matter, or that are ordered in another way. */
static bool is_harmless(const struct shadow_record *r, const struct shadow_record *a) {
    if (!((r->is | a->is) & ACCESS_WRITES)) return true;
    if (a->is & ACCESS_BARRIER) return !(r->is & ACCESS_INITIALIZES);
    /* Threads that execute the same store usually store the same value. */
    if (r->lanes && a->lanes && r->op == a->op && r->is & a->is & ACCESS_WRITES) return true;
    /* One warp: lanes that execute the same instruction, and operations that are executed in
     * order. */
    if (r->who == a->who && !r->lanes == !a->lanes && r->op == a->op && r->time == a->time)
        return true;
    return !r->lanes && !a->lanes && r->who == a->who && !((r->is | a->is) & ACCESS_OPERATION);
}

/* A thread accessed the same bytes with the same instruction as others of its warp. They ran it
 * together, so whatever the thread does later is ordered after the access of each of them. */
static bool is_of_thread(const struct shadow_record *a) {
    return a->lanes && !(a->is & (ACCESS_ASYNC | ACCESS_PROXY | ACCESS_BARRIER | ACCESS_TMEM));
}

/* Returns true if the async proxy accesses what threads wrote: a barrier is not enough. What
 * threads only read may be overwritten after a barrier. */
static bool is_through_other_proxy(const struct shadow_record *r, const struct shadow_record *a) {
    return a->is & ACCESS_PROXY && !(a->is & ACCESS_TMEM) && r->is & ACCESS_WRITES &&
           !(r->is & (ACCESS_PROXY | ACCESS_INITIALIZES));
}

static enum race_kind judge(struct shadow *s, const struct shadow_record *r,
                            const struct shadow_access *a) {
    const struct order_thread *t = &s->orders->threads[a->warp * ORDER_LANES + a->lane];
    if (is_harmless(r, &a->as)) return RACE_NONE;
    uint32_t self = r->lanes && r->who == a->warp ? r->lanes & 1u << a->lane : 0;
    if (self && is_of_thread(&a->as)) return RACE_NONE;
    bool strong = (r->is | a->as.is) & ACCESS_STRONG;
    if (!knows_access(s, t->now.known, r, self)) return strong ? RACE_NONE : kind_of(r, &a->as);
    if (!is_through_other_proxy(r, &a->as)) return RACE_NONE;
    if (self && t->fenced_at < r->time) return RACE_PROXY;
    return knows_access(s, t->now.fenced, r, self) ? RACE_NONE : RACE_PROXY;
}

/* Either access may come first. An mbarrier that is not initialized yet is reported once. */
static bool is_same_pair(const struct race_found *f, uint32_t earlier, uint32_t later) {
    if (f->earlier.op == earlier && (f->later.as.op == later || f->kind == RACE_BARRIER))
        return true;
    return f->earlier.op == later && f->later.as.op == earlier;
}

static void keep_race(struct shadow *s, enum race_kind kind, const struct shadow_record *r,
                      const struct shadow_access *a, uint32_t cta, uint32_t cell) {
    for (uint32_t i = 0; i < s->found_count; i++) {
        const struct race_found *f = &s->found[i];
        if (f->kind == kind && is_same_pair(f, r->op, a->as.op)) return;
    }
    if (s->found_count == MOST_RACES) return;
    struct race_found *f = &s->found[s->found_count++];
    *f = (struct race_found){(uint8_t)kind, *r, r->who, 0, *a, cta, cell};
    if (r->is & ACCESS_OPERATION) {
        f->earlier_warp = operation_at(s, r)->warp;
        f->earlier_lane = operation_at(s, r)->lane;
    } else if (!r->lanes) {
        f->earlier_warp = (r->who - s->orders->warps * ORDER_LANES) / CHANNELS;
    } else {
        uint32_t others = r->who == a->warp ? r->lanes & ~(1u << a->lane) : r->lanes;
        f->earlier_lane = (uint32_t)__builtin_ctz(others ? others : r->lanes);
    }
}

/* ---- records ---- */

/* Removes the part of the earlier access that the later one makes redundant: what is ordered after
 * the later one is also ordered after the earlier one, or the race has been reported. */
static void forget_part(struct shadow_record *r, const struct shadow_record *a) {
    bool again = r->who == a->who && !r->lanes == !a->lanes && !(r->parts & ~a->parts);
    if (a->is & ACCESS_WRITES) {
        r->parts &= (uint8_t)~a->parts;
    } else if (!(r->is & (ACCESS_WRITES | ACCESS_OPERATION)) && again) {
        r->lanes &= ~a->lanes;
        if (!r->lanes) r->parts = 0;
    }
}

static bool join_record(struct shadow_record *r, const struct shadow_record *a) {
    if (r->who != a->who || r->time != a->time || r->op != a->op || r->is != a->is) return false;
    if (r->parts == a->parts) r->lanes |= a->lanes;
    return r->parts == a->parts;
}

void shadow_touch(struct shadow *s, uint32_t *head, const struct shadow_access *a, uint32_t cta,
                  uint32_t cell) {
    bool joined = false;
    for (uint32_t *link = head; *link;) {
        struct shadow_record *r = record_at(s, *link);
        if (r->parts & a->as.parts) {
            enum race_kind kind = judge(s, r, a);
            if (kind != RACE_NONE) keep_race(s, kind, r, a, cta, cell);
            if (join_record(r, &a->as))
                joined = true;
            else if (!(a->as.is & ACCESS_BARRIER))
                forget_part(r, &a->as);
        }
        if (r->parts)
            link = &r->next;
        else
            free_record(s, link);
    }
    if (!joined && !(a->as.is & ACCESS_BARRIER)) add_record(s, head, &a->as);
}
