/* SPDX-License-Identifier: Apache-2.0
 * Floating-point arithmetic: see float.h. Numbers are computed as `double`. For f32, its 53 bits
 * are so many that rounding a sum or a product again to 24 bits is the same as rounding once. */
#include "rehearse/program/float.h"
#include "rehearse/program/integer.h"
#include <float.h>
#include <string.h>

static bool is_type(uint8_t type, const char *name) { return !strcmp(isa_types[type].name, name); }
static bool is_single(uint8_t type) { return is_type(type, ".f32"); }

bool is_float_type(uint8_t type) { return is_single(type) || is_type(type, ".f64"); }

enum rounding float_rounding(enum rounding so_far, const char *word, uint32_t length) {
    static const struct {
        char word[5];
        uint8_t means;
    } known[] = {{".rn", ROUND_NEAREST}, {".rni", ROUND_TO_EVEN}, {".rzi", ROUND_TO_ZERO},
                 {".rmi", ROUND_DOWN},   {".rpi", ROUND_UP},      {".ftz", ROUND_DEFAULT}};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        if (length != strlen(known[i].word) || memcmp(word, known[i].word, length)) continue;
        return known[i].means == ROUND_DEFAULT ? so_far : (enum rounding)known[i].means;
    }
    return ROUND_OTHERWISE;
}

/* ---- bits ---- */

static double from_bits(uint8_t type, uint64_t bits) {
    uint32_t low = (uint32_t)bits;
    float single;
    double number;
    memcpy(&single, &low, sizeof single);
    memcpy(&number, &bits, sizeof number);
    return is_single(type) ? (double)single : number;
}

static uint64_t to_bits(uint8_t type, double number) {
    float single = (float)number;
    uint32_t low;
    uint64_t bits;
    memcpy(&low, &single, sizeof low);
    memcpy(&bits, &number, sizeof bits);
    return is_single(type) ? low : bits;
}

static double size_of(double number) { return number < 0 ? -number : number; }

/* Returns true for zero and for a number, or infinity, that is not almost subnormal. */
static bool is_ordinary(uint8_t type, double number) {
    return number == 0 || size_of(number) >= 2 * (is_single(type) ? (double)FLT_MIN : DBL_MIN);
}

static bool read_float(uint8_t type, uint64_t bits, double *number) {
    *number = from_bits(type, bits);
    return is_ordinary(type, *number);
}

static bool write_float(uint8_t type, double number, uint64_t *bits) {
    *bits = to_bits(type, number);
    return is_ordinary(type, number) && is_ordinary(type, from_bits(type, *bits));
}

bool float_constant(uint8_t type, double number, char hex, uint64_t *bits) {
    static const char names[][5] = {".f32", ".f64"};
    bool single = hex == 'f' || (!hex && is_single(type));
    if (hex ? isa_types[type].width != (single ? 32 : 64) : !is_float_type(type)) return false;
    uint8_t as = (uint8_t)isa_type_find(names[!single], 4);
    *bits = to_bits(as, number);
    return from_bits(as, *bits) == number;
}

/* ---- arithmetic ---- */

/* Returns the number of bits from the highest to the lowest that is set. */
static unsigned significant_bits(double number) {
    uint64_t bits;
    unsigned count = DBL_MANT_DIG;
    memcpy(&bits, &number, sizeof bits);
    bits &= (UINT64_C(1) << (DBL_MANT_DIG - 1)) - 1;
    if (!bits) return 1;
    for (; !(bits & 1); bits >>= 1) count--;
    return count;
}

static bool is_exact_product(uint8_t type, double a, double b) {
    return significant_bits(a) + significant_bits(b) <=
           (is_single(type) ? FLT_MANT_DIG : DBL_MANT_DIG);
}

/* Sets *sum to the sum of two numbers. Returns false if it had to be rounded (after Knuth). */
static bool add_exactly(double a, double b, double *sum) {
    double s = a + b;
    double b_part = s - a, a_part = s - b_part;
    double a_rest = a - a_part, b_rest = b - b_part;
    *sum = s;
    return a_rest + b_rest == 0;
}

