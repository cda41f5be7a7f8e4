/* SPDX-License-Identifier: Apache-2.0
 * What a client counts columns in: bytes, UTF-16 code units or characters. */
#ifndef LSP_SESSION_UNITS_H
#define LSP_SESSION_UNITS_H

#include <stdbool.h>
#include <stdint.h>

enum encoding { ENCODING_UTF8, ENCODING_UTF16, ENCODING_UTF32 };

/* "utf-8" and so on; false: it is none of the three. */
bool units_encoding(const char *name, enum encoding *encoding);
const char *units_name(enum encoding encoding);

/* The units of text[0..length). */
uint32_t units_count(enum encoding encoding, const char *text, uint32_t length);
/* The bytes of the first `units`, `length` at most. Half a character is none of it. */
uint32_t units_skip(enum encoding encoding, const char *text, uint32_t length, uint32_t units);

#endif
