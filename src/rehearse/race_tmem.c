/* SPDX-License-Identifier: Apache-2.0
 * Accesses to Tensor Memory: see race.h. A cell is a column of the 32 lanes that one warp of a
 * warpgroup can access, in two halves. */
#include "rehearse/race_tile.h"

enum { QUARTERS = 4, HALF = 16, BOTH_HALVES = 3, LEAST_COLUMNS = 4 };

/* ---- registers that a load sets ---- */

static bool has_happening(const struct machine *m, const struct op *op, uint8_t kind) {
    for (uint32_t i = 0; i < op->happenings; i++) {
        const struct happening *h = list_at(&m->program->happenings, op->happening + i);
        if (h->kind == kind) return true;
    }
    return false;
}

/* Calls a function with the marks of each register that an op writes or reads. */
static bool mark_registers(const struct machine *m, const struct op *op, bool written,
                           uint8_t *marks) {
    bool any = false;
    for (uint32_t k = 0; k < op->operands; k++) {
        const struct rehearsed *o = program_operand(m->program, op, k);
        for (uint32_t i = 0; o->is_written == written && i < o->count; i++) {
            const struct place *p = program_place(m->program, o->first + i);
            if (p->kind != PLACE_REGISTER) continue;
            any |= marks[p->id];
            if (written) marks[p->id] = 1;
        }
    }
    return any;
}

uint8_t *race_find_loaded(struct machine *m) {
    uint8_t *marks = arena_zalloc(m->arena, m->program->registers + 1);
    bool any = false;
    for (uint32_t pc = 0; pc < m->program->count; pc++) {
        const struct op *op = &m->program->ops[pc];
        if (!has_happening(m, op, EVENT_TMEM_LOAD)) continue;
        mark_registers(m, op, true, marks);
        any = true;
    }
    if (!any) return NULL;
    uint8_t *uses = arena_zalloc(m->arena, m->program->count + 1);
    for (uint32_t pc = 0; pc < m->program->count; pc++)
        uses[pc] = mark_registers(m, &m->program->ops[pc], false, marks);
    return uses;
}

/* ---- cells ---- */

struct columns {
    uint32_t first, count;
    uint32_t quarter, quarters;
    uint8_t halves;
};

static void touch_columns(struct race *race, const struct shadow_access *a, uint32_t cta,
                          const struct columns *c) {
    struct shadow_access part = *a;
    part.as.parts = c->halves;
    part.as.is |= ACCESS_TMEM;
    for (uint32_t q = c->quarter; q < c->quarter + c->quarters && q < QUARTERS; q++)
        for (uint32_t i = c->first; i < c->first + c->count && i < TMEM_COLUMNS; i++) {
            uint32_t cell = q * TMEM_COLUMNS + i;
            shadow_touch(&race->shadow, &race->tmem[cta][cell], &part, cta, cell);
        }
}

static bool tmem_address(const struct running *r, unsigned lane, enum isa_event_argument what,
                         uint32_t *address) {
    const struct argument *a = given_argument(r, what);
    uint64_t value;
    if (!a || !a->count ||
        !place_read(r->m, r->w, lane, program_place(r->m->program, a->first), &value)) {
        r->m->race->unchecked++;
        return false;
    }
    *address = (uint32_t)value;
    return true;
}

/* ---- loads and stores ---- */

/* Shapes with 16 lanes have a row with fewer lanes and at least as many columns. */
static bool is_half(const struct running *r) {
    struct text head = text_at(r->m->program->f->in->text, head_of(r->m, r->pc));
    for (uint32_t i = 0; i + 4 < head.length; i++)
        if (head.start[i] == '.' && head.start[i + 1] == '1' && head.start[i + 2] == '6' &&
            head.start[i + 3] == 'x')
            return true;
    return false;
}

static void move_columns(const struct running *r, enum order_channel channel, uint8_t is) {
    struct race *race = r->m->race;
    uint32_t warp = race_warp_index(r->m, r->w), address;
    unsigned lane = (unsigned)__builtin_ctz(r->lanes);
    const struct argument *value = given_argument(r, ARGUMENT_VALUE);
    uint32_t time = ++race->warps[warp].started[channel];
    if (!tmem_address(r, lane, ARGUMENT_ADDRESS, &address)) return;
    /* A warp can access only its own lanes, whatever the address says: kernels pass lane 0. */
    uint32_t quarter = r->w->index % QUARTERS;
    struct columns c = {address & 0xFFFF, value ? value->count : 1, quarter, 1, BOTH_HALVES};
    if (is_half(r)) c.halves = (address >> 16) % LANES >= HALF ? 2 : 1;
    struct shadow_access a = race_access_of(r, lane, warp, channel, time, is);
    touch_columns(race, &a, r->w->cta, &c);
}

static void wait_columns(const struct running *r, enum order_channel channel) {
    struct race *race = r->m->race;
    uint32_t warp = race_warp_index(r->m, r->w);
    order_complete(&race->orders, warp, r->lanes, order_channel(&race->orders, warp, channel),
                   race->warps[warp].started[channel]);
}

