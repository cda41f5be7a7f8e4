/* SPDX-License-Identifier: Apache-2.0
 * A piece of text that is stored elsewhere: a word of the source, a string of the tables. */
#ifndef BASE_SLICE_H
#define BASE_SLICE_H

#include "ptxcheck.h"
#include <string.h>

struct text {
    const char *start;
    uint32_t length;
};

/* A list that is printed as 'a', 'b' or 'c'. */
struct words {
    const struct text *word;
    uint32_t count;
};

#define NO_SPAN ((ptxc_span){UINT32_MAX, UINT32_MAX})

static inline bool span_is_none(ptxc_span span) { return span.start == UINT32_MAX; }

/* Returns the text of a C string literal or table entry. */
static inline struct text text_of(const char *string) {
    return (struct text){string, (uint32_t)strlen(string)};
}
/* Returns the bytes of a span. */
static inline struct text text_at(const char *source, ptxc_span span) {
    return (struct text){source + span.start, span.end - span.start};
}
static inline bool text_same(struct text a, struct text b) {
    return a.length == b.length && !memcmp(a.start, b.start, a.length);
}
/* FNV-1a. */
static inline uint32_t text_hash(struct text t) {
    uint32_t h = 2166136261u;
    for (uint32_t i = 0; i < t.length; i++) h = (h ^ (unsigned char)t.start[i]) * 16777619u;
    return h ^ h >> 15;
}
static inline bool text_is(struct text t, const char *string) {
    return t.length == strlen(string) && !memcmp(t.start, string, t.length);
}

#endif
