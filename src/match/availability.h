/* SPDX-License-Identifier: Apache-2.0
 * Who takes this instruction: the judge asked again, for other targets, versions and releases. */
#ifndef MATCH_AVAILABILITY_H
#define MATCH_AVAILABILITY_H

#include "isa/tables.h"
#include "match/match.h"

/* An instruction with its names resolved, as match_instruction judges it. */
struct avail_line {
    uint32_t chain;
    ptxc_span head;
    const struct operand *operands;
    uint32_t count;
};

/* Does the release know the target and assemble for it? */
bool availability_has_target(int release, int target);

/* The newest range of .versions in which the release accepts the line for the target: of those that
 * both have. Sets *has_values if other numbers in the line may have another range. */
ptxc_version_range availability_versions(const struct match_context *c,
                                         const struct avail_line *line, int target, int release,
                                         bool *has_values);

/* The releases, a bit for each, that accept and that refuse a line; others do not know the target
 * or the version. */
struct avail_releases {
    uint32_t accept, refuse;
};
/* One verdict for each release: some microseconds. */
struct avail_releases availability_releases(const struct match_context *c,
                                            const struct avail_line *line);

#endif
