/* SPDX-License-Identifier: Apache-2.0
 * Buffered output. The first failure is recorded and all later output is dropped, so that
 * callers need to check only once, at the end. */
#ifndef PROGRAM_IO_OUT_H
#define PROGRAM_IO_OUT_H

#include <stddef.h>
#include <stdint.h>

struct out {
    int file;
    int error; /* errno of the first failure, or 0 */
    size_t used;
    char data[1 << 13]; /* on the stack, which may be small */
};

void out_init(struct out *out, int file);
/* Writes the buffered output and returns out->error. */
int out_flush(struct out *out);
/* Records that something other than a write has failed, for example an allocation. */
void out_fail(struct out *out, int error);

void out_bytes(struct out *out, const char *bytes, size_t length);
void out_text(struct out *out, const char *text);
/* Writes at most 599 bytes. */
void out_format(struct out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void out_char(struct out *out, char c);
void out_repeat(struct out *out, char c, size_t count);
void out_number(struct out *out, uint64_t number);
/* Writes a number right-aligned in `width` columns. */
void out_aligned(struct out *out, uint64_t number, unsigned width);
/* Writes bytes from files or users, made safe for a terminal: see glyph.h. */
void out_printable(struct out *out, const char *bytes, size_t length);

#endif
