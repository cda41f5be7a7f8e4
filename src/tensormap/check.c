/* SPDX-License-Identifier: Apache-2.0
 * Checks every rule of a tensor map, parameter by parameter. */
#include "tensormap/tensormap.h"
#include "base/sized.h"

struct checker {
    const ptxc_tensormap *map;
    ptxc_tm_options options;
    ptxc_tm_violation *list;
    size_t count, capacity;
};

/* ---- reporting ---- */

struct wanted {
    ptxc_tm_relation relation;
    int64_t a, b;
};

static struct wanted multiple_of(int64_t a) { return (struct wanted){PTXC_TM_MULTIPLE_OF, a, 0}; }
static struct wanted at_least(int64_t a) { return (struct wanted){PTXC_TM_AT_LEAST, a, 0}; }
static struct wanted at_most(int64_t a) { return (struct wanted){PTXC_TM_AT_MOST, a, 0}; }
static struct wanted equal(int64_t a) { return (struct wanted){PTXC_TM_EQUAL, a, 0}; }
static struct wanted one_of(int64_t mask) { return (struct wanted){PTXC_TM_ONE_OF, mask, 0}; }
static struct wanted between(int64_t a, int64_t b) {
    return (struct wanted){PTXC_TM_BETWEEN, a, b};
}

/* Returns true if the profile has rules of that source, and sets their severity. */
static bool judge_source(ptxc_tm_profile profile, enum tm_source source, ptxc_severity *severity) {
    bool warns = source == TM_ADVICE || (source == TM_ONLY && profile == PTXC_TM_BOTH);
    *severity = warns ? PTXC_WARNING : PTXC_ERROR;
    if (profile == PTXC_TM_CC90) return source == TM_DOCUMENT || source == TM_DRIVER;
    return profile == PTXC_TM_BOTH || source != TM_DRIVER;
}

static void report_violation(struct checker *c, enum tm_rule_id rule, ptxc_tm_param param,
                             int32_t index, int64_t found, bool found_unsigned,
                             struct wanted wanted) {
    ptxc_severity severity;
    if (!judge_source(c->options.profile, tm_rule_source(rule), &severity)) return;
    if (c->count < c->capacity) {
        ptxc_tm_rule info;
        ptxc_tm_rule_get(rule, &info);
        c->list[c->count] = (ptxc_tm_violation){
            .rule = rule,
            .param = param,
            .index = index,
            .origin = info.origin,
            .severity = severity,
            .found = found,
            .found_unsigned = found_unsigned,
            .relation = wanted.relation,
            .a = wanted.a,
            .b = wanted.b,
        };
    }
    c->count++;
}

static void add_violation(struct checker *c, enum tm_rule_id rule, ptxc_tm_param param,
                          uint64_t value, struct wanted wanted) {
    report_violation(c, rule, param, -1, (int64_t)value, true, wanted);
}

static void found_at(struct checker *c, enum tm_rule_id rule, ptxc_tm_param param, uint32_t index,
                     uint64_t value, struct wanted wanted) {
    report_violation(c, rule, param, (int32_t)index, (int64_t)value, true, wanted);
}

static void found_signed(struct checker *c, enum tm_rule_id rule, ptxc_tm_param param,
                         int32_t index, int64_t value, struct wanted wanted) {
    report_violation(c, rule, param, index, value, false, wanted);
}

/* ---- the tensor ---- */

static bool rank_is_good(const ptxc_tensormap *map) {
    return map->rank >= (tm_is_im2col(map) ? 3 : 1) && map->rank <= PTXC_TM_MAX_RANK;
}

static void check_map_type(struct checker *c) {
    uint32_t type = c->map->data_type;
    if (!ptxc_tm_type_bits(type))
        add_violation(c, TM_TYPE_KNOWN, PTXC_TM_PARAM_TYPE, type, one_of(0xFFFF));
    if (tm_is_packed(type))
        add_violation(c, TM_TYPE_PACKED, PTXC_TM_PARAM_TYPE, type, one_of(0x1FFF));
}

