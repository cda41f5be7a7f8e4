/* SPDX-License-Identifier: Apache-2.0
 * Converts the library's diagnostics to findings: see report.h. */
#include "cli/check/report.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct place place_of(const ptxc_module *module, ptxc_span span) {
    struct place p;
    ptxc_module_position(module, span.start, &p.line, &p.column);
    ptxc_module_position(module, span.end, &p.end_line, &p.end_column);
    return p;
}

/* Makes room for a text of `length` bytes and its NUL. */
static bool buffer_reserve(struct buffer *buffer, size_t length) {
    if (length < buffer->capacity) return true;
    size_t capacity = length + 256;
    char *moved = realloc(buffer->data, capacity);
    if (!moved) return false;
    buffer->data = moved;
    buffer->capacity = capacity;
    return true;
}

struct note note_of(const struct finding *f, uint32_t index, struct buffer *buffer,
                    struct out *out) {
    const ptxc_module *module = f->input->module;
    struct note note = {0};
    if (f->remark && index + 1 == f->diag.note_count) {
        note.message = f->remark;
        note.message_length = strlen(f->remark);
        return note;
    }
    for (int attempt = 0; attempt < 2; attempt++) {
        size_t length = ptxc_module_diag_note_text(module, f->index, index, &note.span,
                                                   &note.has_place, buffer->data, buffer->capacity);
        if (length < buffer->capacity) {
            note.message = buffer->data;
            note.message_length = length;
            break;
        }
        if (!buffer_reserve(buffer, length)) break;
    }
    if (!note.message) {
        out_fail(out, ENOMEM);
        note.message = "";
    }
    if (note.has_place) note.place = place_of(module, note.span);
    return note;
}

ptxc_fix fix_of(const struct finding *f, uint32_t index) {
    ptxc_fix fix = {.text = ""};
    (void)ptxc_module_diag_fix_get(f->input->module, f->index, index, &fix);
    return fix;
}

static bool fetch_message(struct finding *f, struct buffer *buffer) {
    for (int attempt = 0; attempt < 2; attempt++) {
        size_t length =
            ptxc_module_diag_text(f->input->module, f->index, buffer->data, buffer->capacity);
        if (length < buffer->capacity) {
            f->message = buffer->data;
            f->message_length = length;
            return true;
        }
        if (!buffer_reserve(buffer, length)) return false;
    }
    return false;
}

bool finding_of(struct finding *f, const struct input *input, size_t index, struct buffer *buffer) {
    *f = (struct finding){.input = input, .index = index};
    if (ptxc_module_diag_get(input->module, index, &f->diag) != PTXC_OK) return false;
    f->place = place_of(input->module, f->diag.span);
    f->has_source = ptxc_module_loc_get(input->module, f->diag.span.start, &f->source) == PTXC_OK;
    return fetch_message(f, buffer);
}

void report_module(const struct renderer *renderer, void *state, const struct input *input,
                   struct out *out, struct totals *totals) {
    const ptxc_module *module = input->module;
    size_t count = ptxc_module_diag_count(module), shown_errors = 0;
    struct buffer buffer = {0};
    for (size_t i = 0; i < count && !out->error; i++) {
        struct finding f;
        if (!finding_of(&f, input, i, &buffer)) {
            out_fail(out, ENOMEM);
            break;
        }
        renderer->finding(state, &f);
        totals->repeated += f.diag.repeated;
        if (f.diag.severity == PTXC_ERROR)
            shown_errors++;
        else
            totals->warnings += f.diag.severity == PTXC_WARNING;
    }
    free(buffer.data);
    size_t errors = ptxc_module_error_count(module);
    totals->files++;
    totals->files_with_findings += count > 0;
    totals->errors += errors;
    totals->hidden_errors += errors - shown_errors;
    totals->suppressed += ptxc_module_suppressed_count(module);
}

const char *severity_word(ptxc_severity severity) {
    return severity == PTXC_ERROR ? "error" : severity == PTXC_NOTE ? "note" : "warning";
}

void out_code(struct out *out, uint32_t code) { out_text(out, code_text(code).text); }
