/* SPDX-License-Identifier: Apache-2.0
 * Values of constant expressions: see value.h. */
#include "syntax/value.h"
#include <string.h>

static int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

struct value value_of_int(int64_t integer) {
    return (struct value){.integer = integer, .type = VALUE_SIGNED};
}

bool value_integer(const char *text, uint32_t length, struct value *value, bool *overflow) {
    int base = 10;
    uint32_t i = 0;
    if (length > 1 && text[0] == '0') {
        char c = (char)(text[1] | 32);
        base = c == 'x' ? 16 : c == 'b' ? 2 : 8;
        i = base == 8 ? 1 : 2;
    }
    bool is_unsigned = length > i && text[length - 1] == 'U';
    uint32_t end = length - is_unsigned;
    if (i == end && base != 8) return false;
    uint64_t v = 0;
    for (; i < end; i++) {
        int d = digit_of(text[i]);
        if (d >= base) return false;
        if (v >> 63) *overflow = true;
        v = v * (uint64_t)base + (uint64_t)d;
    }
    value->integer = (int64_t)v;
    value->type = is_unsigned || v > INT64_MAX ? VALUE_UNSIGNED : VALUE_SIGNED;
    return true;
}

static uint64_t hex_bits(const char *text, uint32_t length) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < length; i++) bits = bits << 4 | (uint64_t)digit_of(text[i]);
    return bits;
}

/* Returns v * 10^exponent; exact enough for infinity to be recognized. */
static double scale(double v, int exponent) {
    if (v == 0) return 0;
    for (; exponent >= 16 && v < 1e308; exponent -= 16) v *= 1e16;
    for (; exponent > 0 && v < 1e308; exponent--) v *= 10;
    for (; exponent <= -16 && v > 0; exponent += 16) v /= 1e16;
    for (; exponent < 0 && v > 0; exponent++) v /= 10;
    return exponent > 0 ? v * 1e300 : v;
}

/* Converts digits, point and exponent without using the locale. Exact enough for a range check: the
 * first 19 digits count, and of the others only their number. */
static double decimal(const char *text, uint32_t length) {
    enum { MOST = 100000000 };
    uint64_t digits = 0;
    int exponent = 0, written = 0;
    bool fraction = false;
    uint32_t i = 0;
    for (; i < length && (text[i] | 32) != 'e'; i++) {
        if (text[i] == '.') {
            fraction = true;
        } else if (digits < UINT64_C(1000000000000000000)) {
            digits = digits * 10 + (uint64_t)(text[i] - '0');
            exponent -= fraction;
        } else {
            exponent += !fraction;
        }
    }
    if (++i < length) {
        bool negative = text[i] == '-';
        if (text[i] == '-' || text[i] == '+') i++;
        for (; i < length && written < MOST; i++) written = written * 10 + (text[i] - '0');
        exponent += negative ? -written : written;
    }
    return scale((double)digits, exponent);
}

static bool is_zero(const char *text, uint32_t length) {
    for (uint32_t i = 0; i < length && (text[i] | 32) != 'e'; i++)
        if (text[i] != '0' && text[i] != '.') return false;
    return true;
}

struct value value_float(const char *text, uint32_t length, bool *overflow) {
    struct value v = {.type = VALUE_FLOAT};
    char kind = (char)(length > 1 && text[0] == '0' ? text[1] | 32 : 0);
    if (kind == 'f') {
        uint32_t bits = (uint32_t)hex_bits(text + 2, length - 2);
        float f;
        memcpy(&f, &bits, sizeof f);
        v.number = (double)f;
    } else if (kind == 'd') {
        uint64_t bits = hex_bits(text + 2, length - 2);
        memcpy(&v.number, &bits, sizeof bits);
    } else {
        v.number = decimal(text, length);
        bool tiny = v.number < 2.2250738585072014e-308 && !is_zero(text, length);
        *overflow = tiny || v.number > 1.7976931348623157e308;
    }
    return v;
}

struct value value_cast(struct value a, enum value_type to) {
    if (a.type != VALUE_FLOAT) a.type = (uint8_t)to;
    return a;
}

struct value value_unary(int op, struct value a) {
    if (a.type == VALUE_FLOAT) {
        if (op == '-') a.number = -a.number;
        if (op == '!') a = value_of_int(a.number == 0);
        return a;
    }
    if (op == '-') a.integer = (int64_t)(0 - (uint64_t)a.integer);
    if (op == '~') a = (struct value){.integer = ~a.integer, .type = VALUE_UNSIGNED};
    if (op == '!') a = value_of_int(!a.integer);
    return a;
}