static void check_rank(struct checker *c) {
    const ptxc_tensormap *map = c->map;
    if (!rank_is_good(map))
        add_violation(c, TM_RANK, PTXC_TM_PARAM_RANK, map->rank,
                      between(tm_is_im2col(map) ? 3 : 1, 5));
    else if (tm_is_interleaved(map) && map->rank < 3)
        add_violation(c, TM_RANK_INTERLEAVED, PTXC_TM_PARAM_RANK, map->rank, at_least(3));
}

static void check_address(struct checker *c) {
    const ptxc_tensormap *map = c->map;
    if (map->tensor_map % 64)
        add_violation(c, TM_TENSOR_MAP_ALIGNED, PTXC_TM_PARAM_TENSOR_MAP, map->tensor_map,
                      multiple_of(64));
    uint64_t address = map->address;
    if (address % 16)
        add_violation(c, TM_ADDRESS_16, PTXC_TM_PARAM_ADDRESS, address, multiple_of(16));
    if (address % 32 == 0) return;
    if (map->interleave == PTXC_TM_INTERLEAVE_32B)
        add_violation(c, TM_ADDRESS_32, PTXC_TM_PARAM_ADDRESS, address, multiple_of(32));
    if (tm_is_packed_16(map->data_type))
        add_violation(c, TM_ADDRESS_PACKED, PTXC_TM_PARAM_ADDRESS, address, multiple_of(32));
}

static void check_dims(struct checker *c) {
    const ptxc_tensormap *map = c->map;
    for (uint32_t i = 0; i < map->rank; i++) {
        uint64_t dim = map->dim[i];
        if (!dim) found_at(c, TM_DIM_ZERO, PTXC_TM_PARAM_DIM, i, dim, at_least(1));
        if (dim > (uint64_t)1 << 32)
            found_at(c, TM_DIM_MAX, PTXC_TM_PARAM_DIM, i, dim, at_most((int64_t)1 << 32));
    }
    uint32_t unit = tm_is_packed_16(map->data_type) ? 128 : tm_is_packed(map->data_type) ? 2 : 1;
    if (map->dim[0] % unit)
        found_at(c, TM_DIM_PACKED, PTXC_TM_PARAM_DIM, 0, map->dim[0], multiple_of(unit));
}

static void check_stride(struct checker *c, uint32_t i) {
    const ptxc_tensormap *map = c->map;
    uint64_t stride = map->stride[i];
    if (stride % 16) found_at(c, TM_STRIDE_16, PTXC_TM_PARAM_STRIDES, i, stride, multiple_of(16));
    if (stride % 32 && map->interleave == PTXC_TM_INTERLEAVE_32B)
        found_at(c, TM_STRIDE_32, PTXC_TM_PARAM_STRIDES, i, stride, multiple_of(32));
    if (stride % 32 && tm_is_packed_16(map->data_type))
        found_at(c, TM_STRIDE_PACKED, PTXC_TM_PARAM_STRIDES, i, stride, multiple_of(32));
    if (stride >> 40)
        found_at(c, TM_STRIDE_MAX, PTXC_TM_PARAM_STRIDES, i, stride,
                 at_most(((int64_t)1 << 40) - 1));
}

/* Checks for a stride that is smaller than the part of the tensor that it steps over. */
static void check_cover(struct checker *c) {
    const ptxc_tensormap *map = c->map;
    const uint64_t limit = (uint64_t)1 << 40;
    if (tm_is_interleaved(map)) return;
    for (uint32_t i = 0; i + 1 < map->rank; i++) {
        uint64_t dim = map->dim[i], step = i ? map->stride[i - 1] : 0;
        if (dim > limit || step >= limit) return;
        uint64_t size = ptxc_tm_type_bits(map->data_type);
        uint64_t least = i ? step : (dim * size + 7) / 8;
        if (i && step && dim >= limit / step) return; /* reported by other rules */
        if (i) least = dim * step;
        if (map->stride[i] < least)
            found_at(c, TM_STRIDE_COVER, PTXC_TM_PARAM_STRIDES, i, map->stride[i],
                     at_least((int64_t)least));
    }
}

