/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck matrix as JSON. docs/cli.md describes it. */
#include "program/text/jsontext.h"
#include "cli/matrix/matrix.h"
#include <stdlib.h>

static const char *kind_word(ptxc_usage_kind kind) {
    switch (kind) {
    case PTXC_USAGE_INSTRUCTION: return "instruction";
    case PTXC_USAGE_UNKNOWN: return "unknown";
    case PTXC_USAGE_WORD: return "word";
    }
    return "?";
}

/* {"sm_100a": {"12.8": ["8.6", "8.7"], ...}, ...} */
static json_t *json_accepted(const struct matrix *m, size_t usage) {
    json_t *targets = json_object();
    ptxc_target target;
    ptxc_release release;
    for (size_t t = 0; ptxc_target_get(t, &target) == PTXC_OK; t++) {
        json_t *releases = json_object();
        for (size_t r = 0; ptxc_release_get(r, &release) == PTXC_OK; r++) {
            ptxc_version_range v = usage == TAKERS_OF_ALL
                                       ? ptxc_module_versions(m->module, t, r)
                                       : ptxc_module_usage_versions(m->module, usage, t, r);
            char from[TAKERS_TEXT], to[TAKERS_TEXT];
            takers_version_text(v.from, from);
            takers_version_text(v.to, to);
            if (v.from) releases = json_with(releases, release.name, json_pack("[ss]", from, to));
        }
        if (!releases || json_object_size(releases))
            targets = json_with(targets, target.name, releases);
        else
            json_decref(releases);
    }
    return targets;
}

static json_t *json_usage(const struct matrix *m, const ptxc_usage *usage, size_t index) {
    char *name = matrix_spelling(m, usage->span);
    json_t *object =
        json_pack("{s:I, s:I, s:s, s:o}", "line", (json_int_t)matrix_line(m, usage->span), "count",
                  (json_int_t)usage->count, "kind", kind_word(usage->kind), "instruction",
                  name ? json_name(name) : NULL);
    if (object && usage->kind != PTXC_USAGE_UNKNOWN)
        object = json_with(object, "accepted", json_accepted(m, index));
    free(name);
    return object;
}

static json_t *json_needs(const struct needs *n) {
    if (!n->accepted) return json_null();
    return json_pack("{s:s, s:s, s:s}", "target", n->target, "version", n->version, "toolkit",
                     n->release);
}

void matrix_json_file(const struct matrix *m, const struct needs *needs) {
    struct out *out = m->out;
    ptxc_usage usage;
    out_text(out, m->any ? ",\n{\"file\": " : "\n{\"file\": ");
    json_write(out, json_name(m->file));
    out_text(out, ", \"needs\": ");
    json_write(out, json_needs(needs));
    out_text(out, ", \"other_errors\": ");
    out_number(out, needs->errors);
    out_text(out, ", \"accepted\": ");
    json_write(out, json_accepted(m, TAKERS_OF_ALL));
    out_text(out, ", \"uses\": [");
    for (size_t i = 0; ptxc_module_usage_get(m->module, i, &usage) == PTXC_OK; i++) {
        out_text(out, i ? ",\n" : "\n");
        json_write(out, json_usage(m, &usage, i));
    }
    out_text(out, "\n]}");
}

void matrix_json_begin(const struct matrix *m) {
    out_text(m->out, "{\"version\": ");
    json_write(m->out, json_name(ptxc_library_version()));
    out_text(m->out, ", \"files\": [");
}

void matrix_json_end(const struct matrix *m) { out_text(m->out, "\n]}\n"); }
