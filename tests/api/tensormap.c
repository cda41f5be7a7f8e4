/* SPDX-License-Identifier: Apache-2.0
 * The tensor map library: properties that hold for random calls, and one copy that is compared
 * byte by byte with a model that is as simple as possible. tests/tensormap compares with the
 * driver and the GPU. */
#include "case.h"
#include "ptxcheck_tensormap.h"

enum { ROUNDS = 20000 };

/* ---- random calls ---- */

static uint64_t state = 1;

static uint32_t any(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

static uint32_t in(uint32_t low, uint32_t high) { return low + any() % (high - low + 1); }
static int32_t in_signed(int32_t low, int32_t high) {
    return low + (int32_t)(any() % (uint32_t)(high - low + 1));
}

static const uint32_t widths[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};

/* Returns a call that is mostly valid. */
static ptxc_tensormap random_map(void) {
    ptxc_tensormap map = {.function = (ptxc_tm_function)in(0, 2)};
    bool tiled = map.function == PTXC_TM_TILED;
    map.data_type = in(0, 12);
    map.interleave = in(0, 5) > 2 ? 0 : in(0, 2);
    map.rank = in(tiled && !map.interleave ? 1 : 3, 5);
    map.swizzle = in(0, 3);
    map.oob_fill = map.data_type > 5 ? in(0, 1) : 0;
    map.l2_promotion = in(0, 3);
    map.address = 0x700000000000 + 32 * in(0, 99);
    uint64_t stride = 32 * in(1, 9);
    uint32_t width = widths[map.data_type];
    uint32_t inner = (map.swizzle && !map.interleave ? 16u << in(0, map.swizzle) : 16 * in(1, 4));
    for (uint32_t i = 0; i < map.rank; i++) {
        map.dim[i] = in(1, 9);
        map.element_stride[i] = in(0, 1) ? 1 : in(1, 3);
        map.box[i] = in(1, 5);
        if (i + 1 < map.rank) map.stride[i] = stride;
        stride *= in(1, 5);
    }
    map.box[0] = inner / width > 256 ? 256 : inner / width;
    map.dim[0] = in(1, 2 * map.box[0]);
    if (tiled) return map;
    map.channels = map.box[0];
    map.pixels = in(1, 40);
    memset(map.box, 0, sizeof map.box);
    for (uint32_t i = 0; i < (map.function == PTXC_TM_IM2COL ? map.rank - 2 : 1); i++) {
        map.lower[i] = in_signed(-2, 2);
        map.upper[i] = in_signed(-2, 2);
    }
    map.mode = map.function == PTXC_TM_IM2COL_WIDE ? in(0, 1) : 0;
    return map;
}

/* Returns arbitrary bytes, with a rank that limits the arrays. */
static ptxc_tensormap wild_map(void) {
    ptxc_tensormap map = {.rank = 0};
    unsigned char *bytes = (unsigned char *)&map;
    for (size_t i = 0; i < sizeof map; i++) bytes[i] = (unsigned char)any();
    map.function = (ptxc_tm_function)in(0, 3);
    map.rank = in(0, 6);
    if (in(0, 1)) map.data_type = in(0, 16);
    if (in(0, 1)) map.interleave = in(0, 3);
    if (in(0, 1)) map.swizzle = in(0, 7);
    return map;
}

static size_t errors_of(const ptxc_tm_violation *v, size_t count) {
    size_t errors = 0;
    for (size_t i = 0; i < count; i++) errors += v[i].severity == PTXC_ERROR;
    return errors;
}

/* ---- checks ---- */

static void profiles(void) {
    static const ptxc_tm_options profile[] = {
        {.size = sizeof(ptxc_tm_options), .profile = PTXC_TM_BOTH},
        {.size = sizeof(ptxc_tm_options), .profile = PTXC_TM_CC90},
        {.size = sizeof(ptxc_tm_options), .profile = PTXC_TM_DOCUMENT}};
    for (int round = 0; round < ROUNDS; round++) {
        ptxc_tensormap map = round & 1 ? wild_map() : random_map();
        ptxc_tm_violation v[3][PTXC_TM_MAX_VIOLATIONS];
        size_t count[3];
        for (int i = 0; i < 3; i++)
            count[i] = ptxc_tensormap_check(&map, &profile[i], v[i], PTXC_TM_MAX_VIOLATIONS);
        CHECK(count[0] <= PTXC_TM_MAX_VIOLATIONS);
        /* By default, the rules that the driver enforces decide whether a call has an error. */
        CHECK(errors_of(v[0], count[0]) == count[1]);
        CHECK(errors_of(v[1], count[1]) == count[1]);
        CHECK(count[0] >= count[2]);
        for (size_t i = 0; i < count[1]; i++) CHECK(v[1][i].origin != PTXC_TM_DOCUMENT_ONLY);
        for (size_t i = 0; i < count[2]; i++) CHECK(v[2][i].origin != PTXC_TM_FROM_DRIVER);
        if (failures) return;
    }
}

static void capacity(void) {
    for (int round = 0; round < ROUNDS / 10; round++) {
        ptxc_tensormap map = wild_map();
        ptxc_tm_violation all[PTXC_TM_MAX_VIOLATIONS], some[4];
        size_t count = ptxc_tensormap_check(&map, NULL, all, PTXC_TM_MAX_VIOLATIONS);
        memset(some, 0x5A, sizeof some);
        CHECK(ptxc_tensormap_check(&map, NULL, some, 3) == count);
        CHECK(ptxc_tensormap_check(&map, NULL, NULL, 0) == count);
        CHECK(ptxc_tensormap_check(&map, &(ptxc_tm_options){0}, NULL, 0) == SIZE_MAX);
        CHECK(((unsigned char *)&some[3])[0] == 0x5A);
        for (size_t i = 0; i < count && i < 3; i++) CHECK(some[i].rule == all[i].rule);
    }
}

static void texts(void) {
    for (int round = 0; round < ROUNDS / 10; round++) {
        ptxc_tensormap map = wild_map();
        ptxc_tm_violation v[PTXC_TM_MAX_VIOLATIONS];
        size_t count = ptxc_tensormap_check(&map, NULL, v, PTXC_TM_MAX_VIOLATIONS);
        for (size_t i = 0; i < count; i++) {
            char whole[400], part[20];
            size_t length = ptxc_tm_violation_text(&v[i], whole, sizeof whole);
            CHECK(length < sizeof whole && strlen(whole) == length);
            CHECK(strstr(whole, ptxc_tm_param_name(v[i].param)) == whole);
            CHECK(strstr(whole, ", but must be ") != NULL);
            CHECK(ptxc_tm_violation_text(&v[i], part, sizeof part) == length);
            CHECK(!strncmp(part, whole, sizeof part - 1) && strlen(part) == sizeof part - 1);
            CHECK(ptxc_tm_violation_text(&v[i], NULL, 0) == length);
        }
        if (failures) return;
    }
}

static void names(void) {
    ptxc_tm_rule rule;
    size_t count = ptxc_tm_rule_count();
    for (size_t i = 0; i < count; i++) CHECK(ptxc_tm_rule_get(i, &rule) == PTXC_OK && *rule.name);
    CHECK(ptxc_tm_rule_get(count, &rule) == PTXC_NOT_FOUND);
    CHECK(!ptxc_tm_function_name((ptxc_tm_function)4) && !ptxc_tm_use_name((ptxc_tm_use)7));
    CHECK(!ptxc_tm_value_name(PTXC_TM_PARAM_TYPE, 16) && !ptxc_tm_value_name(PTXC_TM_PARAM_DIM, 0));
    CHECK(ptxc_tm_type_bits(PTXC_TM_16U6_ALIGN16B) == 6 && !ptxc_tm_type_bits(16));
}

/* ---- descriptors ---- */

static void descriptors(void) {
    int made = 0;
    for (int round = 0; round < ROUNDS; round++) {
        ptxc_tensormap map = random_map(), again;
        uint64_t words[16], other[16];
        ptxc_tm_options cc90 = {.size = sizeof(ptxc_tm_options), .profile = PTXC_TM_CC90};
        bool good = !ptxc_tensormap_check(&map, &cc90, NULL, 0);
        CHECK(ptxc_tensormap_encode(&map, words) == good);
        if (!good) continue;
        made++;
        CHECK(ptxc_tensormap_decode(words, &again));
        CHECK(ptxc_tensormap_encode(&again, other) && !memcmp(words, other, sizeof words));
        CHECK(again.rank == map.rank && again.data_type == map.data_type);
        /* A descriptor with an additional bit where none is allowed is not valid. */
        words[10 + any() % 6] |= (uint64_t)1 << any() % 64;
        CHECK(!ptxc_tensormap_decode(words, &again));
        if (failures) return;
    }
    CHECK(made > ROUNDS / 3);
}

static void wild_descriptors(void) {
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t words[16] = {0};
        ptxc_tensormap map;
        for (int i = 0; i < 10; i++)
            words[i] = (uint64_t)any() << 33 ^ (uint64_t)any() << 10 ^ any();
        uint64_t again[16];
        if (ptxc_tensormap_decode(words, &map))
            CHECK(ptxc_tensormap_encode(&map, again) && !memcmp(words, again, sizeof words));
    }
}

