/* SPDX-License-Identifier: Apache-2.0
 * Determines how accesses are ordered: see race.h. */
#include "rehearse/race.h"
#include <string.h>

enum { CELL = 4, MBARRIER_WORD = 4, TMEM_CELLS = 4 * TMEM_COLUMNS, MOST_RACE_WARPS = 256 };

struct race *race_make(struct machine *m) {
    if (m->warp_count > MOST_RACE_WARPS) return NULL;
    struct race *r = arena_zalloc(m->arena, sizeof *r);
    orders_init(&r->orders, m->arena, m->warp_count);
    shadow_init(&r->shadow, &r->orders);
    r->shared = arena_alloc(m->arena, m->cta_count * sizeof *r->shared);
    r->tmem = arena_alloc(m->arena, m->cta_count * sizeof *r->tmem);
    for (uint32_t c = 0; c < m->cta_count; c++) {
        r->shared[c] =
            arena_zalloc(m->arena, (size_t)(m->memory.shared_size / CELL + 1) * sizeof **r->shared);
        r->tmem[c] = arena_zalloc(m->arena, TMEM_CELLS * sizeof **r->tmem);
    }
    r->warps = arena_zalloc(m->arena, m->warp_count * sizeof *r->warps);
    r->barriers =
        arena_zalloc(m->arena, (size_t)m->cta_count * NAMED_BARRIERS * sizeof *r->barriers);
    list_init(&r->mbarriers, sizeof(struct race_mbarrier));
    /* Operation 0 is unused. */
    *(struct shadow_operation *)list_add(m->arena, &r->shadow.operations) =
        (struct shadow_operation){0};
    r->uses_loaded = race_find_loaded(m);
    return r;
}

/* ---- mbarriers ---- */

static struct race_mbarrier *race_mbarrier_of(struct machine *m, uint32_t barrier) {
    struct list *all = &m->race->mbarriers;
    while (all->count <= barrier)
        *(struct race_mbarrier *)list_add(m->arena, all) = (struct race_mbarrier){
            .asked = arena_zalloc(m->arena, m->warp_count * sizeof(uint32_t))};
    return list_at(all, barrier);
}

void race_mbarrier_made(const struct running *r, unsigned lane, uint32_t barrier) {
    struct race *race = race_of(r->m);
    if (!race) return;
    struct race_mbarrier *b = race_mbarrier_of(r->m, barrier);
    order_drop(&race->orders, &b->object.coming);
    order_drop(&race->orders, &b->object.open);
    order_drop(&race->orders, &b->object.last);
    b->epoch++;
    memset(b->asked, 0, r->m->warp_count * sizeof *b->asked);
    const struct mbarrier *made = list_at(&r->m->sync.mbarriers, barrier);
    uint32_t warp = race_warp_index(r->m, r->w);
    struct shadow_access a = {warp,
                              lane,
                              {.who = warp,
                               .lanes = 1u << lane,
                               .time = race->orders.time[warp],
                               .op = r->pc,
                               .is = ACCESS_WRITES | ACCESS_INITIALIZES}};
    race->warps[warp].mixed = true;
    shadow_ask(&race->shadow);
    race_touch(race, &a, made->cta, made->offset, 8);
}

void race_mbarrier_used(const struct running *r, uint32_t lanes, uint32_t barrier) {
    struct race *race = race_of(r->m);
    if (!race) return;
    const struct mbarrier *b = list_at(&r->m->sync.mbarriers, barrier);
    uint32_t warp = race_warp_index(r->m, r->w);
    uint32_t *asked = &race_mbarrier_of(r->m, barrier)->asked[warp];
    for (uint32_t left = lanes & ~*asked; left; left &= left - 1) {
        struct shadow_access a = {
            warp,
            (uint32_t)__builtin_ctz(left),
            {.who = warp, .lanes = left & (0 - left), .op = r->pc, .is = ACCESS_BARRIER}};
        shadow_ask(&race->shadow);
        race_touch(race, &a, b->cta, b->offset, MBARRIER_WORD);
    }
    *asked |= lanes;
}

void race_arrive(const struct running *r, uint32_t lanes, uint32_t barrier) {
    struct race *race = race_of(r->m);
    if (!race) return;
    struct race_mbarrier *b = race_mbarrier_of(r->m, barrier);
    const struct argument *sem = given_argument(r, ARGUMENT_SEM);
    uint32_t warp = race_warp_index(r->m, r->w);
    if (sem && sem->name == NAMED_RELAXED)
        order_offer(&race->orders, warp, lanes, &b->object.coming);
    else
        order_arrive(&race->orders, warp, lanes, &b->object);
    order_tick(&race->orders, warp);
}

void race_phase_over(struct machine *m, uint32_t barrier) {
    struct race *race = race_of(m);
    if (!race) return;
    struct race_mbarrier *b = race_mbarrier_of(m, barrier);
    b->epoch++;
    if (barrier < ORDER_BARRIERS)
        order_phase(&race->orders, &b->object, order_barrier(&race->orders, barrier), b->epoch);
    else
        order_open(&race->orders, &b->object);
}

