/* SPDX-License-Identifier: Apache-2.0
 * Bits and FSE tables of zstd: see zstd.h. */
#include "program/fat/zstd.h"
#include <string.h>

unsigned zstd_highest(uint64_t n) {
    unsigned bit = 0;
    while (n >>= 1) bit++;
    return bit;
}

bool zstd_take(struct zstd_bytes *from, size_t size, struct zstd_bytes *out) {
    if (size > from->left) return false;
    *out = (struct zstd_bytes){from->at, size};
    from->at += size;
    from->left -= size;
    return true;
}

bool zstd_bits_start(struct zstd_bits *b, struct zstd_bytes all) {
    /* The highest bit of the last byte only marks the end. */
    if (!all.left || !all.at[all.left - 1]) return false;
    *b = (struct zstd_bits){all.at, (int64_t)(all.left - 1) * 8 +
                                        (int64_t)zstd_highest(all.at[all.left - 1])};
    return true;
}

uint32_t zstd_bits_read(struct zstd_bits *b, unsigned count) {
    uint32_t value = 0;
    while (count--) {
        b->at--;
        uint32_t bit = b->at < 0 ? 0 : b->data[b->at >> 3] >> (b->at & 7) & 1u;
        value = value << 1 | bit;
    }
    return value;
}

uint32_t zstd_next_state(const struct zstd_table *t, uint32_t state, struct zstd_bits *b) {
    return t->base[state] + zstd_bits_read(b, t->bits[state]);
}

void zstd_table_build(struct zstd_table *t, const int16_t *norm, unsigned symbols, unsigned log) {
    uint32_t size = 1u << log, high = size, at = 0, step = (size >> 1) + (size >> 3) + 3;
    uint16_t next[256];
    t->log = log;
    t->known = true;
    for (unsigned s = 0; s < symbols; s++) {
        next[s] = (uint16_t)(norm[s] < 0 ? 1 : norm[s]);
        if (norm[s] < 0) t->symbol[--high] = (uint8_t)s;
    }
    for (unsigned s = 0; s < symbols; s++)
        for (int16_t i = 0; i < norm[s]; i++) {
            t->symbol[at] = (uint8_t)s;
            do at = (at + step) & (size - 1);
            while (at >= high);
        }
    for (uint32_t i = 0; i < size; i++) {
        uint32_t n = next[t->symbol[i]]++;
        t->bits[i] = (uint8_t)(log - zstd_highest(n));
        t->base[i] = (uint16_t)((n << t->bits[i]) - size);
    }
}

/* Bits that are read from the start. */
struct forward {
    struct zstd_bytes from;
    size_t at;
};

static uint32_t read_forward(struct forward *f, unsigned count) {
    uint32_t value = 0;
    for (unsigned i = 0; i < count; i++, f->at++)
        if (f->at / 8 < f->from.left)
            value |= (uint32_t)(f->from.at[f->at / 8] >> (f->at & 7) & 1) << i;
    return value;
}

/* Reads the share of one symbol, of which `remaining` are left for all. */
static int32_t read_share(struct forward *f, int32_t remaining) {
    unsigned bits = zstd_highest((uint32_t)remaining + 1) + 1;
    uint32_t value = read_forward(f, bits), lower = (1u << (bits - 1)) - 1;
    uint32_t threshold = (1u << bits) - 2 - (uint32_t)remaining;
    if ((value & lower) < threshold) {
        f->at--;
        value &= lower;
    } else if (value > lower) {
        value -= threshold;
    }
    return (int32_t)value - 1;
}

bool zstd_table_read(struct zstd_table *t, struct zstd_bytes *from, unsigned symbols,
                     unsigned most_log) {
    enum { SMALLEST_LOG = 5, ALL = 3 };
    int16_t norm[256] = {0};
    struct forward f = {*from, 0};
    unsigned log = read_forward(&f, 4) + SMALLEST_LOG, symbol = 0;
    int32_t remaining = 1 << log;
    if (log > most_log) return false;
    while (remaining > 0 && symbol < symbols) {
        int32_t share = read_share(&f, remaining);
        remaining -= share < 0 ? -share : share;
        norm[symbol++] = (int16_t)share;
        uint32_t zeros = share ? 0 : ALL;
        while (zeros == ALL) { /* symbols without a share */
            zeros = read_forward(&f, 2);
            symbol += zeros;
        }
    }
    struct zstd_bytes used;
    if (remaining || symbol > symbols || !zstd_take(from, (f.at + 7) / 8, &used)) return false;
    zstd_table_build(t, norm, symbol, log);
    return true;
}
