/* SPDX-License-Identifier: Apache-2.0
 * Characters as a terminal shows them: see glyph.h. Does not use a locale or wcwidth, which
 * would cost more than the rest of the program on a small file. */
#include "program/io/glyph.h"
#include <stdbool.h>
#include <string.h>

uint32_t utf8_decode(const char *bytes, size_t length, uint32_t *code) {
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)bytes[0];
    uint32_t count = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (first > 0xF4 || !count || count > length) return 0;
    uint32_t value = count == 1 ? first : first & (0x7Fu >> count);
    for (uint32_t i = 1; i < count; i++) {
        unsigned char next = (unsigned char)bytes[i];
        if ((next & 0xC0) != 0x80) return 0;
        value = value << 6 | (next & 0x3F);
    }
    bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < smallest[count] || value > 0x10FFFF || surrogate) return 0;
    *code = value;
    return count;
}

struct range {
    uint32_t first, last;
};

static bool in_ranges(uint32_t code, const struct range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last) return true;
    return false;
}

/* Recognizes control characters, and characters that change the order or the look of others. */
static bool is_unsafe(uint32_t code) {
    static const struct range unsafe[] = {
        {0, 0x1F},        {0x7F, 0x9F},     {0xAD, 0xAD},       {0x61C, 0x61C},   {0x200B, 0x200F},
        {0x2028, 0x202E}, {0x2060, 0x206F}, {0xE000, 0xF8FF},   {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF},
        {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF}, {0xE0000, 0x10FFFF}};
    return in_ranges(code, unsafe, sizeof unsafe / sizeof *unsafe);
}

static uint32_t width_of(uint32_t code) {
    static const struct range combining[] = {{0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},
                                             {0x610, 0x61A},   {0x64B, 0x65F},   {0x1AB0, 0x1AFF},
                                             {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F}};
    static const struct range wide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},
                                        {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
                                        {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F},
                                        {0x1F680, 0x1F6FF}, {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}};
    if (code < 0x300) return 1;
    if (in_ranges(code, combining, sizeof combining / sizeof *combining)) return 0;
    return in_ranges(code, wide, sizeof wide / sizeof *wide) ? 2 : 1;
}

/* Writes "<U+200B>", or "<FF>" for a byte that is not part of a character. */
static uint32_t write_code(char *to, uint32_t code, bool character) {
    uint32_t n = 0;
    to[n++] = '<';
    if (character) {
        to[n++] = 'U';
        to[n++] = '+';
    }
    int digits = !character ? 2 : code > 0xFFFFF ? 6 : code > 0xFFFF ? 5 : 4;
    while (digits--) to[n++] = "0123456789ABCDEF"[code >> 4 * digits & 15];
    to[n++] = '>';
    return n;
}

struct glyph glyph_at(const char *bytes, size_t length) {
    struct glyph glyph = {.length = 1, .width = 1, .shown_length = 1, .shown = {bytes[0]}};
    if (bytes[0] >= ' ' && bytes[0] <= '~') return glyph;
    uint32_t code;
    uint32_t count = utf8_decode(bytes, length, &code);
    if (count && !is_unsafe(code)) {
        memcpy(glyph.shown, bytes, count);
        glyph.length = glyph.shown_length = count;
        glyph.width = width_of(code);
        return glyph;
    }
    if (!count) code = (unsigned char)bytes[0];
    glyph.length = count ? count : 1;
    glyph.width = glyph.shown_length = write_code(glyph.shown, code, count != 0);
    return glyph;
}
