/* SPDX-License-Identifier: Apache-2.0
 * What one copy reads and writes. Rows of bytes, one for each pixel or each step of the box
 * above dimension 0, are adjacent in shared memory; swizzling then exchanges chunks within 128
 * bytes. This was measured: see docs/tensormap.md. */
#include "tensormap/tensormap.h"
#include <string.h>

struct plan {
    const ptxc_tensormap *map;
    ptxc_tm_copy copy;
    uint32_t element;         /* size in bytes */
    uint32_t slice;           /* bytes of a slice of channels, or 0 if not interleaved */
    uint32_t steps[5];        /* tiled: steps along each dimension of the box */
    uint32_t spatial;         /* im2col: the number of dimensions of the pixel box */
    uint32_t first;           /* im2col: the first of them */
    int64_t lower[3], end[3]; /* im2col: the bounds of the pixel box */
    uint64_t rows;
    uint32_t row_bytes, pitch;
    uint32_t halo, group; /* im2col::w: the pixels after each group, and the size of a group */
    void (*run)(void *context, const ptxc_tm_run *run);
    void *context;
    ptxc_tm_run pending;
    uint64_t written;
};

/* ---- the plan ---- */

static bool is_load(const ptxc_tm_copy *copy) { return copy->op == PTXC_TM_LOAD; }

static bool is_wide(const struct plan *p) {
    return p->copy.use == PTXC_TM_USE_IM2COL_W || p->copy.use == PTXC_TM_USE_IM2COL_W128;
}

static bool is_four(const struct plan *p) {
    return p->copy.use == PTXC_TM_USE_GATHER4 || p->copy.use == PTXC_TM_USE_SCATTER4;
}

static void plan_tiled(struct plan *p) {
    const ptxc_tensormap *map = p->map;
    p->rows = 1;
    p->row_bytes = map->box[0] * p->element;
    for (uint32_t i = p->slice ? 0 : 1; i < map->rank; i++) {
        uint32_t step = map->element_stride[i];
        /* One copy moves one slice of channels, regardless of the box. */
        bool slices = p->slice && i == map->rank - 2;
        p->steps[i] = slices ? 1 : (map->box[i] + step - 1) / step;
        p->rows *= p->steps[i];
    }
    if (is_four(p)) p->rows = 4;
}

static void plan_im2col(struct plan *p) {
    const ptxc_tensormap *map = p->map;
    bool corners = map->function == PTXC_TM_IM2COL;
    p->rows = map->pixels;
    p->row_bytes = map->channels * p->element;
    p->spatial = map->rank - 2;
    p->first = tm_first_spatial(map);
    for (uint32_t i = 0; i < p->spatial; i++) {
        bool given = corners || i == 0;
        p->lower[i] = given ? map->lower[i] : 0;
        p->end[i] = (int64_t)map->dim[p->first + i] + (given ? map->upper[i] : 0);
    }
    if (!is_wide(p)) return;
    p->halo = p->copy.offsets[0];
    p->group = p->copy.use == PTXC_TM_USE_IM2COL_W128 ? 32 : map->pixels;
    p->rows = p->copy.use == PTXC_TM_USE_IM2COL_W128 ? 4 * (32 + p->halo) : map->pixels + p->halo;
    p->lower[0] += p->copy.offsets[1];
    p->end[0] += p->copy.offsets[1];
}

static void plan_copy(struct plan *p) {
    const ptxc_tensormap *map = p->map;
    p->element = ptxc_tm_type_bits(map->data_type) / 8;
    p->slice = map->interleave * 16;
    if (tm_is_im2col(map))
        plan_im2col(p);
    else
        plan_tiled(p);
    uint32_t span = tm_swizzle_span(map->swizzle);
    if (p->slice) p->row_bytes = p->slice;
    p->pitch = !p->slice && span > p->row_bytes ? span : p->row_bytes;
}

/* ---- what the unit rejects ---- */

/* Returns the types that an operation supports, as a bit mask; each was measured. */
static uint32_t types_of(ptxc_tm_op op) {
    enum {
        U32 = 1 << PTXC_TM_UINT32,
        S32 = 1 << PTXC_TM_INT32,
        U64 = 1 << PTXC_TM_UINT64,
        S64 = 1 << PTXC_TM_INT64,
        HALF = 1 << PTXC_TM_FLOAT16 | 1 << PTXC_TM_BFLOAT16,
        OTHER_FLOAT = 1 << PTXC_TM_FLOAT32 | 1 << PTXC_TM_FLOAT64 | 1 << PTXC_TM_FLOAT32_FTZ |
                      1 << PTXC_TM_TFLOAT32 | 1 << PTXC_TM_TFLOAT32_FTZ
    };
    switch (op) {
    case PTXC_TM_ADD: return U32 | S32 | U64 | HALF | OTHER_FLOAT;
    case PTXC_TM_MIN:
    case PTXC_TM_MAX: return U32 | S32 | U64 | S64 | HALF;
    case PTXC_TM_INC:
    case PTXC_TM_DEC: return U32;
    case PTXC_TM_AND:
    case PTXC_TM_OR:
    case PTXC_TM_XOR: return U32 | S32 | U64;
    default: return ~(uint32_t)0;
    }
}

