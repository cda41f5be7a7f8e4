/* SPDX-License-Identifier: Apache-2.0
 * Writes the report as SARIF 2.1.0. Results come first and their rules last, so that the rules
 * are known by then and only the codes that occurred need to be stored. */
#include "program/text/uri.h"
#include "program/text/columns.h"
#include "program/text/jsontext.h"
#include "program/text/pages.h"
#include "cli/check/report.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* SARIF names the version of the schema it follows. */
#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"

enum { MAX_CODES = 1000 };

struct sarif_state {
    struct out *out;
    struct buffer buffer;
    struct columns columns;
    const ptxc_module *counted; /* counted for columns */
    bool begun;
    uint32_t rule_count;
    uint32_t rules[MAX_CODES];    /* codes in the order of their index */
    uint32_t index_of[MAX_CODES]; /* index + 1 of each code; 0 if it has not occurred */
};

static void *sarif_open(struct out *out, struct style style) {
    (void)style;
    struct sarif_state *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->out = out;
    out_text(out, "{\"$schema\": \"" SCHEMA "\", \"version\": \"2.1.0\", \"runs\": [{"
                  "\"columnKind\": \"utf16CodeUnits\", \"results\": [");
    return s;
}

static json_t *uri_of(const char *path) {
    char *uri = uri_of_path(path);
    if (!uri) return NULL;
    json_t *string = json_string(uri);
    free(uri);
    return string;
}

static json_t *region_of(const struct sarif_state *s, ptxc_span span, struct place p) {
    if (!s->counted) return json_pack("{s:I}", "startLine", (json_int_t)p.line);
    return json_pack("{s:I, s:I, s:I, s:I}", "startLine", (json_int_t)p.line, "startColumn",
                     (json_int_t)columns_at(&s->columns, span.start, p.column), "endLine",
                     (json_int_t)p.end_line, "endColumn",
                     (json_int_t)columns_at(&s->columns, span.end, p.end_column));
}

static json_t *location_of(const struct sarif_state *s, const struct input *input, ptxc_span span,
                           struct place place) {
    return json_pack("{s:{s:{s:o}, s:o}}", "physicalLocation", "artifactLocation", "uri",
                     uri_of(input->name), "region", region_of(s, span, place));
}

static json_t *related_of(struct sarif_state *s, const struct finding *f) {
    json_t *related = json_array();
    for (uint32_t i = 0; i < f->diag.note_count; i++) {
        struct note note = note_of(f, i, &s->buffer, s->out);
        json_t *location = note.has_place ? location_of(s, f->input, note.span, note.place)
                                          : location_of(s, f->input, f->diag.span, f->place);
        json_t *text = json_text(note.message, note.message_length);
        location = json_with(location, "message", json_pack("{s:o}", "text", text));
        related = json_and(related, location);
    }
    return related;
}

/* All edits of a diagnostic form one fix, because they belong together. */
static json_t *fixes_of(const struct sarif_state *s, const struct finding *f) {
    json_t *replacements = json_array();
    for (uint32_t i = 0; i < f->diag.fix_count; i++) {
        ptxc_fix fix = fix_of(f, i);
        struct place place = place_of(f->input->module, fix.span);
        replacements =
            json_and(replacements,
                     json_pack("{s:o, s:{s:o}}", "deletedRegion", region_of(s, fix.span, place),
                               "insertedContent", "text", json_name(fix.text)));
    }
    return json_pack("[{s:[{s:{s:o}, s:o}]}]", "artifactChanges", "artifactLocation", "uri",
                     uri_of(f->input->name), "replacements", replacements);
}

static uint32_t rule_index(struct sarif_state *s, uint32_t code) {
    uint32_t slot = code % MAX_CODES;
    if (!s->index_of[slot]) {
        s->rules[s->rule_count++] = code;
        s->index_of[slot] = s->rule_count;
    }
    return s->index_of[slot] - 1;
}

