/* SPDX-License-Identifier: Apache-2.0
 * One character of a text as a terminal shows it: how many bytes it takes, how many columns, and
 * what to print for it. Control characters, bidirectional overrides and bytes that are not UTF-8
 * are printed as <U+001B> and <FF>: untrusted text must not control the terminal or hide code. */
#ifndef PROGRAM_IO_GLYPH_H
#define PROGRAM_IO_GLYPH_H

#include <stddef.h>
#include <stdint.h>

struct glyph {
    uint32_t length; /* bytes in the text, 1 to 4 */
    uint32_t width;  /* in columns */
    uint32_t shown_length;
    char shown[12];
};

/* Decodes the first character of bytes[0..length), which must not be empty. */
struct glyph glyph_at(const char *bytes, size_t length);

/* Decodes one UTF-8 character. Returns its length, or 0 if the bytes are not valid UTF-8. */
uint32_t utf8_decode(const char *bytes, size_t length, uint32_t *code);

#endif
