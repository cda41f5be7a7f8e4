/* SPDX-License-Identifier: Apache-2.0
 * Text into a buffer: see sink.h. */
#include "base/sink.h"
#include <string.h>

void sink_bytes(struct sink *sink, const char *text, size_t length) {
    if (sink->length < sink->size) {
        size_t room = sink->size - sink->length;
        memcpy(sink->buffer + sink->length, text, length < room ? length : room);
    }
    sink->length += length;
}

void sink_text(struct sink *sink, const char *text) { sink_bytes(sink, text, strlen(text)); }

void sink_number(struct sink *sink, int64_t number) {
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
    } while (rest /= 10);
    if (number < 0) digits[--at] = '-';
    sink_bytes(sink, digits + at, sizeof digits - at);
}

void sink_version(struct sink *sink, int version) {
    sink_number(sink, version / 10);
    sink_text(sink, ".");
    sink_number(sink, version % 10);
}

size_t sink_end(struct sink *sink) {
    if (sink->size) sink->buffer[sink->length < sink->size ? sink->length : sink->size - 1] = '\0';
    return sink->length;
}