static json_t *properties_of(const struct finding *f) {
    json_t *properties = json_pack("{s:o}", "rule", json_name(f->diag.rule));
    if (f->has_source) {
        const char *text = ptxc_module_source(f->input->module, NULL);
        ptxc_span file = f->source.file;
        properties = json_with(properties, "source",
                               json_pack("{s:o, s:I, s:I}", "file",
                                         json_text(text + file.start, file.end - file.start),
                                         "line", (json_int_t)f->source.line, "column",
                                         (json_int_t)f->source.column));
    }
    return properties;
}

/* Recounts at a file's first diagnostic, because another module may have the address of the last
 * one. */
static bool count_columns(struct sarif_state *s, const struct finding *f) {
    const ptxc_module *module = f->input->module;
    if (module == s->counted && f->index) return true;
    s->counted = module;
    return !module || columns_count(&s->columns, module);
}

static void sarif_finding(void *state, const struct finding *f) {
    struct sarif_state *s = state;
    if (!count_columns(s, f)) {
        out_fail(s->out, ENOMEM);
        return;
    }
    json_t *result = json_pack("{s:s}", "ruleId", code_text(f->diag.code).text);
    if (f->diag.code)
        result = json_with(result, "ruleIndex", json_integer(rule_index(s, f->diag.code)));
    result = json_with(result, "level", json_name(severity_word(f->diag.severity)));
    result = json_with(result, "message",
                       json_pack("{s:o}", "text", json_text(f->message, f->message_length)));
    result = json_with(result, "locations",
                       json_pack("[o]", location_of(s, f->input, f->diag.span, f->place)));
    if (f->diag.note_count) result = json_with(result, "relatedLocations", related_of(s, f));
    if (f->diag.fix_count) result = json_with(result, "fixes", fixes_of(s, f));
    result = json_with(result, "properties", properties_of(f));
    out_text(s->out, s->begun ? ",\n" : "\n");
    s->begun = true;
    json_write(s->out, result);
}

/* ---- the rules ---- */

static json_t *rule_of(const ptxc_diag_info *info) {
    const struct page *page = page_find(info->code);
    const char *summary = page ? page->summary : info->name;
    json_t *rule = json_pack("{s:s, s:s, s:{s:s}, s:{s:s}}", "id", code_text(info->code).text,
                             "name", info->name, "shortDescription", "text", summary,
                             "defaultConfiguration", "level", severity_word(info->severity));
    if (page)
        rule = json_with(rule, "help",
                         json_pack("{s:s, s:s}", "text", page->text, "markdown", page->text));
    return rule;
}

static json_t *rules_of(const struct sarif_state *s) {
    json_t *rules = json_array();
    size_t count = ptxc_diag_info_count();
    for (uint32_t i = 0; i < s->rule_count; i++) {
        ptxc_diag_info info;
        for (size_t k = 0; k < count; k++) {
            if (ptxc_diag_info_get(k, &info) != PTXC_OK || info.code != s->rules[i]) continue;
            rules = json_and(rules, rule_of(&info));
            break;
        }
    }
    return rules;
}

static void sarif_close(void *state, const struct totals *totals) {
    struct sarif_state *s = state;
    if (totals) {
        out_text(s->out, "\n], \"tool\": ");
        json_write(s->out, json_pack("{s:{s:s, s:s, s:s, s:o}}", "driver", "name", "ptxcheck",
                                     "version", ptxc_library_version(), "semanticVersion",
                                     ptxc_library_version(), "rules", rules_of(s)));
        out_text(s->out, ", \"invocations\": ");
        json_write(s->out, json_pack("[{s:b}]", "executionSuccessful", !totals->trouble));
        out_text(s->out, "}]}\n");
    }
    columns_free(&s->columns);
    free(s->buffer.data);
    free(s);
}

const struct renderer sarif_renderer = {sarif_open, sarif_finding, sarif_close};
