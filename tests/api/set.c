/* SPDX-License-Identifier: Apache-2.0
 * Sets of targets and releases, as a program that links the library uses them. */
#include "case.h"

enum { MOST_INDEXES = 8 * sizeof(ptxc_set) };

static ptxc_set set_of(size_t a, size_t b) {
    ptxc_set set = {{0}};
    CHECK(ptxc_set_add(&set, a) == PTXC_OK && ptxc_set_add(&set, b) == PTXC_OK);
    return set;
}

static void test_sets(void) {
    const ptxc_set none = {{0}}, low = set_of(3, 64), high = set_of(64, MOST_INDEXES - 1);
    for (size_t i = 0; i < 2 * MOST_INDEXES; i++) {
        CHECK(ptxc_set_has(&low, i) == (i == 3 || i == 64));
        CHECK(ptxc_set_has(&high, i) == (i == 64 || i == MOST_INDEXES - 1));
        CHECK(!ptxc_set_has(&none, i));
    }
    CHECK(!ptxc_set_has(&high, SIZE_MAX));
    CHECK(ptxc_set_count(&none) == 0 && ptxc_set_count(&high) == 2);
    CHECK(ptxc_set_is_empty(&none) && !ptxc_set_is_empty(&low) && !ptxc_set_is_empty(&high));
    ptxc_set same = set_of(64, 3), last = set_of(64, 64);
    CHECK(ptxc_set_equal(&low, &same) && !ptxc_set_equal(&low, &high));
    CHECK(!ptxc_set_equal(&high, &last) && !ptxc_set_equal(&last, &high));
    ptxc_set both = ptxc_set_intersect(&low, &high), either = ptxc_set_unite(&low, &high);
    CHECK(ptxc_set_equal(&both, &last) && ptxc_set_count(&either) == 3);
    CHECK(ptxc_set_has(&either, 3) && ptxc_set_has(&either, MOST_INDEXES - 1));
}

static void test_set_limits(void) {
    ptxc_set set = set_of(0, 7), both = ptxc_set_intersect(&set, NULL);
    const ptxc_set before = set;
    CHECK(ptxc_set_add(&set, MOST_INDEXES) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_set_add(&set, SIZE_MAX) == PTXC_BAD_ARGUMENT && ptxc_set_equal(&set, &before));
    CHECK(ptxc_set_add(NULL, 0) == PTXC_BAD_ARGUMENT);
    CHECK(!ptxc_set_has(NULL, 0) && !ptxc_set_count(NULL) && ptxc_set_is_empty(NULL));
    CHECK(ptxc_set_equal(NULL, NULL) && !ptxc_set_equal(NULL, &set) && ptxc_set_is_empty(&both));
    both = ptxc_set_unite(NULL, &set);
    CHECK(ptxc_set_equal(&both, &set));
    CHECK(ptxc_target_count() <= MOST_INDEXES && ptxc_release_count() <= MOST_INDEXES);
}

static void test_all_targets(void) {
    const ptxc_set all = ptxc_target_set_all();
    CHECK(ptxc_set_count(&all) == ptxc_target_count());
    for (size_t t = 0; t < ptxc_target_count(); t++) CHECK(ptxc_set_has(&all, t));
}

MAIN({"sets", test_sets}, {"limits", test_set_limits}, {"all-targets", test_all_targets})
