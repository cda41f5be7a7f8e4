/* SPDX-License-Identifier: Apache-2.0
 * The layouts of descriptors: contents, decoding, encoding and checks. */
#include "case.h"
#include "ptxcheck.h"
#include <string.h>

static size_t find(const char *name, const char *qualifiers) {
    size_t layout = SIZE_MAX;
    CHECK(ptxc_layout_find(name, qualifiers, &layout) == PTXC_OK);
    return layout;
}

static size_t field_of(size_t layout, const char *name) {
    ptxc_field f;
    for (size_t i = 0; ptxc_field_get(layout, i, &f) == PTXC_OK; i++)
        if (!strcmp(f.name, name)) return i;
    printf("no field '%s'\n", name);
    failures++;
    return 0;
}

/* The fields of each layout cover each bit once and have distinct names. */
static void test_layouts(void) {
    ptxc_layout l;
    size_t count = ptxc_layout_count();
    CHECK(count >= 6);
    for (size_t i = 0; i < count; i++) {
        uint64_t taken = 0;
        CHECK(ptxc_layout_get(i, &l) == PTXC_OK);
        CHECK(*l.name && *l.title && *l.manual && (l.width == 32 || l.width == 64));
        for (size_t k = 0; k < l.field_count; k++) {
            ptxc_field f;
            CHECK(ptxc_field_get(i, k, &f) == PTXC_OK && f.low <= f.high && f.high < l.width);
            CHECK(f.factor >= 1 && !*f.name == !*f.doc && !(f.reserved && *f.name));
            uint64_t bits = UINT64_MAX >> (63 - (f.high - f.low)) << f.low;
            CHECK(!(taken & bits));
            taken |= bits;
            if (*f.name) CHECK(field_of(i, f.name) == k);
        }
        CHECK(taken == UINT64_MAX >> (64 - l.width));
        ptxc_field none;
        CHECK(ptxc_field_get(i, l.field_count, &none) == PTXC_NOT_FOUND);
    }
    CHECK(ptxc_layout_get(count, &l) == PTXC_NOT_FOUND);
    CHECK(ptxc_layout_get(0, NULL) == PTXC_BAD_ARGUMENT);
}

static void test_find(void) {
    size_t layout = 77, plain = find("idesc", ".kind::f16");
    CHECK(plain == find("idesc", "tcgen05.mma.ws.cta_group::1.kind::i8"));
    CHECK(plain != find("idesc", ".cta_group::2.kind::mxf8f6f4"));
    CHECK(find("idesc", ".kind::mxf4") == find("idesc", ".kind::mxf4nvf4"));
    CHECK(find("smem-desc", NULL) == find("smem-desc", ".kind::f16"));
    CHECK(ptxc_layout_find("idesc", NULL, &layout) == PTXC_NOT_FOUND);
    CHECK(ptxc_layout_find("idesc", ".sp", &layout) == PTXC_NOT_FOUND);
    CHECK(ptxc_layout_find("idesc", ".kind::f17", &layout) == PTXC_NOT_FOUND);
    CHECK(ptxc_layout_find("idesc", "tcgen05.mma", &layout) == PTXC_NOT_FOUND);
    CHECK(ptxc_layout_find("ides", ".kind::f16", &layout) == PTXC_NOT_FOUND);
    CHECK(ptxc_layout_find(NULL, NULL, &layout) == PTXC_BAD_ARGUMENT && layout == 77);
    CHECK(ptxc_layout_find("idesc", ".kind::f16", NULL) == PTXC_BAD_ARGUMENT);
}

/* Stores each number that a field can hold (some, for a wide field) in two descriptors, and checks
 * that it is read back and that no other field changes. */
static void round_trip(size_t layout, const ptxc_layout *l, size_t k, uint64_t start) {
    ptxc_field f;
    uint64_t number, before, descriptor;
    CHECK(ptxc_field_get(layout, k, &f) == PTXC_OK);
    uint64_t most = UINT64_MAX >> (63 - (f.high - f.low));
    uint64_t step = most > UINT16_MAX ? most / UINT16_MAX : 1;
    for (uint64_t bits = 0; bits <= most; bits += step) {
        descriptor = start;
        CHECK(ptxc_field_encode(layout, k, bits * f.factor, &descriptor) == PTXC_OK);
        CHECK((descriptor ^ start) >> f.low <= most &&
              !((descriptor ^ start) & ((1ull << f.low) - 1)));
        for (size_t i = 0; i < l->field_count; i++) {
            if (i != k && bits % 64) continue; /* check the others only sometimes */
            CHECK(ptxc_field_decode(layout, i, descriptor, &number) == PTXC_OK);
            CHECK(ptxc_field_decode(layout, i, start, &before) == PTXC_OK);
            CHECK(number == (i == k ? bits * f.factor : before));
        }
    }
    descriptor = start;
    CHECK(ptxc_field_encode(layout, k, (most + 1) * f.factor, &descriptor) == PTXC_BAD_ARGUMENT);
    if (f.factor > 1)
        CHECK(ptxc_field_encode(layout, k, f.factor - 1, &descriptor) == PTXC_BAD_ARGUMENT);
    CHECK(descriptor == start);
}

static void test_round_trip(void) {
    ptxc_layout l;
    for (size_t i = 0; ptxc_layout_get(i, &l) == PTXC_OK; i++)
        for (size_t k = 0; k < l.field_count; k++) {
            round_trip(i, &l, k, 0);
            round_trip(i, &l, k, UINT64_MAX >> (64 - l.width));
        }
}

