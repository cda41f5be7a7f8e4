/* SPDX-License-Identifier: Apache-2.0
 * Maps logical times to positions in a picture. Periods in which nothing happens are compressed,
 * and the middle of what is still too long is omitted. */
#ifndef CLI_REHEARSE_AXIS_H
#define CLI_REHEARSE_AXIS_H

#include "cli/rehearse/story.h"

struct axis {
    uint64_t *time; /* ascending */
    double *at;     /* position of each time */
    size_t count;
    double width;          /* width of the drawing */
    double cut_at, cut_to; /* what lies in between is omitted; both are 0 if nothing is */
};

/* `most` is the largest width, in instructions. Returns false if memory runs out. */
bool axis_make(struct axis *axis, const struct story *story, double most);
double axis_place(const struct axis *axis, uint64_t time);
/* Returns true if the time is omitted. */
bool axis_omits(const struct axis *axis, uint64_t time);
/* Returns the last time. */
uint64_t axis_end(const struct axis *axis);
void axis_free(struct axis *axis);

#endif
