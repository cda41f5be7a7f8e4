/* SPDX-License-Identifier: Apache-2.0
 * Arithmetic thread by thread: see lanes.h. Keys are added and multiplied like the numbers that
 * they represent, so that values computed in two ways have the same key. */
#include "flow/threads/lanes.h"

struct lanes lanes_unknown(bool differs) {
    return (struct lanes){.differs = differs};
}

struct lanes lanes_new(struct lanes_room *room, enum lanes_grain grain) {
    struct lanes l = {.grain = (uint8_t)grain};
    uint32_t count = lanes_count(room, &l);
    if (room->left < count) return lanes_unknown(true);
    room->left -= count;
    l.number = arena_alloc(room->arena, count * sizeof *l.number);
    return l;
}

struct lanes lanes_number(struct lanes_room *room, int64_t number, uint64_t key) {
    struct lanes l = lanes_new(room, GRAIN_CTA);
    if (!l.number) return l;
    l.number[0] = number;
    l.key = key;
    return l;
}

/* Returns true if all threads that would share a number at this granularity have the same. */
static bool is_as_coarse(const struct lanes_room *room, const struct lanes *l,
                         enum lanes_grain grain) {
    uint32_t mask = (1u << (grain - l->grain)) - 1, count = lanes_count(room, l);
    for (uint32_t i = 0; i < count; i++)
        if (l->number[i] != l->number[i & ~mask]) return false;
    return true;
}

struct lanes lanes_coarse(const struct lanes_room *room, struct lanes l) {
    enum lanes_grain grain = l.grain;
    if (!l.number) return l;
    if (grain < GRAIN_WARP && is_as_coarse(room, &l, GRAIN_WARP)) grain = GRAIN_WARP;
    if (grain == GRAIN_WARP && is_as_coarse(room, &l, GRAIN_CTA)) grain = GRAIN_CTA;
    uint32_t count = lanes_count(room, &l), by = grain - l.grain;
    for (uint32_t i = 0; by && i << by < count; i++) l.number[i] = l.number[i << by];
    l.grain = (uint8_t)grain;
    return l;
}

/* Returns the finest granularity of the inputs. */
static enum lanes_grain grain_of(const struct lanes *in, uint32_t inputs) {
    enum lanes_grain grain = GRAIN_CTA;
    for (uint32_t i = 0; i < inputs; i++)
        if (in[i].number && in[i].grain < grain) grain = in[i].grain;
    return grain;
}

bool lanes_are_uniform(const struct lanes_room *room, const struct lanes *l) {
    if (!l->number || l->partial) return !l->number && !l->differs;
    return l->grain == GRAIN_CTA || is_as_coarse(room, l, GRAIN_CTA);
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

/* Evaluates any function of three bits: bit k of the table is the result for the bits of k. */
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

/* Returns the width of an input in bits. */
static unsigned width_of_input(const struct operation *o, uint32_t i) {
    if (o->does == DOES_SELECT && i == 2) return 1;
    bool is_count =
        o->does == DOES_SHIFT_LEFT || o->does == DOES_SHIFT_RIGHT || o->does == DOES_EXTRACT;
    if (is_count && i) return 32;
    return o->does == DOES_MULTIPLY_ADD && i == 2 ? o->width : o->from;
}

/* ---- all threads ---- */

/* Adds `l` times a factor. A number next to a key is treated as signed. */
static void add_times(const struct lanes_room *room, struct lanes *sum, const struct lanes *l,
                      int64_t factor, unsigned width) {
    sum->key += l->key * (uint64_t)factor;
    uint32_t count = lanes_count(room, sum);
    for (uint32_t i = 0; i < count; i++) {
        int64_t n = lanes_at(l, i << sum->grain);
        if (!l->key) n = extend(n, width, true);
        sum->number[i] = (int64_t)((uint64_t)sum->number[i] + (uint64_t)n * (uint64_t)factor);
    }
}

static bool is_one_number(const struct lanes_room *room, const struct lanes *l) {
    return l->number && !l->key && lanes_are_uniform(room, l);
}

/* Adds and multiplies unknown values. Returns false for another operation. */
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
    *sum = lanes_new(room, grain_of(in, o->inputs));
    if (!sum->number) return true;
    for (uint32_t i = 0; i < lanes_count(room, sum); i++) sum->number[i] = 0;
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
    /* One of them does not decide: the other is the result, or it is unsure. */
    return a > b ? a : b;
}

