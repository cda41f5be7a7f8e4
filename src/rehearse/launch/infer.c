/* SPDX-License-Identifier: Apache-2.0
 * What a rehearsal assumes about a launch: the size of a CTA from what instructions compare and
 * count, parameters from their uses. */
#include "rehearse/launch/infer.h"
#include <string.h>

enum { MOST_PASSES = 8 };
enum { DEFAULT_THREADS = 128, MOST_THREADS_OF_CTA = 1024, NOT_A_THREAD = 255 };

/* ---- uses of registers ---- */

static const struct place *register_of(const struct program *p, const struct op *op, uint32_t k) {
    const struct rehearsed *o = k < op->operands ? program_operand(p, op, k) : NULL;
    const struct place *leaf = o && o->count ? program_place(p, o->first) : NULL;
    return leaf && leaf->kind == PLACE_REGISTER ? leaf : NULL;
}

static bool add_use(const struct program *p, const struct op *op, uint32_t k, uint8_t *use,
                    uint8_t how) {
    const struct place *r = register_of(p, op, k);
    if (!r || (use[r->id] & how) == how) return false;
    use[r->id] |= how;
    return true;
}

static void find_direct_uses(const struct program *p, const struct op *op, uint8_t *use) {
    bool floats = isa_types[op->from].kind == TYPE_FLOAT && op->does != DOES_LOAD;
    for (uint32_t k = 0; k < op->operands; k++) {
        const struct rehearsed *o = program_operand(p, op, k);
        if (o->is_address) add_use(p, op, k, use, USED_AS_POINTER);
        if (floats && !o->is_written && !o->is_address) add_use(p, op, k, use, USED_AS_FLOAT);
    }
    if (op->does == DOES_ADDRESS) add_use(p, op, 1, use, USED_AS_POINTER);
    if (op->does == DOES_SHIFT_LEFT || op->does == DOES_SHIFT_RIGHT)
        add_use(p, op, 2, use, USED_AS_SHIFT);
}

/* Propagates uses from a result to its sources. Returns false if nothing changes. */
static bool spread_use(const struct program *p, const struct op *op, uint8_t *use) {
    const struct place *to = register_of(p, op, 0);
    if (!to || !program_operand(p, op, 0)->is_written || !use[to->id]) return false;
    uint8_t how = use[to->id], pointer = how & USED_AS_POINTER;
    switch ((enum isa_does)op->does) {
    case DOES_MOVE: return add_use(p, op, 1, use, how);
    case DOES_ADDRESS:
    case DOES_SUBTRACT:
    case DOES_AND: return add_use(p, op, 1, use, pointer);
    case DOES_ADD:
    case DOES_SELECT: {
        bool first = add_use(p, op, 1, use, pointer);
        return add_use(p, op, 2, use, pointer) || first;
    }
    case DOES_MULTIPLY_ADD: return add_use(p, op, 3, use, pointer);
    default: return false;
    }
}

uint8_t *find_uses(const struct program *p) {
    uint8_t *use = arena_zalloc(p->f->arena, p->registers + 1);
    for (uint32_t i = 0; i < p->count; i++) find_direct_uses(p, &p->ops[i], use);
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        bool any = false;
        for (uint32_t i = p->count; i-- > 0;) any |= spread_use(p, &p->ops[i], use);
        if (!any) break;
    }
    return use;
}

/* ---- threads ---- */

/* Returns the values of registers that a single `mov` sets, -1 for all others. */
static int64_t *find_numbers(const struct program *p) {
    int64_t *number = arena_alloc(p->f->arena, (p->registers + 1) * sizeof *number);
    uint8_t *writes = arena_zalloc(p->f->arena, p->registers + 1);
    for (uint32_t i = 0; i <= p->registers; i++) number[i] = -1;
    for (uint32_t i = 0; i < p->count; i++) {
        const struct op *op = &p->ops[i];
        for (uint32_t k = 0; k < op->operands; k++) {
            const struct rehearsed *o = program_operand(p, op, k);
            for (uint32_t j = 0; o->is_written && j < o->count; j++) {
                const struct place *to = program_place(p, o->first + j);
                if (to->kind == PLACE_REGISTER && writes[to->id] < 2) writes[to->id]++;
            }
        }
        const struct place *to = register_of(p, op, 0);
        const struct rehearsed *o = op->operands > 1 ? program_operand(p, op, 1) : NULL;
        if (op->does != DOES_MOVE || !to || !o || o->count != 1) continue;
        const struct place *from = program_place(p, o->first);
        if (from->kind == PLACE_NUMBER) number[to->id] = from->number;
    }
    for (uint32_t i = 0; i < p->registers; i++)
        if (writes[i] != 1) number[i] = -1;
    return number;
}