void race_wait_over(const struct running *r, uint32_t lanes, uint32_t barrier) {
    struct race *race = race_of(r->m);
    if (!race) return;
    const struct argument *sem = given_argument(r, ARGUMENT_SEM);
    uint32_t warp = race_warp_index(r->m, r->w);
    order_acquire(&race->orders, warp, lanes, &race_mbarrier_of(r->m, barrier)->object.open,
                  sem && sem->name == NAMED_RELAXED);
    race->warps[warp].mixed = true;
}

/* ---- barriers ---- */

void race_meet(const struct running *r, uint32_t id) {
    struct race *race = race_of(r->m);
    if (!race) return;
    uint32_t warp = race_warp_index(r->m, r->w);
    order_arrive(&race->orders, warp, r->lanes, &race->barriers[r->w->cta * NAMED_BARRIERS + id]);
    order_tick(&race->orders, warp);
}

void race_met(struct machine *m, uint32_t cta, uint32_t id) {
    struct race *race = race_of(m);
    if (!race) return;
    struct order_object *object = &race->barriers[cta * NAMED_BARRIERS + id];
    for (uint32_t i = 0; i < m->warp_count; i++) {
        uint32_t lanes = 0;
        for (unsigned l = 0; m->warps[i].cta == cta && l < LANES; l++) {
            const struct waiting *w = &m->warps[i].waits[l];
            if (w->kind == WAIT_BARRIER && w->object == id) lanes |= 1u << l;
        }
        if (lanes) order_acquire(&race->orders, i, lanes, &object->coming, false);
    }
    order_drop(&race->orders, &object->coming);
    order_drop(&race->orders, &object->last);
}

void race_cluster_arrive(const struct running *r) {
    struct race *race = race_of(r->m);
    if (!race) return;
    uint32_t warp = race_warp_index(r->m, r->w);
    const struct argument *sem = given_argument(r, ARGUMENT_SEM);
    if (sem && sem->name == NAMED_RELAXED)
        order_offer(&race->orders, warp, r->lanes, &race->cluster.coming);
    else
        order_arrive(&race->orders, warp, r->lanes, &race->cluster);
    order_tick(&race->orders, warp);
}

void race_cluster_open(struct machine *m) {
    struct race *race = race_of(m);
    if (race) order_open(&race->orders, &race->cluster);
}

void race_cluster_pass(const struct running *r) {
    struct race *race = race_of(r->m);
    if (!race) return;
    order_acquire(&race->orders, race_warp_index(r->m, r->w), r->lanes, &race->cluster.open, false);
}

/* ---- operations that the machine does not track ---- */

static void fence_lanes(const struct running *r) {
    struct race *race = r->m->race;
    uint32_t warp = race_warp_index(r->m, r->w);
    const struct argument *to = given_argument(r, ARGUMENT_TO);
    const struct argument *space = given_argument(r, ARGUMENT_SPACE);
    if (r->h->kind != EVENT_PROXY_FENCE) {
        order_fence(&race->orders, warp, r->lanes);
        return;
    }
    if (to && to->name == NAMED_ASYNC && !(space && space->name == NAMED_GLOBAL))
        order_proxy_fence(&race->orders, warp, r->lanes);
}

/* Lanes that execute an instruction together have executed everything before it. */
static void join_lanes(struct machine *m, uint32_t warp, uint32_t lanes) {
    struct race *race = m->race;
    if (!race->warps[warp].mixed || !(lanes & (lanes - 1))) return;
    order_warp(&race->orders, warp, lanes);
    race->warps[warp].mixed = lanes != m->warps[warp].live;
}

static void race_event(const struct running *r) {
    switch ((enum isa_event_kind)r->h->kind) {
    case EVENT_LOAD:
    case EVENT_STORE:
    case EVENT_ATOMIC: race_access(r); break;
    case EVENT_WARP_SYNC:
    case EVENT_WARP_EXCHANGE:
    case EVENT_ELECT: join_lanes(r->m, race_warp_index(r->m, r->w), r->lanes); break;
    case EVENT_FENCE:
    case EVENT_FENCE_MBARRIER_INIT:
    case EVENT_PROXY_FENCE: fence_lanes(r); break;
    default:
        race_async(r);
        race_tmem(r);
        break;
    }
}

void race_run(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    struct race *race = race_of(m);
    const struct op *op = &m->program->ops[pc];
    if (!race) return;
    uint32_t warp = race_warp_index(m, w);
    if (op->converged) join_lanes(m, warp, lanes);
    if (race->uses_loaded && race->uses_loaded[pc])
        order_complete(&race->orders, warp, lanes,
                       order_channel(&race->orders, warp, CHANNEL_TMEM_LOAD),
                       race->warps[warp].started[CHANNEL_TMEM_LOAD]);
    for (uint32_t i = 0; i < op->happenings; i++) {
        struct running r = {m, w, pc, lanes, list_at(&m->program->happenings, op->happening + i)};
        race_event(&r);
    }
}
