/* SPDX-License-Identifier: Apache-2.0
 * The JSON object of a driver call as a tensor map. */
#ifndef PROGRAM_MAP_READ_H
#define PROGRAM_MAP_READ_H

#include "program/text/jsonread.h"
#include "ptxcheck_tensormap.h"

/* Why an input cannot be used, and where. */
struct unusable {
    char message[200];
    uint32_t offset;
    char key[48]; /* "": no key in particular */
};

/* What is read from one document. `place` is where the value of each parameter stands. */
struct map_input {
    ptxc_tensormap map;
    uint32_t place[PTXC_TM_PARAM_COUNT];
};

/* Node is the object. false: *unusable says why. */
bool map_read(const struct json_doc *doc, uint32_t node, struct map_input *input,
              struct unusable *unusable);

/* Says that the text is no JSON. Returns false. */
bool unusable_json(const struct json_doc *doc, struct unusable *unusable);
/* Prints it with its place in the file. first_line: of the text in the file. */
void unusable_complain(const char *file, const struct json_doc *doc, uint32_t first_line,
                       const struct unusable *unusable);
/* Says what is wrong at a node. Returns false. */
__attribute__((format(printf, 5, 6))) bool unusable_node(const struct json_doc *doc, uint32_t node,
                                                         struct unusable *unusable, const char *key,
                                                         const char *format, ...);
/* Integers of an array of at most `capacity`; *count is how many there are. */
bool read_integers(const struct json_doc *doc, uint32_t node, const char *key, int64_t *values,
                   uint32_t capacity, uint32_t *count, struct unusable *unusable);

/* The map as the JSON object that map_read reads, on one line, or with a line for each member. */
struct out;
void map_write(struct out *out, const ptxc_tensormap *map, bool lines, const char *comment);

#endif
