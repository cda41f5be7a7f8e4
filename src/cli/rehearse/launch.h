/* SPDX-License-Identifier: Apache-2.0
 * What a kernel is launched with: from a JSON file, from options, or from the kernel itself. */
#ifndef CLI_REHEARSE_LAUNCH_H
#define CLI_REHEARSE_LAUNCH_H

#include "ptxcheck.h"
#include "ptxcheck_rehearse.h"

enum {
    MOST_PARAMS = 256,
    NAME_SIZE = 256,
    LONGEST_VALUE = 4096,
    LONGEST_ENTRY = 16384,
    MOST_WORDS = 4096,
    MOST_WAYS = 256
};

/* A launch and all that it points to. */
struct launch {
    ptxc_launch launch;
    char entry[LONGEST_ENTRY];
    ptxc_launch_param params[MOST_PARAMS];
    ptxc_tensormap maps[MOST_PARAMS]; /* of each parameter */
    uint32_t words[MOST_WORDS];       /* of all buffers that hold some */
    uint32_t word_count;
    ptxc_way ways[MOST_WAYS];
    char names[MOST_PARAMS * NAME_SIZE]; /* of parameters */
    uint32_t names_used;
};

/* Reads {"entry", "grid", "block", "cluster", "shared", "params", "maps"}. false: what is wrong has
 * been said. */
bool launch_read(const char *path, struct launch *launch);
/* Another value of a parameter; NULL: there are too many. */
ptxc_launch_param *launch_add_param(struct launch *launch);
/* A copy of a name that lasts as long as the launch; NULL: there is no more room. */
const char *launch_keep_name(struct launch *launch, const char *text, size_t length);
/* What the guard of a line does: "998" and "taken". false: they say nothing. */
bool launch_add_way(struct launch *launch, const char *line, const char *what);

/* ---- given.c: options ---- */

/* "2=u32:7", "2=buffer:4096" or "2=tensormap:map.json": the parameter of an index from 0;
 * "name=u32:7": the one of a name; "2+64=u32:7": a member at an offset. false: what is wrong has
 * been said. */
bool launch_param(struct launch *launch, const char *text);
/* "998=taken": what the guard of a line does where it depends on data. false: as above. */
bool launch_way(struct launch *launch, const char *text);
/* "32,1,1" */
bool launch_sizes(const char *text, uint32_t sizes[3]);

#endif
