/* SPDX-License-Identifier: Apache-2.0
 * Arithmetic of ranges and of forms: see value.h. A range consists of integers that are
 * congruent to what the register holds; it is interpreted as signed or unsigned bits where that
 * matters. */
#include "flow/value/value.h"
#include <stddef.h>

enum { DESCRIPTOR_UNIT = 16, DESCRIPTOR_BITS = 14, WINDOW_BITS = 24 /* of a CTA in a cluster */ };

/* Limit of a range, so that sums of two ranges do not overflow. */
static const int64_t most = INT64_C(1) << 60;

static bool is_moderate(int64_t x) { return x >= -most && x <= most; }

static uint64_t greatest_divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Returns the signed integer of `width` bits that is congruent to x. */
static int64_t wrapped(uint64_t x, uint8_t width) {
    uint64_t sign = UINT64_C(1) << (width - 1);
    if (width < 64) x &= 2 * sign - 1;
    x = (x ^ sign) - sign;
    return x >> 63 ? -(int64_t)~x - 1 : (int64_t)x;
}

static uint64_t mask_of(uint8_t width) {
    return width < 64 ? (UINT64_C(1) << width) - 1 : ~UINT64_C(0);
}

/* Returns the number of trailing zero bits, at most `width`. */
static int zeros_of(uint64_t x, int width) {
    int count = 0;
    while (count < width && !(x >> count & 1)) count++;
    return count;
}

/* ---- making values ---- */

struct flow_value value_nothing(void) {
    return (struct flow_value){.base = BASE_NOTHING};
}

struct flow_value value_range(int64_t low, int64_t high, uint64_t step) {
    return (struct flow_value){
        .base = BASE_NUMBER, .bounded = true, .low = low, .high = high, .step = step};
}

struct flow_value value_number(int64_t number) {
    struct flow_value v = value_range(number, number, 0);
    v.constant = number;
    return v;
}

struct flow_value value_opaque(uint32_t definition) {
    return (struct flow_value){.base = BASE_DEFINITION, .bounded = true, .of = definition};
}

/* Makes the form just what the instruction itself has written. */
static void forget_form(struct flow_value *v, uint32_t self) {
    v->whole = true;
    v->term = self;
    v->factor = 1;
    v->constant = 0;
}

static void forget_range(struct flow_value *v) {
    v->bounded = false;
    v->low = v->high = 0;
    v->step = 0;
}

static struct flow_value number_in(int64_t low, int64_t high, uint64_t step, uint32_t self) {
    if (low == high) return value_number(low);
    struct flow_value v = value_range(low, high, step);
    forget_form(&v, self);
    v.whole = false;
    return v;
}

bool value_equals(const struct flow_value *a, const struct flow_value *b) {
    return a->base == b->base && a->bounded == b->bounded && a->whole == b->whole &&
           a->descriptor == b->descriptor && a->of == b->of && a->peer == b->peer &&
           a->term == b->term && a->low == b->low && a->high == b->high && a->step == b->step &&
           a->factor == b->factor && a->constant == b->constant;
}

/* Brings a result into canonical form: numbers as close to zero as possible. */
static struct flow_value canonical(struct flow_value v, uint8_t width) {
    if (v.bounded && v.low == v.high) {
        v.low = v.high = v.constant = wrapped((uint64_t)v.low, width);
        v.step = 0;
        v.term = NO_TERM;
        v.factor = 0;
        v.whole = false;
        return v;
    }
    v.factor = wrapped((uint64_t)v.factor, width);
    v.constant = wrapped((uint64_t)v.constant, width);
    v.whole &= v.base != BASE_NUMBER;
    if (v.bounded) {
        uint64_t span = (uint64_t)v.high - (uint64_t)v.low;
        int64_t low = wrapped((uint64_t)v.low, width);
        if (!is_moderate(v.low) || !is_moderate(v.high) || span > mask_of(width) / 2)
            forget_range(&v);
        else
            v.low = low, v.high = low + (int64_t)span;
    }
    if (!v.bounded && v.base == BASE_NUMBER && v.factor == 1) {
        struct flow_value d = value_opaque(v.term);
        d.low = d.high = d.constant = v.constant;
        return d;
    }
    return v;
}

/* ---- interpreting as integers ---- */

enum reading { READ_NOTHING, READ_ALL /* any value of the type */, READ_EXACTLY };

