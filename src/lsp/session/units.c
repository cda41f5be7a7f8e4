/* SPDX-License-Identifier: Apache-2.0
 * Columns in the units of a client: see units.h. Text is UTF-8; an invalid byte counts as one
 * unit where it could start a character, and as none where it could continue one. */
#include "lsp/session/units.h"
#include <string.h>

static const char *const names[] = {"utf-8", "utf-16", "utf-32"};

bool units_encoding(const char *name, enum encoding *encoding) {
    for (int i = ENCODING_UTF8; i <= ENCODING_UTF32; i++) {
        if (strcmp(name, names[i])) continue;
        *encoding = (enum encoding)i;
        return true;
    }
    return false;
}

const char *units_name(enum encoding encoding) { return names[encoding]; }

/* Returns the units that start with this byte. */
static uint32_t units_of(enum encoding encoding, unsigned char c) {
    return (uint32_t)((c & 0xC0) != 0x80) + (encoding == ENCODING_UTF16 && c >= 0xF0);
}

bool units_are_bytes(const char *text, size_t length) {
    uint64_t any = 0;
    for (; length >= sizeof any; length -= sizeof any, text += sizeof any) {
        uint64_t eight;
        memcpy(&eight, text, sizeof eight);
        any |= eight;
    }
    while (length--) any |= (unsigned char)*text++;
    return !(any & 0x8080808080808080u);
}

uint32_t units_count(enum encoding encoding, const char *text, uint32_t length) {
    uint32_t count = 0;
    if (encoding == ENCODING_UTF8) return length;
    for (uint32_t i = 0; i < length; i++) count += units_of(encoding, (unsigned char)text[i]);
    return count;
}

uint32_t units_skip(enum encoding encoding, const char *text, uint32_t length, uint32_t units) {
    uint32_t at = 0;
    if (encoding == ENCODING_UTF8) {
        at = units < length ? units : length;
        while (at < length && at && ((unsigned char)text[at] & 0xC0) == 0x80) at--;
        return at;
    }
    for (; at < length; at++) {
        uint32_t more = units_of(encoding, (unsigned char)text[at]);
        if (more > units) break;
        units -= more;
    }
    return at;
}
