/* SPDX-License-Identifier: Apache-2.0
 * `--tensormap NAME=FILE`: what the tensor maps of kernels hold. */
#ifndef PROGRAM_MAP_MAPS_H
#define PROGRAM_MAP_MAPS_H

#include "ptxcheck.h"
#include "ptxcheck_tensormap.h"

/* Reads a file that holds one map. Returns false after it has reported what is wrong. */
bool map_read_file(const char *path, ptxc_tensormap *map);
/* Returns true and a reason if the map cannot be used: both the driver of cc 9.0 and the
 * documentation reject it. */
bool map_is_refused(const ptxc_tensormap *map, char *reason, size_t size);

struct maps {
    struct known_map *first; /* owns the objects in the list below */
    ptxc_known_map *list;
    size_t count;
};

/* Returns the path of a file that an option names, relative to the directory of `config` or, if
 * that is NULL, to the current directory; the caller frees it. Returns NULL after it has reported
 * what is wrong: a `config` may name regular files only. */
char *maps_path(const char *config, const char *file);
/* Adds the map that an option names. A relative FILE is relative to the directory of `config` or,
 * if that is NULL, to the current directory. Returns false after it has reported what is wrong. */
bool maps_add(struct maps *maps, const char *option, const char *config);
void maps_free(struct maps *maps);

#endif