/* Returns the range as integers of a type. */
static enum reading read_as(const struct flow_value *v, struct value_type t, int64_t *low,
                            int64_t *high) {
    int64_t least = 0, largest = 0;
    if (t.width < 64) {
        int64_t half = INT64_C(1) << (t.width - 1);
        least = t.is_signed ? -half : 0;
        largest = t.is_signed ? half - 1 : 2 * half - 1;
    } else {
        least = t.is_signed ? -most : 0;
        largest = most;
    }
    if (v->base == BASE_NUMBER && v->bounded) {
        int64_t turn = t.width < 64 && !t.is_signed && v->high < 0 ? largest + 1 : 0;
        *low = v->low + turn;
        *high = v->high + turn;
        if (*low >= least && *high <= largest) return READ_EXACTLY;
    }
    *low = least;
    *high = largest;
    return t.width < 64 ? READ_ALL : READ_NOTHING;
}

/* Treats a value of which only the form is known as a number that is not known to be an address. */
static struct flow_value as_number(struct flow_value v) {
    if (v.base != BASE_DEFINITION || v.term || v.low != v.high) return v;
    struct flow_value n = {.base = BASE_NUMBER, .term = v.of, .factor = 1, .constant = v.low};
    return n;
}

/* Returns how many low bits are known to be zero. */
static int low_zeros(const struct flow_value *v) {
    if (v->base != BASE_NUMBER) return 0;
    if (v->bounded) return zeros_of((uint64_t)v->low | v->step, 62);
    return zeros_of((uint64_t)v->factor | (uint64_t)v->constant, 62);
}

/* ---- sums ---- */

static uint64_t step_of_sum(const struct flow_value *a, const struct flow_value *b) {
    return greatest_divisor(a->step, b->step);
}

static void add_ranges(struct flow_value *to, const struct flow_value *from) {
    bool both = to->bounded && from->bounded;
    uint64_t step = step_of_sum(to, from);
    if (both && to->low == to->high && from->low == from->high) { /* any 64 bits */
        to->low = to->high = wrapped((uint64_t)to->low + (uint64_t)from->low, 64);
        return;
    }
    if (!both || !is_moderate(to->low) || !is_moderate(to->high) || !is_moderate(from->low) ||
        !is_moderate(from->high)) {
        forget_range(to);
        return;
    }
    to->low += from->low;
    to->high += from->high;
    to->step = step;
}

static void add_forms(struct flow_value *to, const struct flow_value *from, uint32_t self) {
    if (to->term && from->term && to->term != from->term) {
        forget_form(to, self);
        return;
    }
    to->constant = wrapped((uint64_t)to->constant + (uint64_t)from->constant, 64);
    if (!from->term) return;
    if (to->whole && to->base != BASE_NUMBER) {
        forget_form(to, self);
        return;
    }
    to->factor = wrapped((uint64_t)to->factor + (uint64_t)from->factor, 64);
    to->term = from->term;
    to->whole = false;
    if (to->factor) return;
    to->term = NO_TERM;
    to->bounded = true;
    to->low = to->high = to->constant;
}

/* Only the bits of the address count; what is added above them belongs to other fields. */
static struct flow_value add_to_descriptor(struct flow_value a, struct flow_value b,
                                           uint32_t self) {
    int64_t unit = INT64_C(1) << DESCRIPTOR_BITS;
    if (b.base != BASE_NUMBER || b.descriptor) return value_opaque(self);
    if (low_zeros(&b) >= DESCRIPTOR_BITS) return a;
    if (value_is_number(&b) && (b.low >= unit || b.low <= -unit))
        b = value_number(b.low & (unit - 1));
    add_ranges(&a, &b);
    add_forms(&a, &b, self);
    return canonical(a, 64);
}

struct flow_value value_add(struct flow_value a, struct flow_value b, struct value_type t,
                            uint32_t self) {
    if (value_is_nothing(&a) || value_is_nothing(&b)) return value_nothing();
    if (a.descriptor) return add_to_descriptor(a, b, self);
    if (b.descriptor) return add_to_descriptor(b, a, self);
    if (a.base == BASE_NUMBER || (a.base == BASE_DEFINITION && b.base == BASE_VARIABLE)) {
        struct flow_value other = a;
        a = b;
        b = other;
    }
    if (a.base != BASE_NUMBER) b = as_number(b);
    if (b.base != BASE_NUMBER) return value_opaque(self);
    add_ranges(&a, &b);
    add_forms(&a, &b, self);
    return canonical(a, t.width);
}