static ptxc_tm_use natural_use(const ptxc_tensormap *map) {
    return tm_is_im2col(map) ? PTXC_TM_USE_IM2COL : PTXC_TM_USE_TILE;
}

static const char *refuse_use(const struct plan *p) {
    const ptxc_tensormap *map = p->map;
    ptxc_tm_options options = {
        .size = sizeof(ptxc_tm_options), .profile = PTXC_TM_DOCUMENT, .use = p->copy.use};
    ptxc_tm_violation violations[PTXC_TM_MAX_VIOLATIONS];
    if (map->function == PTXC_TM_REPLACE_ADDRESS) return "the call makes no map";
    if (tm_is_packed(map->data_type)) return "copies of packed types are not modelled";
    if (p->copy.use == PTXC_TM_USE_GATHER4 && !is_load(&p->copy))
        return "tile::gather4 is for loads";
    if (p->copy.use == PTXC_TM_USE_SCATTER4 && is_load(&p->copy))
        return "tile::scatter4 is for stores";
    size_t count = ptxc_tensormap_check(map, &options, violations, PTXC_TM_MAX_VIOLATIONS);
    for (size_t i = 0; i < count; i++) {
        uint32_t rule = violations[i].rule;
        bool plain = rule == TM_USE_FUNCTION && p->copy.use == natural_use(map);
        if (tm_rule_source(rule) != TM_DOCUMENT || plain) continue;
        return rule >= TM_USE_RANK ? "the map is not for this load mode" : "the map is not valid";
    }
    return NULL;
}

static const char *refuse_place(const struct plan *p) {
    const ptxc_tensormap *map = p->map;
    const int32_t *at = p->copy.at;
    uint32_t coordinates = is_four(p) ? 5 : map->rank;
    if (!p->slice && (int64_t)at[0] * p->element % 16)
        return "the first coordinate is not at a multiple of 16 bytes";
    for (uint32_t i = 0; i < coordinates && !is_load(&p->copy); i++)
        if (at[i] < 0) return "a store starts at a negative coordinate";
    for (uint32_t i = 0; i < p->spatial; i++) {
        if (!is_load(&p->copy) && (p->lower[i] < 0 || p->end[i] > (int64_t)map->dim[p->first + i]))
            return "a store with a pixel box that reaches outside the tensor";
        bool left = at[p->first + i] < p->lower[i] && !(is_wide(p) && i == 0);
        if (left || at[p->first + i] >= p->end[i]) return "the start lies outside the pixel box";
    }
    return NULL;
}

static const char *refuse_plan(const struct plan *p) {
    /* Rows outside the tensor are not stored and need not exist. */
    uint64_t most = is_load(&p->copy) ? TM_MAX_SHARED : (uint64_t)1 << 26;
    if (p->rows * p->pitch > most) return "the copy does not fit into shared memory";
    if (!(types_of(p->copy.op) >> p->map->data_type & 1))
        return "the operation does not take this type";
    return refuse_place(p);
}

/* ---- where a row comes from ---- */

/* Returns the position along a strided range after this many steps from its start. Sets *carry to
 * the number of wraparounds. */
static int64_t position_after(int64_t start, int64_t lower, int64_t end, uint32_t stride,
                              uint32_t steps, uint32_t *carry) {
    int64_t first = (end - start + stride - 1) / stride,
            again = (end - lower + stride - 1) / stride;
    if (first < 1) first = 1;
    *carry = 0;
    if (steps < first) return start + (int64_t)steps * stride;
    int64_t left = steps - first;
    *carry = 1 + (uint32_t)(left / again);
    return lower + left % again * stride;
}

