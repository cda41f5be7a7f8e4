/* SPDX-License-Identifier: Apache-2.0
 * Integer arithmetic: see integer.h. */
#include "rehearse/program/integer.h"
#include "rehearse/program/float.h"
#include <string.h>

static uint64_t low_bits(unsigned width) {
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}
static unsigned type_bits(uint8_t type) { return isa_types[type].width; }
static bool is_signed_type(uint8_t type) { return isa_types[type].kind == TYPE_SINT; }

/* Returns true for numbers, and for bits that represent one. */
static bool is_integer(uint8_t type) {
    return isa_types[type].kind <= TYPE_SINT && type_bits(type) <= 64;
}

uint64_t as_unsigned(uint8_t type, uint64_t bits) { return bits & low_bits(type_bits(type)); }

/* Shifts bits that are a signed number, which shifts in its sign. */
static uint64_t shift_signed(uint64_t bits, unsigned by) {
    return bits >> 63 ? ~(~bits >> by) : bits >> by;
}

int64_t as_signed(uint8_t type, uint64_t bits) {
    unsigned unused = 64 - type_bits(type);
    return unused >= 64 ? 0 : (int64_t)shift_signed(bits << unused, unused);
}

/* Extends the bits as the type reads them: with or without a sign. */
static uint64_t extended(uint8_t type, uint64_t bits) {
    return is_signed_type(type) ? (uint64_t)as_signed(type, bits) : as_unsigned(type, bits);
}

/* ---- products ---- */

/* Returns bits 64 and up of a product. */
static uint64_t high_of_64(uint64_t a, uint64_t b) {
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t middle = ah * bl + (al * bl >> 32), other = al * bh + (uint32_t)middle;
    return ah * bh + (middle >> 32) + (other >> 32);
}

static uint64_t high_product(uint8_t type, uint64_t a, uint64_t b) {
    unsigned width = type_bits(type);
    if (width < 64) return shift_signed(extended(type, a) * extended(type, b), width);
    uint64_t high = high_of_64(a, b);
    if (is_signed_type(type) && (int64_t)a < 0) high -= b;
    if (is_signed_type(type) && (int64_t)b < 0) high -= a;
    return high;
}

static uint64_t take24(uint8_t type, uint64_t bits) {
    return is_signed_type(type) ? shift_signed(bits << 40, 40) : bits & 0xFFFFFF;
}

static uint64_t carryless(uint64_t a, uint64_t b, bool high) {
    uint64_t result = 0;
    for (unsigned i = 0; i < 64; i++) {
        if (!(b >> i & 1)) continue;
        if (!high)
            result ^= a << i;
        else if (i)
            result ^= a >> (64 - i);
    }
    return result;
}

/* ---- sums with carry ---- */

static uint64_t add_with(const struct op *op, uint64_t a, uint64_t b, bool in, bool *carry) {
    uint64_t mask = low_bits(type_bits(op->type)), sum = ((a & mask) + (b & mask) + in) & mask;
    bool out = in ? sum <= (a & mask) : sum < (a & mask);
    if (op->sets_carry) *carry = out;
    return sum;
}

/* The flag is a borrow. */
static uint64_t subtract_with(const struct op *op, uint64_t a, uint64_t b, bool in, bool *carry) {
    uint64_t mask = low_bits(type_bits(op->type));
    a &= mask;
    b &= mask;
    if (op->sets_carry) *carry = in ? a <= b : a < b;
    return a - b - in;
}

static bool saturate_sum(const struct op *op, int64_t value, uint64_t *result) {
    int64_t most = (int64_t)(low_bits(type_bits(op->type)) >> 1), least = -most - 1;
    *result = (uint64_t)(value > most ? most : value < least ? least : value);
    return type_bits(op->type) == 32;
}

static bool saturates(const struct op *op) { return op->mode == MODE_SAT || op->also == MODE_SAT; }

/* ---- bits ---- */

