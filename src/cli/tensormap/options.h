/* SPDX-License-Identifier: Apache-2.0
 * The options of the command line of ptxcheck tensormap. */
#ifndef CLI_TENSORMAP_OPTIONS_H
#define CLI_TENSORMAP_OPTIONS_H

#include "ptxcheck_tensormap.h"

/* A copy, and how much of it was specified: the map determines how much is needed. */
struct place {
    ptxc_tm_copy copy;
    uint32_t at_count, offset_count;
    bool has_at;
};
/* Takes at most 5 and 3 values. Returns false if an offset is not in 0 to 65535, which the caller
 * reports. */
bool copy_set_at(struct place *place, const int64_t *values, uint32_t count);
bool copy_set_offsets(struct place *place, const int64_t *values, uint32_t count);

struct tensormap_options {
    ptxc_tm_options check;
    struct place at;
    const char *file, *svg;
    const char *init; /* NULL without --init */
    bool batch, json, access, show;
};

/* Returns false after it has reported what is wrong. */
bool tensormap_options_parse(struct tensormap_options *options, int count, char **words);

/* Reads "1,-2,3". Returns false after it has reported what is wrong. */
bool option_integers(const char *option, const char *text, int64_t *values, uint32_t capacity,
                     uint32_t *count);
/* Read "load", "tile::gather4" ("tiled" means "tile"). */
bool op_of_name(const char *name, size_t length, ptxc_tm_op *op);
bool use_of_name(const char *name, size_t length, ptxc_tm_use *use);

#endif
