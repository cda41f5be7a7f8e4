/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck tensormap: see tensormap.h. */
#include "cli/tensormap/tensormap.h"
#include "program/map/maps.h"
#include "program/options/command.h"
#include "program/io/complain.h"
#include "program/io/lines.h"
#include "program/io/system.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int worse(int a, int b) { return a > b ? a : b; }

/* ---- one call ---- */

struct job {
    const struct tensormap_options *options;
    struct out *out;
    struct json_doc doc;
};

static int copy_with(const struct job *job, const struct map_input *input,
                     const struct place *place, struct unusable *unusable) {
    const ptxc_tensormap *map = &input->map;
    char reason[400];
    if (!access_place(&job->doc, 0, input, place, unusable)) return EXIT_TROUBLE;
    if (map_is_refused(map, reason, sizeof reason)) {
        out_text(job->out, job->options->show ? "the map is refused: "
                                              : "{\"bytes\": 0, \"runs\": [], \"trap\": true, "
                                                "\"reason\": \"the map is refused: ");
        out_text(job->out, reason);
        out_text(job->out, job->options->show ? "\n" : "\"}\n");
        return EXIT_FINDINGS;
    }
    if (job->options->show)
        access_show(job->out, map, &place->copy);
    else
        access_answer(job->out, map, &place->copy);
    return ptxc_tensormap_copy(map, &place->copy, NULL, NULL, NULL) ? EXIT_FINDINGS : EXIT_CLEAN;
}

/* Processes the maps of a document one by one; a copy belongs to one map. */
static int one_call(const struct job *job, uint32_t node, struct unusable *unusable) {
    const struct tensormap_options *options = job->options;
    struct map_input input = {.map = {.rank = 0}};
    if (options->access || options->show) {
        struct place place = options->at;
        place.copy.use = options->check.use;
        bool good = options->batch ? access_read(&job->doc, node, options, &input, &place, unusable)
                                   : map_read(&job->doc, node, &input, unusable);
        return good ? copy_with(job, &input, &place, unusable) : EXIT_TROUBLE;
    }
    if (!map_read(&job->doc, node, &input, unusable)) return EXIT_TROUBLE;
    if (options->batch || options->json) return map_answer_json(job->out, options, &input);
    return map_answer_text(job->out, options, &job->doc, &input);
}

/* ---- a document ---- */

static int draw_file(const char *path, const ptxc_tensormap *map, const ptxc_tm_copy *copy) {
    struct sys_target target;
    int error = sys_create(&target, path);
    if (error) return complain_file("cannot write", path, error);
    struct out *out = malloc(sizeof *out);
    if (!out) {
        sys_discard(&target);
        return complain("out of memory");
    }
    out_init(out, target.file);
    access_draw(out, map, copy);
    error = out_flush(out);
    free(out);
    if (error)
        sys_discard(&target);
    else
        error = sys_commit(&target);
    return error ? complain_file("cannot write", path, error) : EXIT_CLEAN;
}

static int draw(const struct job *job, uint32_t node, struct unusable *unusable) {
    struct map_input input = {.map = {.rank = 0}};
    struct place place = job->options->at;
    place.copy.use = job->options->check.use;
    if (!map_read(&job->doc, node, &input, unusable)) return EXIT_TROUBLE;
    if (!access_place(&job->doc, node, &input, &place, unusable)) return EXIT_TROUBLE;
    char reason[400];
    if (map_is_refused(&input.map, reason, sizeof reason)) {
        out_text(job->out, "the map is refused: ");
        out_text(job->out, reason);
        out_char(job->out, '\n');
        return EXIT_FINDINGS;
    }
    const char *path = job->options->svg;
    if (!strcmp(path, "-"))
        access_draw(job->out, &input.map, &place.copy);
    else if (draw_file(path, &input.map, &place.copy))
        return EXIT_TROUBLE;
    return ptxc_tensormap_copy(&input.map, &place.copy, NULL, NULL, NULL) ? EXIT_FINDINGS
                                                                          : EXIT_CLEAN;
}

static int read_document(struct job *job, struct lines *lines) {
    struct unusable unusable = {.message = ""};
    const char *file = job->options->file;
    if (!json_read(&job->doc, lines->text, lines->length)) {
        unusable_json(&job->doc, &unusable);
        unusable_complain(file, &job->doc, 1, &unusable);
        return EXIT_TROUBLE;
    }
    const struct json_node *top = job->doc.node;
    bool many = top->kind == JSON_NODE_ARRAY;
    int status = EXIT_CLEAN;
    for (uint32_t node = many; node < top->next; node = job->doc.node[node].next) {
        int one = EXIT_CLEAN;
        unusable.message[0] = '\0';
        if (job->options->svg) one = draw(job, node, &unusable);
        if (one == EXIT_CLEAN && (!job->options->svg || job->options->show || job->options->access))
            one = one_call(job, node, &unusable);
        if (unusable.message[0]) unusable_complain(file, &job->doc, 1, &unusable);
        status = worse(status, one);
    }
    return status;
}

