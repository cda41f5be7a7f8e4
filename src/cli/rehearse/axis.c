/* SPDX-License-Identifier: Apache-2.0
 * Positions of times: see axis.h. */
#include "cli/rehearse/axis.h"
#include <stdlib.h>

enum {
    PLAIN = 12, /* longer periods without moments are compressed */
    BREAK = 12, /* room for the mark of an omission */
    HEAD = 40   /* percentage of the width for what precedes it */
};

static int compare_times(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Each doubling of a long period adds a little. */
static double width_of(uint64_t stretch) {
    double width = stretch < PLAIN ? (double)stretch : PLAIN;
    for (uint64_t rest = stretch / PLAIN; rest > 1; rest /= 2) width += 3;
    return width;
}

static double drawn(const struct axis *a, double at) {
    if (a->cut_to <= a->cut_at || at <= a->cut_at) return at;
    return at < a->cut_to ? a->cut_at : at - a->cut_to + a->cut_at + BREAK;
}

bool axis_make(struct axis *a, const struct story *s, double most) {
    size_t count = story_count(s), kept = 1;
    *a = (struct axis){.time = calloc(count + 1, sizeof *a->time),
                       .at = calloc(count + 1, sizeof *a->at)};
    if (!a->time || !a->at) {
        axis_free(a);
        return false;
    }
    for (size_t i = 0; i < count; i++) a->time[i + 1] = story_at(s, i)->time;
    qsort(a->time, count + 1, sizeof *a->time, compare_times);
    for (size_t i = 1; i <= count; i++) {
        if (a->time[i] == a->time[kept - 1]) continue;
        a->at[kept] = a->at[kept - 1] + width_of(a->time[i] - a->time[kept - 1]);
        a->time[kept++] = a->time[i];
    }
    a->count = kept;
    double all = a->at[kept - 1];
    if (all > most) {
        a->cut_at = (most - BREAK) * HEAD / 100;
        a->cut_to = all - (most - BREAK - a->cut_at);
    }
    a->width = drawn(a, all);
    return true;
}

/* Returns the last known time that is not after it. */
static size_t find_time(const struct axis *a, uint64_t time) {
    size_t low = 0, high = a->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (a->time[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static double place(const struct axis *a, uint64_t time) {
    size_t i = find_time(a, time);
    if (i + 1 == a->count || time <= a->time[i]) return a->at[i];
    double part = (double)(time - a->time[i]) / (double)(a->time[i + 1] - a->time[i]);
    return a->at[i] + part * (a->at[i + 1] - a->at[i]);
}

double axis_place(const struct axis *a, uint64_t time) { return drawn(a, place(a, time)); }

bool axis_omits(const struct axis *a, uint64_t time) {
    double at = place(a, time);
    return a->cut_to > a->cut_at && at > a->cut_at && at < a->cut_to;
}

uint64_t axis_end(const struct axis *a) { return a->time[a->count - 1]; }

void axis_free(struct axis *a) {
    free(a->time);
    free(a->at);
    *a = (struct axis){0};
}
