/* SPDX-License-Identifier: Apache-2.0
 * Ranges of numbers as C++ conditions: see range.h. */
#include "isa/range.h"

static void put_conjunct(struct text_builder *t, bool *any, const char *a, const char *b,
                         int64_t number, const char *end) {
    PUT(t, *any ? " && " : "(", a, b);
    build_number(t, number);
    PUT(t, end);
    *any = true;
}

bool isa_put_range(struct text_builder *t, const struct isa_range *range, const char *name) {
    bool any = false;
    if (range->low == range->high) {
        put_conjunct(t, &any, name, " == ", range->low, "");
    } else {
        if (range->low > INT64_MIN) put_conjunct(t, &any, name, " >= ", range->low, "");
        if (range->high < INT64_MAX) put_conjunct(t, &any, name, " <= ", range->high, "");
    }
    if (range->multiple) put_conjunct(t, &any, name, " % ", range->multiple, " == 0");
    if (range->flags & RANGE_NONZERO) put_conjunct(t, &any, name, " != ", 0, "");
    if (range->flags & RANGE_POW2) {
        PUT(t, any ? " && (" : "((", name, " & (", name, " - 1)) == 0");
        any = true;
    }
    if (any) PUT(t, ")");
    return any;
}