/* Any value can be rebuilt from its fields. */
static void test_whole(void) {
    uint64_t seed = 1, number;
    ptxc_layout l;
    for (size_t i = 0; ptxc_layout_get(i, &l) == PTXC_OK; i++)
        for (int n = 0; n < 1000; n++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            uint64_t value = (seed ^ seed >> 29) >> (64 - l.width), made = 0;
            for (size_t k = 0; k < l.field_count; k++) {
                CHECK(ptxc_field_decode(i, k, value, &number) == PTXC_OK);
                CHECK(ptxc_field_encode(i, k, number, &made) == PTXC_OK);
            }
            CHECK(made == value);
        }
}

static void test_values(void) {
    size_t layout = find("idesc", ".kind::f8f6f4"), field = field_of(layout, "atype");
    ptxc_field_value v;
    CHECK(ptxc_field_value_get(layout, field, ".kind::f8f6f4", 2, &v) == PTXC_OK);
    CHECK(!strcmp(v.name, "E2M3") && v.number == 3);
    CHECK(ptxc_field_value_get(layout, field, ".kind::f8f6f4", 5, &v) == PTXC_NOT_FOUND);
    CHECK(ptxc_field_value_get(layout, field, ".kind::tf32", 0, &v) == PTXC_OK);
    CHECK(!strcmp(v.name, "TF32") && v.number == 2);
    CHECK(ptxc_field_value_get(layout, field, ".kind::tf32", 1, &v) == PTXC_NOT_FOUND);
    CHECK(ptxc_field_value_get(layout, field, NULL, 8, &v) == PTXC_OK); /* for any kind */
    CHECK(ptxc_field_value_get(layout, 99, NULL, 0, &v) == PTXC_NOT_FOUND);
    CHECK(ptxc_field_value_get(99, 0, NULL, 0, &v) == PTXC_NOT_FOUND);
    CHECK(ptxc_field_value_get(layout, field, NULL, 0, NULL) == PTXC_BAD_ARGUMENT);
}

static void test_empty(void) {
    CHECK(ptxc_layout_empty(find("smem-desc", NULL)) == UINT64_C(1) << 46);
    CHECK(ptxc_layout_empty(find("idesc", ".kind::f16")) == 0);
    CHECK(ptxc_layout_empty(99) == 0);
}

static bool is_wrong(size_t layout, const char *field, uint64_t value, const char *qualifiers,
                     const char *arch) {
    return ptxc_field_problem_text(layout, field_of(layout, field), value, qualifiers, arch, NULL,
                                   0);
}

/* What is unknown is not checked. */
static void test_problem(void) {
    size_t layout = find("idesc", ".kind::f16"), m = field_of(layout, "m");
    const uint64_t pair = 0x10110010, sparse = 0x08110014, single = 0x04110010;
    const uint64_t narrow = 0x02110010;
    CHECK(!is_wrong(layout, "m", pair, ".kind::f16", NULL));
    CHECK(!is_wrong(layout, "m", pair, ".kind::f16.cta_group::2", NULL));
    CHECK(is_wrong(layout, "m", pair, "tcgen05.mma.cta_group::1.kind::f16", NULL));
    CHECK(is_wrong(layout, "m", pair, ".kind::f16.cta_group::1", NULL));
    CHECK(!is_wrong(layout, "m", narrow, ".kind::f16.cta_group::1", NULL)); /* .ws unknown */
    CHECK(is_wrong(layout, "m", narrow, "tcgen05.mma.cta_group::1.kind::f16", NULL));
    CHECK(is_wrong(layout, "m", single, ".kind::f16.cta_group::2", NULL));
    CHECK(!is_wrong(layout, "sparse", sparse, ".kind::f16", NULL));
    CHECK(is_wrong(layout, "sparse", sparse, "tcgen05.mma.cta_group::1.kind::f16", NULL));
    CHECK(!is_wrong(layout, "sparse", sparse, "tcgen05.mma.sp.cta_group::1.kind::f16", NULL));
    CHECK(is_wrong(layout, "k", 1u << 29, ".kind::f16", NULL));
    CHECK(!is_wrong(layout, "k", 1u << 29, ".kind::f8f6f4", NULL));
    CHECK(is_wrong(layout, "k", 1u << 29, ".kind::f8f6f4", "sm_100a"));
    CHECK(!is_wrong(layout, "k", 1u << 29, ".kind::f8f6f4", "sm_107a"));
    CHECK(!is_wrong(layout, "k", 1u << 29, ".kind::f8f6f4", "sm_999"));
    static const char text[] = "'m' (bits 24..28) is 64; expected 128 or 256";
    char buffer[64], small[8];
    size_t n =
        ptxc_field_problem_text(layout, m, single, ".kind::f16.cta_group::2", NULL, buffer, 64);
    CHECK(n == sizeof text - 1 && !strcmp(buffer, text));
    CHECK(ptxc_field_problem_text(layout, m, single, ".kind::f16.cta_group::2", NULL, small, 8) ==
          n);
    CHECK(!strcmp(small, "'m' (bi"));
    CHECK(!ptxc_field_problem_text(layout, m, pair, NULL, NULL, small, 8) && !*small);
    CHECK(!ptxc_field_problem_text(layout, 99, pair, NULL, NULL, small, 8));
    CHECK(!ptxc_field_problem_text(99, 0, pair, NULL, NULL, NULL, 0));
}

MAIN({"layouts", test_layouts}, {"find", test_find}, {"round-trip", test_round_trip},
     {"whole", test_whole}, {"values", test_values}, {"empty", test_empty},
     {"problem", test_problem})