static int64_t number_of_leaf(const struct place *leaf, const int64_t *numbers) {
    if (leaf->kind == PLACE_NUMBER) return leaf->number;
    return leaf->kind == PLACE_REGISTER ? numbers[leaf->id] : -1;
}

/* Tracks registers that hold the thread index, shifted right by some number of bits. */
static bool follow_thread(const struct program *p, const struct op *op, uint8_t *shift) {
    const struct place *to = register_of(p, op, 0);
    const struct rehearsed *o = op->operands > 1 ? program_operand(p, op, 1) : NULL;
    const struct place *from = o && o->count == 1 ? program_place(p, o->first) : NULL;
    if (!to || !from || shift[to->id] != NOT_A_THREAD) return false;
    uint8_t by = NOT_A_THREAD;
    if (from->kind == PLACE_REGISTER) by = shift[from->id];
    if (from->kind == PLACE_SPECIAL && isa_specials[from->id >> 2].holds == HOLDS_THREAD &&
        (from->id & 3) == 0)
        by = 0;
    if (by == NOT_A_THREAD) return false;
    if (op->does == DOES_SHIFT_RIGHT) {
        const struct place *amount = program_place(p, program_operand(p, op, 2)->first);
        if (amount->kind != PLACE_NUMBER || amount->number > 10) return false;
        by = (uint8_t)(by + amount->number);
    } else if (op->does != DOES_MOVE && op->does != DOES_CONVERT && op->does != DOES_SHUFFLE) {
        return false;
    }
    shift[to->id] = by;
    return true;
}

/* Returns how many threads a comparison with a number distinguishes. */
static uint32_t threads_compared(const struct program *p, const struct op *op,
                                 const uint8_t *shift) {
    const struct place *a = register_of(p, op, 1);
    const struct rehearsed *o = op->operands > 2 ? program_operand(p, op, 2) : NULL;
    const struct place *b = o && o->count == 1 ? program_place(p, o->first) : NULL;
    if (!a || !b || b->kind != PLACE_NUMBER || shift[a->id] > 10) return 0;
    if (b->number < 0 || b->number > MOST_THREADS_OF_CTA) return 0;
    bool upper =
        op->mode == MODE_LT || op->mode == MODE_GE || op->mode == MODE_LO || op->mode == MODE_HS;
    uint64_t threads = ((uint64_t)b->number + !upper) << shift[a->id];
    return threads <= MOST_THREADS_OF_CTA ? (uint32_t)threads : 0;
}

/* Returns how many threads the events of an instruction count. */
static uint32_t threads_counted(const struct program *p, const struct op *op,
                                const int64_t *numbers) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < op->happenings; i++) {
        const struct happening *h = list_at(&p->happenings, op->happening + i);
        const struct argument *a = program_argument(p, h, ARGUMENT_COUNT);
        bool counts = h->kind == EVENT_BARRIER_SYNC || h->kind == EVENT_BARRIER_ARRIVE ||
                      h->kind == EVENT_MBARRIER_INIT;
        if (h->kind == EVENT_WGMMA && most < DEFAULT_THREADS) most = DEFAULT_THREADS;
        if (!counts || !a) continue;
        int64_t number = a->known ? a->number : 0;
        if (!a->known && a->count) number = number_of_leaf(program_place(p, a->first), numbers);
        if (number % LANES == 0 && number <= MOST_THREADS_OF_CTA && number > most)
            most = (uint32_t)number;
    }
    return most;
}

uint32_t infer_threads(const struct program *p) {
    uint8_t *shift = arena_alloc(p->f->arena, p->registers + 1);
    const int64_t *numbers = find_numbers(p);
    uint32_t most = 0;
    bool numbered = false, any = true;
    memset(shift, NOT_A_THREAD, p->registers + 1);
    for (int pass = 0; any && pass < MOST_PASSES; pass++) {
        any = false;
        for (uint32_t i = 0; i < p->count; i++) any |= follow_thread(p, &p->ops[i], shift);
        numbered |= any;
    }
    for (uint32_t i = 0; i < p->count; i++) {
        const struct op *op = &p->ops[i];
        uint32_t counted = threads_counted(p, op, numbers);
        if (op->does == DOES_COMPARE && !counted) counted = threads_compared(p, op, shift);
        if (counted > most) most = counted;
    }
    if (most > 1) return (most + LANES - 1) / LANES * LANES;
    return numbered ? DEFAULT_THREADS : 1;
}
