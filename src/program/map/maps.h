/* SPDX-License-Identifier: Apache-2.0
 * `--tensormap NAME=FILE`: what the tensor maps of kernels hold. */
#ifndef PROGRAM_MAP_MAPS_H
#define PROGRAM_MAP_MAPS_H

#include "ptxcheck.h"
#include "ptxcheck_tensormap.h"

/* Reads a file that holds one map. false: what is wrong has been said. */
bool map_read_file(const char *path, ptxc_tensormap *map);
/* Why nobody can copy with the map: both the driver of cc 9.0 and the document refuse it. */
bool map_is_refused(const ptxc_tensormap *map, char *reason, size_t size);

struct maps {
    struct known_map *first; /* owns what the list below points to */
    ptxc_known_map *list;
    size_t count;
};

/* Adds what an option says; a relative FILE is looked for beside `config`, or, without one (NULL),
 * in the current folder. false: what is wrong has been said. */
bool maps_add(struct maps *maps, const char *option, const char *config);
void maps_free(struct maps *maps);

#endif
