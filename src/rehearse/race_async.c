/* SPDX-License-Identifier: Apache-2.0
 * Asynchronous operations on shared memory: see race.h. */
#include "rehearse/race_tile.h"

enum { LEAST_BYTES = 16 /* of a copy of unknown size */, WARPGROUP = 4 };

/* ---- operations that an mbarrier completes ---- */

uint32_t race_started(const struct running *r, uint32_t lanes, uint32_t barrier) {
    struct race *race = race_of(r->m);
    if (!race || barrier >= ORDER_BARRIERS) return 0;
    struct orders *o = &race->orders;
    uint32_t warp = race_warp_index(r->m, r->w), number = race->shadow.operations.count;
    struct shadow_operation *made = list_add(r->m->arena, &race->shadow.operations);
    *made = (struct shadow_operation){
        order_barrier(o, barrier), 0, warp, (uint32_t)__builtin_ctz(lanes), {NULL, NULL}};
    order_release(o, warp, lanes, &made->carried);
    order_tick(o, warp);
    /* An arrival that waits for earlier operations implies that they are complete. */
    int channel = r->h->kind == EVENT_TMEM_COMMIT   ? CHANNEL_MMA
                  : r->h->kind == EVENT_COPY_ARRIVE ? CHANNEL_COPY
                                                    : -1;
    if (channel >= 0)
        clock_raise(&o->clocks, &made->carried.known, order_channel(o, warp, (uint32_t)channel),
                    race->warps[warp].started[channel]);
    return number;
}

void race_completed(struct machine *m, uint32_t operation, uint32_t barrier) {
    struct race *race = race_of(m);
    if (!race || !operation || barrier >= race->mbarriers.count) return;
    struct race_mbarrier *b = list_at(&race->mbarriers, barrier);
    struct shadow_operation *done = list_at(&race->shadow.operations, operation);
    done->epoch = b->epoch + 1;
    order_join(&race->orders, &b->object.coming, &done->carried);
    order_drop(&race->orders, &done->carried);
}

void race_copied(const struct running *r, uint32_t operation, uint32_t cta, uint64_t at,
                 uint64_t bytes, bool writes) {
    struct race *race = race_of(r->m);
    if (!race || !operation) return;
    const struct shadow_operation *made = list_at(&race->shadow.operations, operation);
    bool proxy = r->h->kind != EVENT_STORE_ASYNC;
    if (!bytes) bytes = LEAST_BYTES;
    if (at >= r->m->memory.shared_size) return;
    if (at + bytes > r->m->memory.shared_size) bytes = r->m->memory.shared_size - at;
    struct shadow_access a = {
        made->warp,
        made->lane,
        {.who = made->component,
         .time = operation,
         .op = r->pc,
         .is = (uint8_t)(ACCESS_ASYNC | ACCESS_OPERATION | (writes ? ACCESS_WRITES : 0) |
                         (proxy ? ACCESS_PROXY : 0))}};
    shadow_ask(&race->shadow);
    race_touch(race, &a, cta, at, bytes);
}

/* ---- groups ---- */

static void commit_group(struct race_groups *g, uint32_t until) {
    g->until[g->count++ % RACE_GROUPS] = until;
}

/* Returns up to which operation all are complete if at most `left` groups are pending. */
static uint32_t until_group(const struct race_groups *g, int64_t left) {
    if (left < 0 || left >= RACE_GROUPS || left >= g->count) return 0;
    return g->until[(g->count - 1 - (uint32_t)left) % RACE_GROUPS];
}

static void group_event(const struct running *r, enum order_channel channel, uint32_t kind,
                        bool commits) {
    struct race *race = r->m->race;
    uint32_t warp = race_warp_index(r->m, r->w);
    struct race_warp *w = &race->warps[warp];
    for (unsigned l = 0; l < LANES; l++) {
        int64_t left;
        if (!(r->lanes >> l & 1)) continue;
        if (commits)
            commit_group(&w->groups[kind][l], w->started[channel]);
        else if (number_in_lane(r, l, ARGUMENT_COUNT, 0, &left))
            order_complete(&race->orders, warp, 1u << l,
                           order_channel(&race->orders, warp, channel),
                           until_group(&w->groups[kind][l], left));
    }
    w->mixed = true;
}