/* ---- matrix multiplications and copies ---- */

static uint32_t ctas_of(const struct running *r) {
    const struct argument *ctas = given_argument(r, ARGUMENT_CTAS);
    return ctas && ctas->name == NAMED_TWO && r->m->cta_count > 1 ? 2 : 1;
}

/* Records an access to the same place in both CTAs of a pair. */
static void touch_pair(const struct running *r, const struct shadow_access *a,
                       const struct columns *c) {
    uint32_t first = ctas_of(r) == 2 ? r->w->cta & ~1u : r->w->cta;
    for (uint32_t i = 0; i < ctas_of(r) && first + i < r->m->cta_count; i++)
        touch_columns(r->m->race, a, first + i, c);
}

static void start_mma(const struct running *r) {
    struct race *race = r->m->race;
    uint32_t warp = race_warp_index(r->m, r->w), address;
    unsigned lane = (unsigned)__builtin_ctz(r->lanes);
    uint32_t time = ++race->warps[warp].started[CHANNEL_MMA];
    struct shadow_access a = race_access_of(r, lane, warp, CHANNEL_MMA, time, ACCESS_PROXY);
    struct tile_shape shape = race_mma_shape(r, lane);
    race_read_mma(r, lane, &a, &shape);
    struct shadow_access d = race_access_of(r, lane, warp, CHANNEL_MMA, time, ACCESS_WRITES);
    /* If there are fewer rows than lanes, fewer columns may be used. */
    uint8_t halves = shape.m >= QUARTERS * LANES ? BOTH_HALVES : 1;
    struct columns c = {0, shape.n / 4, 0, QUARTERS, halves};
    if (tmem_address(r, lane, ARGUMENT_D, &address)) {
        c.first = address & 0xFFFF;
        touch_pair(r, &d, &c);
    }
    struct columns from = {0, 1, 0, QUARTERS, halves};
    if (race_is_tmem(r, ARGUMENT_A) && tmem_address(r, lane, ARGUMENT_A, &address)) {
        from.first = address & 0xFFFF;
        a.as.is &= (uint8_t)~ACCESS_PROXY;
        touch_pair(r, &a, &from);
    }
}

static void start_copy(const struct running *r, bool from_shared) {
    struct race *race = r->m->race;
    uint32_t warp = race_warp_index(r->m, r->w), address;
    unsigned lane = (unsigned)__builtin_ctz(r->lanes);
    uint32_t time = ++race->warps[warp].started[CHANNEL_MMA];
    struct shadow_access a = race_access_of(r, lane, warp, CHANNEL_MMA, time, ACCESS_PROXY);
    if (from_shared) race_read_start(r, lane, &a, ARGUMENT_DESC);
    struct shadow_access d = race_access_of(r, lane, warp, CHANNEL_MMA, time, ACCESS_WRITES);
    struct columns c = {0, LEAST_COLUMNS, 0, 1, 1};
    if (from_shared && tmem_address(r, lane, ARGUMENT_ADDRESS, &address)) {
        c.first = address & 0xFFFF;
        touch_pair(r, &d, &c);
    }
}

/* Columns that are allocated again later belong to other data. */
static void clear_columns(const struct running *r) {
    int64_t columns, address;
    unsigned lane = (unsigned)__builtin_ctz(r->lanes);
    if (!number_in_lane(r, lane, ARGUMENT_COLUMNS, 0, &columns) ||
        !number_in_lane(r, lane, ARGUMENT_ADDRESS, 0, &address))
        return;
    struct race *race = r->m->race;
    for (int64_t i = address & 0xFFFF; i < (address & 0xFFFF) + columns && i < TMEM_COLUMNS; i++)
        for (uint32_t q = 0; q < QUARTERS; q++)
            shadow_clear(&race->shadow, &race->tmem[r->w->cta][q * TMEM_COLUMNS + i]);
}

void race_tmem(const struct running *r) {
    shadow_ask(&r->m->race->shadow);
    switch ((enum isa_event_kind)r->h->kind) {
    case EVENT_TMEM_LOAD: move_columns(r, CHANNEL_TMEM_LOAD, 0); break;
    case EVENT_TMEM_STORE: move_columns(r, CHANNEL_TMEM_STORE, ACCESS_WRITES); break;
    case EVENT_TMEM_WAIT_LOAD: wait_columns(r, CHANNEL_TMEM_LOAD); break;
    case EVENT_TMEM_WAIT_STORE: wait_columns(r, CHANNEL_TMEM_STORE); break;
    case EVENT_TMEM_MMA: start_mma(r); break;
    case EVENT_TMEM_COPY: start_copy(r, true); break;
    case EVENT_TMEM_SHIFT: start_copy(r, false); break;
    case EVENT_TMEM_DEALLOC: clear_columns(r); break;
    default: break;
    }
}
