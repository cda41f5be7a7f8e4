/* SPDX-License-Identifier: Apache-2.0
 * Writes the report as one JSON object, with one finding per line. docs/cli.md describes it. */
#include "program/text/jsontext.h"
#include "cli/check/report.h"
#include <stdlib.h>

struct json_state {
    struct out *out;
    struct buffer buffer;
    bool begun;
};

static void *json_open(struct out *out, struct style style) {
    (void)style;
    struct json_state *j = calloc(1, sizeof *j);
    if (!j) return NULL;
    j->out = out;
    out_text(out, "{\"version\": ");
    json_write(out, json_name(ptxc_library_version()));
    out_text(out, ", \"diagnostics\": [");
    return j;
}

/* Adds the four members of a place. */
static json_t *with_place(json_t *object, struct place p) {
    object = json_with(object, "line", json_integer(p.line));
    object = json_with(object, "column", json_integer(p.column));
    object = json_with(object, "end_line", json_integer(p.end_line));
    object = json_with(object, "end_column", json_integer(p.end_column));
    return object;
}

static json_t *notes_of(struct json_state *j, const struct finding *f) {
    json_t *notes = json_array();
    for (uint32_t i = 0; i < f->diag.note_count; i++) {
        struct note note = note_of(f, i, &j->buffer, j->out);
        json_t *object =
            json_pack("{s:o}", "message", json_text(note.message, note.message_length));
        notes = json_and(notes, note.has_place ? with_place(object, note.place) : object);
    }
    return notes;
}

static json_t *fixes_of(const struct finding *f) {
    json_t *fixes = json_array();
    for (uint32_t i = 0; i < f->diag.fix_count; i++) {
        ptxc_fix fix = fix_of(f, i);
        json_t *object = with_place(json_object(), place_of(f->input->module, fix.span));
        object = json_with(object, "text", json_name(fix.text));
        fixes = json_and(fixes, object);
    }
    return fixes;
}

static json_t *source_of(const struct finding *f) {
    ptxc_span file = f->source.file;
    const char *name = ptxc_module_source(f->input->module, NULL) + file.start;
    return json_pack("{s:o, s:I, s:I}", "file", json_text(name, file.end - file.start), "line",
                     (json_int_t)f->source.line, "column", (json_int_t)f->source.column);
}

static void json_finding(void *state, const struct finding *f) {
    struct json_state *j = state;
    json_t *object = json_pack("{s:o}", "file", json_name(f->input->name));
    object = with_place(object, f->place);
    object = json_with(object, "severity", json_name(severity_word(f->diag.severity)));
    object = json_with(object, "code", json_name(code_text(f->diag.code).text));
    object = json_with(object, "rule", json_name(f->diag.rule));
    object = json_with(object, "message", json_text(f->message, f->message_length));
    object = json_with(object, "notes", notes_of(j, f));
    object = json_with(object, "fixes", fixes_of(f));
    if (f->has_source) object = json_with(object, "source", source_of(f));
    out_text(j->out, j->begun ? ",\n" : "\n");
    j->begun = true;
    json_write(j->out, object);
}

static void json_close(void *state, const struct totals *totals) {
    struct json_state *j = state;
    if (totals) {
        out_text(j->out, "\n]");
        if (totals->addition.write) totals->addition.write(j->out, totals->addition.what, true);
        out_text(j->out, ", \"summary\": ");
        json_write(j->out,
                   json_pack("{s:I, s:I, s:I, s:I}", "files", (json_int_t)totals->files, "errors",
                             (json_int_t)totals->errors, "warnings", (json_int_t)totals->warnings,
                             "suppressed", (json_int_t)totals->suppressed));
        out_text(j->out, "}\n");
    }
    free(j->buffer.data);
    free(j);
}

const struct renderer json_renderer = {json_open, json_finding, json_close};