/* ---- copies ---- */

enum { SHARED = 1 << 18, NOTHING = 0, FILLED = 1 };

struct image {
    uint64_t byte[SHARED]; /* NOTHING, FILLED, or an address */
    uint32_t last;
    bool sorted;
};

static void see_run(void *context, const ptxc_tm_run *run) {
    struct image *image = context;
    if (run->shared < image->last) image->sorted = false;
    image->last = run->shared + run->length;
    for (uint32_t i = 0; i < run->length; i++)
        image->byte[run->shared + i] = run->filled ? FILLED : run->address + i;
}

/* Stores one element, or one slice of channels, in its place. */
static void put(struct image *image, const ptxc_tensormap *map, const int64_t position[5],
                uint32_t at, uint32_t size, bool load) {
    static const uint32_t masks[] = {0, 1, 3, 7};
    bool inside = true;
    uint64_t address = map->address + (uint64_t)(position[0] * (int64_t)size);
    for (uint32_t i = 0; i < map->rank; i++) {
        uint64_t dim = map->dim[i];
        if (!i && !load && !map->interleave) dim = (dim * size + 15) / 16 * 16 / size;
        inside = inside && position[i] >= 0 && (uint64_t)position[i] < dim;
        if (i) address += (uint64_t)position[i] * map->stride[i - 1];
    }
    if (!inside && !load) return;
    for (uint32_t b = 0; b < size; b++) {
        uint32_t to = at + b;
        to ^= (to >> 7 & masks[map->swizzle]) << 4;
        image->byte[to] = inside ? address + b : FILLED;
    }
}