static struct flow_value negate(struct flow_value v) {
    int64_t low = v.low;
    v.low = wrapped(0 - (uint64_t)v.high, 64);
    v.high = wrapped(0 - (uint64_t)low, 64);
    v.factor = wrapped(0 - (uint64_t)v.factor, 64);
    v.constant = wrapped(0 - (uint64_t)v.constant, 64);
    return v;
}

/* Computes the distance between two addresses. */
static bool drop_common_base(struct flow_value *a, struct flow_value *b) {
    if (a->base != b->base || a->of != b->of || a->peer != b->peer || a->whole || b->whole ||
        a->descriptor || b->descriptor)
        return false;
    a->base = b->base = BASE_NUMBER;
    a->of = b->of = a->peer = b->peer = 0;
    return true;
}

struct flow_value value_subtract(struct flow_value a, struct flow_value b, struct value_type t,
                                 uint32_t self) {
    if (value_is_nothing(&a) || value_is_nothing(&b)) return value_nothing();
    if (!drop_common_base(&a, &b)) b = as_number(b);
    if (b.base != BASE_NUMBER) return value_opaque(self);
    return value_add(a, negate(b), t, self);
}

/* ---- products ---- */

static struct flow_value times(struct flow_value v, int64_t by, struct value_type t) {
    if (by == 0) return value_number(0);
    v.factor = wrapped((uint64_t)v.factor * (uint64_t)by, 64);
    v.constant = wrapped((uint64_t)v.constant * (uint64_t)by, 64);
    if (v.bounded && v.low == v.high) {
        v.low = v.high = v.constant;
    } else if (v.bounded) {
        uint64_t size = by < 0 ? 0 - (uint64_t)by : (uint64_t)by;
        int64_t room = size ? (int64_t)((uint64_t)most / size) : 0;
        if (v.low < -room || v.high > room) {
            forget_range(&v);
        } else {
            int64_t low = v.low * by, high = v.high * by;
            v.low = by < 0 ? high : low;
            v.high = by < 0 ? low : high;
            v.step *= (uint64_t)(by < 0 ? -by : by);
        }
    }
    return canonical(v, t.width);
}

struct flow_value value_multiply(struct flow_value a, struct flow_value b, struct value_type t,
                                 uint32_t self) {
    if (value_is_nothing(&a) || value_is_nothing(&b)) return value_nothing();
    if (value_is_number(&a)) {
        struct flow_value other = a;
        a = b;
        b = other;
    }
    a = as_number(a);
    if (a.base != BASE_NUMBER || b.base != BASE_NUMBER) return value_opaque(self);
    if (value_is_number(&b)) return times(a, b.low, t);
    int64_t room = INT64_C(1) << 30;
    if (!a.bounded || !b.bounded || a.low < 0 || b.low < 0 || a.high > room || b.high > room)
        return value_opaque(self);
    return canonical(number_in(a.low * b.low, a.high * b.high, 1, self), t.width);
}

struct flow_value value_divide(struct flow_value a, struct flow_value b, struct value_type t,
                               uint32_t self) {
    int64_t low, high;
    if (value_is_nothing(&a) || value_is_nothing(&b)) return value_nothing();
    if (!value_is_number(&b) || b.low <= 0) return value_opaque(self);
    if (read_as(&a, t, &low, &high) == READ_NOTHING || low < 0) return value_opaque(self);
    return number_in(low / b.low, high / b.low, 1, self);
}

struct flow_value value_remainder(struct flow_value a, struct flow_value b, struct value_type t,
                                  uint32_t self) {
    int64_t low, high;
    if (value_is_nothing(&a) || value_is_nothing(&b)) return value_nothing();
    if (!value_is_number(&b) || b.low <= 0) return value_opaque(self);
    enum reading reading = read_as(&a, t, &low, &high);
    if (reading == READ_NOTHING && t.is_signed) return value_opaque(self);
    if (reading == READ_EXACTLY && low >= 0 && high < b.low) return a;
    return number_in(t.is_signed && low < 0 ? 1 - b.low : 0, b.low - 1, 1, self);
}

/* ---- choices ---- */