/* A product is exact in `double` if its type is f32. Only the sum is then rounded, once. */
static bool fuse(const struct op *op, double a, double b, double c, uint64_t *result) {
    double product = a * b, sum;
    bool exact = is_single(op->type) || is_exact_product(op->type, a, b);
    exact &= add_exactly(product, c, &sum) || !is_single(op->type);
    return exact && write_float(op->type, sum, result);
}

static bool compute_floats(const struct op *op, const uint64_t *s, uint32_t sources,
                           uint64_t *result) {
    double v[3] = {0};
    uint64_t sign = UINT64_C(1) << (isa_types[op->type].width - 1);
    for (uint32_t k = 0; k < sources; k++)
        if (k >= 3 || !read_float(op->type, s[k], &v[k])) return false;
    bool binary = sources == 2;
    switch ((enum isa_does)op->does) {
    case DOES_ADD: return binary && write_float(op->type, v[0] + v[1], result);
    case DOES_SUBTRACT: return binary && write_float(op->type, v[0] - v[1], result);
    case DOES_MULTIPLY_FLOAT:
        /* Without `.rn`, a sum may use the product before it is rounded. */
        if (op->rounding == ROUND_DEFAULT && !is_exact_product(op->type, v[0], v[1])) return false;
        return binary && write_float(op->type, v[0] * v[1], result);
    case DOES_FUSED_MULTIPLY_ADD: return fuse(op, v[0], v[1], v[2], result);
    case DOES_NEGATE: *result = s[0] ^ sign; return true;
    case DOES_ABSOLUTE: *result = s[0] & ~sign; return true;
    case DOES_MINIMUM:
    case DOES_MAXIMUM:
        *result = (op->does == DOES_MINIMUM) == (v[0] < v[1]) ? s[0] : s[1];
        return binary && v[0] != v[1]; /* zeros may differ in their signs */
    default: return false;
    }
}

/* ---- bits of a number ---- */

/* Zero is a normal number. */
static bool is_number_of(uint8_t type, uint8_t kind, uint64_t bits) {
    unsigned width = isa_types[type].width;
    unsigned fraction = is_single(type) ? FLT_MANT_DIG - 1 : DBL_MANT_DIG - 1;
    uint64_t most = (UINT64_C(1) << (width - 1 - fraction)) - 1;
    uint64_t exponent = bits >> fraction & most, rest = bits & ((UINT64_C(1) << fraction) - 1);
    switch ((enum op_mode)kind) {
    case MODE_FINITE: return exponent != most;
    case MODE_INFINITE: return exponent == most && !rest;
    case MODE_NUMBER: return exponent != most || !rest;
    case MODE_NOT_A_NUMBER: return exponent == most && rest;
    case MODE_SUBNORMAL: return !exponent && rest;
    default: return exponent != most && (exponent || !rest);
    }
}

static uint64_t copy_sign(uint8_t type, uint64_t from, uint64_t to) {
    uint64_t sign = UINT64_C(1) << (isa_types[type].width - 1);
    return (from & sign) | (to & ~sign);
}

/* ---- conversions ---- */

/* Rounds to an integer. Larger numbers than those that fit are clamped when they are converted. */
static double round_to_integer(double number, uint8_t rounding) {
    if (size_of(number) >= 4503599627370496.0) return number;
    double whole = (double)(int64_t)number, rest = number - whole, away = number < 0 ? -1 : 1;
    bool is_odd = (int64_t)number & 1;
    switch ((enum rounding)rounding) {
    case ROUND_TO_EVEN:
        return size_of(rest) > 0.5 || (size_of(rest) == 0.5 && is_odd) ? whole + away : whole;
    case ROUND_DOWN: return rest < 0 ? whole - 1 : whole;
    case ROUND_UP: return rest > 0 ? whole + 1 : whole;
    default: return whole;
    }
}

