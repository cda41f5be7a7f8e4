/* SPDX-License-Identifier: Apache-2.0
 * Converts the JSON object of a driver call to a tensor map. */
#ifndef PROGRAM_MAP_READ_H
#define PROGRAM_MAP_READ_H

#include "program/text/jsonread.h"
#include "ptxcheck_tensormap.h"

/* Why and where an input cannot be used. */
struct unusable {
    char message[200];
    uint32_t offset;
    char key[48]; /* "" if no particular key is wrong */
};

/* What was read from a document. `place` is the position of the value of each parameter. */
struct map_input {
    ptxc_tensormap map;
    uint32_t place[PTXC_TM_PARAM_COUNT];
};

/* Reads the map from an object node. Returns false and sets *unusable if that fails. */
bool map_read(const struct json_doc *doc, uint32_t node, struct map_input *input,
              struct unusable *unusable);

/* Reports that the text is not JSON. Returns false. */
bool unusable_json(const struct json_doc *doc, struct unusable *unusable);
/* Prints the reason with its position in the file. `first_line` is the line of the file on which
 * the text starts. */
void unusable_complain(const char *file, const struct json_doc *doc, uint32_t first_line,
                       const struct unusable *unusable);
/* Records what is wrong at a node. Returns false. */
__attribute__((format(printf, 5, 6))) bool unusable_node(const struct json_doc *doc, uint32_t node,
                                                         struct unusable *unusable, const char *key,
                                                         const char *format, ...);
/* Reads an array of at most `capacity` integers and sets *count to their number. */
bool read_integers(const struct json_doc *doc, uint32_t node, const char *key, int64_t *values,
                   uint32_t capacity, uint32_t *count, struct unusable *unusable);

/* Writes the map as the JSON object that map_read reads, on one line, or with one line per
 * member. */
struct out;
void map_write(struct out *out, const ptxc_tensormap *map, bool lines, const char *comment);

#endif
