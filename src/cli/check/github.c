/* SPDX-License-Identifier: Apache-2.0
 * Writes the report as workflow commands of GitHub Actions, which are shown as annotations of
 * the lines. */
#include "cli/check/report.h"
#include "program/io/glyph.h"
#include <stdlib.h>
#include <string.h>

struct github_state {
    struct out *out;
    struct buffer buffer;
};

static void *github_open(struct out *out, struct style style) {
    (void)style;
    struct github_state *g = calloc(1, sizeof *g);
    if (g) g->out = out;
    return g;
}

/* `extra` contains further characters to escape. */
static void write_escaped(struct out *out, const char *bytes, size_t length, const char *extra) {
    static const char digits[] = "0123456789ABCDEF";
    for (const char *at = bytes, *end = bytes + length; at < end;) {
        struct glyph glyph = glyph_at(at, (size_t)(end - at));
        bool is_shown =
            glyph.length == glyph.shown_length && !memcmp(at, glyph.shown, glyph.length);
        bool is_plain = is_shown && *at != '%' && !strchr(extra, *at);
        for (uint32_t i = 0; i < glyph.length; i++, at++) {
            unsigned char c = (unsigned char)*at;
            const char escape[] = {'%', digits[c >> 4], digits[c & 15]};
            out_bytes(out, is_plain ? at : escape, is_plain ? 1 : sizeof escape);
        }
    }
}

static void write_property(struct out *out, const char *name, uint32_t value) {
    out_text(out, name);
    out_number(out, value);
}

static void write_places(struct out *out, struct place p) {
    write_property(out, ",line=", p.line);
    /* GitHub accepts columns only within one line. */
    if (p.line == p.end_line) write_property(out, ",col=", p.column);
    write_property(out, ",endLine=", p.end_line);
    if (p.line == p.end_line) write_property(out, ",endColumn=", p.end_column);
}

static void github_finding(void *state, const struct finding *f) {
    struct github_state *g = state;
    struct out *out = g->out;
    out_text(out, "::");
    out_text(out, f->diag.severity == PTXC_NOTE ? "notice" : severity_word(f->diag.severity));
    out_text(out, " file=");
    write_escaped(out, f->input->name, strlen(f->input->name), ":,");
    write_places(out, f->place);
    out_text(out, ",title=");
    out_code(out, f->diag.code);
    out_char(out, ' ');
    write_escaped(out, f->diag.rule, strlen(f->diag.rule), ":,");
    out_text(out, "::");
    write_escaped(out, f->message, f->message_length, "");
    if (f->has_source) {
        const char *text = ptxc_module_source(f->input->module, NULL);
        out_text(out, " (from ");
        write_escaped(out, text + f->source.file.start, f->source.file.end - f->source.file.start,
                      "");
        out_char(out, ':');
        out_number(out, f->source.line);
        out_char(out, ')');
    }
    for (uint32_t i = 0; i < f->diag.note_count; i++) {
        struct note note = note_of(f, i, &g->buffer, g->out);
        out_text(out, "%0Anote: ");
        write_escaped(out, note.message, note.message_length, "");
    }
    out_char(out, '\n');
}

static void github_close(void *state, const struct totals *totals) {
    struct github_state *g = state;
    (void)totals;
    free(g->buffer.data);
    free(g);
}

const struct renderer github_renderer = {github_open, github_finding, github_close};
