/* SPDX-License-Identifier: Apache-2.0
 * Accesses of threads to shared memory: see race.h. */
#include "rehearse/race.h"

enum { CELL_BYTES = 4, MATRIX_LANES = 8 /* addresses of rows for each register of a matrix */ };

void race_touch(struct race *race, const struct shadow_access *a, uint32_t cta, uint64_t at,
                uint64_t bytes) {
    struct shadow_access part = *a;
    uint64_t end = at + bytes;
    for (uint64_t cell = at / CELL_BYTES; cell * CELL_BYTES < end; cell++) {
        uint64_t from = cell * CELL_BYTES < at ? at - cell * CELL_BYTES : 0;
        uint64_t to = end - cell * CELL_BYTES < CELL_BYTES ? end - cell * CELL_BYTES : CELL_BYTES;
        part.as.parts = (uint8_t)((1u << to) - (1u << from));
        shadow_touch(&race->shadow, &race->shared[cta][cell], &part, cta, (uint32_t)cell);
    }
}

/* ---- addresses ---- */

/* Returns the address in the lane as a generic one. Returns false if it is unknown. */
static bool address_in_lane(const struct running *r, unsigned lane, uint64_t *address) {
    const struct argument *a = given_argument(r, ARGUMENT_ADDRESS);
    if (!a || !a->count) return false;
    const struct place *p = program_place(r->m->program, a->first);
    uint8_t space = r->m->program->ops[r->pc].space;
    if (!place_read(r->m, r->w, lane, p, address)) return false;
    if (p->kind == PLACE_VARIABLE)
        space = ((const struct flow_variable *)list_at(&r->m->program->f->variables, p->id))->space;
    *address = generic_address(space, *address);
    return true;
}

/* Returns the bytes of an access, or 0 if unknown. */
static uint64_t access_bytes(const struct running *r) {
    const struct argument *bytes = given_argument(r, ARGUMENT_BYTES);
    if (bytes) return bytes->known ? (uint64_t)bytes->number : 0;
    if (r->h->kind != EVENT_ATOMIC) return 0;
    return isa_types[r->m->program->ops[r->pc].type].width / 8u;
}

/* Matrix instructions take addresses only from some of the lanes. */
static uint32_t lanes_with_address(const struct running *r) {
    const struct op *op = &r->m->program->ops[r->pc];
    const struct argument *value = given_argument(r, ARGUMENT_VALUE);
    if (!op->converged || !value || value->count * MATRIX_LANES >= LANES) return r->lanes;
    return r->lanes & ((1u << value->count * MATRIX_LANES) - 1);
}

/* ---- words that threads use for synchronization ---- */

static struct order_object *word_at(struct race *race, uint64_t address) {
    uint32_t at = (uint32_t)(address / CELL_BYTES) % RACE_WORDS;
    for (uint32_t i = 0; i < RACE_WORDS; i++) {
        struct race_word *w = &race->words[(at + i) % RACE_WORDS];
        if (!w->address) w->address = address;
        if (w->address == address) return &w->object;
    }
    return &race->words[at].object; /* shared by several words: assumes more order than there is */
}

void race_exchange_words(const struct running *r, bool reads, bool writes, unsigned lane,
                         uint64_t address) {
    struct race *race = r->m->race;
    uint32_t warp = race_warp_index(r->m, r->w);
    struct order_object *word = word_at(race, address);
    if (reads) order_acquire(&race->orders, warp, 1u << lane, &word->coming, false);
    if (writes) {
        order_arrive(&race->orders, warp, 1u << lane, word);
        order_tick(&race->orders, warp);
    }
    race->warps[warp].mixed = true;
}

/* ---- accesses ---- */

static bool is_strong(const struct running *r) {
    const struct argument *sem = given_argument(r, ARGUMENT_SEM);
    return r->h->kind == EVENT_ATOMIC || (sem && sem->name != NAMED_WEAK);
}

void race_access(const struct running *r) {
    struct race *race = r->m->race;
    uint32_t warp = race_warp_index(r->m, r->w), lanes = lanes_with_address(r);
    uint64_t bytes = access_bytes(r), address;
    bool strong = is_strong(r), writes = r->h->kind != EVENT_LOAD,
         reads = r->h->kind != EVENT_STORE;
    uint8_t space = r->m->program->ops[r->pc].space;
    /* Threads that run an instruction at different times do not run it together. */
    if (r->lanes != r->w->live) order_tick(&race->orders, warp);
    shadow_ask(&race->shadow);
    for (unsigned l = 0; l < LANES; l++) {
        uint32_t cta, offset;
        if (!(lanes >> l & 1)) continue;
        bool known = address_in_lane(r, l, &address);
        if (strong) race_exchange_words(r, reads, writes, l, known ? address : UINT64_MAX);
        if (!known || !bytes) race->unchecked += space == SPACE_SHARED;
        if (!known || !shared_place(r->m, address, &cta, &offset)) continue;
        if (offset + bytes > r->m->memory.shared_size) continue;
        struct shadow_access a = {
            warp,
            l,
            {.who = warp,
             .lanes = 1u << l,
             .time = race->orders.time[warp],
             .op = r->pc,
             .is = (uint8_t)((writes ? ACCESS_WRITES : 0) | (strong ? ACCESS_STRONG : 0))}};
        race->warps[warp].mixed = true;
        race_touch(race, &a, cta, offset, bytes);
    }
}