static void pixel_position(const struct plan *p, uint32_t row, int64_t position[5]) {
    const ptxc_tensormap *map = p->map;
    uint32_t last = map->rank - 1, carry = row, past = 0;
    for (uint32_t i = 0; i < map->rank; i++) position[i] = p->copy.at[i];
    if (is_wide(p)) {
        uint32_t in_group = row % (p->group + p->halo), group = row / (p->group + p->halo);
        past = in_group < p->group ? 0 : in_group - p->group + 1;
        carry = group * p->group + (past ? p->group - 1 : in_group);
    }
    for (uint32_t i = 0; i < p->spatial; i++) {
        uint32_t dim = p->first + i, stride = map->element_stride[dim];
        if (is_wide(p) && i) break;
        int64_t start = (int64_t)p->copy.at[dim] + (is_wide(p) ? p->copy.offsets[1] : 0);
        position[dim] = position_after(start, p->lower[i], p->end[i], stride, carry, &carry) +
                        (int64_t)past * stride;
        if (!is_wide(p)) position[dim] += p->copy.offsets[i];
    }
    position[last] += (int64_t)carry * (is_wide(p) ? 1 : map->element_stride[last]);
}

static void box_position(const struct plan *p, uint32_t row, int64_t position[5]) {
    for (uint32_t i = 0; i < p->map->rank; i++) {
        position[i] = p->copy.at[i];
        if (!p->steps[i]) continue; /* dimension 0 is the row itself */
        position[i] += (int64_t)(row % p->steps[i]) * p->map->element_stride[i];
        row /= p->steps[i];
    }
}

struct row {
    uint64_t address; /* address of its first byte */
    int64_t from, to; /* how many of its bytes are inside the tensor */
};

static struct row find_row(const struct plan *p, uint32_t number) {
    const ptxc_tensormap *map = p->map;
    int64_t position[5] = {0};
    if (is_four(p)) {
        position[0] = p->copy.at[0];
        position[1] = p->copy.at[1 + number];
    } else if (p->spatial) {
        pixel_position(p, number, position);
    } else {
        box_position(p, number, position);
    }
    int64_t unit = p->slice ? p->slice : p->element;
    struct row row = {map->address + (uint64_t)(position[0] * unit), 0, p->row_bytes};
    for (uint32_t i = 1; i < map->rank; i++)
        row.address += (uint64_t)position[i] * map->stride[i - 1];
    bool inside = true;
    for (uint32_t i = p->slice ? 0 : 1; i < map->rank; i++)
        inside = inside && position[i] >= 0 && (uint64_t)position[i] < map->dim[i];
    if (!inside) {
        row.to = 0;
    } else if (!p->slice) {
        int64_t size = (int64_t)map->dim[0] * p->element;
        if (!is_load(&p->copy)) size = (size + 15) / 16 * 16; /* stores write 16-byte units */
        int64_t left = size - position[0] * p->element;
        if (position[0] < 0) row.from = -position[0] * p->element;
        if (left < row.to) row.to = left;
    }
    return row;
}

/* ---- the order in shared memory ---- */

uint32_t ptxc_tm_swizzled(uint32_t swizzle, uint32_t address) {
    uint32_t line = address >> 7;
    switch (swizzle) {
    case PTXC_TM_SWIZZLE_32B: return address ^ (line & 1) << 4;
    case PTXC_TM_SWIZZLE_64B: return address ^ (line & 3) << 4;
    case PTXC_TM_SWIZZLE_128B: return address ^ (line & 7) << 4;
    case PTXC_TM_SWIZZLE_128B_ATOM_32B: return address ^ (line & 3) << 5;
    case PTXC_TM_SWIZZLE_128B_ATOM_32B_FLIP_8B: return address ^ (line & 3) << 5 ^ (line & 1) << 3;
    case PTXC_TM_SWIZZLE_128B_ATOM_64B: return address ^ (line & 1) << 6;
    default: return address;
    }
}

static void flush(struct plan *p) {
    if (!p->pending.length) return;
    if (!p->pending.filled) p->written += p->pending.length;
    /* Bytes outside the tensor are not stored. */
    bool wanted = is_load(&p->copy) || !p->pending.filled;
    if (p->run && wanted) p->run(p->context, &p->pending);
    p->pending.length = 0;
}

static void emit(struct plan *p, uint32_t shared, int64_t length, uint64_t address, bool filled) {
    ptxc_tm_run *last = &p->pending;
    if (length <= 0) return;
    bool follows = last->length && last->shared + last->length == shared &&
                   last->filled == filled && (filled || last->address + last->length == address);
    if (!follows) {
        flush(p);
        *last = (ptxc_tm_run){shared, 0, filled ? 0 : address, filled};
    }
    last->length += (uint32_t)length;
}

static int64_t clamp(int64_t value, int64_t low, int64_t high) {
    return value < low ? low : value > high ? high : value;
}

