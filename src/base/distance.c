/* SPDX-License-Identifier: Apache-2.0
 * The distance between two spellings: restricted Damerau-Levenshtein, using three rows of the
 * matrix. */
#include "base/distance.h"

static bool same_letter(char a, char b) {
    char lower = (char)(a | 32);
    return a == b || (lower == (b | 32) && lower >= 'a' && lower <= 'z');
}

uint32_t edit_distance(struct text a, struct text b, uint32_t limit) {
    enum { MAX = 48 };
    uint32_t row[3][MAX + 1];
    if (a.length > MAX || b.length > MAX || a.length > b.length + limit ||
        b.length > a.length + limit)
        return limit + 1;
    for (uint32_t k = 0; k <= b.length; k++) row[1][k] = k;
    for (uint32_t i = 1; i <= a.length; i++) {
        uint32_t *now = row[(i + 1) % 3], *last = row[i % 3], *before = row[(i + 2) % 3];
        uint32_t least = now[0] = i;
        for (uint32_t k = 1; k <= b.length; k++) {
            uint32_t best = last[k - 1] + !same_letter(a.start[i - 1], b.start[k - 1]);
            if (now[k - 1] + 1 < best) best = now[k - 1] + 1;
            if (last[k] + 1 < best) best = last[k] + 1;
            if (i > 1 && k > 1 && a.start[i - 1] == b.start[k - 2] &&
                a.start[i - 2] == b.start[k - 1] && before[k - 2] + 1 < best)
                best = before[k - 2] + 1;
            now[k] = best;
            if (best < least) least = best;
        }
        /* A transposition can still save one edit of the previous row. */
        if (least > limit + 1) return limit + 1;
    }
    return row[(a.length + 1) % 3][b.length];
}
