/* SPDX-License-Identifier: Apache-2.0
 * The moments of a rehearsal, stored for a picture: the first ones and the last ones, so that a
 * long rehearsal needs no more memory than a short one. */
#ifndef CLI_REHEARSE_STORY_H
#define CLI_REHEARSE_STORY_H

#include "ptxcheck_rehearse.h"

struct story {
    ptxc_moment *first, *last; /* last: a ring buffer */
    size_t count, room;        /* for `first` */
    size_t heard;              /* total number */
    bool no_memory;
};

/* For ptxc_launch.trace; user is a struct story. */
void story_hear(void *user, const ptxc_moment *moment);
/* Returns the number of moments. */
size_t story_count(const struct story *story);
/* Returns the moment with this index, in the order in which they were reported. */
const ptxc_moment *story_at(const struct story *story, size_t index);
void story_free(struct story *story);

#endif
