/* SPDX-License-Identifier: Apache-2.0
 * Values of parameters: see value.h. */
#include "cli/rehearse/value.h"
#include "program/text/suggest.h"
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The size of the address range of a buffer. */
#define MOST_BYTES (UINT64_C(1) << 36)

static const char *const buffers[] = {"in", "out", "buffer", "zeros"};
static const char *const types[] = {"u8",  "u16", "u32", "u64", "s8",  "s16", "s32",
                                    "s64", "b8",  "b16", "b32", "b64", "f32", "f64"};
/* Words for a tensor map: launch files use all of them, and the command line only the last one. */
static const char *const others[] = {"words", "map", "tmap", "tmapz", "tensormap"};

enum {
    BUFFERS = sizeof buffers / sizeof *buffers,
    TYPES = sizeof types / sizeof *types,
    OTHERS = sizeof others / sizeof *others
};

__attribute__((format(printf, 2, 3))) static bool because(char why[WHY_SIZE], const char *format,
                                                          ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(why, WHY_SIZE, format, args);
    va_end(args);
    return false;
}

bool value_unsigned(const char *text, uint64_t most, uint64_t *value, char **end) {
    errno = 0;
    *value = strtoull(text, end, 0);
    return *end != text && *text >= '0' && *text <= '9' && !errno && *value <= most;
}

/* ---- numbers ---- */

/* Returns the bits of an integer of `width` bits. */
static bool read_integer(const char *type, const char *text, unsigned width, uint64_t *bits,
                         char why[WHY_SIZE]) {
    char *end;
    uint64_t most = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX, size;
    bool minus = *text == '-';
    if (!value_unsigned(text + minus, UINT64_MAX, &size, &end) || *end) {
        if (errno == ERANGE) return because(why, "'%.60s' does not fit in '%s'", text, type);
        return because(why, "'%.60s' is not an integer", text);
    }
    uint64_t least = (most >> 1) + 1; /* the least signed number, without its sign */
    if (minus && type[0] == 'u')
        return because(why, "'%.60s' is negative, and '%s' has no sign: use 's%u'", text, type,
                       width);
    if (minus ? size > least : size > (type[0] == 's' ? least - 1 : most))
        return because(why, "'%.60s' does not fit in '%s'", text, type);
    *bits = (minus ? 0 - size : size) & most;
    return true;
}

static bool read_float(const char *text, unsigned width, uint64_t *bits, char why[WHY_SIZE]) {
    char *end;
    double wide = strtod(text, &end);
    if (end == text || *end) return because(why, "'%.60s' is not a number", text);
    if (width == 64) {
        memcpy(bits, &wide, sizeof *bits);
    } else {
        float single = strtof(text, &end);
        uint32_t b;
        if (isinf(single) && !isinf(wide))
            return because(why, "'%.60s' does not fit in 'f32'", text);
        memcpy(&b, &single, sizeof b);
        *bits = b;
    }
    return true;
}

/* ---- buffers ---- */

static bool read_bytes(const char *text, ptxc_launch_param *p, char why[WHY_SIZE]) {
    char *end;
    if (!value_unsigned(text, UINT64_MAX, &p->value, &end) || *end)
        return because(why, "'%.60s' is not a number of bytes", text);
    if (p->value > MOST_BYTES)
        return because(why, "a buffer has at most %llu bytes", (unsigned long long)MOST_BYTES);
    return true;
}

/* Reads "128,256": the words of a buffer. */
static bool read_words(struct launch *l, const char *text, ptxc_launch_param *p,
                       char why[WHY_SIZE]) {
    char *end;
    uint64_t word;
    p->kind = PTXC_PARAM_WORDS;
    p->words = l->words + l->word_count;
    for (;; text = end + 1) {
        if (!value_unsigned(text, UINT32_MAX, &word, &end) || (*end && *end != ','))
            return because(why, "'%.60s' is not a list of 32-bit words like '1,2'", text);
        if (l->word_count == MOST_WORDS)
            return because(why, "a launch has at most %d words", MOST_WORDS);
        l->words[l->word_count++] = (uint32_t)word;
        p->value += 4;
        if (!*end) return true;
    }
}

/* ---- any value ---- */

static bool is_among(const char *const *names, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

static bool unknown_type(const char *type, char why[WHY_SIZE]) {
    struct suggestion near = suggest_for(type);
    for (int i = 0; i < TYPES; i++) suggest_offer(&near, types[i]);
    for (int i = 0; i < BUFFERS; i++) suggest_offer(&near, buffers[i]);
    for (int i = 0; i < OTHERS; i++) suggest_offer(&near, others[i]);
    if (near.best) return because(why, "unknown type '%.60s'; did you mean '%s'?", type, near.best);
    return because(why, "unknown type '%.60s'", type);
}

bool value_read(struct launch *l, const char *type, const char *text, ptxc_launch_param *p,
                char why[WHY_SIZE]) {
    if (!strcmp(type, "words")) return read_words(l, text, p, why);
    if (is_among(buffers, BUFFERS, type)) {
        p->kind = strcmp(type, "zeros") ? PTXC_PARAM_BUFFER : PTXC_PARAM_WORDS;
        return read_bytes(text, p, why);
    }
    if (!is_among(types, TYPES, type)) return unknown_type(type, why);
    unsigned width = (unsigned)strtoul(type + 1, NULL, 10);
    p->kind = PTXC_PARAM_VALUE;
    p->width = width / 8;
    if (type[0] == 'f') return read_float(text, width, &p->value, why);
    return read_integer(type, text, width, &p->value, why);
}