static struct lanes decide_all(struct lanes_room *room, const struct operation *o,
                               const struct lanes *in) {
    bool decides = o->does == DOES_AND || o->does == DOES_OR;
    if (o->width != 1 || (!decides && o->does != DOES_COMPLEMENT && o->does != DOES_MOVE))
        return lanes_unknown(true);
    struct lanes l = lanes_new(room, grain_of(in, o->inputs));
    bool same = true;
    l.is_truth = true;
    for (uint32_t i = 0; l.number && i < lanes_count(room, &l); i++) {
        uint32_t t = i << l.grain;
        l.number[i] = decide(o->does, lanes_truth(&in[0], t), decides ? lanes_truth(&in[1], t) : 0);
        l.partial |= l.number[i] >= UNSURE_SAME;
        same &= l.number[i] == UNSURE_SAME;
    }
    return same && l.number ? lanes_unknown(false) : l;
}

static struct lanes select_lanes(struct lanes_room *room, const struct lanes *p,
                                 const struct lanes *a, const struct lanes *b, uint64_t self) {
    bool uniform = lanes_are_uniform(room, p);
    if (p->partial) return lanes_unknown(true);
    if (p->number && uniform) return p->number[0] ? *a : *b;
    if (p->number && a->number && b->number && a->key == b->key) {
        struct lanes in[] = {*p, *a, *b}, l = lanes_new(room, grain_of(in, 3));
        for (uint32_t i = 0; l.number && i < lanes_count(room, &l); i++) {
            uint32_t t = i << l.grain;
            l.number[i] = lanes_at(p, t) ? lanes_at(a, t) : lanes_at(b, t);
        }
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

/* Reads the numbers of an input that an operation uses, extended. */
static void read_input(const struct lanes *in, enum lanes_grain grain, uint32_t count,
                       unsigned width, bool is_signed, int64_t *to) {
    uint32_t shift = (uint32_t)in->grain - grain;
    if (!shift)
        for (uint32_t i = 0; i < count; i++) to[i] = extend(in->number[i], width, is_signed);
    for (uint32_t i = 0; shift && i < count; i++) {
        uint32_t k = i >> shift;
        to[i] = i && k == (i - 1) >> shift ? to[i - 1] : extend(in->number[k], width, is_signed);
    }
}

static void compare_many(const struct operation *o, const int64_t *a, const int64_t *b,
                         uint32_t count, uint64_t *to) {
    bool swap = o->compare == COMPARE_LE || o->compare == COMPARE_GT;
    uint64_t inverted =
        o->compare == COMPARE_NE || o->compare == COMPARE_LE || o->compare == COMPARE_GE;
    uint64_t flip =
        o->is_signed ? 0 : (uint64_t)1 << 63; /* puts unsigned numbers in signed order */
    const int64_t *left = swap ? b : a, *right = swap ? a : b;
    if (o->compare == COMPARE_EQ || o->compare == COMPARE_NE)
        for (uint32_t i = 0; i < count; i++) to[i] = (a[i] == b[i]) ^ inverted;
    else
        for (uint32_t i = 0; i < count; i++)
            to[i] = ((int64_t)((uint64_t)left[i] ^ flip) < (int64_t)((uint64_t)right[i] ^ flip)) ^
                    inverted;
}

/* Does the same as compute_one for the operations that guards mostly consist of. Returns false for
 * others. */
static bool compute_many(const struct operation *o, const int64_t *a, const int64_t *b,
                         uint32_t count, uint64_t *to) {
    if (o->does == DOES_COMPARE) compare_many(o, a, b, count, to);
    if (o->does == DOES_SHIFT_RIGHT)
        for (uint32_t i = 0; i < count; i++) to[i] = shifted_bits(o, a[i], (uint32_t)b[i]);
    return o->does == DOES_COMPARE || o->does == DOES_SHIFT_RIGHT;
}

/* Does the same for the operations that addresses mostly consist of. The low bits of their results
 * depend only on the low bits of the inputs, which need not be extended. */
static bool compute_low(const struct operation *o, const struct lanes *a, const struct lanes *b,
                        struct lanes *to, uint32_t count) {
    uint32_t in_a = (uint32_t)a->grain - to->grain, in_b = (uint32_t)b->grain - to->grain;
    uint64_t *x = (uint64_t *)to->number;
    if (o->from < o->width) return false;
    switch (o->does) {
    case DOES_ADD:
        for (uint32_t i = 0; i < count; i++)
            x[i] = (uint64_t)a->number[i >> in_a] + (uint64_t)b->number[i >> in_b];
        return true;
    case DOES_AND:
        for (uint32_t i = 0; i < count; i++)
            x[i] = (uint64_t)(a->number[i >> in_a] & b->number[i >> in_b]);
        return true;
    case DOES_OR:
        for (uint32_t i = 0; i < count; i++)
            x[i] = (uint64_t)(a->number[i >> in_a] | b->number[i >> in_b]);
        return true;
    case DOES_XOR:
        for (uint32_t i = 0; i < count; i++)
            x[i] = (uint64_t)(a->number[i >> in_a] ^ b->number[i >> in_b]);
        return true;
    case DOES_SHIFT_LEFT:
        for (uint32_t i = 0; i < count; i++) {
            uint32_t by = (uint32_t)b->number[i >> in_b];
            x[i] = by >= o->width ? 0 : (uint64_t)a->number[i >> in_a] << by;
        }
        return true;
    default: return false;
    }
}

static void cut_to_width(uint64_t *numbers, uint32_t count, unsigned width) {
    uint64_t mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    for (uint32_t i = 0; i < count; i++) numbers[i] &= mask;
}

/* Frees the numbers that were not kept, which were allocated last. */
static struct lanes keep_coarse(struct lanes_room *room, struct lanes l) {
    uint32_t before = lanes_count(room, &l);
    l = lanes_coarse(room, l);
    uint32_t count = lanes_count(room, &l);
    if (l.number && l.number + before == (int64_t *)(void *)room->arena->next) {
        room->arena->next = (char *)(l.number + count);
        room->left += before - count;
    }
    return l;
}

/* Returns true if it is a copy of numbers without sign that leaves all their bits. */
static bool is_plain_move(const struct lanes_room *room, const struct operation *o,
                          const struct lanes *in) {
    uint64_t bits = 0;
    if (o->does != DOES_MOVE || o->is_signed || o->width == 1 || o->width == 64) return false;
    for (uint32_t i = 0; i < lanes_count(room, in); i++) bits |= (uint64_t)in->number[i];
    return !(bits >> o->width);
}

static struct lanes compute_all(struct lanes_room *room, const struct operation *o,
                                const struct lanes *in) {
    struct lanes l = lanes_new(room, grain_of(in, o->inputs));
    uint32_t count = l.number ? lanes_count(room, &l) : 0;
    int64_t x[MOST_INPUTS][MOST_THREADS], one[MOST_INPUTS] = {0};
    l.is_truth = o->width == 1;
    if (o->inputs == 2 && compute_low(o, &in[0], &in[1], &l, count)) {
        cut_to_width((uint64_t *)l.number, count, o->width);
        return keep_coarse(room, l);
    }
    for (uint32_t k = 0; k < o->inputs; k++)
        read_input(&in[k], l.grain, count, width_of_input(o, k), o->is_signed, x[k]);
    if (o->inputs == 2 && compute_many(o, x[0], x[1], count, (uint64_t *)l.number)) {
        cut_to_width((uint64_t *)l.number, count, o->width);
        return keep_coarse(room, l);
    }
    for (uint32_t i = 0; i < count; i++) {
        bool again = i > 0;
        for (uint32_t k = 0; k < o->inputs; k++) {
            again &= one[k] == x[k][i];
            one[k] = x[k][i];
        }
        l.number[i] =
            again ? l.number[i - 1] : extend((int64_t)compute_one(o, one), o->width, false);
    }
    return keep_coarse(room, l);
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
    if (known && plain) return is_plain_move(room, o, in) ? in[0] : compute_all(room, o, in);
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
