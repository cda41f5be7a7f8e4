/* SPDX-License-Identifier: Apache-2.0
 * Decompresses a block of LZ4: a series of literal bytes and copies of earlier ones. Nothing
 * outside of the two buffers is read or written, whatever the block contains. */
#include "program/fat/fat.h"
#include <string.h>

struct lz4 {
    const unsigned char *data;
    size_t at, size;
};

/* Adds the bytes that continue a length of 15. Returns false if the block ends before. */
static bool more_length(struct lz4 *z, size_t *length) {
    enum { CONTINUED = 15, FULL = 255 };
    if (*length != CONTINUED) return true;
    unsigned char byte;
    do {
        if (z->at == z->size) return false;
        byte = z->data[z->at++];
        *length += byte;
    } while (byte == FULL);
    return true;
}

bool fat_lz4(const unsigned char *data, size_t size, char *out, size_t length) {
    enum { SHORTEST_COPY = 4 };
    struct lz4 z = {data, 0, size};
    size_t used = 0;
    while (z.at < size) {
        unsigned char token = data[z.at++];
        size_t literals = token >> 4, copy = token & 15;
        if (!more_length(&z, &literals)) return false;
        if (literals > size - z.at || literals > length - used) return false;
        memcpy(out + used, data + z.at, literals);
        used += literals;
        z.at += literals;
        if (z.at == size) return used == length; /* the last sequence has no copy */
        if (size - z.at < 2) return false;
        size_t distance = data[z.at] | (size_t)data[z.at + 1] << 8;
        z.at += 2;
        if (!more_length(&z, &copy)) return false;
        copy += SHORTEST_COPY;
        if (!distance || distance > used || copy > length - used) return false;
        for (; copy; copy--, used++) out[used] = out[used - distance]; /* they may overlap */
    }
    return false;
}