static void check_tensor(struct checker *c) {
    check_dims(c);
    for (uint32_t i = 0; i + 1 < c->map->rank; i++) check_stride(c, i);
    check_cover(c);
}

/* ---- the box ---- */

/* Counts half a byte of a packed type as one. */
static uint64_t inner_bytes(const ptxc_tensormap *map) {
    return ((uint64_t)tm_inner(map) * ptxc_tm_type_bits(map->data_type) + 7) / 8;
}

uint64_t tm_shared_bytes(const ptxc_tensormap *map) {
    if (tm_is_im2col(map)) return inner_bytes(map) * map->pixels;
    uint64_t bits = ptxc_tm_type_bits(map->data_type), elements = 1;
    for (uint32_t i = 0; i < map->rank; i++)
        elements *= map->element_stride[i] ? map->box[i] / map->element_stride[i] : 0;
    return elements * bits / 8;
}

/* Checks dimension 0 of the box, or the channels of a pixel. */
static void check_inner(struct checker *c, ptxc_tm_param param, int32_t index) {
    const ptxc_tensormap *map = c->map;
    uint64_t bytes = inner_bytes(map);
    uint32_t span = tm_swizzle_span(map->swizzle);
    bool documented = map->function == PTXC_TM_TILED && !tm_is_interleaved(map);
    if (tm_is_packed_16(map->data_type) && tm_inner(map) != 128)
        report_violation(c, TM_INNER_PACKED, param, index, tm_inner(map), true, equal(128));
    if (bytes % 16)
        report_violation(c, documented ? TM_INNER_16 : TM_INNER_16_ALWAYS, param, index,
                         (int64_t)bytes, true, multiple_of(16));
    if (!tm_is_interleaved(map) && span && bytes > span)
        report_violation(c, TM_INNER_SPAN, param, index, (int64_t)bytes, true, at_most(span));
}

/* If other rules reject the box, its product adds no information and could overflow. */
static void check_shared(struct checker *c, ptxc_tm_param param, bool box_is_good) {
    uint64_t bytes = box_is_good ? tm_shared_bytes(c->map) : 0;
    if (bytes > TM_MAX_SHARED)
        add_violation(c, TM_SHARED_BYTES, param, bytes, at_most(TM_MAX_SHARED));
}

static void check_box(struct checker *c) {
    const ptxc_tensormap *map = c->map;
    bool good = true;
    for (uint32_t i = 0; i < map->rank; i++) {
        uint32_t size = map->box[i];
        if (!size) found_at(c, TM_BOX_ZERO, PTXC_TM_PARAM_BOX, i, size, at_least(1));
        if (size > 256) found_at(c, TM_BOX_MAX, PTXC_TM_PARAM_BOX, i, size, at_most(256));
        good = good && size <= 256;
    }
    check_inner(c, PTXC_TM_PARAM_BOX, 0);
    check_shared(c, PTXC_TM_PARAM_BOX, good);
}

/* ---- the pixel box of im2col ---- */

/* Returns the limit of an offset, which has 16, 8 or 5 bits for one, two or three spatial
 * dimensions. */
static int32_t corner_limit(uint32_t rank) { return rank == 3 ? 32768 : rank == 4 ? 128 : 16; }

static void check_corner(struct checker *c, ptxc_tm_param param, int32_t index, int32_t value) {
    const ptxc_tensormap *map = c->map;
    int32_t limit = corner_limit(map->rank);
    bool wide = map->function == PTXC_TM_IM2COL_WIDE;
    if (wide && (value < -32768 || value > 32767))
        found_signed(c, TM_CORNER_WIDE, param, index, value, between(-32768, 32767));
    else if (value < -limit || value > limit - 1)
        found_signed(c, wide ? TM_CORNER_WIDE_RANK : TM_CORNER_RANGE, param, index, value,
                     between(-limit, limit - 1));
}

