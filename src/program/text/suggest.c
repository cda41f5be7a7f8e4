/* SPDX-License-Identifier: Apache-2.0
 * Finds the most similar name by edit distance; swapping two neighbors is one edit. */
#include "program/text/suggest.h"
#include "program/io/complain.h"
#include <string.h>

enum { LONGEST = 64 }; /* length of names worth comparing; none of ours is longer */

static unsigned least(unsigned a, unsigned b, unsigned c) {
    unsigned ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Returns the restricted Damerau-Levenshtein distance, using three rows of the matrix. */
static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    unsigned rows[3][LONGEST + 1];
    for (size_t j = 0; j <= b_length; j++) rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        unsigned *row = rows[i % 3];
        const unsigned *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            unsigned replaced = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(above[j] + 1, row[j - 1] + 1, replaced);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], two_above[j - 2] + 1, row[j]);
        }
    }
    return rows[a_length % 3][b_length];
}

struct suggestion suggest_for(const char *typed) {
    /* Up to a third of the letters may differ. */
    return (struct suggestion){.typed = typed, .distance = (unsigned)strlen(typed) / 3 + 1};
}

void suggest_offer(struct suggestion *suggestion, const char *name) {
    size_t typed_length = strlen(suggestion->typed), length = strlen(name);
    if (typed_length > LONGEST || length > LONGEST) return;
    unsigned d = distance(suggestion->typed, typed_length, name, length);
    if (d > suggestion->distance || (d == suggestion->distance && suggestion->best)) return;
    suggestion->distance = d;
    suggestion->best = name;
}

int suggest_option(const struct suggestion *near, const char *verb) {
    if (near->best)
        return complain("unknown option '%s' of %s; did you mean '%s'?", near->typed, verb,
                        near->best);
    return complain("unknown option '%s' of %s (try 'ptxcheck %s --help')", near->typed, verb,
                    verb);
}
