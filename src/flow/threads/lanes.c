/* SPDX-License-Identifier: Apache-2.0
 * Arithmetic thread by thread: see lanes.h. Keys are added and multiplied like the numbers that
 * they stand for, so what is computed in two ways has one key. */
#include "flow/threads/lanes.h"

struct lanes lanes_unknown(bool differs) {
    return (struct lanes){.differs = differs};
}

struct lanes lanes_new(struct lanes_room *room) {
    if (room->left < room->threads) return lanes_unknown(true);
    room->left -= room->threads;
    return (struct lanes){.number = arena_alloc(room->arena, room->threads * sizeof(int64_t))};
}

struct lanes lanes_number(struct lanes_room *room, int64_t number, uint64_t key) {
    struct lanes l = lanes_new(room);
    for (uint32_t t = 0; l.number && t < room->threads; t++) l.number[t] = number;
    l.key = l.number ? key : 0;
    l.is_same = true;
    return l;
}

bool lanes_are_uniform(const struct lanes_room *room, const struct lanes *l) {
    if (!l->number || l->partial) return !l->number && !l->differs;
    if (l->is_same) return true;
    for (uint32_t t = 1; t < room->threads; t++)
        if (l->number[t] != l->number[0]) return false;
    return true;
}

/* ---- one thread ---- */

static int64_t extend(int64_t x, unsigned width, bool is_signed) {
    if (width >= 64) return x;
    uint64_t mask = (UINT64_C(1) << width) - 1, value = (uint64_t)x & mask;
    if (is_signed && value >> (width - 1)) value |= ~mask;
    return (int64_t)value;
}

static bool compare(enum lanes_compare how, int64_t a, int64_t b, bool is_signed) {
    bool less = is_signed ? a < b : (uint64_t)a < (uint64_t)b;
    switch (how) {
    case COMPARE_EQ: return a == b;
    case COMPARE_NE: return a != b;
    case COMPARE_LT: return less;
    case COMPARE_LE: return less || a == b;
    case COMPARE_GT: return !less && a != b;
    case COMPARE_GE: return !less;
    }
    return false;
}

static uint64_t quotient(const struct operation *o, int64_t a, int64_t b) {
    bool rest = o->does == DOES_REMAINDER;
    if (!b || (o->is_signed && b == -1)) return b && !rest ? 0 - (uint64_t)a : 0;
    if (o->is_signed) return (uint64_t)(rest ? a % b : a / b);
    return rest ? (uint64_t)a % (uint64_t)b : (uint64_t)a / (uint64_t)b;
}

static uint64_t shifted_bits(const struct operation *o, int64_t a, uint64_t by) {
    if (o->does == DOES_SHIFT_LEFT) return by >= o->width ? 0 : (uint64_t)a << by;
    if (by >= o->width) return o->is_signed && a < 0 ? UINT64_MAX : 0;
    return o->is_signed ? (uint64_t)(a >> by) : (uint64_t)a >> by;
}

static uint64_t extract(const struct operation *o, int64_t a, int64_t at, int64_t length) {
    unsigned from = (unsigned)at & 255, count = (unsigned)length & 255;
    if (!count || from >= o->width) return 0;
    if (from + count > o->width) count = o->width - from;
    return (uint64_t)extend((int64_t)((uint64_t)extend(a, o->width, false) >> from), count,
                            o->is_signed);
}

/* Any function of three bits: bit k of the table is the result of the bits of k. */
static uint64_t logic(const int64_t *in) {
    uint64_t a = (uint64_t)in[0], b = (uint64_t)in[1], c = (uint64_t)in[2], result = 0;
    for (unsigned k = 0; k < 8; k++)
        if (in[3] >> k & 1) result |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    return result;
}

static bool is_arithmetic(enum isa_does does) {
    switch (does) {
    case DOES_MOVE:
    case DOES_CONVERT:
    case DOES_ADDRESS:
    case DOES_COMPARE:
    case DOES_SELECT:
    case DOES_ADD:
    case DOES_SUBTRACT:
    case DOES_MULTIPLY:
    case DOES_MULTIPLY_ADD:
    case DOES_DIVIDE:
    case DOES_REMAINDER:
    case DOES_MINIMUM:
    case DOES_MAXIMUM:
    case DOES_NEGATE:
    case DOES_AND:
    case DOES_OR:
    case DOES_XOR:
    case DOES_COMPLEMENT:
    case DOES_LOGIC:
    case DOES_SHIFT_LEFT:
    case DOES_SHIFT_RIGHT:
    case DOES_EXTRACT: return true;
    default: return false;
    }
}

