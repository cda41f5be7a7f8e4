/* SPDX-License-Identifier: Apache-2.0
 * The 128-byte descriptor, as inferred from descriptors that the driver created for cc 9.0. Bits
 * that were never set are assumed to be zero. */
#include "tensormap/tensormap.h"
#include <string.h>

/* Position of a field: words, first bits and widths, the lower part first. */
struct field {
    uint8_t word, bit, width;
    uint8_t high_word, high_bit, high_width; /* width 0 if the field has only one part */
};

static const struct field ADDRESS = {0, 0, 64, 0, 0, 0};
static const struct field IS_IM2COL = {1, 0, 1, 0, 0, 0};
static const struct field RANK = {1, 4, 3, 0, 0, 0};
static const struct field TYPE = {1, 7, 4, 0, 0, 0};
static const struct field INTERLEAVE = {1, 11, 2, 0, 0, 0};
static const struct field SWIZZLE = {1, 13, 2, 0, 0, 0};
static const struct field FILL = {1, 15, 1, 0, 0, 0};
static const struct field IS_TF32 = {1, 16, 1, 0, 0, 0};
static const struct field PROMOTION = {1, 17, 2, 0, 0, 0};
static const struct field STRIDE[4] = {
    {1, 32, 32, 3, 32, 4}, {2, 0, 32, 3, 36, 4}, {2, 32, 32, 3, 40, 4}, {3, 0, 32, 3, 44, 4}};
static const struct field DIM[5] = {{4, 0, 32, 0, 0, 0},
                                    {4, 32, 32, 0, 0, 0},
                                    {5, 0, 32, 0, 0, 0},
                                    {5, 32, 32, 0, 0, 0},
                                    {6, 0, 32, 0, 0, 0}};
static const struct field ELEMENT_STRIDE[5] = {{6, 32, 3, 0, 0, 0},
                                               {6, 35, 3, 0, 0, 0},
                                               {6, 38, 3, 0, 0, 0},
                                               {6, 41, 3, 0, 0, 0},
                                               {6, 44, 3, 0, 0, 0}};
/* Dimension 0 of the box, or the channels, and the higher dimensions. */
static const struct field BOX[5] = {{6, 56, 8, 0, 0, 0},
                                    {7, 0, 8, 0, 0, 0},
                                    {7, 8, 8, 0, 0, 0},
                                    {7, 16, 8, 0, 0, 0},
                                    {7, 24, 8, 0, 0, 0}};
static const struct field PIXELS = {7, 32, 10, 0, 0, 0};
static const struct field SHARED_BYTES = {8, 0, 64, 0, 0, 0};
static const struct field SHARED_ALIGNMENT = {9, 0, 64, 0, 0, 0};

/* A corner has 16 bits for one, two or three numbers. */
static struct field corner(bool upper, uint32_t spatial, uint32_t i) {
    uint32_t bits = spatial == 1 ? 16 : spatial == 2 ? 8 : 5;
    return (struct field){7, (uint8_t)((upper ? 16 : 0) + i * bits), (uint8_t)bits, 0, 0, 0};
}

/* The code of each type in the descriptor; TFLOAT32 is FLOAT32 with a flag. */
static const uint8_t type_code[] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 8, 7, 8};
static const uint16_t shared_alignment[] = {0x10, 0x100, 0x200, 0x400};

static uint64_t mask(unsigned width) {
    return width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}

static void set_field(uint64_t *words, struct field f, uint64_t value) {
    words[f.word] |= (value & mask(f.width)) << f.bit;
    if (f.high_width) words[f.high_word] |= (value >> f.width & mask(f.high_width)) << f.high_bit;
}

static uint64_t get(const uint64_t *words, struct field f) {
    uint64_t value = words[f.word] >> f.bit & mask(f.width);
    if (f.high_width) value |= (words[f.high_word] >> f.high_bit & mask(f.high_width)) << f.width;
    return value;
}

static int32_t get_signed(const uint64_t *words, struct field f) {
    uint32_t value = (uint32_t)get(words, f), sign = 1u << (f.width - 1);
    return (int32_t)(value ^ sign) - (int32_t)sign;
}

static void set_box(uint64_t *words, const ptxc_tensormap *map) {
    for (uint32_t i = 0; i < map->rank; i++) set_field(words, BOX[i], map->box[i] - 1);
}