static unsigned count_ones(uint64_t v) {
    unsigned n = 0;
    for (; v; v &= v - 1) n++;
    return n;
}

/* Returns the position of the highest set bit, or -1. */
static int top_bit(uint64_t v) {
    int n = -1;
    for (; v; v >>= 1) n++;
    return n;
}

static uint64_t reverse_bits(uint64_t v, unsigned width) {
    uint64_t r = 0;
    for (unsigned i = 0; i < width; i++) r |= (v >> i & 1) << (width - 1 - i);
    return r;
}

static uint64_t find_top(const struct op *op, uint64_t v) {
    uint8_t type = op->from;
    v = as_unsigned(type, v);
    if (is_signed_type(type) && v >> (type_bits(type) - 1)) v = ~v & low_bits(type_bits(type));
    int top = top_bit(v);
    if (op->mode == MODE_SHIFTAMT && top >= 0) top = (int)type_bits(type) - 1 - top;
    return (uint32_t)top;
}

static uint64_t find_nth(uint64_t mask, uint64_t base, uint64_t offset) {
    int n = (int32_t)(uint32_t)offset, at = (int)(base & 31);
    int step = n < 0 ? -1 : 1, wanted = n < 0 ? -n : n;
    if (!wanted) return mask >> at & 1 ? (uint64_t)at : UINT32_MAX;
    for (; at >= 0 && at < 32; at += step)
        if (mask >> at & 1 && --wanted == 0) return (uint64_t)at;
    return UINT32_MAX;
}

/* Returns a position or a length: the hardware takes the low 8 of 32 bits, but all of 64 bits. */
static uint64_t take_count(uint8_t type, uint64_t bits) {
    return type_bits(type) < 64 ? bits & 0xFF : (uint32_t)bits;
}

static uint64_t extract_field(uint8_t type, uint64_t v, uint64_t at, uint64_t length) {
    uint64_t width = type_bits(type), p = take_count(type, at), n = take_count(type, length);
    v = as_unsigned(type, v);
    if (!n) return 0;
    uint64_t last = p + n < width ? p + n - 1 : width - 1;
    bool sign = is_signed_type(type) && v >> last & 1;
    uint64_t there = p >= width ? 0 : n < width - p ? n : width - p;
    uint64_t field = there ? v >> p & low_bits((unsigned)there) : 0;
    return sign && there < 64 ? field | ~low_bits((unsigned)there) : field;
}

static uint64_t insert_field(uint8_t type, const uint64_t *s) {
    uint64_t width = type_bits(type), p = take_count(type, s[2]), n = take_count(type, s[3]);
    if (!n || p >= width) return s[1];
    uint64_t field = low_bits((unsigned)(n < width - p ? n : width - p)) << p;
    return (s[1] & ~field) | (s[0] << p & field);
}

static uint64_t shift_as(const struct op *op, uint64_t v, uint64_t by, bool left) {
    unsigned width = type_bits(op->type);
    by = (uint32_t)by;
    v = extended(op->type, v);
    if (left) return by >= width ? 0 : v << by;
    bool sign = is_signed_type(op->type) && (int64_t)v < 0;
    if (by >= width) return sign ? UINT64_MAX : 0;
    return is_signed_type(op->type) ? shift_signed(v, (unsigned)by) : v >> by;
}

static uint64_t funnel(const struct op *op, const uint64_t *s, bool left) {
    uint64_t both = (uint64_t)(uint32_t)s[1] << 32 | (uint32_t)s[0];
    uint32_t by = (uint32_t)s[2];
    bool wraps = op->mode == MODE_WRAP || op->also == MODE_WRAP;
    by = wraps ? by & 31 : by > 32 ? 32 : by;
    return left ? both << by >> 32 : both >> by;
}

static uint64_t logic_by_table(const uint64_t *s) {
    uint64_t r = 0;
    for (unsigned i = 0; i < 8; i++) {
        if (!(s[3] >> i & 1)) continue;
        r |= (i & 4 ? s[0] : ~s[0]) & (i & 2 ? s[1] : ~s[1]) & (i & 1 ? s[2] : ~s[2]);
    }
    return r;
}

