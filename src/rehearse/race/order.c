/* SPDX-License-Identifier: Apache-2.0
 * The knowledge of each thread: see order.h. */
#include "rehearse/race/order.h"

enum { MOST_BYTES = 192 * 1024 * 1024 };

void orders_init(struct orders *o, struct arena *arena, uint32_t warps) {
    uint32_t size = warps * (ORDER_LANES + CHANNELS) + ORDER_BARRIERS;
    *o = (struct orders){.warps = warps};
    clocks_init(&o->clocks, arena, size, MOST_BYTES);
    o->threads = arena_zalloc(arena, (size_t)warps * ORDER_LANES * sizeof *o->threads);
    o->time = arena_alloc(arena, warps * sizeof *o->time);
    for (uint32_t i = 0; i < warps; i++) o->time[i] = 1;
}

void order_join(struct orders *o, struct order *to, const struct order *from) {
    clock_join(&o->clocks, &to->known, from->known);
    clock_join(&o->clocks, &to->fenced, from->fenced);
}

void order_drop(struct orders *o, struct order *order) {
    clock_drop(&o->clocks, order->known);
    clock_drop(&o->clocks, order->fenced);
    *order = (struct order){0};
}

static struct order share_order(const struct order *of) {
    return (struct order){clock_share(of->known), clock_share(of->fenced)};
}

static struct order_thread *thread_of(struct orders *o, uint32_t warp, uint32_t lane) {
    return &o->threads[warp * ORDER_LANES + lane];
}

/* Lanes usually know the same, so the clock that was just joined need not be joined again. */
static void release_now(struct orders *o, uint32_t warp, uint32_t lanes, struct order *to,
                        struct order *last) {
    for (uint32_t l = 0; l < ORDER_LANES; l++) {
        const struct order *now = &thread_of(o, warp, l)->now;
        if (!(lanes >> l & 1)) continue;
        if (last->known == now->known && last->fenced == now->fenced) continue;
        order_join(o, to, now);
        order_drop(o, last);
        *last = share_order(now);
    }
    for (uint32_t l = 0; l < ORDER_LANES; l++) {
        if (!(lanes >> l & 1)) continue;
        uint32_t self = warp * ORDER_LANES + l;
        clock_raise(&o->clocks, &to->known, self, o->time[warp]);
        clock_raise(&o->clocks, &to->fenced, self, o->threads[self].fenced_at);
    }
}

void order_release(struct orders *o, uint32_t warp, uint32_t lanes, struct order *to) {
    struct order last = {0};
    release_now(o, warp, lanes, to, &last);
    order_drop(o, &last);
}

void order_arrive(struct orders *o, uint32_t warp, uint32_t lanes, struct order_object *object) {
    release_now(o, warp, lanes, &object->coming, &object->last);
}

void order_offer(struct orders *o, uint32_t warp, uint32_t lanes, struct order *to) {
    for (uint32_t l = 0; l < ORDER_LANES; l++) {
        const struct order_thread *t = thread_of(o, warp, l);
        if (!(lanes >> l & 1)) continue;
        order_join(o, to, &t->offered);
        clock_raise(&o->clocks, &to->known, warp * ORDER_LANES + l, t->offered_at);
        clock_raise(&o->clocks, &to->fenced, warp * ORDER_LANES + l, t->offered_fenced_at);
    }
}

/* Lanes with equal clocks share one join. */
void order_acquire(struct orders *o, uint32_t warp, uint32_t lanes, const struct order *from,
                   bool relaxed) {
    struct order before = {0};
    const struct order *after = NULL;
    for (uint32_t l = 0; l < ORDER_LANES; l++) {
        struct order_thread *t = thread_of(o, warp, l);
        struct order *to = relaxed ? &t->accepted : &t->now;
        if (!(lanes >> l & 1)) continue;
        if (after && to->known == before.known && to->fenced == before.fenced) {
            order_drop(o, to);
            *to = share_order(after);
            continue;
        }
        order_drop(o, &before);
        before = share_order(to);
        order_join(o, to, from);
        after = to;
    }
    order_drop(o, &before);
}

void order_complete(struct orders *o, uint32_t warp, uint32_t lanes, uint32_t component,
                    uint32_t time) {
    struct clock *before = NULL, *after = NULL;
    for (uint32_t l = 0; l < ORDER_LANES; l++) {
        struct clock **known = &thread_of(o, warp, l)->now.known;
        if (!(lanes >> l & 1) || clock_time(*known, component) >= time) continue;
        if (after && *known == before) {
            clock_drop(&o->clocks, *known);
            *known = clock_share(after);
            continue;
        }
        clock_drop(&o->clocks, before);
        before = clock_share(*known); /* so that raising creates another clock */
        clock_raise(&o->clocks, known, component, time);
        clock_unify(&o->clocks, known);
        after = *known;
    }
    clock_drop(&o->clocks, before);
}

void order_fence(struct orders *o, uint32_t warp, uint32_t lanes) {
    for (uint32_t l = 0; l < ORDER_LANES; l++) {
        struct order_thread *t = thread_of(o, warp, l);
        if (!(lanes >> l & 1)) continue;
        order_join(o, &t->now, &t->accepted);
        order_drop(o, &t->accepted);
        order_drop(o, &t->offered);
        order_join(o, &t->offered, &t->now);
        t->offered_at = o->time[warp];
        t->offered_fenced_at = t->fenced_at;
    }
    order_tick(o, warp);
}

void order_proxy_fence(struct orders *o, uint32_t warp, uint32_t lanes) {
    for (uint32_t l = 0; l < ORDER_LANES; l++) {
        struct order_thread *t = thread_of(o, warp, l);
        if (!(lanes >> l & 1)) continue;
        clock_join(&o->clocks, &t->now.fenced, t->now.known);
        t->fenced_at = o->time[warp];
    }
    order_tick(o, warp);
}

void order_warp(struct orders *o, uint32_t warp, uint32_t lanes) {
    struct order all = {0};
    order_release(o, warp, lanes, &all);
    order_acquire(o, warp, lanes, &all, false);
    order_drop(o, &all);
    order_tick(o, warp);
}

void order_open(struct orders *o, struct order_object *object) {
    order_join(o, &object->open, &object->coming);
    order_drop(o, &object->coming);
    order_drop(o, &object->last);
}

void order_phase(struct orders *o, struct order_object *object, uint32_t component,
                 uint32_t epoch) {
    order_open(o, object);
    clock_raise(&o->clocks, &object->open.known, component, epoch);
    clock_raise(&o->clocks, &object->open.fenced, component, epoch);
}