static uint32_t pitch_of(const ptxc_tensormap *map, uint32_t row) {
    uint32_t span = map->swizzle && !map->interleave ? 16u << map->swizzle : 0;
    return row < span ? span : row;
}

/* Stores dimension 0 of a box or pixel whose other coordinates are set. */
static void put_row(struct image *image, const ptxc_tensormap *map, int64_t position[5],
                    uint32_t count, uint32_t at, uint32_t size, bool load) {
    int64_t first = position[0];
    for (uint32_t e = 0; e < count; e++) {
        position[0] = first + e;
        put(image, map, position, at + e * size, size, load);
    }
    position[0] = first;
}

static void plain_tiled(struct image *image, const ptxc_tensormap *map, const ptxc_tm_copy *copy) {
    uint32_t size = map->interleave ? 16 * map->interleave : widths[map->data_type];
    uint32_t row = map->interleave ? size : map->box[0] * size, at = copy->shared, k[5] = {0};
    uint32_t count = map->interleave ? 1 : map->box[0];
    for (;;) {
        int64_t position[5] = {copy->at[0]};
        uint32_t i = map->interleave ? 0 : 1;
        for (uint32_t d = i; d < map->rank; d++) position[d] = copy->at[d] + (int64_t)k[d];
        put_row(image, map, position, count, at, size, copy->op == PTXC_TM_LOAD);
        at += pitch_of(map, row);
        for (; i < map->rank; i++) {
            bool slices = map->interleave && i == map->rank - 2;
            k[i] += map->element_stride[i];
            if (!slices && k[i] < map->box[i]) break;
            k[i] = 0;
        }
        if (i == map->rank) return;
    }
}

