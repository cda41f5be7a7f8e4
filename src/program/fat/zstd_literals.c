/* SPDX-License-Identifier: Apache-2.0
 * Literals of a block of zstd, and their Huffman codes: see zstd.h. */
#include "program/fat/zstd.h"
#include <string.h>

enum { MOST_SYMBOLS = 256, LONGEST_CODE = 11 };

/* ---- codes ---- */

struct weights {
    uint8_t of[MOST_SYMBOLS];
    unsigned count;
};

static bool add_weight(struct weights *w, const struct zstd_table *t, uint32_t state) {
    if (w->count == MOST_SYMBOLS - 1) return false;
    w->of[w->count++] = t->symbol[state];
    return true;
}

/* Reads weights that two states produce in turn. */
static bool read_packed_weights(struct weights *w, struct zstd_bytes from) {
    enum { MOST_WEIGHT = 12, LARGEST_LOG = 6 };
    struct zstd_table t;
    struct zstd_bits bits;
    if (!zstd_table_read(&t, &from, MOST_WEIGHT + 1, LARGEST_LOG) || !zstd_bits_start(&bits, from))
        return false;
    uint32_t state[2];
    state[0] = zstd_bits_read(&bits, t.log);
    state[1] = zstd_bits_read(&bits, t.log);
    for (unsigned turn = 0;; turn ^= 1) {
        if (!add_weight(w, &t, state[turn])) return false;
        state[turn] = zstd_next_state(&t, state[turn], &bits);
        if (bits.at < 0) return add_weight(w, &t, state[turn ^ 1]);
    }
}

static bool read_weights(struct weights *w, struct zstd_bytes *from) {
    enum { PLAIN = 128 };
    struct zstd_bytes part;
    if (!zstd_take(from, 1, &part)) return false;
    unsigned head = *part.at;
    if (head < PLAIN) return zstd_take(from, head, &part) && read_packed_weights(w, part);
    w->count = head - PLAIN + 1;
    if (!zstd_take(from, (w->count + 1) / 2, &part)) return false;
    for (unsigned i = 0; i < w->count; i++)
        w->of[i] = i & 1 ? part.at[i / 2] & 15 : part.at[i / 2] >> 4;
    return true;
}

/* Makes the table of codes. The weight of the last symbol follows from the others. */
static bool build_codes(struct zstd_huffman *h, struct weights *w) {
    uint32_t sum = 0, start[LONGEST_CODE + 2] = {0};
    for (unsigned i = 0; i < w->count; i++) {
        if (w->of[i] > LONGEST_CODE) return false;
        if (w->of[i]) sum += 1u << (w->of[i] - 1);
    }
    unsigned log = sum ? zstd_highest(sum) + 1 : 0;
    if (!sum || log > LONGEST_CODE) return false;
    uint32_t left = (1u << log) - sum;
    if (left & (left - 1)) return false;
    w->of[w->count++] = (uint8_t)(zstd_highest(left) + 1);
    /* A code of weight n fills 2^(n-1) entries, those of low weights first. */
    for (unsigned i = 0; i < w->count; i++)
        if (w->of[i]) start[w->of[i] + 1] += 1u << (w->of[i] - 1);
    for (unsigned i = 1; i <= LONGEST_CODE + 1; i++) start[i] += start[i - 1];
    for (unsigned i = 0; i < w->count; i++) {
        unsigned weight = w->of[i];
        if (!weight) continue;
        uint32_t size = 1u << (weight - 1), at = start[weight];
        memset(h->symbol + at, (int)i, size);
        memset(h->bits + at, (int)(log + 1 - weight), size);
        start[weight] += size;
    }
    h->log = log;
    return true;
}

/* ---- literals ---- */

/* Decodes one stream into bytes [at, end). */
static bool read_stream(struct zstd_literals *l, const struct zstd_huffman *h,
                        struct zstd_bytes from, size_t at, size_t end) {
    struct zstd_bits bits;
    if (!zstd_bits_start(&bits, from)) return false;
    uint32_t state = zstd_bits_read(&bits, h->log), mask = (1u << h->log) - 1;
    for (; at < end; at++) {
        l->bytes[at] = h->symbol[state];
        unsigned count = h->bits[state];
        state = (state << count | zstd_bits_read(&bits, count)) & mask;
    }
    return bits.at == -(int64_t)h->log;
}

static bool read_four(struct zstd_literals *l, const struct zstd_huffman *h,
                      struct zstd_bytes from) {
    struct zstd_bytes sizes, part;
    size_t each = (l->count + 3) / 4;
    if (!zstd_take(&from, 6, &sizes) || 3 * each > l->count) return false;
    for (unsigned i = 0; i < 4; i++) {
        size_t size = i < 3 ? sizes.at[2 * i] | (size_t)sizes.at[2 * i + 1] << 8 : from.left;
        size_t end = i < 3 ? (i + 1) * each : l->count;
        if (!zstd_take(&from, size, &part) || !read_stream(l, h, part, i * each, end)) return false;
    }
    return true;
}

/* Reads literals that are not compressed, or are all the same byte. */
static bool read_simple(struct zstd_literals *l, struct zstd_bytes *from, bool same) {
    struct zstd_bytes head, part;
    if (!from->left) return false;
    unsigned format = *from->at >> 2 & 3, size = format & 1 ? (format == 3 ? 3 : 2) : 1;
    if (!zstd_take(from, size, &head)) return false;
    l->count = format & 1 ? head.at[0] >> 4 : head.at[0] >> 3;
    for (unsigned i = 1; i < size; i++) l->count |= (size_t)head.at[i] << (8 * i - 4);
    if (l->count > ZSTD_BLOCK || !zstd_take(from, same ? 1 : l->count, &part)) return false;
    if (same)
        memset(l->bytes, *part.at, l->count);
    else
        memcpy(l->bytes, part.at, l->count);
    return true;
}

bool zstd_literals_read(struct zstd_literals *l, struct zstd_huffman *h, struct zstd_bytes *from) {
    enum { RAW, SAME, COMPRESSED, KNOWN_CODES };
    struct zstd_bytes head, part;
    if (!from->left) return false;
    unsigned type = *from->at & 3, format = *from->at >> 2 & 3;
    if (type < COMPRESSED) return read_simple(l, from, type == SAME);
    unsigned width = format < 2 ? 10 : format == 2 ? 14 : 18;
    if (!zstd_take(from, format < 2 ? 3 : format + 2, &head)) return false;
    uint64_t all = 0;
    for (size_t i = head.left; i--;) all = all << 8 | head.at[i];
    l->count = (size_t)(all >> 4 & ((1u << width) - 1));
    size_t packed = (size_t)(all >> (4 + width) & ((1u << width) - 1));
    if (l->count > ZSTD_BLOCK || !zstd_take(from, packed, &part)) return false;
    struct weights w = {.count = 0};
    if (type == COMPRESSED && (!read_weights(&w, &part) || !build_codes(h, &w))) return false;
    if (!h->log) return false;
    return format ? read_four(l, h, part) : read_stream(l, h, part, 0, l->count);
}
