/* SPDX-License-Identifier: Apache-2.0
 * Findings of one function that say the same at several places, because unrolled loops and
 * inlined helpers repeat code. Those that are off by default are shown once, with their number. */
#include "flow/check/check.h"
#include "flow/run/alike.h"
#include <string.h>

enum { FIRST_CODE = 780, END_OF_CODES = 800 };

struct group_of_alike {
    struct diag *first; /* in the text */
    uint32_t count;
};

static struct diag *nth_finding(const struct diags *diags, uint32_t i) {
    return *(struct diag **)list_at(&diags->list, i);
}

static bool is_off_by_default(const struct diag *d) {
    uint32_t code = diag_code(d->id);
    return code >= FIRST_CODE && code < END_OF_CODES;
}

static bool says_the_same(const struct diag *a, const struct diag *b) {
    if (a->id != b->id || a->arg_count != b->arg_count) return false;
    for (uint32_t i = 0; i < a->arg_count; i++) {
        const struct diag_arg *x = &a->args[i], *y = &b->args[i];
        if (x->kind != y->kind) return false;
        if (x->kind == ARG_NUMBER ? x->number != y->number
                                  : x->kind != ARG_TEXT || x->length != y->length ||
                                        memcmp(x->text, y->text, x->length) != 0)
            return false;
    }
    return true;
}

static struct group_of_alike *group_of(struct list *groups, struct arena *arena, struct diag *d) {
    for (uint32_t i = 0; i < groups->count; i++) {
        struct group_of_alike *g = list_at(groups, i);
        if (says_the_same(g->first, d)) return g;
    }
    struct group_of_alike *g = list_add(arena, groups);
    *g = (struct group_of_alike){d, 0};
    return g;
}

void flow_join_alike(struct diags *diags, struct arena *arena, uint32_t from) {
    struct list groups;
    list_init(&groups, sizeof(struct group_of_alike));
    for (uint32_t i = from; i < diags->list.count; i++) {
        struct diag *d = nth_finding(diags, i);
        if (!is_off_by_default(d)) continue;
        struct group_of_alike *g = group_of(&groups, arena, d);
        if (d->span.start < g->first->span.start) g->first = d;
        g->count++;
        d->repeated = true;
    }
    for (uint32_t i = 0; i < groups.count; i++) {
        const struct group_of_alike *g = list_at(&groups, i);
        g->first->repeated = false;
        if (g->count > 1) note_more_alike(diags, g->first, NO_SPAN, g->count - 1);
    }
}
