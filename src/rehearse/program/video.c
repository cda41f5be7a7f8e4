/* SPDX-License-Identifier: Apache-2.0
 * Computes video instructions: see video.h. */
#include "rehearse/program/video.h"
#include "rehearse/program/integer.h"
#include <string.h>

enum { WORD = 32, MOST_PARTS = 4, MOST_SHIFT = 32, FAR = 62 };

/* A part holds the width of its elements, how many it names, and their numbers, the last one in the
 * lowest bits. */
enum { PART_COUNT = 8, PART_DIGITS = 16, DIGIT = 4 };

static const struct {
    uint8_t does, what, numbers; /* numbers: how many are computed at once */
} known_videos[] = {
    {DOES_VIDEO_ADD, DOES_ADD, 1},
    {DOES_VIDEO_SUBTRACT, DOES_SUBTRACT, 1},
    {DOES_VIDEO_DIFFERENCE, DOES_DIFFERENCE, 1},
    {DOES_VIDEO_MINIMUM, DOES_MINIMUM, 1},
    {DOES_VIDEO_MAXIMUM, DOES_MAXIMUM, 1},
    {DOES_VIDEO_SHIFT_LEFT, DOES_SHIFT_LEFT, 1},
    {DOES_VIDEO_SHIFT_RIGHT, DOES_SHIFT_RIGHT, 1},
    {DOES_VIDEO_MULTIPLY_ADD, DOES_MULTIPLY_ADD, 1},
    {DOES_VIDEO_COMPARE, DOES_COMPARE, 1},
    {DOES_VIDEO2_ADD, DOES_ADD, 2},
    {DOES_VIDEO2_SUBTRACT, DOES_SUBTRACT, 2},
    {DOES_VIDEO2_AVERAGE, DOES_VIDEO2_AVERAGE, 2},
    {DOES_VIDEO2_DIFFERENCE, DOES_DIFFERENCE, 2},
    {DOES_VIDEO2_MINIMUM, DOES_MINIMUM, 2},
    {DOES_VIDEO2_MAXIMUM, DOES_MAXIMUM, 2},
    {DOES_VIDEO2_COMPARE, DOES_COMPARE, 2},
    {DOES_VIDEO4_ADD, DOES_ADD, 4},
    {DOES_VIDEO4_SUBTRACT, DOES_SUBTRACT, 4},
    {DOES_VIDEO4_AVERAGE, DOES_VIDEO2_AVERAGE, 4},
    {DOES_VIDEO4_DIFFERENCE, DOES_DIFFERENCE, 4},
    {DOES_VIDEO4_MINIMUM, DOES_MINIMUM, 4},
    {DOES_VIDEO4_MAXIMUM, DOES_MAXIMUM, 4},
    {DOES_VIDEO4_COMPARE, DOES_COMPARE, 4},
};
enum { KNOWN_VIDEOS = sizeof known_videos / sizeof *known_videos };

/* ---- words ---- */

bool video_is(uint8_t does) { return does >= DOES_VIDEO_ADD && does <= DOES_VIDEO4_COMPARE; }

struct video video_begin(uint8_t does) {
    struct video v = {.numbers = 1};
    for (unsigned i = 0; i < KNOWN_VIDEOS; i++) {
        if (known_videos[i].does != does) continue;
        v.what = known_videos[i].what;
        v.numbers = known_videos[i].numbers;
    }
    /* A comparison does not name the type of its result. */
    v.types = v.what == DOES_COMPARE;
    return v;
}

void video_take_type(struct video *v, uint8_t type) {
    if (v->types < VIDEO_TYPES) v->is_signed[v->types++] = isa_types[type].kind == TYPE_SINT;
}

void video_take_mode(struct video *v, uint8_t mode) {
    switch ((enum op_mode)mode) {
    case MODE_SAT: v->saturates = true; break;
    case MODE_WRAP: v->wraps = true; break;
    case MODE_PLUS_ONE: v->plus_one = true; break;
    case MODE_SHIFT7: v->shift = 7; break;
    case MODE_SHIFT15: v->shift = 15; break;
    case MODE_ADD:
    case MODE_MIN:
    case MODE_MAX: v->then = mode; break;
    default:
        if (mode >= MODE_EQ && mode <= MODE_GE) v->compares = mode;
        break;
    }
}