/* Emits bytes [column, column + length) of a row, which are placed at `shared`. */
static void emit_part(struct plan *p, uint32_t shared, const struct row *row, uint32_t column,
                      uint32_t length) {
    int64_t begin = column, end = begin + length;
    int64_t from = clamp(row->from, begin, end), to = clamp(row->to, from, end);
    emit(p, shared, from - begin, 0, true);
    emit(p, shared + (uint32_t)(from - begin), to - from, row->address + (uint64_t)from, false);
    emit(p, shared + (uint32_t)(to - begin), end - to, 0, true);
}

/* Walks through shared memory and asks which bytes are placed there: a swizzle is its own
 * inverse. */
static void emit_all(struct plan *p) {
    uint32_t base = p->copy.shared, size = (uint32_t)p->rows * p->pitch, known = UINT32_MAX;
    uint32_t chunk = p->map->swizzle == PTXC_TM_SWIZZLE_128B_ATOM_32B_FLIP_8B ? 8 : 16;
    struct row row = {0, 0, 0};
    for (uint32_t at = 0; at < (size + 127) / 128 * 128; at += chunk) {
        uint32_t from = ptxc_tm_swizzled(p->map->swizzle, base + at) - base;
        uint32_t number = from / p->pitch, column = from % p->pitch;
        if (from >= size || column >= p->row_bytes) continue;
        if (number != known) row = find_row(p, known = number);
        emit_part(p, base + at, &row, column, chunk);
    }
    flush(p);
}

/* ---- the interface ---- */

const char *ptxc_tensormap_copy(const ptxc_tensormap *map, const ptxc_tm_copy *copy,
                                void (*run)(void *context, const ptxc_tm_run *run), void *context,
                                ptxc_tm_extent *extent) {
    struct plan p = {.map = map, .copy = *copy, .run = run, .context = context};
    if (extent) memset(extent, 0, sizeof *extent);
    if (!p.copy.use) p.copy.use = natural_use(map);
    const char *trap = refuse_use(&p);
    if (trap) return trap;
    plan_copy(&p);
    trap = refuse_plan(&p);
    if (trap) return trap;
    emit_all(&p);
    if (extent)
        *extent = (ptxc_tm_extent){
            .bytes = is_load(copy) ? p.rows * p.row_bytes : p.written,
            .footprint = (uint32_t)p.rows * p.pitch,
            .row_bytes = p.row_bytes,
            .row_pitch = p.pitch,
            .rows = (uint32_t)p.rows,
        };
    return NULL;
}

bool tm_box_bytes(const ptxc_tensormap *map, ptxc_tm_use use, uint32_t halo, uint64_t *bytes) {
    struct plan p = {.map = map, .copy = {.use = use, .offsets = {halo}}};
    p.copy.op = use == PTXC_TM_USE_SCATTER4 ? PTXC_TM_STORE : PTXC_TM_LOAD;
    if (!p.copy.use) p.copy.use = natural_use(map);
    if (refuse_use(&p)) return false;
    plan_copy(&p);
    *bytes = p.rows * p.row_bytes;
    return true;
}

int32_t ptxc_tm_offset_max(const ptxc_tensormap *map, ptxc_tm_use use, uint32_t index) {
    static const int32_t corners[] = {65535, 255, 31}; /* by rank; all offsets together have 16
                                                          bits */
    bool group = use == PTXC_TM_USE_IM2COL_W128;
    if (!tm_is_im2col(map)) return -1;
    if (use == PTXC_TM_USE_IM2COL_W || group) return index > 1 ? -1 : index || group ? 31 : 511;
    if (map->rank < 3 || map->rank > PTXC_TM_MAX_RANK || index >= map->rank - 2) return -1;
    return corners[map->rank - 3];
}

static bool offsets_exist(const ptxc_tensormap *map, const ptxc_tm_copy *copy) {
    for (uint32_t i = 0; i < 3; i++)
        if (copy->offsets[i] && (int64_t)copy->offsets[i] > ptxc_tm_offset_max(map, copy->use, i))
            return false;
    return true;
}

bool ptxc_tensormap_copy_is_measured(const ptxc_tensormap *map, const ptxc_tm_copy *copy) {
    bool plain = copy->use == PTXC_TM_USE_ANY || copy->use == PTXC_TM_USE_TILE ||
                 copy->use == PTXC_TM_USE_IM2COL;
    return plain && map->swizzle <= PTXC_TM_SWIZZLE_128B && !tm_is_packed(map->data_type) &&
           offsets_exist(map, copy);
}
