/* SPDX-License-Identifier: Apache-2.0
 * Buffered output: see out.h. */
#include "program/io/out.h"
#include "program/io/glyph.h"
#include "program/io/system.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void out_init(struct out *out, int file) {
    out->file = file;
    out->error = 0;
    out->used = 0;
}

void out_fail(struct out *out, int error) {
    if (!out->error) out->error = error;
}

int out_flush(struct out *out) {
    if (!out->error) out->error = sys_write(out->file, out->data, out->used);
    out->used = 0;
    return out->error;
}

void out_bytes(struct out *out, const char *bytes, size_t length) {
    while (length) {
        if (out->used == sizeof out->data) out_flush(out);
        size_t n = sizeof out->data - out->used;
        if (n > length) n = length;
        memcpy(out->data + out->used, bytes, n);
        out->used += n;
        bytes += n;
        length -= n;
    }
}

void out_text(struct out *out, const char *text) { out_bytes(out, text, strlen(text)); }

void out_format(struct out *out, const char *format, ...) {
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    out_text(out, text);
}

void out_char(struct out *out, char c) { out_bytes(out, &c, 1); }

void out_repeat(struct out *out, char c, size_t count) {
    while (count--) out_char(out, c);
}

void out_number(struct out *out, uint64_t number) { out_aligned(out, number, 0); }

void out_aligned(struct out *out, uint64_t number, unsigned width) {
    char digits[20];
    unsigned first = sizeof digits;
    do digits[--first] = (char)('0' + number % 10);
    while (number /= 10);
    unsigned count = sizeof digits - first;
    if (width > count) out_repeat(out, ' ', width - count);
    out_bytes(out, digits + first, count);
}

void out_printable(struct out *out, const char *bytes, size_t length) {
    while (length) {
        size_t plain = 0;
        while (plain < length && bytes[plain] >= ' ' && bytes[plain] <= '~') plain++;
        out_bytes(out, bytes, plain);
        bytes += plain;
        length -= plain;
        if (!length) break;
        struct glyph glyph = glyph_at(bytes, length);
        out_bytes(out, glyph.shown, glyph.shown_length);
        bytes += glyph.length;
        length -= glyph.length;
    }
}
