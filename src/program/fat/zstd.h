/* SPDX-License-Identifier: Apache-2.0
 * The tables of zstd (RFC 8878). Each reader checks its bounds, and each function returns false for
 * damaged data.
 *
 *   zstd.c           frames, blocks and sequences
 *   zstd_literals.c  literals and their Huffman codes
 *   zstd_table.c     bits, and the tables of finite state entropy codes (FSE) */
#ifndef PROGRAM_FAT_ZSTD_H
#define PROGRAM_FAT_ZSTD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that are read from the start. */
struct zstd_bytes {
    const unsigned char *at;
    size_t left;
};

/* Bits that are read from the end of some bytes. Before their start, all bits are 0, and `at` is
 * negative. */
struct zstd_bits {
    const unsigned char *data;
    int64_t at;
};

enum { ZSTD_MOST_STATES = 512, ZSTD_MOST_CODES = 2048, ZSTD_BLOCK = 128 * 1024 };

struct zstd_table {
    unsigned log; /* of the number of states */
    bool known;
    uint8_t symbol[ZSTD_MOST_STATES], bits[ZSTD_MOST_STATES];
    uint16_t base[ZSTD_MOST_STATES];
};

struct zstd_huffman {
    unsigned log; /* 0: unknown */
    uint8_t symbol[ZSTD_MOST_CODES], bits[ZSTD_MOST_CODES];
};

struct zstd_literals {
    unsigned char bytes[ZSTD_BLOCK];
    size_t count;
};

/* Returns the number of the highest bit; n is not 0. */
unsigned zstd_highest(uint64_t n);
/* Takes `size` bytes from the start. */
bool zstd_take(struct zstd_bytes *from, size_t size, struct zstd_bytes *out);
bool zstd_bits_start(struct zstd_bits *b, struct zstd_bytes all);
uint32_t zstd_bits_read(struct zstd_bits *b, unsigned count);
/* Makes a table with one state for each unit of `norm`; -1 is a rare symbol. */
void zstd_table_build(struct zstd_table *t, const int16_t *norm, unsigned symbols, unsigned log);
/* Makes a table from its description at the start of the bytes. */
bool zstd_table_read(struct zstd_table *t, struct zstd_bytes *from, unsigned symbols,
                     unsigned most_log);
/* Moves to the next state. */
uint32_t zstd_next_state(const struct zstd_table *t, uint32_t state, struct zstd_bits *b);
/* Reads the literals section of a block. */
bool zstd_literals_read(struct zstd_literals *l, struct zstd_huffman *h, struct zstd_bytes *from);

#endif
