/* SPDX-License-Identifier: Apache-2.0
 * What a kernel is launched with: from a JSON file, from options, or from the kernel itself. */
#ifndef CLI_REHEARSE_LAUNCH_H
#define CLI_REHEARSE_LAUNCH_H

#include "ptxcheck.h"
#include "ptxcheck_rehearse.h"

enum { MOST_PARAMS = 256, NAME_SIZE = 256 };

/* A launch and all that it points to. */
struct launch {
    ptxc_launch launch;
    char entry[NAME_SIZE];
    ptxc_launch_param params[MOST_PARAMS];
    ptxc_tensormap maps[MOST_PARAMS]; /* of each parameter */
};

/* Reads {"entry", "grid", "block", "cluster", "shared", "params", "maps"}. false: what is wrong has
 * been said. */
bool launch_read(const char *path, struct launch *launch);
/* "2=u32:7" or "2=buffer:4096" or "2=tensormap:map.json": the parameter of an index from 0. false:
 * what is wrong has been said. */
bool launch_param(struct launch *launch, const char *text);
/* "32,1,1" */
bool launch_sizes(const char *text, uint32_t sizes[3]);

#endif
