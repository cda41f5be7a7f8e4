/* SPDX-License-Identifier: Apache-2.0
 * PTX in the files that nvcc writes: programs, objects, libraries and fat binaries. Wherever a fat
 * binary is in such a file, it has the same header, so the format of the file does not matter.
 *
 *   fat.c   finds and reads the PTX        lz4.c, zstd.c   its compression */
#ifndef PROGRAM_FAT_FAT_H
#define PROGRAM_FAT_FAT_H

#include "program/io/memory.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fat_packing { FAT_PLAIN, FAT_LZ4, FAT_ZSTD };

/* One text of PTX in a file. */
struct fat_text {
    const unsigned char *data;
    size_t size;
    size_t length; /* of the text */
    enum fat_packing packing;
    uint32_t arch; /* 90 for sm_90 */
};

/* Returns true for the first bytes of a program, an object, a library or a fat binary. */
bool fat_is_binary(const char *bytes, size_t length);
/* What has not been read yet of the bytes of a file. */
struct fat_texts {
    const unsigned char *at, *end;
    size_t left; /* of the fat binary at `at` */
};
struct fat_texts fat_start(const char *bytes, size_t length);
/* Returns false if there are no more texts. */
bool fat_next(struct fat_texts *texts, struct fat_text *out);
/* Reads a file like sys_read_beside. The path `a.out#2.sm_90.ptx` is the second text of `a.out`. */
int fat_read(const char *path, char **text, size_t *length, struct memory *spare);
/* Decompresses a block. Returns false unless it has exactly this length. */
bool fat_lz4(const unsigned char *data, size_t size, char *out, size_t length);
bool fat_zstd(const unsigned char *data, size_t size, char *out, size_t length);

#endif
