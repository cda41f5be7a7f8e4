/* SPDX-License-Identifier: Apache-2.0
 * The units in which a client counts columns: bytes, UTF-16 code units or characters. */
#ifndef LSP_SESSION_UNITS_H
#define LSP_SESSION_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum encoding { ENCODING_UTF8, ENCODING_UTF16, ENCODING_UTF32 };

/* Reads "utf-8" and so on. Returns false if it is none of the three encodings. */
bool units_encoding(const char *name, enum encoding *encoding);
const char *units_name(enum encoding encoding);

/* Returns true if all of the text is ASCII, so that each byte is one unit. */
bool units_are_bytes(const char *text, size_t length);
/* Returns the number of units in text[0..length). */
uint32_t units_count(enum encoding encoding, const char *text, uint32_t length);
/* Returns the bytes of the first `units`, at most `length`. Half of a character does not count. */
uint32_t units_skip(enum encoding encoding, const char *text, uint32_t length, uint32_t units);

#endif
