/* SPDX-License-Identifier: Apache-2.0
 * Decompresses zstd (RFC 8878), without dictionaries and checksums: see zstd.h. */
#include "program/fat/zstd.h"
#include "program/fat/fat.h"
#include <stdlib.h>
#include <string.h>

/* The codes of a sequence. */
enum kind { LITERALS, OFFSET, COPY, KINDS };

struct zstd {
    struct zstd_bytes from;
    char *out;
    size_t used, length;
    size_t recent[3]; /* offsets */
    struct zstd_table table[KINDS];
    struct zstd_huffman huffman;
    struct zstd_literals literals;
    size_t taken; /* literals that have been written */
};

/* ---- sequences ---- */

/* What a code stands for: a base, and the number of bits that are added to it. */
static uint32_t extended(uint32_t code, bool copy, unsigned *bits) {
    static const uint8_t more[] = {1, 1, 1, 1,  2,  2,  3,  3,  4,  6,
                                   7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    static const uint8_t more_copy[] = {1, 1, 1, 1,  2,  2,  3,  3,  4,  4, 5,
                                        7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    uint32_t plain = copy ? 32 : 16, base = copy ? 3 : 0;
    *bits = 0;
    if (code < plain) return base + code;
    base += plain;
    const uint8_t *widths = copy ? more_copy : more;
    for (uint32_t i = 0; i < code - plain; i++) base += 1u << widths[i];
    *bits = widths[code - plain];
    return base;
}

static bool read_one_table(struct zstd *z, struct zstd_bytes *from, enum kind kind, unsigned mode) {
    static const int16_t literals[] = {4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1,  1,  2,  2,
                                       2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1};
    static const int16_t offset[] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 1,  1,  1,  1,  1, 1,
                                     1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1};
    static const int16_t copy[] = {1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                   1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                   1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1};
    static const struct {
        const int16_t *norm;
        unsigned symbols, log, most_log;
    } kinds[KINDS] = {{literals, 36, 6, 9}, {offset, 29, 5, 8}, {copy, 53, 6, 9}};
    enum { PREDEFINED, SAME, DESCRIBED };
    enum { MOST_OFFSETS = 32 };
    struct zstd_table *t = &z->table[kind];
    unsigned symbols = kind == OFFSET ? MOST_OFFSETS : kinds[kind].symbols;
    struct zstd_bytes byte;
    switch (mode) {
    case PREDEFINED:
        zstd_table_build(t, kinds[kind].norm, kinds[kind].symbols, kinds[kind].log);
        return true;
    case SAME:
        if (!zstd_take(from, 1, &byte) || *byte.at >= symbols) return false;
        *t = (struct zstd_table){.known = true};
        t->symbol[0] = *byte.at;
        return true;
    case DESCRIBED: return zstd_table_read(t, from, symbols, kinds[kind].most_log);
    default: return t->known;
    }
}

/* Returns the distance that an offset stands for: 1 to 3 are recent distances. */
static size_t distance_of(struct zstd *z, uint64_t value, bool no_literals) {
    size_t *recent = z->recent, distance;
    uint64_t which = value - 1 + no_literals;
    if (value > 3)
        distance = (size_t)(value - 3);
    else
        distance = which == 3 ? recent[0] - 1 : recent[which];
    if (value <= 3 && !which) return distance;
    if (value > 3 || which > 1) recent[2] = recent[1];
    recent[1] = recent[0];
    recent[0] = distance;
    return distance;
}

static bool put_literals(struct zstd *z, size_t count) {
    if (count > z->literals.count - z->taken || count > z->length - z->used) return false;
    memcpy(z->out + z->used, z->literals.bytes + z->taken, count);
    z->taken += count;
    z->used += count;
    return true;
}

static bool put_copy(struct zstd *z, size_t distance, size_t count) {
    if (!distance || distance > z->used || count > z->length - z->used) return false;
    for (; count; count--, z->used++) z->out[z->used] = z->out[z->used - distance];
    return true;
}

static bool run_sequences(struct zstd *z, struct zstd_bytes from, uint32_t count) {
    struct zstd_bits bits;
    uint32_t state[KINDS] = {0};
    if (!zstd_bits_start(&bits, from)) return false;
    for (int k = LITERALS; k < KINDS; k++) state[k] = zstd_bits_read(&bits, z->table[k].log);
    while (count--) {
        unsigned code = z->table[OFFSET].symbol[state[OFFSET]], more, copy_bits;
        uint64_t offset = ((uint64_t)1 << code) + zstd_bits_read(&bits, code);
        size_t copy = extended(z->table[COPY].symbol[state[COPY]], true, &copy_bits);
        copy += zstd_bits_read(&bits, copy_bits);
        size_t literals = extended(z->table[LITERALS].symbol[state[LITERALS]], false, &more);
        literals += zstd_bits_read(&bits, more);
        if (bits.at < 0 || !put_literals(z, literals) ||
            !put_copy(z, distance_of(z, offset, !literals), copy))
            return false;
        if (!count) break;
        state[LITERALS] = zstd_next_state(&z->table[LITERALS], state[LITERALS], &bits);
        state[COPY] = zstd_next_state(&z->table[COPY], state[COPY], &bits);
        state[OFFSET] = zstd_next_state(&z->table[OFFSET], state[OFFSET], &bits);
    }
    return bits.at == 0;
}

/* ---- blocks ---- */

/* Reads the number of sequences. */
static bool read_count(struct zstd_bytes *from, uint32_t *count) {
    struct zstd_bytes b;
    if (!zstd_take(from, 1, &b)) return false;
    *count = *b.at;
    if (*count < 128) return true;
    bool large = *count == 255;
    if (!zstd_take(from, large ? 2 : 1, &b)) return false;
    *count = large ? b.at[0] + ((uint32_t)b.at[1] << 8) + 0x7F00 : ((*count - 128) << 8) + *b.at;
    return true;
}

static bool read_compressed(struct zstd *z, struct zstd_bytes from) {
    uint32_t count;
    struct zstd_bytes modes;
    if (!zstd_literals_read(&z->literals, &z->huffman, &from) || !read_count(&from, &count))
        return false;
    z->taken = 0;
    if (count) {
        if (!zstd_take(&from, 1, &modes)) return false;
        for (int k = LITERALS; k < KINDS; k++)
            if (!read_one_table(z, &from, (enum kind)k, *modes.at >> (6 - 2 * k) & 3)) return false;
        if (!run_sequences(z, from, count)) return false;
    }
    return put_literals(z, z->literals.count - z->taken);
}

/* Reads a block; *last says whether others follow. */
static bool read_zstd_block(struct zstd *z, bool *last) {
    enum { RAW, SAME, COMPRESSED };
    struct zstd_bytes head, part;
    if (!zstd_take(&z->from, 3, &head)) return false;
    uint32_t all = head.at[0] | (uint32_t)head.at[1] << 8 | (uint32_t)head.at[2] << 16;
    unsigned type = all >> 1 & 3;
    size_t size = all >> 3;
    *last = all & 1;
    if (!zstd_take(&z->from, type == SAME ? 1 : size, &part)) return false;
    if (type == COMPRESSED) return read_compressed(z, part);
    if (type > COMPRESSED || size > z->length - z->used) return false;
    if (type == SAME)
        memset(z->out + z->used, *part.at, size);
    else
        memcpy(z->out + z->used, part.at, size);
    z->used += size;
    return true;
}

static bool skip_frame_header(struct zstd *z) {
    static const unsigned char magic[] = {0x28, 0xb5, 0x2f, 0xfd};
    struct zstd_bytes part;
    if (!zstd_take(&z->from, 5, &part) || memcmp(part.at, magic, sizeof magic)) return false;
    unsigned flags = part.at[4], size = flags >> 6, dictionary = flags & 3;
    bool single = flags & 32;
    size_t rest = size ? (size_t)1 << size : single;
    return !dictionary && zstd_take(&z->from, rest + !single, &part);
}

bool fat_zstd(const unsigned char *data, size_t size, char *out, size_t length) {
    struct zstd *z = calloc(1, sizeof *z);
    if (!z) return false;
    z->from = (struct zstd_bytes){data, size};
    z->out = out;
    z->length = length;
    z->recent[0] = 1;
    z->recent[1] = 4;
    z->recent[2] = 8;
    bool last = false, fine = skip_frame_header(z);
    while (fine && !last) fine = read_zstd_block(z, &last);
    fine = fine && z->used == length;
    free(z);
    return fine;
}