/* ---- copies of a thread ---- */

struct shadow_access race_access_of(const struct running *r, unsigned lane, uint32_t warp,
                                    enum order_channel channel, uint32_t time, uint8_t is) {
    return (struct shadow_access){race_warp_index(r->m, r->w),
                                  lane,
                                  {.who = order_channel(&r->m->race->orders, warp, channel),
                                   .time = time,
                                   .op = r->pc,
                                   .is = (uint8_t)(is | ACCESS_ASYNC)}};
}

/* Handles cp.async, or a bulk store. */
static void copy_lanes(const struct running *r, enum order_channel channel,
                       enum isa_event_argument where, uint8_t is) {
    struct race *race = r->m->race;
    uint32_t warp = race_warp_index(r->m, r->w), time = ++race->warps[warp].started[channel];
    shadow_ask(&race->shadow);
    for (unsigned l = 0; l < LANES; l++) {
        uint32_t cta, offset;
        if (!(r->lanes >> l & 1)) continue;
        if (!shared_of(r, l, where, &cta, &offset)) {
            race->unchecked++;
            continue;
        }
        uint64_t bytes = (uint64_t)bytes_of_copy(r, l);
        if (!bytes) bytes = channel == CHANNEL_COPY ? 4 : LEAST_BYTES;
        if (offset + bytes > r->m->memory.shared_size) continue;
        struct shadow_access a = race_access_of(r, l, warp, channel, time, is);
        race_touch(race, &a, cta, offset, bytes);
    }
}

/* ---- matrix multiplications of a warpgroup ---- */

static void multiply(const struct running *r) {
    struct race *race = r->m->race;
    uint32_t warp = race_warp_index(r->m, r->w), first = warp - r->w->index % WARPGROUP;
    unsigned lane = (unsigned)__builtin_ctz(r->lanes);
    uint32_t time = ++race->warps[warp].started[CHANNEL_WGMMA];
    struct shadow_access a = race_access_of(r, lane, first, CHANNEL_WGMMA, time, ACCESS_PROXY);
    shadow_ask(&race->shadow);
    race_read_wgmma(r, lane, &a);
}

static void wgmma_group(const struct running *r) {
    struct race *race = r->m->race;
    uint32_t warp = race_warp_index(r->m, r->w), first = warp - r->w->index % WARPGROUP;
    struct race_warp *w = &race->warps[warp];
    int64_t left;
    if (r->h->kind == EVENT_WGMMA_COMMIT)
        commit_group(&w->wgmma, w->started[CHANNEL_WGMMA]);
    else if (number_in_lane(r, 0, ARGUMENT_COUNT, 0, &left))
        order_complete(&race->orders, warp, r->lanes,
                       order_channel(&race->orders, first, CHANNEL_WGMMA),
                       until_group(&w->wgmma, left));
}

/* ---- all operations ---- */

void race_async(const struct running *r) {
    switch ((enum isa_event_kind)r->h->kind) {
    case EVENT_COPY: copy_lanes(r, CHANNEL_COPY, ARGUMENT_DST, ACCESS_WRITES); break;
    case EVENT_COPY_COMMIT: group_event(r, CHANNEL_COPY, 0, true); break;
    case EVENT_COPY_WAIT: group_event(r, CHANNEL_COPY, 0, false); break;
    case EVENT_BULK_STORE: copy_lanes(r, CHANNEL_BULK, ARGUMENT_SRC, ACCESS_PROXY); break;
    case EVENT_BULK_COMMIT: group_event(r, CHANNEL_BULK, 1, true); break;
    case EVENT_BULK_WAIT: group_event(r, CHANNEL_BULK, 1, false); break;
    case EVENT_WGMMA: multiply(r); break;
    case EVENT_WGMMA_COMMIT:
    case EVENT_WGMMA_WAIT: wgmma_group(r); break;
    default: break;
    }
}