/* The driver computes the upper end in 32 bits. */
static void check_area(struct checker *c, uint32_t i, int32_t lower, int32_t upper) {
    uint32_t dimension = tm_first_spatial(c->map) + i;
    uint64_t dim = c->map->dim[dimension];
    bool huge = dim >> 33; /* rejected by itself, and too large to compute with */
    int64_t extent = huge ? 1 : (int64_t)dim + upper - lower;
    uint32_t end = (uint32_t)dim + (uint32_t)upper;
    int64_t wrapped = end >> 31 ? (int64_t)end - ((int64_t)1 << 32) : (int64_t)end;
    if (extent < 1)
        found_signed(c, TM_BOX_AREA, PTXC_TM_PARAM_DIM, (int32_t)dimension, extent, at_least(1));
    else if (wrapped <= lower)
        found_signed(c, TM_BOX_AREA_WRAP, PTXC_TM_PARAM_DIM, (int32_t)dimension, wrapped,
                     at_least((int64_t)lower + 1));
}

static void check_pixel_box(struct checker *c) {
    const ptxc_tensormap *map = c->map;
    bool wide = map->function == PTXC_TM_IM2COL_WIDE;
    uint32_t spatial = map->rank - 2, given = wide ? 1 : spatial;
    ptxc_tm_param lower = wide ? PTXC_TM_PARAM_LOWER_WIDTH : PTXC_TM_PARAM_LOWER;
    ptxc_tm_param upper = wide ? PTXC_TM_PARAM_UPPER_WIDTH : PTXC_TM_PARAM_UPPER;
    for (uint32_t i = 0; i < given; i++)
        check_corner(c, lower, wide ? -1 : (int32_t)i, map->lower[i]);
    for (uint32_t i = 0; i < given; i++)
        check_corner(c, upper, wide ? -1 : (int32_t)i, map->upper[i]);
    for (uint32_t i = 0; i < spatial; i++)
        check_area(c, i, i < given ? map->lower[i] : 0, i < given ? map->upper[i] : 0);
}

static void check_pixels(struct checker *c) {
    const ptxc_tensormap *map = c->map;
    bool w128 = map->function == PTXC_TM_IM2COL_WIDE && map->mode == PTXC_TM_WIDE_W128;
    uint32_t channels = map->channels, pixels = map->pixels;
    if (!channels)
        add_violation(c, TM_CHANNELS_ZERO, PTXC_TM_PARAM_CHANNELS, channels, at_least(1));
    if (channels > 256)
        add_violation(c, TM_CHANNELS_MAX, PTXC_TM_PARAM_CHANNELS, channels, at_most(256));
    check_inner(c, PTXC_TM_PARAM_CHANNELS, -1);
    if (!pixels) add_violation(c, TM_PIXELS_ZERO, PTXC_TM_PARAM_PIXELS, pixels, at_least(1));
    if (pixels > 1024)
        add_violation(c, w128 ? TM_PIXELS_MAX_W128 : TM_PIXELS_MAX, PTXC_TM_PARAM_PIXELS, pixels,
                      at_most(1024));
    check_shared(c, PTXC_TM_PARAM_PIXELS, channels <= 256 && pixels <= 1024);
}

/* ---- traversal and layout ---- */

static void check_element_strides(struct checker *c) {
    const ptxc_tensormap *map = c->map;
    for (uint32_t i = 0; i < map->rank; i++) {
        /* The documentation says that the first one is then ignored, but the driver checks it. */
        bool ignored = i == 0 && !tm_is_interleaved(map);
        uint32_t step = map->element_stride[i];
        if (!step)
            found_at(c, ignored ? TM_ELEMENT_STRIDE_0_ZERO : TM_ELEMENT_STRIDE_ZERO,
                     PTXC_TM_PARAM_ELEMENT_STRIDES, i, step, at_least(1));
        if (step > 8)
            found_at(c, ignored ? TM_ELEMENT_STRIDE_0_MAX : TM_ELEMENT_STRIDE_MAX,
                     PTXC_TM_PARAM_ELEMENT_STRIDES, i, step, at_most(8));
    }
}

