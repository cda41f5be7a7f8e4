/* SPDX-License-Identifier: Apache-2.0
 * The report as text, in the style of compilers:
 *   k.ptx:9:26: error: message [ptx-203 missing-semicolon]
 * with the source line, notes and fixes under it. */
#include "cli/check/report.h"
#include "cli/check/snippet.h"
#include <stdlib.h>
#include <string.h>

struct text_state {
    struct out *out;
    struct palette palette;
    bool quiet;
    struct buffer buffer;
    const char *first_file; /* the only one with findings, if files_with_findings is 1 */
};

static void *text_open(struct out *out, struct style style) {
    struct text_state *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->out = out;
    t->palette = *palette_for(style.color);
    t->quiet = style.quiet;
    return t;
}

/* Writes "k.ptx:9:26: ". */
static void write_place(struct text_state *t, const struct input *input, struct place place) {
    out_text(t->out, t->palette.location);
    out_printable(t->out, input->name, strlen(input->name));
    out_char(t->out, ':');
    out_number(t->out, place.line);
    out_char(t->out, ':');
    out_number(t->out, place.column);
    out_text(t->out, ": ");
    out_text(t->out, t->palette.reset);
}

static void write_note_head(struct text_state *t, const struct input *input, struct place place) {
    write_place(t, input, place);
    out_text(t->out, t->palette.note);
    out_text(t->out, "note: ");
    out_text(t->out, t->palette.reset);
}

static void write_note(struct text_state *t, const struct finding *f, uint32_t index,
                       uint64_t *fixes) {
    struct note note = note_of(f, index, &t->buffer, t->out);
    write_note_head(t, f->input, note.has_place ? note.place : f->place);
    out_printable(t->out, note.message, note.message_length);
    out_char(t->out, '\n');
    if (note.has_place) snippet_write(t->out, &t->palette, note.span, f, fixes);
}

/* Returns the length without the end of line and the indentation that follow a whole line. */
static size_t visible_length(const char *text) {
    size_t length = strlen(text);
    while (length && strchr(" \t\n", text[length - 1])) length--;
    return length;
}

/* Writes a fix that fits under none of the lines shown, because it is on another one. */
static void write_fix(struct text_state *t, const struct finding *f, const ptxc_fix *fix) {
    bool inserts = fix->span.start == fix->span.end;
    write_note_head(t, f->input, place_of(f->input->module, fix->span));
    out_text(t->out, inserts      ? "fix: insert "
                     : *fix->text ? "fix: change to "
                                  : "fix: remove this");
    if (*fix->text) {
        out_char(t->out, '\'');
        out_printable(t->out, fix->text, visible_length(fix->text));
        out_char(t->out, '\'');
    }
    out_char(t->out, '\n');
    uint64_t none = 0;
    snippet_write(t->out, &t->palette, fix->span, f, &none);
}

static void write_source(struct text_state *t, const struct finding *f) {
    const char *text = ptxc_module_source(f->input->module, NULL);
    ptxc_span file = f->source.file;
    write_note_head(t, f->input, f->place);
    out_text(t->out, "from ");
    out_printable(t->out, text + file.start, file.end - file.start);
    out_char(t->out, ':');
    out_number(t->out, f->source.line);
    if (f->source.column) {
        out_char(t->out, ':');
        out_number(t->out, f->source.column);
    }
    out_char(t->out, '\n');
}

static void write_head(struct text_state *t, const struct finding *f) {
    const struct palette *c = &t->palette;
    write_place(t, f->input, f->place);
    out_text(t->out, f->diag.severity == PTXC_ERROR ? c->error : c->warning);
    out_text(t->out, severity_word(f->diag.severity));
    out_text(t->out, ": ");
    out_text(t->out, c->reset);
    out_text(t->out, c->message);
    out_printable(t->out, f->message, f->message_length);
    out_text(t->out, c->reset);
    out_text(t->out, " [");
    out_code(t->out, f->diag.code);
    out_char(t->out, ' ');
    out_text(t->out, f->diag.rule);
    out_text(t->out, "]\n");
}

/* Writes the message of the assembler unchanged. */
static void write_line(struct text_state *t, const struct finding *f) {
    uint64_t none = 0;
    out_printable(t->out, f->line, strlen(f->line));
    out_char(t->out, '\n');
    if (t->quiet) return;
    for (uint32_t i = 0; i < f->diag.note_count; i++) write_note(t, f, i, &none);
    if (f->input->module) snippet_write(t->out, &t->palette, f->diag.span, f, &none);
    if (f->has_source) write_source(t, f);
}

static void text_finding(void *state, const struct finding *f) {
    struct text_state *t = state;
    if (!t->first_file) t->first_file = f->input->name;
    if (f->line) {
        write_line(t, f);
        return;
    }
    if (f->diag.repeated && !t->quiet) return; /* the first one says how many there are */
    write_head(t, f);
    if (t->quiet) return;
    uint64_t fixes = UINT64_MAX; /* not shown yet, one bit each */
    snippet_write(t->out, &t->palette, f->diag.span, f, &fixes);
    for (uint32_t i = 0; i < f->diag.note_count; i++) write_note(t, f, i, &fixes);
    for (uint32_t i = 0; i < f->diag.fix_count && i < 64; i++) {
        ptxc_fix fix = fix_of(f, i);
        if (fixes >> i & 1) write_fix(t, f, &fix);
    }
    if (f->has_source) write_source(t, f);
}

/* ---- the last line ---- */

static void write_count(struct out *out, size_t count, const char *what) {
    out_number(out, count);
    out_char(out, ' ');
    out_text(out, what);
    if (count != 1) out_char(out, 's');
}

/* Counts what repeats others: errors, or warnings of a file without errors. */
static void write_hidden(struct out *out, const struct totals *totals) {
    size_t hidden = totals->hidden_errors + totals->repeated;
    if (!hidden) return;
    out_text(out, " (");
    out_number(out, hidden);
    out_text(out, " not shown)");
}

static void write_summary(struct text_state *t, const struct totals *totals) {
    struct out *out = t->out;
    if (totals->errors) write_count(out, totals->errors, "error");
    if (totals->errors) write_hidden(out, totals);
    if (totals->errors && totals->warnings) out_text(out, ", ");
    if (totals->warnings) write_count(out, totals->warnings, "warning");
    if (!totals->errors) write_hidden(out, totals);
    if (totals->suppressed) {
        out_text(out, ", ");
        out_number(out, totals->suppressed);
        out_text(out, " suppressed");
    }
    out_text(out, " in ");
    if (totals->files == 1 && t->first_file) {
        out_printable(out, t->first_file, strlen(t->first_file));
    } else {
        out_number(out, totals->files_with_findings);
        out_text(out, " of ");
        write_count(out, totals->files, "file");
    }
    out_char(out, '\n');
}

static void text_close(void *state, const struct totals *totals) {
    struct text_state *t = state;
    if (totals && !t->quiet && (totals->errors || totals->warnings)) write_summary(t, totals);
    if (totals && totals->addition.write)
        totals->addition.write(t->out, totals->addition.what, false);
    free(t->buffer.data);
    free(t);
}

const struct renderer text_renderer = {text_open, text_finding, text_close};
