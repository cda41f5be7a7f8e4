/* SPDX-License-Identifier: Apache-2.0
 * Text written into a caller's buffer, cut to its size, as snprintf does. */
#ifndef BASE_SINK_H
#define BASE_SINK_H

#include <stddef.h>
#include <stdint.h>

struct sink {
    char *buffer;
    size_t size, length; /* length: of the whole text */
};

void sink_bytes(struct sink *sink, const char *text, size_t length);
void sink_text(struct sink *sink, const char *text);
void sink_number(struct sink *sink, int64_t number);
/* "8.6" of 86 */
void sink_version(struct sink *sink, int version);
/* Ends the text with a NUL, if there is room for one; returns its whole length. */
size_t sink_end(struct sink *sink);

#endif