enum {
    NONE = 1 << PTXC_TM_SWIZZLE_NONE,
    S64 = 1 << PTXC_TM_SWIZZLE_64B,
    S128 = 1 << PTXC_TM_SWIZZLE_128B,
    ATOM_32 = 1 << PTXC_TM_SWIZZLE_128B_ATOM_32B,
    FLIP_8 = 1 << PTXC_TM_SWIZZLE_128B_ATOM_32B_FLIP_8B,
    ATOM_64 = 1 << PTXC_TM_SWIZZLE_128B_ATOM_64B,
    ATOMS = ATOM_32 | FLIP_8 | ATOM_64,
    ALL_SWIZZLES = 0x7F
};

static void check_swizzle_is(struct checker *c, enum tm_rule_id rule, int allowed) {
    uint32_t swizzle = c->map->swizzle;
    if (swizzle <= PTXC_TM_SWIZZLE_128B_ATOM_64B && !(allowed >> swizzle & 1))
        add_violation(c, rule, PTXC_TM_PARAM_SWIZZLE, swizzle, one_of(allowed));
}

static void check_swizzle(struct checker *c) {
    const ptxc_tensormap *map = c->map;
    bool wide = map->function == PTXC_TM_IM2COL_WIDE;
    if (map->swizzle > PTXC_TM_SWIZZLE_128B_ATOM_64B)
        add_violation(c, TM_SWIZZLE_KNOWN, PTXC_TM_PARAM_SWIZZLE, map->swizzle,
                      one_of(ALL_SWIZZLES));
    check_swizzle_is(c, TM_SWIZZLE_ATOM, ALL_SWIZZLES & ~ATOMS);
    if (map->interleave == PTXC_TM_INTERLEAVE_32B && !wide)
        check_swizzle_is(c, TM_SWIZZLE_INTERLEAVE, 1 << PTXC_TM_SWIZZLE_32B);
    if (wide) {
        bool atom = map->swizzle > PTXC_TM_SWIZZLE_128B;
        check_swizzle_is(c, atom ? TM_SWIZZLE_WIDE_ATOM : TM_SWIZZLE_WIDE, S64 | S128 | ATOM_32);
    }
    if (map->data_type == PTXC_TM_16U6_ALIGN16B)
        check_swizzle_is(c, TM_SWIZZLE_PACKED,
                         wide ? S128 | ATOM_32 : NONE | S128 | ATOM_32 | ATOM_64);
    if (map->data_type == PTXC_TM_16U4_ALIGN16B)
        check_swizzle_is(c, TM_SWIZZLE_PACKED, (wide ? 0 : NONE) | S128 | ATOM_32);
}

static void check_layout(struct checker *c) {
    const ptxc_tensormap *map = c->map;
    if (map->interleave > PTXC_TM_INTERLEAVE_32B)
        add_violation(c, TM_INTERLEAVE_KNOWN, PTXC_TM_PARAM_INTERLEAVE, map->interleave, one_of(7));
    else if (tm_is_interleaved(map) && map->data_type == PTXC_TM_16U6_ALIGN16B)
        add_violation(c, TM_INTERLEAVE_PACKED, PTXC_TM_PARAM_INTERLEAVE, map->interleave,
                      one_of(1));
    if (map->function == PTXC_TM_IM2COL_WIDE && map->mode > PTXC_TM_WIDE_W128)
        add_violation(c, TM_MODE_KNOWN, PTXC_TM_PARAM_MODE, map->mode, one_of(3));
    check_swizzle(c);
    if (map->l2_promotion > 3)
        add_violation(c, TM_L2_KNOWN, PTXC_TM_PARAM_L2_PROMOTION, map->l2_promotion, one_of(15));
    if (map->oob_fill > 1)
        add_violation(c, TM_FILL_KNOWN, PTXC_TM_PARAM_OOB_FILL, map->oob_fill, one_of(3));
    if (map->oob_fill == 1 && !tm_is_float(map->data_type))
        add_violation(c, TM_FILL_NAN, PTXC_TM_PARAM_OOB_FILL, map->oob_fill, one_of(1));
}

/* ---- what an instruction requires ---- */

