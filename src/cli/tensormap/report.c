/* SPDX-License-Identifier: Apache-2.0
 * Reports what is wrong with a call, as text and as JSON. */
#include "program/io/complain.h"
#include "program/text/jsontext.h"
#include "cli/tensormap/tensormap.h"
#include <string.h>

/* ---- invalid input ---- */

void unusable_write(struct out *out, const struct json_doc *doc, uint32_t first_line,
                    const struct unusable *unusable) {
    uint32_t line, column;
    json_place(doc, unusable->offset, &line, &column);
    out_text(out, "\"error\": {\"line\": ");
    out_number(out, first_line + line - 1);
    out_text(out, ", \"column\": ");
    out_number(out, column);
    if (unusable->key[0]) {
        out_text(out, ", \"key\": ");
        json_write(out, json_name(unusable->key));
    }
    out_text(out, ", \"message\": ");
    json_write(out, json_name(unusable->message));
    out_char(out, '}');
}

/* ---- violations ---- */

struct findings {
    ptxc_tm_violation list[PTXC_TM_MAX_VIOLATIONS];
    size_t count, errors;
};

static void find(struct findings *findings, const struct tensormap_options *options,
                 const ptxc_tensormap *map) {
    findings->count =
        ptxc_tensormap_check(map, &options->check, findings->list, PTXC_TM_MAX_VIOLATIONS);
    findings->errors = 0;
    for (size_t i = 0; i < findings->count; i++)
        findings->errors += findings->list[i].severity == PTXC_ERROR;
}

static const char *severity_name(const ptxc_tm_violation *v) {
    return v->severity == PTXC_ERROR ? "error" : "warning";
}

static void write_string(struct out *out, const char *key, const char *value) {
    out_char(out, '"');
    out_text(out, key);
    out_text(out, "\": \"");
    out_text(out, value); /* names and sentences of the library need no escapes */
    out_char(out, '"');
}

static void write_number(struct out *out, int64_t value, bool is_unsigned) {
    bool negative = !is_unsigned && value < 0;
    if (negative) out_char(out, '-');
    out_number(out, negative ? 0 - (uint64_t)value : (uint64_t)value);
}

/* Returns the part of the sentence that says what was expected. */
static const char *wanted_in(const char *sentence) {
    static const char before[] = ", but must be ";
    const char *at = strstr(sentence, before);
    return at ? at + sizeof before - 1 : "";
}

static void write_violation(struct out *out, const ptxc_tm_violation *v) {
    char message[400];
    ptxc_tm_rule rule = {"", PTXC_TM_FROM_DOCUMENT, "", ""};
    ptxc_tm_violation_text(v, message, sizeof message);
    ptxc_tm_rule_get(v->rule, &rule);
    out_char(out, '{');
    write_string(out, "rule", rule.name);
    out_text(out, ", ");
    write_string(out, "parameter", ptxc_tm_param_name(v->param));
    out_text(out, ", \"index\": ");
    if (v->index < 0)
        out_text(out, "null");
    else
        out_number(out, (uint64_t)v->index);
    out_text(out, ", \"found\": ");
    write_number(out, v->found, v->found_unsigned);
    out_text(out, ", ");
    write_string(out, "wanted", wanted_in(message));
    out_text(out, ", ");
    write_string(out, "origin", ptxc_tm_origin_name(v->origin));
    out_text(out, ", ");
    write_string(out, "severity", severity_name(v));
    out_text(out, ", ");
    write_string(out, "message", message);
    out_char(out, '}');
}

int map_answer_json(struct out *out, const struct tensormap_options *options,
                    const struct map_input *input) {
    struct findings findings;
    find(&findings, options, &input->map);
    out_text(out, findings.errors ? "{\"accepted\": false" : "{\"accepted\": true");
    out_text(out, ", \"violations\": [");
    for (size_t i = 0; i < findings.count; i++) {
        if (i) out_text(out, ", ");
        write_violation(out, &findings.list[i]);
    }
    out_text(out, "]}\n");
    return findings.errors ? EXIT_FINDINGS : EXIT_CLEAN;
}

/* Returns the position of the value: that of the entry, if it is one of an array. */
static uint32_t place_of(const struct json_doc *doc, const struct map_input *input,
                         const ptxc_tm_violation *v) {
    uint32_t node = input->place[v->param];
    if (v->index >= 0 && doc->node[node].kind == JSON_NODE_ARRAY) {
        uint32_t entry = node + 1;
        for (int32_t i = 0; i < v->index && entry < doc->node[node].next; i++)
            entry = doc->node[entry].next;
        if (entry < doc->node[node].next) node = entry;
    }
    return doc->node[node].start - (doc->node[node].kind == JSON_NODE_STRING);
}

static void write_place(struct out *out, const char *file, const struct json_doc *doc,
                        uint32_t offset) {
    uint32_t line, column;
    json_place(doc, offset, &line, &column);
    const char *name = strcmp(file, "-") ? file : "<stdin>";
    out_printable(out, name, strlen(name));
    out_char(out, ':');
    out_number(out, line);
    out_char(out, ':');
    out_number(out, column);
    out_text(out, ": ");
}

int map_answer_text(struct out *out, const struct tensormap_options *options,
                    const struct json_doc *doc, const struct map_input *input) {
    struct findings findings;
    find(&findings, options, &input->map);
    for (size_t i = 0; i < findings.count; i++) {
        const ptxc_tm_violation *v = &findings.list[i];
        char message[400];
        ptxc_tm_rule rule = {"", PTXC_TM_FROM_DOCUMENT, "", ""};
        ptxc_tm_violation_text(v, message, sizeof message);
        ptxc_tm_rule_get(v->rule, &rule);
        write_place(out, options->file, doc, place_of(doc, input, v));
        out_text(out, severity_name(v));
        out_text(out, ": ");
        out_text(out, message);
        out_text(out, " [");
        out_text(out, rule.name);
        out_text(out, ", ");
        out_text(out, ptxc_tm_origin_name(v->origin));
        out_text(out, "]\n");
    }
    return findings.errors ? EXIT_FINDINGS : EXIT_CLEAN;
}