static bool convert_to_integer(const struct op *op, uint64_t bits, uint64_t *result) {
    unsigned width = isa_types[op->type].width;
    bool has_sign = isa_types[op->type].kind == TYPE_SINT;
    double number;
    if (!read_float(op->from, bits, &number) || op->rounding < ROUND_TO_EVEN) return false;
    number = round_to_integer(number, op->rounding);
    uint64_t most = width - has_sign >= 64 ? UINT64_MAX : (UINT64_C(1) << (width - has_sign)) - 1;
    if (number >= (double)most)
        *result = most;
    else if (number < 0 && (!has_sign || number <= -(double)most - 1))
        *result = has_sign ? ~most : 0;
    else
        *result = number < 0 ? (uint64_t)(int64_t)number : (uint64_t)number;
    return true;
}

static bool convert_from_integer(const struct op *op, uint64_t bits, uint64_t *result) {
    uint64_t positive = as_unsigned(op->from, bits);
    int64_t number = as_signed(op->from, bits);
    bool has_sign = isa_types[op->from].kind == TYPE_SINT;
    if (op->rounding != ROUND_NEAREST) return false;
    /* Rounded once, also from 64 bits to f32. */
    double value = has_sign ? (double)number : (double)positive;
    if (is_single(op->type)) value = (double)(has_sign ? (float)number : (float)positive);
    return write_float(op->type, value, result);
}

static bool convert_float(const struct op *op, uint64_t bits, uint64_t *result) {
    double number;
    bool to_float = is_float_type(op->type), from_float = is_float_type(op->from);
    bool to_integer =
        isa_types[op->type].kind == TYPE_UINT || isa_types[op->type].kind == TYPE_SINT;
    bool from_integer =
        isa_types[op->from].kind == TYPE_UINT || isa_types[op->from].kind == TYPE_SINT;
    if (to_integer && from_float) return convert_to_integer(op, bits, result);
    if (to_float && from_integer) return convert_from_integer(op, bits, result);
    if (!to_float || !from_float || !read_float(op->from, bits, &number)) return false;
    return op->rounding <= ROUND_NEAREST && write_float(op->type, number, result);
}

bool float_compute(const struct op *op, const uint64_t *source, uint32_t sources,
                   uint64_t *result) {
    if (op->does == DOES_TEST_NUMBER) {
        *result = is_number_of(op->type, op->mode, source[0]);
        return is_float_type(op->type);
    }
    if (op->does == DOES_COPY_SIGN) {
        *result = copy_sign(op->type, source[0], source[1]);
        return is_float_type(op->type);
    }
    if (op->rounding == ROUND_OTHERWISE || op->mode || op->also || !sources) return false;
    if (op->does == DOES_CONVERT) return convert_float(op, source[0], result);
    if (op->type != op->from || !is_float_type(op->type) || op->rounding > ROUND_NEAREST)
        return false;
    return compute_floats(op, source, sources, result);
}

/* ---- comparisons ---- */

/* Compares two numbers, neither of which is a NaN. */
static bool compare_ordered(uint8_t mode, double x, double y, bool *result) {
    switch ((enum op_mode)mode) {
    case MODE_EQ:
    case MODE_EQU: *result = x == y; return true;
    case MODE_NE:
    case MODE_NEU: *result = x != y; return true;
    case MODE_LT:
    case MODE_LTU: *result = x < y; return true;
    case MODE_LE:
    case MODE_LEU: *result = x <= y; return true;
    case MODE_GT:
    case MODE_GTU: *result = x > y; return true;
    case MODE_GE:
    case MODE_GEU: *result = x >= y; return true;
    case MODE_NUM: *result = true; return true;
    case MODE_NAN: *result = false; return true;
    default: return false;
    }
}

bool float_compare(const struct op *op, uint64_t a, uint64_t b, bool *result) {
    if (!is_float_type(op->from) || op->rounding != ROUND_DEFAULT) return false;
    double x = from_bits(op->from, a), y = from_bits(op->from, b);
    if (x == x && y == y)
        return is_ordinary(op->from, x) && is_ordinary(op->from, y) &&
               compare_ordered(op->mode, x, y, result);
    *result = op->mode >= MODE_EQU && op->mode != MODE_NUM;
    return compare_ordered(op->mode, 0, 0, &(bool){false});
}