static void check_use(struct checker *c) {
    const ptxc_tensormap *map = c->map;
    ptxc_tm_use use = c->options.use;
    bool four = use == PTXC_TM_USE_GATHER4 || use == PTXC_TM_USE_SCATTER4;
    bool w = use == PTXC_TM_USE_IM2COL_W || use == PTXC_TM_USE_IM2COL_W128;
    ptxc_tm_function needed = use <= PTXC_TM_USE_SCATTER4 ? PTXC_TM_TILED
                              : w                         ? PTXC_TM_IM2COL_WIDE
                                                          : PTXC_TM_IM2COL;
    if (use == PTXC_TM_USE_ANY) return;
    if (map->function != needed) {
        add_violation(c, TM_USE_FUNCTION, PTXC_TM_PARAM_TENSOR_MAP, map->function,
                      one_of(1 << needed));
        return;
    }
    if (four && map->rank != 2)
        add_violation(c, TM_USE_RANK, PTXC_TM_PARAM_RANK, map->rank, equal(2));
    if (four && map->rank == 2 && map->box[1] != 1)
        found_at(c, TM_USE_BOX_1, PTXC_TM_PARAM_BOX, 1, map->box[1], equal(1));
    if ((four || w) && tm_is_interleaved(map))
        add_violation(c, TM_USE_INTERLEAVE, PTXC_TM_PARAM_INTERLEAVE, map->interleave, one_of(1));
    if (w) check_swizzle_is(c, TM_USE_SWIZZLE, ALL_SWIZZLES & ~(NONE | FLIP_8));
    if (use == PTXC_TM_USE_SCATTER4) {
        check_swizzle_is(c, TM_USE_SWIZZLE, ALL_SWIZZLES & ~FLIP_8);
        if (map->data_type == PTXC_TM_16U4_ALIGN16B)
            add_violation(c, TM_USE_TYPE_STORE, PTXC_TM_PARAM_TYPE, map->data_type, one_of(0xBFFF));
    }
}

static void check_map_target(struct checker *c) {
    const ptxc_tensormap *map = c->map;
    ptxc_tm_use use = c->options.use;
    uint32_t target = c->options.target;
    bool stores = use == PTXC_TM_USE_SCATTER4;
    if (!target) return;
    bool blackwell = use == PTXC_TM_USE_GATHER4 || use == PTXC_TM_USE_IM2COL_W;
    if (blackwell && target < 100)
        found_signed(c, TM_USE_TARGET, PTXC_TM_PARAM_TENSOR_MAP, -1, target, at_least(100));
    if (stores || use == PTXC_TM_USE_IM2COL_W128) {
        bool family = target >= 100 && target <= 119;
        if (!family || !c->options.suffix)
            found_signed(c, family ? TM_USE_TARGET_SUFFIX : TM_USE_TARGET, PTXC_TM_PARAM_TENSOR_MAP,
                         -1, target, between(100, 119));
    }
    if (target != 120 || stores) return;
    if (tm_is_packed(map->data_type))
        add_violation(c, TM_USE_TARGET_TYPE, PTXC_TM_PARAM_TYPE, map->data_type, one_of(0x1FFF));
    check_swizzle_is(c, TM_USE_TARGET_SWIZZLE, ALL_SWIZZLES & ~ATOMS);
}

/* ---- the whole call ---- */

static void check_map(struct checker *c) {
    check_map_type(c);
    check_rank(c);
    check_address(c);
    /* If the rank is wrong, the number of array entries is unknown. */
    if (rank_is_good(c->map)) {
        check_tensor(c);
        if (tm_is_im2col(c->map))
            check_pixel_box(c);
        else
            check_box(c);
        check_element_strides(c);
    }
    if (tm_is_im2col(c->map)) check_pixels(c);
    check_layout(c);
    check_use(c);
    check_map_target(c);
}

size_t ptxc_tensormap_check(const ptxc_tensormap *map, const ptxc_tm_options *options,
                            ptxc_tm_violation *violations, size_t capacity) {
    struct checker c = {.map = map, .list = violations, .capacity = capacity};
    if (!sized_read(&c.options, sizeof c.options, options)) return SIZE_MAX;
    if (map->function == PTXC_TM_REPLACE_ADDRESS)
        check_address(&c);
    else
        check_map(&c);
    return c.count;
}
