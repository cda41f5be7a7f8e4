/* SPDX-License-Identifier: Apache-2.0
 * From logical times to places in a picture. Stretches in which nothing happens are shortened, and
 * the middle of what is still too long is left out. */
#ifndef CLI_REHEARSE_AXIS_H
#define CLI_REHEARSE_AXIS_H

#include "cli/rehearse/story.h"

struct axis {
    uint64_t *time; /* ascending */
    double *at;     /* of each time */
    size_t count;
    double width;          /* of what is drawn */
    double cut_at, cut_to; /* what lies between is left out; both 0: nothing */
};

/* `most` is the greatest width, in instructions. false: no memory. */
bool axis_make(struct axis *axis, const struct story *story, double most);
double axis_place(const struct axis *axis, uint64_t time);
/* Is the time left out? */
bool axis_omits(const struct axis *axis, uint64_t time);
/* The last time. */
uint64_t axis_end(const struct axis *axis);
void axis_free(struct axis *axis);

#endif