static void plain_im2col(struct image *image, const ptxc_tensormap *map, const ptxc_tm_copy *copy) {
    uint32_t size = map->interleave ? 16 * map->interleave : widths[map->data_type];
    uint32_t count = map->interleave ? 1 : map->channels, first = map->interleave ? 0 : 1;
    int64_t at[5];
    for (int i = 0; i < 5; i++) at[i] = copy->at[i];
    for (uint32_t pixel = 0; pixel < map->pixels; pixel++) {
        int64_t position[5];
        memcpy(position, at, sizeof at);
        for (uint32_t i = 0; i < map->rank - 2; i++) position[first + i] += copy->offsets[i];
        put_row(image, map, position, count, copy->shared + pixel * pitch_of(map, count * size),
                size, copy->op == PTXC_TM_LOAD);
        uint32_t i = 0;
        for (; i < map->rank - 2; i++) {
            at[first + i] += map->element_stride[first + i];
            if (at[first + i] < (int64_t)map->dim[first + i] + map->upper[i]) break;
            at[first + i] = map->lower[i];
        }
        if (i == map->rank - 2) at[map->rank - 1] += map->element_stride[map->rank - 1];
    }
}

static ptxc_tm_copy random_copy(const ptxc_tensormap *map) {
    ptxc_tm_copy copy = {.op = in(0, 3) ? PTXC_TM_LOAD : PTXC_TM_STORE, .shared = 128 * in(0, 9)};
    bool tiled = map->function == PTXC_TM_TILED;
    uint32_t width = widths[map->data_type], first = map->interleave ? 0 : 1;
    for (uint32_t i = 0; i < map->rank; i++) copy.at[i] = in_signed(-1, (int32_t)map->dim[i]);
    if (!map->interleave) copy.at[0] = in_signed(-1, 3) * (int32_t)(16 / width);
    for (uint32_t i = 0; i < map->rank - 2 && !tiled; i++) {
        int32_t end = (int32_t)map->dim[first + i] + map->upper[i];
        copy.at[first + i] =
            in_signed(map->lower[i], end > map->lower[i] ? end - 1 : map->lower[i]);
        copy.offsets[i] = copy.op == PTXC_TM_LOAD ? in(0, 2) : 0;
    }
    return copy;
}

static struct image seen, wanted;

static void copies(void) {
    int compared = 0, trapped = 0;
    for (int round = 0; round < ROUNDS / 10; round++) {
        ptxc_tensormap map = random_map();
        ptxc_tm_options cc90 = {.size = sizeof(ptxc_tm_options), .profile = PTXC_TM_CC90};
        if (ptxc_tensormap_check(&map, &cc90, NULL, 0)) continue;
        ptxc_tm_copy copy = random_copy(&map);
        ptxc_tm_extent extent;
        memset(&seen, 0, sizeof seen);
        memset(&wanted, 0, sizeof wanted);
        seen.sorted = true;
        if (ptxc_tensormap_copy(&map, &copy, see_run, &seen, &extent)) {
            CHECK(!seen.last && !extent.bytes);
            trapped++;
            continue;
        }
        compared++;
        if (map.function == PTXC_TM_TILED)
            plain_tiled(&wanted, &map, &copy);
        else
            plain_im2col(&wanted, &map, &copy);
        uint64_t bytes = 0;
        for (uint32_t i = 0; i < SHARED; i++) bytes += seen.byte[i] != NOTHING;
        CHECK(seen.sorted && bytes == extent.bytes);
        CHECK(!memcmp(seen.byte, wanted.byte, sizeof seen.byte));
        if (failures) return;
    }
    CHECK(compared > 500 && trapped > 20);
}