uint32_t video_part(const char *text, uint32_t length) {
    uint32_t count = length ? length - 1 : 0, part;
    if (!count || count > MOST_PARTS || (*text != 'b' && *text != 'h')) return 0;
    part = (*text == 'b' ? 8 : 16) | count << PART_COUNT;
    for (uint32_t i = 0; i < count; i++) {
        if (text[length - 1 - i] < '0' || text[length - 1 - i] > '7') return 0;
        part |= (uint32_t)(text[length - 1 - i] - '0') << (PART_DIGITS + DIGIT * i);
    }
    return part;
}

/* ---- parts ---- */

static unsigned part_width(uint32_t part) { return part ? part & 0xFF : WORD; }
static unsigned part_digit(uint32_t part, unsigned i) {
    return part >> (PART_DIGITS + DIGIT * i) & 7;
}

static int64_t take_bits(uint64_t bits, unsigned at, unsigned width, bool is_signed) {
    uint64_t v = bits >> at & ((UINT64_C(1) << width) - 1);
    bool negative = is_signed && v >> (width - 1);
    return (int64_t)v - (negative ? (int64_t)1 << width : 0);
}

/* Returns the number that a source of a scalar instruction holds. */
static int64_t take_one(const struct video_operand *o, bool is_signed) {
    unsigned width = part_width(o->part);
    return take_bits(o->bits, o->part ? width * part_digit(o->part, 0) : 0, width, is_signed);
}

static int64_t clamp_number(int64_t v, unsigned width, bool is_signed) {
    int64_t most = ((int64_t)1 << (width - is_signed)) - 1, least = is_signed ? -most - 1 : 0;
    return v > most ? most : v < least ? least : v;
}

/* ---- operations ---- */

/* Shifts by 32 at most. What is shifted beyond 32 bits matters only for saturation. */
static int64_t shift_number(const struct video *v, int64_t a, int64_t by) {
    by = v->wraps ? by & 31 : by > MOST_SHIFT ? MOST_SHIFT : by;
    if (v->what == DOES_SHIFT_RIGHT) return a >= 0 ? a >> by : ~(~a >> by);
    if (by == MOST_SHIFT) return !a ? 0 : a > 0 ? (int64_t)1 << FAR : -((int64_t)1 << FAR);
    return a * ((int64_t)1 << by);
}

static int64_t operate(const struct video *v, int64_t a, int64_t b) {
    int64_t sum = a + b;
    switch ((enum isa_does)v->what) {
    case DOES_ADD: return sum;
    case DOES_SUBTRACT: return a - b;
    case DOES_DIFFERENCE: return a < b ? b - a : a - b;
    case DOES_MINIMUM: return a < b ? a : b;
    case DOES_MAXIMUM: return a < b ? b : a;
    case DOES_COMPARE: return compare_by(v->compares, a < b, b < a);
    case DOES_VIDEO2_AVERAGE: return sum >= 0 ? (sum + 1) >> 1 : ~(~sum >> 1);
    default: return shift_number(v, a, b);
    }
}

/* Returns what follows the operation itself: a sum with the third source, or a choice. */
static uint32_t finish_number(const struct video *v, uint32_t number, uint32_t c) {
    bool less = v->is_signed[0] ? (int32_t)number < (int32_t)c : number < c;
    if (v->then == MODE_ADD) return number + c;
    if (v->then == MODE_MIN) return less ? number : c;
    if (v->then == MODE_MAX) return less ? c : number;
    return number;
}

/* An H200 merges a part, saturates after a shift, and compares what does not fit in another way
 * than the manual says. */