static uint64_t compute_one(const struct operation *o, const int64_t *in) {
    uint64_t a = (uint64_t)in[0], b = (uint64_t)in[1];
    switch (o->does) {
    case DOES_COMPARE: return compare(o->compare, in[0], in[1], o->is_signed);
    case DOES_SELECT: return in[2] ? a : b;
    case DOES_ADD: return a + b;
    case DOES_SUBTRACT: return a - b;
    case DOES_MULTIPLY: return a * b;
    case DOES_MULTIPLY_ADD: return a * b + (uint64_t)in[2];
    case DOES_DIVIDE:
    case DOES_REMAINDER: return quotient(o, in[0], in[1]);
    case DOES_MINIMUM: return compare(COMPARE_LT, in[0], in[1], o->is_signed) ? a : b;
    case DOES_MAXIMUM: return compare(COMPARE_LT, in[0], in[1], o->is_signed) ? b : a;
    case DOES_NEGATE: return 0 - a;
    case DOES_AND: return a & b;
    case DOES_OR: return a | b;
    case DOES_XOR: return a ^ b;
    case DOES_COMPLEMENT: return ~a;
    case DOES_LOGIC: return logic(in);
    case DOES_SHIFT_LEFT:
    case DOES_SHIFT_RIGHT: return shifted_bits(o, in[0], b & UINT32_MAX);
    case DOES_EXTRACT: return extract(o, in[0], in[1], in[2]);
    default: return a;
    }
}

/* How many bits an input has. */
static unsigned width_of_input(const struct operation *o, uint32_t i) {
    if (o->does == DOES_SELECT && i == 2) return 1;
    bool is_count =
        o->does == DOES_SHIFT_LEFT || o->does == DOES_SHIFT_RIGHT || o->does == DOES_EXTRACT;
    if (is_count && i) return 32;
    return o->does == DOES_MULTIPLY_ADD && i == 2 ? o->width : o->from;
}

/* ---- all threads ---- */

/* Adds `l` times a factor. A number beside a key is taken as signed. */
static void add_times(const struct lanes_room *room, struct lanes *sum, const struct lanes *l,
                      int64_t factor, unsigned width) {
    sum->key += l->key * (uint64_t)factor;
    for (uint32_t t = 0; t < room->threads; t++) {
        int64_t n = l->key ? l->number[t] : extend(l->number[t], width, true);
        sum->number[t] = (int64_t)((uint64_t)sum->number[t] + (uint64_t)n * (uint64_t)factor);
    }
}

static bool is_one_number(const struct lanes_room *room, const struct lanes *l) {
    return l->number && !l->key && lanes_are_uniform(room, l);
}

/* Sums and multiples of what is not known. false: it is another operation. */
static bool add_keys(struct lanes_room *room, const struct operation *o, const struct lanes *in,
                     struct lanes *sum) {
    int64_t factor = 1;
    uint32_t by = 1, plain = 1; /* the input that is a factor; inputs that are summands */
    switch (o->does) {
    case DOES_MOVE:
    case DOES_CONVERT:
    case DOES_ADDRESS: break;
    case DOES_ADD:
    case DOES_SUBTRACT: plain = 2; break;
    case DOES_MULTIPLY:
    case DOES_MULTIPLY_ADD:
        by = is_one_number(room, &in[1]) ? 1 : 0;
        if (!is_one_number(room, &in[by])) return false;
        factor = extend(in[by].number[0], o->from, true);
        break;
    case DOES_SHIFT_LEFT:
        if (!is_one_number(room, &in[1]) || (uint64_t)in[1].number[0] > 31) return false;
        factor = (int64_t)1 << in[1].number[0];
        break;
    default: return false;
    }
    *sum = lanes_number(room, 0, 0);
    if (!sum->number) return true;
    for (uint32_t i = 0; i < o->inputs; i++) sum->is_same &= in[i].is_same;
    add_times(room, sum, &in[plain == 2 ? 0 : !by], factor, o->from);
    if (plain == 2) add_times(room, sum, &in[1], o->does == DOES_SUBTRACT ? -1 : 1, o->from);
    if (o->does == DOES_MULTIPLY_ADD) add_times(room, sum, &in[2], 1, o->width);
    return true;
}

/* ---- predicates that are known in some threads ---- */

