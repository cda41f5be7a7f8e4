/* SPDX-License-Identifier: Apache-2.0
 * Finds the PTX of fat binaries: see fat.h. */
#include "program/fat/fat.h"
#include "program/io/system.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char magic[] = {0x50, 0xed, 0x55, 0xba, 0x01, 0x00, 0x10, 0x00};

/* The header of a fat binary, and of each entry: the offsets of what is read of them. */
enum {
    HEADER = 16,
    TOTAL_SIZE = 8,
    ENTRY = 64,
    ENTRY_HEADER = 4,
    ENTRY_SIZE = 8,
    ENTRY_PACKED = 16,
    ENTRY_ARCH = 28,
    ENTRY_FLAGS = 40,
    ENTRY_LENGTH = 56,
    KIND_PTX = 1,
    FLAG_LZ4 = 0x2000,
    FLAG_ZSTD = 0x8000
};

/* Reads a little-endian number. */
static uint64_t number_at(const unsigned char *at, unsigned bytes) {
    uint64_t n = 0;
    while (bytes--) n = n << 8 | at[bytes];
    return n;
}

bool fat_is_binary(const char *bytes, size_t length) {
    static const char elf[] = "\177ELF", archive[] = "!<arch>\n";
    return (length >= sizeof magic && !memcmp(bytes, magic, sizeof magic)) ||
           (length >= sizeof elf - 1 && !memcmp(bytes, elf, sizeof elf - 1)) ||
           (length >= sizeof archive - 1 && !memcmp(bytes, archive, sizeof archive - 1));
}

/* Reads the entry at `at`, of which `left` bytes exist. Returns its size, or 0 if it is damaged. */
static size_t read_entry(const unsigned char *at, size_t left, struct fat_text *out) {
    if (left < ENTRY) return 0;
    uint64_t header = number_at(at + ENTRY_HEADER, 4), size = number_at(at + ENTRY_SIZE, 8);
    if (header < ENTRY || header > left || size > left - header) return 0;
    uint64_t flags = number_at(at + ENTRY_FLAGS, 8), packed = number_at(at + ENTRY_PACKED, 4);
    *out = (struct fat_text){.data = at + header,
                             .size = (size_t)size,
                             .length = (size_t)size,
                             .arch = (uint32_t)number_at(at + ENTRY_ARCH, 4)};
    out->packing = flags & FLAG_ZSTD ? FAT_ZSTD : flags & FLAG_LZ4 ? FAT_LZ4 : FAT_PLAIN;
    if (out->packing != FAT_PLAIN) {
        if (packed < size) out->size = (size_t)packed;
        out->length = (size_t)number_at(at + ENTRY_LENGTH, 8);
    }
    return (size_t)(header + size);
}

/* Returns the next fat binary from `at` on, or NULL. */
static const unsigned char *next_binary(const unsigned char *at, const unsigned char *end) {
    while ((size_t)(end - at) >= HEADER && (at = memchr(at, magic[0], (size_t)(end - at)))) {
        if ((size_t)(end - at) < HEADER) return NULL;
        if (!memcmp(at, magic, sizeof magic)) return at;
        at++;
    }
    return NULL;
}

struct fat_texts fat_start(const char *bytes, size_t length) {
    const unsigned char *at = (const unsigned char *)bytes;
    return (struct fat_texts){.at = at, .end = at + length};
}

/* Moves to the next fat binary. Returns false if there is none. */
static bool enter_binary(struct fat_texts *f) {
    f->at = next_binary(f->at, f->end);
    if (!f->at) {
        f->at = f->end;
        return false;
    }
    uint64_t total = number_at(f->at + TOTAL_SIZE, 8);
    f->left = (size_t)(f->end - f->at) - HEADER;
    if (total < f->left) f->left = (size_t)total;
    f->at += HEADER;
    return true;
}

bool fat_next(struct fat_texts *f, struct fat_text *out) {
    do {
        for (size_t entry; (entry = read_entry(f->at, f->left, out));) {
            bool is_ptx = number_at(f->at, 2) == KIND_PTX;
            f->at += entry;
            f->left -= entry;
            if (is_ptx) return true;
        }
        f->left = 0;
    } while (enter_binary(f));
    return false;
}

/* Finds the text of this index. */
static bool find_text(const char *bytes, size_t length, size_t index, struct fat_text *out) {
    struct fat_texts texts = fat_start(bytes, length);
    while (fat_next(&texts, out))
        if (!index--) return true;
    return false;
}

/* Writes the text after memory has been allocated for it. */
static bool unpack(const struct fat_text *t, char *text) {
    if (t->packing == FAT_LZ4) return fat_lz4(t->data, t->size, text, t->length);
    if (t->packing == FAT_ZSTD) return fat_zstd(t->data, t->size, text, t->length);
    memcpy(text, t->data, t->length);
    return true;
}

/* Returns the `#` of `a.out#2.sm_90.ptx`, or NULL. */
static const char *part_of(const char *path) {
    const char *mark = strrchr(path, '#');
    return mark && mark[1] >= '1' && mark[1] <= '9' && !sys_is_file(path) ? mark : NULL;
}

int fat_read(const char *path, char **text, size_t *length, struct memory *spare) {
    enum { MOST_PACKED = 1 << 15 }; /* no text of nvcc becomes that many times smaller */
    const char *mark = part_of(path);
    if (!mark) return sys_read_beside(path, text, length, spare);
    char *file = malloc((size_t)(mark - path) + 1), *bytes;
    if (!file) return ENOMEM;
    memcpy(file, path, (size_t)(mark - path));
    file[mark - path] = '\0';
    size_t size;
    int error = sys_read(file, &bytes, &size);
    free(file);
    if (error) return error;
    struct fat_text t;
    bool found = find_text(bytes, size, strtoul(mark + 1, NULL, 10) - 1, &t) &&
                 t.length / MOST_PACKED <= t.size;
    *text = found ? memory_for_text(t.length + 1, spare) : NULL;
    error = !found ? EINVAL : *text ? 0 : ENOMEM;
    if (!error && !unpack(&t, *text)) {
        free(*text);
        *text = NULL;
        error = EINVAL;
    }
    if (!error) {
        (*text)[t.length] = '\0';
        *length = strlen(*text); /* the text is padded with zeros */
    }
    free(bytes);
    return error;
}
