/* SPDX-License-Identifier: Apache-2.0
 * Sets of targets and releases. */
#include "ptxcheck.h"

enum { WORDS = sizeof((ptxc_set *)NULL)->bits / sizeof(uint64_t), WORD_BITS = 64 };

static uint64_t word(const ptxc_set *set, size_t i) { return set ? set->bits[i] : 0; }

static uint64_t index_bit(size_t index) { return UINT64_C(1) << index % WORD_BITS; }

bool ptxc_set_has(const ptxc_set *set, size_t index) {
    return index / WORD_BITS < WORDS && word(set, index / WORD_BITS) & index_bit(index);
}

size_t ptxc_set_count(const ptxc_set *set) {
    size_t count = 0;
    for (size_t i = 0; i < WORDS; i++)
        for (uint64_t rest = word(set, i); rest; rest &= rest - 1) count++;
    return count;
}

bool ptxc_set_is_empty(const ptxc_set *set) { return ptxc_set_equal(set, NULL); }

bool ptxc_set_equal(const ptxc_set *a, const ptxc_set *b) {
    for (size_t i = 0; i < WORDS; i++)
        if (word(a, i) != word(b, i)) return false;
    return true;
}

ptxc_set ptxc_set_intersect(const ptxc_set *a, const ptxc_set *b) {
    ptxc_set both = {{0}};
    for (size_t i = 0; i < WORDS; i++) both.bits[i] = word(a, i) & word(b, i);
    return both;
}

ptxc_set ptxc_set_unite(const ptxc_set *a, const ptxc_set *b) {
    ptxc_set either = {{0}};
    for (size_t i = 0; i < WORDS; i++) either.bits[i] = word(a, i) | word(b, i);
    return either;
}

ptxc_status ptxc_set_add(ptxc_set *set, size_t index) {
    if (!set || index / WORD_BITS >= WORDS) return PTXC_BAD_ARGUMENT;
    set->bits[index / WORD_BITS] |= index_bit(index);
    return PTXC_OK;
}