/* Returns the selector that a mode of byte permutation stands for. */
static uint32_t selector(uint8_t mode, uint32_t control) {
    static const uint16_t of[6][4] = {
        {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
        {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
        {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
    return mode < MODE_F4E ? control : of[mode - MODE_F4E][control & 3];
}

static uint64_t pick_bytes(const struct op *op, const uint64_t *s) {
    uint64_t both = (uint64_t)(uint32_t)s[1] << 32 | (uint32_t)s[0], r = 0;
    uint32_t by = selector(op->mode, (uint32_t)s[2]);
    for (unsigned i = 0; i < 4; i++) {
        unsigned which = by >> (4 * i) & 0xF;
        uint64_t byte = both >> (8 * (which & 7)) & 0xFF;
        if (which & 8) byte = byte & 0x80 ? 0xFF : 0;
        r |= byte << (8 * i);
    }
    return r;
}

static uint64_t mask_at(const struct op *op, uint64_t at, uint64_t length) {
    bool wraps = op->mode == MODE_WRAP;
    uint32_t p = (uint32_t)at, n = (uint32_t)length;
    if (wraps) p &= 31, n &= 31;
    if (p >= 32 || !n) return 0;
    return low_bits(n > 32 ? 32 : n) << p;
}

static uint64_t extend_field(const struct op *op, uint64_t v, uint64_t length) {
    uint32_t n = (uint32_t)length;
    if (op->mode == MODE_WRAP) n &= 31;
    if (!n) return 0;
    if (n >= 32) return v;
    v &= low_bits(n);
    return is_signed_type(op->type) && v >> (n - 1) & 1 ? v | ~low_bits(n) : v;
}

/* ---- conversions ---- */

static bool convert_integer(const struct op *op, uint64_t v, uint64_t *result) {
    if (!is_integer(op->type) || !is_integer(op->from)) return false;
    uint64_t value = extended(op->from, v);
    *result = value;
    if (!saturates(op)) return true;
    uint64_t mask = low_bits(type_bits(op->type));
    bool negative = is_signed_type(op->from) && (int64_t)value < 0;
    if (!is_signed_type(op->type)) {
        *result = negative ? 0 : value > mask ? mask : value;
        return true;
    }
    uint64_t most = mask >> 1;
    if (negative)
        *result = (int64_t)value < -(int64_t)most - 1 ? ~most : value;
    else
        *result = value > most ? most : value;
    return true;
}

/* Returns the number that is nearest to a signed one and has so many bits. */
static uint64_t clamp_to(unsigned width, bool has_sign, int64_t value) {
    int64_t most = (int64_t)low_bits(width - has_sign), least = has_sign ? -most - 1 : 0;
    return (uint64_t)(value > most ? most : value < least ? least : value) & low_bits(width);
}

/* The results lie next to each other, and the bits of the third operand are above them. */
static bool convert_pair(const struct op *op, const uint64_t *s, uint64_t *result) {
    unsigned width = type_bits(op->type);
    bool has_sign = is_signed_type(op->type);
    if (op->also >= MODE_U4 && op->also <= MODE_S2) {
        width = op->also <= MODE_S4 ? 4 : 2;
        has_sign = op->also == MODE_S4 || op->also == MODE_S2;
    }
    if (width > 16) return false;
    *result = (uint32_t)s[2] << width << width | clamp_to(width, has_sign, (int32_t)s[0]) << width |
              clamp_to(width, has_sign, (int32_t)s[1]);
    return true;
}

/* ---- arithmetic ---- */

static bool divide_as(const struct op *op, uint64_t a, uint64_t b, bool rest, uint64_t *result) {
    a = extended(op->type, a);
    b = extended(op->type, b);
    if (!b) return false;
    if (!is_signed_type(op->type))
        *result = rest ? a % b : a / b;
    else if (b == UINT64_MAX)
        *result = rest ? 0 : 0 - a;
    else
        *result = (uint64_t)(rest ? (int64_t)a % (int64_t)b : (int64_t)a / (int64_t)b);
    return true;
}

static bool is_less(uint8_t type, uint64_t a, uint64_t b) {
    return is_signed_type(type) ? as_signed(type, a) < as_signed(type, b)
                                : as_unsigned(type, a) < as_unsigned(type, b);
}

/* With `.relu`, a negative result is replaced by 0. */
static uint64_t without_negative(const struct op *op, uint64_t value) {
    return op->mode == MODE_RELU && as_signed(op->type, value) < 0 ? 0 : value;
}

static uint64_t dot(const struct op *op, const uint64_t *s, unsigned parts, bool high) {
    uint8_t bits_a = parts == 4 ? 8 : 16;
    uint64_t sum = s[2];
    for (unsigned i = 0; i < parts; i++) {
        uint64_t a = s[0] >> (bits_a * i), b = s[1] >> (8 * (high ? i + 2 : i));
        int64_t x = is_signed_type(op->type)
                        ? (int64_t)shift_signed(a << (64 - bits_a), 64u - bits_a)
                        : (int64_t)(a & low_bits(bits_a));
        int64_t y = is_signed_type(op->from) ? (int64_t)(int8_t)b : (int64_t)(b & 0xFF);
        sum += (uint64_t)(x * y);
    }
    return sum;
}

/* Returns true for several numbers in one register. */
static bool is_packed_type(uint8_t type) {
    return isa_types[type].kind == TYPE_BITS && !isa_types[type].reg;
}

static bool compute_with_carry(const struct op *op, const uint64_t *s, bool *carry, uint64_t *r) {
    uint64_t a = s[0], b = s[1];
    uint64_t x = extended(op->type, a), y = extended(op->type, b);
    switch ((enum isa_does)op->does) {
    case DOES_ADD_CARRY: *r = add_with(op, a, b, *carry, carry); return !saturates(op);
    case DOES_SUBTRACT_CARRY: *r = subtract_with(op, a, b, *carry, carry); return !saturates(op);
    case DOES_MULTIPLY_ADD_HIGH:
        *r = add_with(op, high_product(op->type, a, b), s[2], false, carry);
        return !saturates(op);
    case DOES_MULTIPLY_ADD_CARRY: *r = add_with(op, x * y, s[2], *carry, carry); return true;
    case DOES_MULTIPLY_ADD_HIGH_CARRY:
        *r = add_with(op, high_product(op->type, a, b), s[2], *carry, carry);
        return !saturates(op);
    default: return false;
    }
}

static bool compute_product(const struct op *op, const uint64_t *s, uint64_t *r) {
    uint64_t a = s[0], b = s[1];
    switch ((enum isa_does)op->does) {
    case DOES_MULTIPLY24: *r = take24(op->type, a) * take24(op->type, b); return true;
    case DOES_MULTIPLY_ADD24: *r = take24(op->type, a) * take24(op->type, b) + s[2]; return true;
    case DOES_MULTIPLY24_HIGH: *r = take24(op->type, a) * take24(op->type, b) >> 16; return true;
    case DOES_MULTIPLY_ADD24_HIGH:
        *r = (take24(op->type, a) * take24(op->type, b) >> 16) + s[2];
        return !saturates(op);
    case DOES_CARRYLESS: *r = carryless(a, b, false) ^ s[2]; return true;
    case DOES_CARRYLESS_HIGH: *r = carryless(a, b, true) ^ s[2]; return true;
    case DOES_DOT4: *r = dot(op, s, 4, false); return true;
    case DOES_DOT2: *r = dot(op, s, 2, false); return true;
    case DOES_DOT2_HIGH: *r = dot(op, s, 2, true); return true;
    default: return false;
    }
}

static bool compute_arithmetic(const struct op *op, const uint64_t *s, bool *carry, uint64_t *r) {
    uint64_t a = s[0], b = s[1], x = extended(op->type, a), y = extended(op->type, b);
    switch ((enum isa_does)op->does) {
    case DOES_ADD:
        *r = add_with(op, a, b, false, carry);
        return !saturates(op) || saturate_sum(op, (int64_t)(x + y), r);
    case DOES_SUBTRACT:
        *r = subtract_with(op, a, b, false, carry);
        return !saturates(op) || saturate_sum(op, (int64_t)(x - y), r);
    case DOES_MULTIPLY: *r = x * y; return true;
    case DOES_MULTIPLY_HIGH: *r = high_product(op->type, a, b); return true;
    case DOES_MULTIPLY_ADD:
        *r = x * y + s[2];
        if (op->sets_carry) *r = add_with(op, x * y, s[2], false, carry);
        return true;
    case DOES_DIVIDE: return divide_as(op, a, b, false, r);
    case DOES_REMAINDER: return divide_as(op, a, b, true, r);
    case DOES_ABSOLUTE: *r = (int64_t)x < 0 ? 0 - x : x; return true;
    case DOES_NEGATE: *r = 0 - x; return true;
    case DOES_MINIMUM: *r = without_negative(op, is_less(op->type, a, b) ? a : b); return true;
    case DOES_MAXIMUM: *r = without_negative(op, is_less(op->type, a, b) ? b : a); return true;
    case DOES_DIFFERENCE: *r = s[2] + (is_less(op->type, a, b) ? y - x : x - y); return true;
    default: return false;
    }
}

static bool compute_bits(const struct op *op, const uint64_t *s, uint64_t *r) {
    switch ((enum isa_does)op->does) {
    case DOES_AND: *r = s[0] & s[1]; return true;
    case DOES_OR: *r = s[0] | s[1]; return true;
    case DOES_XOR: *r = s[0] ^ s[1]; return true;
    case DOES_COMPLEMENT: *r = ~s[0]; return true;
    case DOES_IS_ZERO: *r = as_unsigned(op->type, s[0]) == 0; return true;
    case DOES_LOGIC: *r = logic_by_table(s); return true;
    case DOES_SHIFT_LEFT: *r = shift_as(op, s[0], s[1], true); return true;
    case DOES_SHIFT_RIGHT: *r = shift_as(op, s[0], s[1], false); return true;
    case DOES_FUNNEL_LEFT: *r = funnel(op, s, true); return true;
    case DOES_FUNNEL_RIGHT: *r = funnel(op, s, false); return true;
    case DOES_COUNT_ONES: *r = count_ones(as_unsigned(op->from, s[0])); return true;
    case DOES_COUNT_ZEROS:
        *r = (uint64_t)((int)type_bits(op->from) - 1 - top_bit(as_unsigned(op->from, s[0])));
        return true;
    case DOES_FIND_TOP: *r = find_top(op, s[0]); return true;
    case DOES_FIND_NTH: *r = find_nth((uint32_t)s[0], s[1], s[2]); return true;
    case DOES_REVERSE: *r = reverse_bits(s[0], type_bits(op->type)); return true;
    case DOES_EXTRACT: *r = extract_field(op->type, s[0], s[1], s[2]); return true;
    case DOES_INSERT: *r = insert_field(op->type, s); return true;
    case DOES_EXTEND: *r = extend_field(op, s[0], s[1]); return true;
    case DOES_MASK: *r = mask_at(op, s[0], s[1]); return true;
    case DOES_PICK: *r = pick_bytes(op, s); return true;
    case DOES_PENDING: *r = s[0] >> STATE_PENDING; return true;
    default: return false;
    }
}

/* Returns the type of the numbers that a type like `.s16x2` packs, or the type itself. */
static uint8_t element_type(uint8_t type) {
    const char *name = isa_types[type].name, *x = strchr(name, 'x');
    int element = x ? isa_type_find(name, (uint32_t)(x - name)) : -1;
    return element < 0 ? type : (uint8_t)element;
}

/* Computes with each of the numbers that the sources pack. */
static bool compute_packed(const struct op *op, const uint64_t *s, uint64_t *result) {
    struct op each = *op;
    bool carry = false;
    each.type = each.from = element_type(op->type);
    if (!is_integer(each.type) || is_packed_type(each.type) || op->from != op->type) return false;
    *result = 0;
    for (unsigned at = 0; at < type_bits(op->type); at += type_bits(each.type)) {
        uint64_t part[4] = {s[0] >> at, s[1] >> at, s[2] >> at, s[3] >> at}, sum;
        if (!compute_arithmetic(&each, part, &carry, &sum)) return false;
        *result |= as_unsigned(each.type, sum) << at;
    }
    return true;
}

bool integer_compute(const struct op *op, const uint64_t *s, bool *carry, uint64_t *result) {
    if (op->does == DOES_CONVERT) {
        if (!convert_integer(op, s[0], result)) return false;
        *result = extended(op->type, *result);
        return true;
    }
    if (op->does == DOES_CONVERT_PACK) return convert_pair(op, s, result);
    if (!is_integer(op->type) || is_packed_type(op->type)) {
        if (is_packed_type(op->type) && compute_packed(op, s, result)) return true;
        /* Predicates are combined as bits. */
        if (isa_types[op->type].kind != TYPE_PRED || !compute_bits(op, s, result)) return false;
        *result &= 1;
        return true;
    }
    return compute_arithmetic(op, s, carry, result) || compute_with_carry(op, s, carry, result) ||
           compute_product(op, s, result) || compute_bits(op, s, result);
}

/* ---- comparisons ---- */

bool compare_by(uint8_t mode, bool less_ab, bool less_ba) {
    switch ((enum op_mode)mode) {
    case MODE_EQ: return !less_ab && !less_ba;
    case MODE_NE: return less_ab || less_ba;
    case MODE_LT:
    case MODE_LO: return less_ab;
    case MODE_LE:
    case MODE_LS: return !less_ba;
    case MODE_GT:
    case MODE_HI: return less_ba;
    case MODE_GE:
    case MODE_HS: return !less_ab;
    default: return false;
    }
}

bool integer_compare(const struct op *op, const uint64_t *s, uint32_t sources, bool *result) {
    bool is;
    if (is_float_type(op->from)) {
        if (!float_compare(op, s[0], s[1], &is)) return false;
    } else {
        if (!is_integer(op->from) || op->mode == MODE_NONE || op->mode > MODE_HS) return false;
        is = compare_by(op->mode, is_less(op->from, s[0], s[1]), is_less(op->from, s[1], s[0]));
    }
    if (sources > 2) {
        bool with = s[2] & 1;
        is = op->also == MODE_AND ? is && with : op->also == MODE_OR ? is || with : is != with;
    }
    *result = is;
    return true;
}

bool integer_change(const struct op *op, uint64_t old, const uint64_t *s, uint64_t *result) {
    uint8_t type = op->type;
    if (!is_integer(type)) return false;
    uint64_t a = as_unsigned(type, s[0]);
    old = as_unsigned(type, old);
    switch ((enum op_mode)op->mode) {
    case MODE_ADD: *result = old + a; break;
    case MODE_AND: *result = old & a; break;
    case MODE_OR: *result = old | a; break;
    case MODE_XOR: *result = old ^ a; break;
    case MODE_MIN: *result = is_less(type, a, old) ? a : old; break;
    case MODE_MAX: *result = is_less(type, old, a) ? a : old; break;
    case MODE_INC: *result = old >= a ? 0 : old + 1; break;
    case MODE_DEC: *result = old == 0 || old > a ? a : old - 1; break;
    case MODE_EXCH: *result = a; break;
    case MODE_CAS: *result = old == a ? s[1] : old; break;
    default: return false;
    }
    *result = as_unsigned(type, *result);
    return true;
}