static void wild_copies(void) {
    for (int round = 0; round < ROUNDS; round++) {
        ptxc_tensormap map = round & 1 ? wild_map() : random_map();
        ptxc_tm_copy copy = {.op = (ptxc_tm_op)in(0, 9), .use = (ptxc_tm_use)in(0, 6)};
        for (int i = 0; i < 5; i++)
            copy.at[i] = in(0, 9) ? in_signed(-3, 9) : (int32_t)(any() << 1);
        for (int i = 0; i < 3; i++) copy.offsets[i] = in(0, 9) ? in(0, 3) : in(0, 65535);
        ptxc_tm_extent extent;
        const char *trap = ptxc_tensormap_copy(&map, &copy, NULL, NULL, &extent);
        CHECK(!trap || !extent.bytes);
    }
}

/* Maps that a module is checked with are copied, and only as many as are given. */
static void maps_of_kernels(void) {
    static const char text[] =
        ".version 8.6\n.target sm_90a\n.address_size 64\n"
        ".entry k(.param .align 64 .b8 t[128])\n{\n"
        "    .reg .b64 %rd<2>;\n"
        "    mov.b64 %rd1, t;\n"
        "    cp.async.bulk.prefetch.tensor.3d.L2.global.tile [%rd1, {0, 0, 0}];\n"
        "    ret;\n}\n";
    ptxc_tensormap map = {.data_type = PTXC_TM_FLOAT16,
                          .rank = 2,
                          .address = 16,
                          .dim = {64, 64},
                          .stride = {128},
                          .box = {64, 8},
                          .element_stride = {1, 1}};
    char name[] = "t";
    ptxc_known_map known = {name, &map};
    ptxc_options options = {.size = sizeof options, .maps = &known, .map_count = 1};
    ptxc_module *m;
    ptxc_diag d;
    CHECK(ptxc_module_open(text, sizeof text - 1, &options, &m) == PTXC_OK);
    CHECK(ptxc_module_diag_get(m, 0, &d) == PTXC_OK && d.code == 771);
    name[0] = 'x';
    map.rank = 3;
    CHECK(ptxc_module_find_relations(m, (uint32_t)(strstr(text, "cp.async") - text)) == PTXC_OK);
    ptxc_module_close(m);
    CHECK(ptxc_module_open(text, sizeof text - 1, &options, &m) == PTXC_OK);
    CHECK(ptxc_module_diag_get(m, 0, &d) == PTXC_OK && d.code == 770);
    ptxc_module_close(m);
    known.name = NULL;
    CHECK(ptxc_module_open(text, sizeof text - 1, &options, &m) == PTXC_BAD_ARGUMENT);
    known = (ptxc_known_map){name, NULL};
    CHECK(ptxc_module_open(text, sizeof text - 1, &options, &m) == PTXC_BAD_ARGUMENT);
    options.maps = NULL;
    CHECK(ptxc_module_open(text, sizeof text - 1, &options, &m) == PTXC_BAD_ARGUMENT);
}

MAIN({"profiles", profiles}, {"capacity", capacity}, {"texts", texts}, {"names", names},
     {"descriptors", descriptors}, {"wild_descriptors", wild_descriptors}, {"copies", copies},
     {"wild_copies", wild_copies}, {"maps_of_kernels", maps_of_kernels})