static int run_document(struct job *job) {
    struct lines lines;
    const char *file = job->options->file;
    int error = lines_open(&lines, file, MAP_MAX_DOCUMENT), status = EXIT_TROUBLE;
    if (error) return complain_file("cannot read", file, error);
    if (!lines_rest(&lines))
        complain_file("cannot read", file, lines.error);
    else if (lines.too_long)
        complain("%s:1:1: more than %d MB; --batch takes files of any size, a call a line",
                 strcmp(file, "-") ? file : "<stdin>", MAP_MAX_DOCUMENT >> 20);
    else
        status = read_document(job, &lines);
    lines_close(&lines);
    return status;
}

/* ---- a batch ---- */

static void write_unusable(struct job *job, uint32_t line, const struct unusable *unusable) {
    out_text(job->out, job->options->access ? "{" : "{\"accepted\": false, \"violations\": [], ");
    unusable_write(job->out, &job->doc, line, unusable);
    out_text(job->out, "}\n");
}

static int run_line(struct job *job, const struct lines *lines, uint32_t number) {
    struct unusable unusable = {.message = ""};
    int status = EXIT_TROUBLE;
    if (lines->too_long) {
        job->doc.length = 0;
        snprintf(unusable.message, sizeof unusable.message, "the line has more than %d bytes",
                 MAP_MAX_LINE);
    } else if (!json_read(&job->doc, lines->text, lines->length)) {
        unusable_json(&job->doc, &unusable);
    } else {
        status = one_call(job, 0, &unusable);
    }
    if (unusable.message[0]) write_unusable(job, number, &unusable);
    return status;
}

static int run_batch(struct job *job) {
    struct lines lines;
    const char *file = job->options->file;
    int error = lines_open(&lines, file, MAP_MAX_LINE), status = EXIT_CLEAN;
    if (error) return complain_file("cannot read", file, error);
    for (uint32_t number = 1; !job->out->error && lines_next(&lines); number++) {
        status = worse(status, run_line(job, &lines, number));
        if (!lines_ready(&lines)) out_flush(job->out);
    }
    if (lines.error) status = complain_file("cannot read", file, lines.error);
    lines_close(&lines);
    return status;
}

/* ---- templates ---- */

static bool find_template(const char *name, ptxc_tensormap *map) {
    static const char *const names[] = {"tiled", "im2col", "im2col-wide", "replace"};
    *map = (ptxc_tensormap){
        .data_type = PTXC_TM_FLOAT16,
        .rank = 2,
        .address = 0x7f0000000000,
        .dim = {4096, 4096},
        .stride = {8192},
        .box = {64, 128},
        .element_stride = {1, 1, 1, 1, 1},
        .swizzle = PTXC_TM_SWIZZLE_128B,
    };
    uint32_t i = 0;
    while (i < 4 && strcmp(name, names[i]) &&
           strcmp(name, ptxc_tm_function_name((ptxc_tm_function)i)))
        i++;
    map->function = (ptxc_tm_function)i;
    if (i == 0 || i == 3) return true;
    map->rank = 4; /* images of 56 x 56 pixels with 64 channels */
    map->dim[0] = 64;
    map->dim[1] = map->dim[2] = 56;
    map->dim[3] = 32;
    map->stride[0] = 128;
    map->stride[1] = 128 * 56;
    map->stride[2] = 128 * 56 * 56;
    map->lower[0] = map->lower[1] = map->upper[0] = map->upper[1] = -1;
    map->channels = 64;
    map->pixels = 128;
    return i < 4;
}

static int write_template(struct out *out, const struct tensormap_options *options) {
    ptxc_tensormap map;
    if (!find_template(options->init, &map))
        return complain("--init=%s: tiled, im2col, im2col-wide or replace is needed",
                        options->init);
    if (!options->file || !strcmp(options->file, "-")) {
        map_write(out, &map, true, NULL);
        return EXIT_CLEAN;
    }
    if (sys_is_file(options->file)) return complain("'%s' is there already", options->file);
    struct sys_target target;
    int error = sys_create(&target, options->file);
    if (error) return complain_file("cannot write", options->file, error);
    out->file = target.file;
    map_write(out, &map, true, NULL);
    error = out_flush(out);
    if (error)
        sys_discard(&target);
    else
        error = sys_commit(&target);
    out_init(out, 1);
    return error ? complain_file("cannot write", options->file, error) : EXIT_CLEAN;
}

/* ---- the program ---- */

static int run(struct out *out, const struct tensormap_options *options) {
    struct job job = {.options = options, .out = out};
    if (options->init) return write_template(out, options);
    int status = options->batch ? run_batch(&job) : run_document(&job);
    json_free(&job.doc);
    return status;
}

int tensormap_main(int count, char **words) {
    struct tensormap_options options;
    struct out out;
    out_init(&out, 1);
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--help") && strcmp(words[i], "-h")) continue;
        help_tensormap(&out);
        return command_end(&out, EXIT_CLEAN);
    }
    if (!tensormap_options_parse(&options, count, words)) return EXIT_TROUBLE;
    return command_end(&out, run(&out, &options));
}
