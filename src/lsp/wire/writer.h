/* SPDX-License-Identifier: Apache-2.0
 * JSON as text, for answers so large that building a tree of them first would take most of the
 * time. */
#ifndef LSP_WIRE_WRITER_H
#define LSP_WIRE_WRITER_H

#include <stddef.h>
#include <stdint.h>

struct writer {
    char *text; /* NUL-terminated, or NULL if it is empty; the owner frees it */
    size_t length, room;
};

void writer_bytes(struct writer *writer, const char *bytes, size_t length);
void writer_text(struct writer *writer, const char *text);
void writer_number(struct writer *writer, uint32_t number);
/* Writes a list of numbers, with commas between them. */
void writer_numbers(struct writer *writer, const uint32_t *number, size_t count);
/* Writes a string with its quotes. Invalid UTF-8 becomes U+FFFD, as in json_text. */
void writer_string(struct writer *writer, const char *bytes, size_t length);

#endif
