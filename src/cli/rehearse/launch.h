/* SPDX-License-Identifier: Apache-2.0
 * The launch of a kernel: from a JSON file, from options, or from the kernel itself. */
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

/* A launch and everything that it points to. */
struct launch {
    ptxc_launch launch;
    char entry[LONGEST_ENTRY];
    ptxc_launch_param params[MOST_PARAMS];
    ptxc_tensormap maps[MOST_PARAMS]; /* for each parameter */
    uint32_t words[MOST_WORDS];       /* of all buffers with given contents */
    uint32_t word_count;
    ptxc_way ways[MOST_WAYS];
    char names[MOST_PARAMS * NAME_SIZE]; /* names of parameters */
    uint32_t names_used;
};

/* Reads {"entry", "grid", "block", "cluster", "shared", "params", "maps"}. Returns false after it
 * has reported what is wrong. */
bool launch_read(const char *path, struct launch *launch);
/* Returns a new value of a parameter, or NULL if there are too many. */
ptxc_launch_param *launch_add_param(struct launch *launch);
/* Returns a copy of a name that lives as long as the launch, or NULL if there is no more room. */
const char *launch_keep_name(struct launch *launch, const char *text, size_t length);
/* Adds what the guard on a line does: "998" and "taken". Returns false if they are not valid. */
bool launch_add_way(struct launch *launch, const char *line, const char *what);

/* ---- given.c: options ---- */

/* Reads "2=u32:7", "2=buffer:4096" or "2=tensormap:map.json" for a parameter by index from 0;
 * "name=u32:7" for one by name; "2+64=u32:7" for a member by offset. Returns false after it has
 * reported what is wrong. */
bool launch_param(struct launch *launch, const char *text);
/* Reads "998=taken": what the guard on a line does if it depends on data. Returns false after it
 * has reported what is wrong. */
bool launch_way(struct launch *launch, const char *text);
/* Reads "32,1,1". */
bool launch_sizes(const char *text, uint32_t sizes[3]);

#endif