static void set_pixel_box(uint64_t *words, const ptxc_tensormap *map) {
    uint32_t spatial = map->rank - 2;
    uint32_t given = map->function == PTXC_TM_IM2COL_WIDE ? 1 : spatial;
    set_field(words, BOX[0], map->channels - 1);
    set_field(words, PIXELS, map->pixels - 1);
    for (uint32_t i = 0; i < given; i++) {
        set_field(words, corner(false, spatial, i), (uint64_t)map->lower[i]);
        set_field(words, corner(true, spatial, i), (uint64_t)map->upper[i]);
    }
}

bool ptxc_tensormap_encode(const ptxc_tensormap *map, uint64_t words[16]) {
    ptxc_tm_options driver = {.size = sizeof(ptxc_tm_options), .profile = PTXC_TM_CC90};
    if (map->function == PTXC_TM_REPLACE_ADDRESS) return false;
    if (ptxc_tensormap_check(map, &driver, NULL, 0)) return false;
    memset(words, 0, 16 * sizeof *words);
    set_field(words, ADDRESS, map->address);
    set_field(words, IS_IM2COL, tm_is_im2col(map));
    set_field(words, RANK, map->rank - 1);
    set_field(words, TYPE, type_code[map->data_type]);
    set_field(words, IS_TF32, map->data_type >= PTXC_TM_TFLOAT32);
    set_field(words, INTERLEAVE, map->interleave);
    set_field(words, SWIZZLE, map->swizzle);
    set_field(words, FILL, map->oob_fill);
    set_field(words, PROMOTION, map->l2_promotion);
    for (uint32_t i = 0; i < map->rank; i++) {
        if (i + 1 < map->rank) set_field(words, STRIDE[i], map->stride[i] >> 4);
        set_field(words, DIM[i], map->dim[i] - 1);
        set_field(words, ELEMENT_STRIDE[i], map->element_stride[i] - 1);
    }
    if (tm_is_im2col(map))
        set_pixel_box(words, map);
    else
        set_box(words, map);
    set_field(words, SHARED_BYTES, tm_shared_bytes(map));
    set_field(words, SHARED_ALIGNMENT, shared_alignment[map->swizzle]);
    return true;
}

static uint32_t get_type(const uint64_t *words) {
    uint32_t type = (uint32_t)get(words, IS_TF32) ? PTXC_TM_TFLOAT32 : 0;
    while (type < sizeof type_code && type_code[type] != get(words, TYPE)) type++;
    return type;
}

static void get_pixel_box(const uint64_t *words, ptxc_tensormap *map) {
    uint32_t spatial = map->rank - 2;
    map->channels = (uint32_t)get(words, BOX[0]) + 1;
    map->pixels = (uint32_t)get(words, PIXELS) + 1;
    for (uint32_t i = 0; i < spatial; i++) {
        map->lower[i] = get_signed(words, corner(false, spatial, i));
        map->upper[i] = get_signed(words, corner(true, spatial, i));
    }
}

bool ptxc_tensormap_decode(const uint64_t words[16], ptxc_tensormap *map) {
    *map = (ptxc_tensormap){
        .function = get(words, IS_IM2COL) ? PTXC_TM_IM2COL : PTXC_TM_TILED,
        .data_type = get_type(words),
        .rank = (uint32_t)get(words, RANK) + 1,
        .address = get(words, ADDRESS),
        .interleave = (uint32_t)get(words, INTERLEAVE),
        .swizzle = (uint32_t)get(words, SWIZZLE),
        .l2_promotion = (uint32_t)get(words, PROMOTION),
        .oob_fill = (uint32_t)get(words, FILL),
    };
    bool im2col = tm_is_im2col(map);
    if (map->rank > PTXC_TM_MAX_RANK || (im2col && map->rank < 3)) return false;
    for (uint32_t i = 0; i < map->rank; i++) {
        map->dim[i] = get(words, DIM[i]) + 1;
        map->element_stride[i] = (uint32_t)get(words, ELEMENT_STRIDE[i]) + 1;
        if (i + 1 < map->rank) map->stride[i] = get(words, STRIDE[i]) << 4;
        if (!im2col) map->box[i] = (uint32_t)get(words, BOX[i]) + 1;
    }
    if (im2col) get_pixel_box(words, map);
    /* The descriptor encoded again: it must have the same bits. */
    uint64_t again[16];
    return ptxc_tensormap_encode(map, again) && !memcmp(again, words, sizeof again);
}
