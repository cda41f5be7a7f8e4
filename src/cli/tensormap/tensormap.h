/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck tensormap: checks calls of the driver's cuTensorMap functions; and ptxcheck encode
 * tensormap, ptxcheck decode tensormap: their descriptors. */
#ifndef CLI_TENSORMAP_TENSORMAP_H
#define CLI_TENSORMAP_TENSORMAP_H

#include "program/io/out.h"
#include "ptxcheck_tensormap.h"
#include "cli/tensormap/options.h"
#include "program/map/read.h"

/* Handles the words after `ptxcheck tensormap`; returns the exit status. */
int tensormap_main(int count, char **words);
/* Handle the words after `ptxcheck decode tensormap` and `ptxcheck encode tensormap`. */
int tensormap_decode_main(int count, char **words);
int tensormap_encode_main(int count, char **words);

/* Write the --help texts. */
void help_tensormap(struct out *out);
void help_map_descriptor(struct out *out);

/* The maximum length of a document, and of a line of a batch. */
enum { MAP_MAX_DOCUMENT = 16 << 20, MAP_MAX_LINE = 1 << 20 };

/* Writes the document or the line that is not usable as a JSON member of the answer. `first_line`
 * is the line of the file on which the text starts. */
void unusable_write(struct out *out, const struct json_doc *doc, uint32_t first_line,
                    const struct unusable *unusable);

/* Check the call and answer with one line of JSON, or with lines of text. Return the exit
 * status. */
int map_answer_json(struct out *out, const struct tensormap_options *options,
                    const struct map_input *input);
int map_answer_text(struct out *out, const struct tensormap_options *options,
                    const struct json_doc *doc, const struct map_input *input);

/* access.c: writes one copy as a line of JSON. The specification of the copy must fit the map. */
bool access_place(const struct json_doc *doc, uint32_t node, const struct map_input *input,
                  const struct place *place, struct unusable *unusable);
void access_answer(struct out *out, const ptxc_tensormap *map, const ptxc_tm_copy *copy);
/* Reads {"map": ..., "at": [...]}, with optional "offsets", "op", "mode" and "shared". */
bool access_read(const struct json_doc *doc, uint32_t node, const struct tensormap_options *options,
                 struct map_input *input, struct place *place, struct unusable *unusable);
/* show.c: writes the same as text for users. */
void access_show(struct out *out, const ptxc_tensormap *map, const ptxc_tm_copy *copy);
/* svg.c: draws the same. */
void access_draw(struct out *out, const ptxc_tensormap *map, const ptxc_tm_copy *copy);

#endif