static uint64_t distance(int64_t a, int64_t b) {
    return a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b;
}

static uint64_t common_step(const struct flow_value *a, const struct flow_value *b) {
    return greatest_divisor(greatest_divisor(a->step, b->step), distance(a->low, b->low));
}

static struct flow_value extreme(struct flow_value a, struct flow_value b, struct value_type t,
                                 uint32_t self, bool is_minimum) {
    int64_t al, ah, bl, bh;
    if (value_is_nothing(&a) || value_is_nothing(&b)) return value_nothing();
    enum reading ra = read_as(&a, t, &al, &ah), rb = read_as(&b, t, &bl, &bh);
    if (ra == READ_NOTHING || rb == READ_NOTHING) return value_opaque(self);
    if (ra != READ_EXACTLY && rb != READ_EXACTLY) return value_opaque(self);
    uint64_t step = ra == READ_EXACTLY && rb == READ_EXACTLY ? common_step(&a, &b) : 1;
    int64_t low = (al < bl) == is_minimum ? al : bl, high = (ah < bh) == is_minimum ? ah : bh;
    return canonical(number_in(low, high, step ? step : 1, self), t.width);
}

struct flow_value value_minimum(struct flow_value a, struct flow_value b, struct value_type t,
                                uint32_t self) {
    return extreme(a, b, t, self, true);
}

struct flow_value value_maximum(struct flow_value a, struct flow_value b, struct value_type t,
                                uint32_t self) {
    return extreme(a, b, t, self, false);
}

static bool have_same_form(const struct flow_value *a, const struct flow_value *b) {
    return a->whole == b->whole && a->term == b->term && a->factor == b->factor &&
           a->constant == b->constant;
}

struct flow_value value_join(struct flow_value a, struct flow_value b, uint32_t self) {
    if (value_is_nothing(&a)) return b;
    if (value_is_nothing(&b) || value_equals(&a, &b)) return a;
    bool of_self =
        (a.base == BASE_DEFINITION && a.of == self) || (b.base == BASE_DEFINITION && b.of == self);
    if (of_self || a.base != b.base || a.of != b.of || a.descriptor != b.descriptor)
        return value_opaque(self);
    if (a.peer != b.peer) a.peer = PEER_SOME;
    bool same_form = have_same_form(&a, &b);
    if (a.bounded && b.bounded) {
        a.step = common_step(&a, &b);
        a.low = a.low < b.low ? a.low : b.low;
        a.high = a.high > b.high ? a.high : b.high;
    } else {
        forget_range(&a);
    }
    if (!same_form) forget_form(&a, self);
    return canonical(a, 64);
}

/* ---- comparisons ---- */

static struct flow_value clip(struct flow_value v, int64_t low, int64_t high) {
    int64_t step = v.step ? (int64_t)v.step : 1;
    if (v.low < low) v.low += (low - v.low + step - 1) / step * step;
    if (v.high > high) v.high = v.low + (high - v.low) / step * step;
    if (v.low > high || v.low > v.high) return value_nothing();
    return canonical(v, 64);
}

static struct flow_value without(struct flow_value v, int64_t number) {
    int64_t step = v.step ? (int64_t)v.step : 1;
    if (v.low == number) return clip(v, v.low + step, v.high);
    return v.high == number ? clip(v, v.low, v.high - step) : v;
}

/* Addresses in one variable compare like their offsets. */
static struct flow_value where_in_variable(struct flow_value a, enum value_relation relation,
                                           struct flow_value b) {
    if (b.base != a.base || b.of != a.of || b.peer != a.peer || !a.bounded || !b.bounded ||
        a.descriptor || b.descriptor)
        return a;
    struct flow_value v = a;
    v.base = b.base = BASE_NUMBER;
    v = value_where(v, relation, b, (struct value_type){64, true});
    if (value_is_nothing(&v)) return v;
    v.base = a.base;
    if (v.term) v.whole = a.whole;
    return v;
}