static bool compute_scalar(const struct video *v, const struct video_operand *o, uint32_t count,
                           uint32_t *result) {
    int64_t number = operate(v, take_one(&o[1], v->is_signed[1]), take_one(&o[2], v->is_signed[2]));
    int64_t clamped = v->saturates ? clamp_number(number, WORD, v->is_signed[0]) : number;
    bool fits = number == clamp_number(number, WORD, v->is_signed[0]);
    bool odd =
        (v->what == DOES_SHIFT_LEFT && v->saturates) || v->then == MODE_MIN || v->then == MODE_MAX;
    if (o->part || (odd && !fits)) return false;
    *result = finish_number(v, (uint32_t)clamped, count > 3 ? o[3].bits : 0);
    return true;
}

/* Returns true if an H200 reads the word as a signed number although it is unsigned. */
static bool is_misread(const struct video_operand *o, bool is_signed) {
    return !is_signed && !o->part && o->bits >> (WORD - 1);
}

/* The product has up to 64 bits, or 63 and a sign. */
static bool multiply_add(const struct video *v, const struct video_operand *o, uint32_t *result) {
    int64_t a = take_one(&o[1], v->is_signed[1]), b = take_one(&o[2], v->is_signed[2]);
    bool negative = o[1].minus != o[2].minus;
    bool is_signed = v->is_signed[1] || v->is_signed[2] || negative || o[3].minus;
    bool misread = is_misread(&o[1], v->is_signed[1]) || is_misread(&o[2], v->is_signed[2]) ||
                   is_misread(&o[3], is_signed);
    if (misread && (v->shift || v->saturates)) return false;
    uint64_t product = (uint64_t)a * (uint64_t)b;
    if (!is_signed) {
        uint64_t sum = (product + o[3].bits + v->plus_one) >> v->shift;
        *result = v->saturates && sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum;
        return true;
    }
    if (!v->is_signed[1] && !v->is_signed[2] && product >> 63) return false;
    if (negative) product = 0 - product;
    int64_t c = (int32_t)o[3].bits;
    int64_t sum = (int64_t)(product + (uint64_t)(o[3].minus ? -c : c) + v->plus_one);
    sum = sum >= 0 ? sum >> v->shift : ~(~sum >> v->shift);
    *result = (uint32_t)(v->saturates ? clamp_number(sum, WORD, true) : sum);
    return true;
}

/* Returns element i of the two sources, which a part of each selects among both. */
static int64_t take_element(const struct video *v, const struct video_operand *o, unsigned i,
                            bool second) {
    unsigned width = WORD / v->numbers;
    uint32_t part = o[second ? 2 : 1].part;
    unsigned digit = part ? part_digit(part, i) : second ? i + v->numbers : i;
    uint64_t both = (uint64_t)o[2].bits << WORD | o[1].bits;
    return take_bits(both, width * digit, width, v->is_signed[second ? 2 : 1]);
}

static uint32_t written_elements(const struct video *v, uint32_t part) {
    uint32_t mask = 0;
    if (!part) return (UINT32_C(1) << v->numbers) - 1;
    for (unsigned i = 0; i < (part >> PART_COUNT & 0xF); i++) mask |= 1u << part_digit(part, i);
    return mask;
}

static bool compute_several(const struct video *v, const struct video_operand *o,
                            uint32_t *result) {
    unsigned width = WORD / v->numbers;
    uint32_t written = written_elements(v, o->part), each = (UINT32_C(1) << width) - 1;
    *result = o[3].bits;
    for (unsigned i = 0; i < v->numbers; i++) {
        if (!(written >> i & 1)) continue;
        int64_t number = operate(v, take_element(v, o, i, false), take_element(v, o, i, true));
        if (v->saturates) number = clamp_number(number, width, v->is_signed[0]);
        if (v->then == MODE_ADD)
            *result += (uint32_t)number;
        else
            *result = (*result & ~(each << width * i)) | ((uint32_t)number & each) << width * i;
    }
    return true;
}

bool video_compute(const struct video *v, const struct video_operand *o, uint32_t count,
                   uint32_t *result) {
    if (v->numbers > 1) return count > 3 && compute_several(v, o, result);
    if (v->what == DOES_MULTIPLY_ADD) return count > 3 && multiply_add(v, o, result);
    return count > 2 && compute_scalar(v, o, count, result);
}
