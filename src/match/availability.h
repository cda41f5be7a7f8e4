/* SPDX-License-Identifier: Apache-2.0
 * Which targets, versions and releases accept an instruction: runs the matcher again for each of
 * them. */
#ifndef MATCH_AVAILABILITY_H
#define MATCH_AVAILABILITY_H

#include "isa/tables.h"
#include "match/match.h"

/* An instruction with resolved names, as match_instruction checks it. */
struct avail_line {
    uint32_t chain;
    ptxc_span head;
    const struct operand *operands;
    uint32_t count;
};

/* Returns true if the release can assemble for the target. */
bool availability_has_target(int release, int target);

/* Returns the newest range of .versions, among those that both support, in which the release
 * accepts the line for the target. Sets *has_values if other numbers in the line could get another
 * range. */
ptxc_version_range availability_versions(const struct match_context *c,
                                         const struct avail_line *line, int target, int release,
                                         bool *has_values);

/* The releases, one bit each, that accept a line, and those that reject it. All others do not
 * support the target or the version. */
struct avail_releases {
    uint32_t accept, refuse;
};
/* Computes the verdict of each release, which takes a few microseconds. */
struct avail_releases availability_releases(const struct match_context *c,
                                            const struct avail_line *line);

#endif