static int64_t decide(enum isa_does does, int64_t a, int64_t b) {
    if (does == DOES_COMPLEMENT) return a < UNSURE_SAME ? !a : a;
    if (does == DOES_MOVE) return a;
    int64_t decides = does == DOES_OR;
    if (a == decides || b == decides) return decides;
    return a > b ? a : b; /* one of them is not decisive: the other is the result, or unsure */
}

static struct lanes decide_all(struct lanes_room *room, const struct operation *o,
                               const struct lanes *in) {
    bool decides = o->does == DOES_AND || o->does == DOES_OR;
    if (o->width != 1 || (!decides && o->does != DOES_COMPLEMENT && o->does != DOES_MOVE))
        return lanes_unknown(true);
    struct lanes l = lanes_new(room);
    bool same = true;
    l.is_truth = true;
    for (uint32_t t = 0; l.number && t < room->threads; t++) {
        l.number[t] = decide(o->does, lanes_truth(&in[0], t), decides ? lanes_truth(&in[1], t) : 0);
        l.partial |= l.number[t] >= UNSURE_SAME;
        same &= l.number[t] == UNSURE_SAME;
    }
    return same && l.number ? lanes_unknown(false) : l;
}

static struct lanes select_lanes(struct lanes_room *room, const struct lanes *p,
                                 const struct lanes *a, const struct lanes *b, uint64_t self) {
    bool uniform = lanes_are_uniform(room, p);
    if (p->partial) return lanes_unknown(true);
    if (p->number && uniform) return p->number[0] ? *a : *b;
    if (p->number && a->number && b->number && a->key == b->key) {
        struct lanes l = lanes_new(room);
        for (uint32_t t = 0; l.number && t < room->threads; t++)
            l.number[t] = p->number[t] ? a->number[t] : b->number[t];
        l.key = l.number ? a->key : 0;
        return l;
    }
    if (uniform && lanes_are_uniform(room, a) && lanes_are_uniform(room, b))
        return lanes_number(room, 0, self);
    return lanes_unknown(true);
}

struct lanes lanes_select(struct lanes_room *room, const struct lanes *p, const struct lanes *a,
                          const struct lanes *b, uint64_t self) {
    struct lanes l = select_lanes(room, p, a, b, self);
    l.varies = p->varies || a->varies || b->varies;
    return l;
}

static int64_t compute_in(const struct operation *o, const struct lanes *in, uint32_t thread) {
    int64_t x[MOST_INPUTS] = {0};
    for (uint32_t i = 0; i < o->inputs; i++)
        x[i] = extend(in[i].number[thread], width_of_input(o, i), o->is_signed);
    if (o->does == DOES_SELECT) x[2] = in[2].number[thread];
    return extend((int64_t)compute_one(o, x), o->width, false);
}

static struct lanes compute_all(struct lanes_room *room, const struct operation *o,
                                const struct lanes *in) {
    bool same = true;
    for (uint32_t i = 0; i < o->inputs; i++) same &= in[i].is_same;
    struct lanes l = same ? lanes_number(room, compute_in(o, in, 0), 0) : lanes_new(room);
    l.is_truth = o->width == 1;
    for (uint32_t t = 0; !same && l.number && t < room->threads; t++)
        l.number[t] = compute_in(o, in, t);
    return l;
}

static struct lanes find_result(struct lanes_room *room, const struct operation *o,
                                const struct lanes *in, uint64_t self) {
    bool known = is_arithmetic(o->does), plain = true, uniform = true;
    for (uint32_t i = 0; i < o->inputs; i++) {
        known &= in[i].number && !in[i].partial;
        plain &= !in[i].key;
        uniform &= lanes_are_uniform(room, &in[i]);
    }
    struct lanes sum;
    if (o->does == DOES_SELECT) return lanes_select(room, &in[2], &in[0], &in[1], self);
    if (known && plain) return compute_all(room, o, in);
    if (known && add_keys(room, o, in, &sum)) return sum;
    if (uniform && is_arithmetic(o->does))
        return o->width == 1 ? lanes_unknown(false) : lanes_number(room, 0, self);
    return decide_all(room, o, in);
}

struct lanes lanes_compute(struct lanes_room *room, const struct operation *o,
                           const struct lanes *in, uint64_t self) {
    struct lanes l = find_result(room, o, in, self);
    for (uint32_t i = 0; i < o->inputs; i++) l.varies |= in[i].varies;
    return l;
}