struct flow_value value_where(struct flow_value a, enum value_relation relation,
                              struct flow_value b, struct value_type t) {
    int64_t al, ah, bl, bh;
    struct flow_value v = as_number(a);
    if (a.base == BASE_VARIABLE) return where_in_variable(a, relation, b);
    if (v.base != BASE_NUMBER || value_is_nothing(&b)) return a;
    enum reading ra = read_as(&v, t, &al, &ah), rb = read_as(&b, t, &bl, &bh);
    if (ra == READ_NOTHING || rb == READ_NOTHING) return a;
    if (ra == READ_ALL && (relation == VALUE_NE || (rb == READ_ALL && relation == VALUE_EQ)))
        return a;
    v.low = al;
    v.high = ah;
    if (!v.bounded) v.step = 1;
    v.bounded = true;
    switch (relation) {
    case VALUE_EQ: v = clip(v, bl, bh); break;
    case VALUE_NE: return bl == bh ? without(v, bl) : a;
    case VALUE_LT: v = clip(v, al, bh - 1); break;
    case VALUE_LE: v = clip(v, al, bh); break;
    case VALUE_GT: v = clip(v, bl + 1, ah); break;
    case VALUE_GE: v = clip(v, bl, ah); break;
    }
    return v;
}

/* ---- bits ---- */

struct flow_value value_descriptor(struct flow_value v, uint32_t self) {
    int64_t unit = DESCRIPTOR_UNIT;
    v.low /= unit;
    v.high /= unit;
    v.step /= (uint64_t)unit;
    if (v.whole || v.factor % unit || v.constant % unit) {
        forget_form(&v, self);
    } else {
        v.factor /= unit;
        v.constant /= unit;
    }
    v.descriptor = true;
    return canonical(v, 64);
}

/* `x >> k`, rounded down as in hardware. */
static int64_t shifted(int64_t x, int64_t by) { return x >= 0 ? x >> by : -((-(x + 1)) >> by) - 1; }

struct flow_value value_shift_right(struct flow_value a, struct flow_value b, struct value_type t,
                                    uint32_t self) {
    int64_t low, high;
    if (value_is_nothing(&a) || value_is_nothing(&b)) return value_nothing();
    if (!value_is_number(&b) || b.low < 0 || b.low >= t.width) return value_opaque(self);
    if (!b.low) return a;
    if (a.base == BASE_VARIABLE && !a.descriptor && a.bounded &&
        INT64_C(1) << b.low == DESCRIPTOR_UNIT && ((uint64_t)a.low | a.step) % DESCRIPTOR_UNIT == 0)
        return value_descriptor(a, self);
    enum reading reading = read_as(&a, t, &low, &high);
    if (reading == READ_NOTHING) return value_opaque(self);
    uint64_t unit = UINT64_C(1) << b.low, step = 1;
    if (reading == READ_EXACTLY && ((uint64_t)low | a.step) % unit == 0) step = a.step / unit;
    return number_in(shifted(low, b.low), shifted(high, b.low), step, self);
}

/* Returns the smallest 2^n - 1 that is not less than x. */
static int64_t all_ones(int64_t x) {
    int64_t ones = 0;
    while (ones < x) ones = 2 * ones + 1;
    return ones;
}

static struct flow_value and_with_mask(struct flow_value v, uint64_t mask, struct value_type t,
                                       uint32_t self) {
    uint64_t field = (UINT64_C(1) << DESCRIPTOR_BITS) - 1;
    uint64_t window = (UINT64_C(1) << WINDOW_BITS) - 1, top = UINT64_C(1) << (t.width - 1);
    int64_t low, high;
    if (mask == mask_of(t.width) || (v.base != BASE_NUMBER && (uint32_t)mask == UINT32_MAX))
        return v;
    if (v.descriptor) return (mask & field) == field ? v : value_opaque(self);
    bool selects_peer = v.base == BASE_VARIABLE ? (mask & window) == window
                                                : (uint32_t)mask == ~(UINT32_C(1) << WINDOW_BITS);
    if (v.base != BASE_NUMBER && selects_peer) {
        v.peer = PEER_SOME;
        return v;
    }
    if (v.base != BASE_NUMBER && mask & top) return value_opaque(self);
    if (mask >> 60) return value_opaque(self);
    bool exact = read_as(&v, t, &low, &high) == READ_EXACTLY;
    if (exact && low == high) return value_number((int64_t)((uint64_t)low & mask));
    /* Below the mask, nothing is removed. */
    uint64_t tail = (~mask & (mask + 1)) - 1;
    if (exact && (uint64_t)high <= tail) return v;
    int64_t largest = exact && high < (int64_t)mask ? high : (int64_t)mask;
    uint64_t unit = UINT64_C(1) << zeros_of(mask, 60);
    int zeros = low_zeros(&v);
    if (zeros < 60 && UINT64_C(1) << zeros > unit) unit = UINT64_C(1) << zeros;
    largest -= (int64_t)((uint64_t)largest % unit);
    return number_in(0, largest, unit, self);
}