static bool float_binary(int op, double a, double b, struct value *result) {
    *result = (struct value){.type = VALUE_FLOAT};
    switch (op) {
    case '+': result->number = a + b; return true;
    case '-': result->number = a - b; return true;
    case '*': result->number = a * b; return true;
    case '/': result->number = a / b; return b != 0;
    case '<': *result = value_of_int(a < b); return true;
    case '>': *result = value_of_int(a > b); return true;
    case VALUE_OP('<', '='): *result = value_of_int(a <= b); return true;
    case VALUE_OP('>', '='): *result = value_of_int(a >= b); return true;
    case VALUE_OP('=', '='): *result = value_of_int(a == b); return true;
    case VALUE_OP('!', '='): *result = value_of_int(a != b); return true;
    default: return true;
    }
}

static double as_float(struct value v) {
    if (v.type == VALUE_FLOAT) return v.number;
    return v.type == VALUE_UNSIGNED ? (double)(uint64_t)v.integer : (double)v.integer;
}

static bool less(bool is_unsigned, int64_t a, int64_t b) {
    return is_unsigned ? (uint64_t)a < (uint64_t)b : a < b;
}

/* The assembler takes the shift count modulo 64. */
static int64_t shift(int op, struct value a, uint64_t by) {
    by &= 63;
    if (op == VALUE_OP('<', '<')) return (int64_t)((uint64_t)a.integer << by);
    if (a.type == VALUE_UNSIGNED) return (int64_t)((uint64_t)a.integer >> by);
    return a.integer < 0 ? ~(int64_t)(~(uint64_t)a.integer >> by) : a.integer >> by;
}

static bool divide(int op, bool is_unsigned, int64_t a, int64_t b, int64_t *result) {
    if (!b) return false;
    uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
    /* Manual: the remainder is unsigned. */
    if (op == '%')
        *result = (int64_t)(ua % ub);
    else if (is_unsigned)
        *result = (int64_t)(ua / ub);
    else
        *result = b == -1 ? (int64_t)(0 - ua) : a / b;
    return true;
}

bool value_takes_floats(int op) {
    return op != '%' && op != '&' && op != '|' && op != '^' && op != VALUE_OP('<', '<') &&
           op != VALUE_OP('>', '>') && op != VALUE_OP('&', '&') && op != VALUE_OP('|', '|');
}

bool value_binary(int op, struct value a, struct value b, struct value *result) {
    if (a.type == VALUE_FLOAT || b.type == VALUE_FLOAT)
        return float_binary(op, as_float(a), as_float(b), result);
    bool u = a.type == VALUE_UNSIGNED || b.type == VALUE_UNSIGNED;
    uint64_t ua = (uint64_t)a.integer, ub = (uint64_t)b.integer;
    int64_t r;
    switch (op) {
    case '+': r = (int64_t)(ua + ub); break;
    case '-': r = (int64_t)(ua - ub); break;
    case '*': r = (int64_t)(ua * ub); break;
    case '&': r = a.integer & b.integer; break;
    case '|': r = a.integer | b.integer; break;
    case '^': r = a.integer ^ b.integer; break;
    case '/':
    case '%':
        if (!divide(op, u, a.integer, b.integer, &r)) return false;
        break;
    case VALUE_OP('<', '<'):
    case VALUE_OP('>', '>'):
        r = shift(op, a, ub);
        u = a.type == VALUE_UNSIGNED;
        break;
    default:
        u = false;
        switch (op) {
        case '<': r = less(a.type | b.type, a.integer, b.integer); break;
        case '>': r = less(a.type | b.type, b.integer, a.integer); break;
        case VALUE_OP('<', '='): r = !less(a.type | b.type, b.integer, a.integer); break;
        case VALUE_OP('>', '='): r = !less(a.type | b.type, a.integer, b.integer); break;
        case VALUE_OP('=', '='): r = a.integer == b.integer; break;
        case VALUE_OP('!', '='): r = a.integer != b.integer; break;
        case VALUE_OP('&', '&'): r = a.integer && b.integer; break;
        default: r = a.integer || b.integer; break;
        }
    }
    *result = (struct value){.integer = r, .type = u ? VALUE_UNSIGNED : VALUE_SIGNED};
    return true;
}
