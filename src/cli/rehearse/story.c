/* SPDX-License-Identifier: Apache-2.0
 * Stores moments: see story.h. */
#include "cli/rehearse/story.h"
#include <stdlib.h>

enum { MOST = 1 << 17 /* of the first moments, and of the last ones */ };

static bool make_room(struct story *s) {
    size_t room = s->room ? s->room * 2 : 1024;
    ptxc_moment *more = realloc(s->first, room * sizeof *more);
    if (!more) return false;
    s->first = more;
    s->room = room;
    return true;
}

void story_hear(void *user, const ptxc_moment *moment) {
    struct story *s = user;
    if (s->no_memory) return;
    if (s->count < MOST) {
        if (s->count == s->room && !make_room(s)) {
            s->no_memory = true;
            return;
        }
        s->first[s->count++] = *moment;
    } else {
        if (!s->last) s->last = calloc(MOST, sizeof *s->last);
        s->no_memory = !s->last;
        if (s->last) s->last[(s->heard - MOST) % MOST] = *moment;
    }
    s->heard++;
}

size_t story_count(const struct story *s) { return s->heard < 2 * MOST ? s->heard : 2 * MOST; }

const ptxc_moment *story_at(const struct story *s, size_t i) {
    if (i < MOST) return &s->first[i];
    size_t dropped = s->heard > 2 * MOST ? s->heard - 2 * MOST : 0;
    return &s->last[(i - MOST + dropped) % MOST];
}

void story_free(struct story *s) {
    free(s->first);
    free(s->last);
    *s = (struct story){0};
}
