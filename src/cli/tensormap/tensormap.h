/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck tensormap: calls of the driver's cuTensorMap functions, checked; and
 * ptxcheck encode tensormap, ptxcheck decode tensormap: their descriptors. */
#ifndef CLI_TENSORMAP_TENSORMAP_H
#define CLI_TENSORMAP_TENSORMAP_H

#include "program/io/out.h"
#include "ptxcheck_tensormap.h"
#include "cli/tensormap/options.h"
#include "program/map/read.h"

/* Words behind `ptxcheck tensormap`; returns the exit status. */
int tensormap_main(int count, char **words);
/* Words behind `ptxcheck decode tensormap` and `ptxcheck encode tensormap`. */
int tensormap_decode_main(int count, char **words);
int tensormap_encode_main(int count, char **words);

/* What their --help prints. */
void help_tensormap(struct out *out);
void help_map_descriptor(struct out *out);

/* A document must not be longer; a line of a batch neither. */
enum { MAP_MAX_DOCUMENT = 16 << 20, MAP_MAX_LINE = 1 << 20 };

/* The document or the line, where it cannot be used, as a JSON member of the answer. first_line: of
 * the text in its file. */
void unusable_write(struct out *out, const struct json_doc *doc, uint32_t first_line,
                    const struct unusable *unusable);

/* Checks the call and answers in one line of JSON, or in lines of text. Returns the exit status. */
int map_answer_json(struct out *out, const struct tensormap_options *options,
                    const struct map_input *input);
int map_answer_text(struct out *out, const struct tensormap_options *options,
                    const struct json_doc *doc, const struct map_input *input);

/* access.c: one copy as a line of JSON. What is said about the copy must fit the map. */
bool access_place(const struct json_doc *doc, uint32_t node, const struct map_input *input,
                  const struct place *place, struct unusable *unusable);
void access_answer(struct out *out, const ptxc_tensormap *map, const ptxc_tm_copy *copy);
/* {"map": ..., "at": [...]}, with "offsets", "op", "mode" and "shared" if need be. */
bool access_read(const struct json_doc *doc, uint32_t node, const struct tensormap_options *options,
                 struct map_input *input, struct place *place, struct unusable *unusable);
/* show.c: the same for people. */
void access_show(struct out *out, const ptxc_tensormap *map, const ptxc_tm_copy *copy);
/* svg.c: and as a drawing. */
void access_draw(struct out *out, const ptxc_tensormap *map, const ptxc_tm_copy *copy);

#endif
