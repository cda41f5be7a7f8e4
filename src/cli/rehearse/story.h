/* SPDX-License-Identifier: Apache-2.0
 * The moments of a rehearsal, kept for a picture: the first ones and the last ones, so that a long
 * rehearsal takes no more memory than a short one. */
#ifndef CLI_REHEARSE_STORY_H
#define CLI_REHEARSE_STORY_H

#include "ptxcheck_rehearse.h"

struct story {
    ptxc_moment *first, *last; /* last: a ring */
    size_t count, room;        /* of first */
    size_t heard;              /* in all */
    bool no_memory;
};

/* For ptxc_launch.trace; user: a struct story. */
void story_hear(void *user, const ptxc_moment *moment);
/* How many moments there are. */
size_t story_count(const struct story *story);
/* The moment of an index, in the order in which they were told. */
const ptxc_moment *story_at(const struct story *story, size_t index);
void story_free(struct story *story);

#endif