struct flow_value value_and(struct flow_value a, struct flow_value b, struct value_type t,
                            uint32_t self) {
    int64_t al, ah, bl, bh;
    if (value_is_nothing(&a) || value_is_nothing(&b)) return value_nothing();
    uint64_t all = mask_of(t.width);
    if (value_is_number(&b)) return and_with_mask(a, (uint64_t)b.low & all, t, self);
    if (value_is_number(&a)) return and_with_mask(b, (uint64_t)a.low & all, t, self);
    t.is_signed = false;
    bool exact = read_as(&a, t, &al, &ah) == READ_EXACTLY;
    bool other = read_as(&b, t, &bl, &bh) == READ_EXACTLY;
    if (!exact && !other) return value_opaque(self);
    return number_in(0, exact && (!other || ah < bh) ? ah : bh, 1, self);
}

/* If no bit is set in both, the result is their sum. */
static bool are_disjoint(const struct flow_value *a, const struct flow_value *b) {
    return a->base == BASE_NUMBER && b->base == BASE_NUMBER && b->bounded && b->low >= 0 &&
           b->high < INT64_C(1) << low_zeros(a);
}

static struct flow_value unite_bits(struct flow_value a, struct flow_value b, struct value_type t,
                                    uint32_t self) {
    int64_t al, ah, bl, bh;
    a = as_number(a);
    b = as_number(b);
    if (are_disjoint(&a, &b) || are_disjoint(&b, &a)) return value_add(a, b, t, self);
    t.is_signed = false;
    if (read_as(&a, t, &al, &ah) != READ_EXACTLY || read_as(&b, t, &bl, &bh) != READ_EXACTLY)
        return value_opaque(self);
    int za = low_zeros(&a), zb = low_zeros(&b), zeros = za < zb ? za : zb;
    int64_t high = all_ones(ah > bh ? ah : bh), unit = INT64_C(1) << zeros;
    return number_in(0, high / unit * unit, (uint64_t)unit, self);
}

struct flow_value value_or(struct flow_value a, struct flow_value b, struct value_type t,
                           uint32_t self) {
    if (value_is_nothing(&a) || value_is_nothing(&b)) return value_nothing();
    if (value_is_number(&a) && value_is_number(&b))
        return canonical(value_number(wrapped((uint64_t)a.low | (uint64_t)b.low, 64)), t.width);
    if (value_is_number(&b) && !b.low) return a;
    if (value_is_number(&a) && !a.low) return b;
    struct flow_value na = as_number(a), nb = as_number(b);
    if (a.descriptor) return low_zeros(&nb) >= DESCRIPTOR_BITS ? a : value_opaque(self);
    if (b.descriptor) return low_zeros(&na) >= DESCRIPTOR_BITS ? b : value_opaque(self);
    return unite_bits(a, b, t, self);
}

struct flow_value value_xor(struct flow_value a, struct flow_value b, struct value_type t,
                            uint32_t self) {
    if (value_is_nothing(&a) || value_is_nothing(&b)) return value_nothing();
    if (value_is_number(&a) && value_is_number(&b))
        return canonical(value_number(wrapped((uint64_t)a.low ^ (uint64_t)b.low, 64)), t.width);
    if (value_is_number(&b) && !b.low) return a;
    if (value_is_number(&a) && !a.low) return b;
    if (a.descriptor || b.descriptor) return value_opaque(self);
    return unite_bits(a, b, t, self);
}

/* ---- conversions ---- */

struct flow_value value_convert(struct flow_value a, struct value_type from, uint8_t to,
                                uint32_t self) {
    int64_t low, high;
    if (value_is_nothing(&a) || a.descriptor || a.base == BASE_VARIABLE) return a;
    if (to <= from.width) return canonical(a, to);
    if (a.base == BASE_DEFINITION && a.bounded) return a; /* an address does not wrap */
    if (read_as(&a, from, &low, &high) != READ_EXACTLY) return number_in(low, high, 1, self);
    a.low = low;
    a.high = high;
    return canonical(a, to);
}
