/* SPDX-License-Identifier: Apache-2.0
 * The public functions for the diagnostics of a module and for the catalogue. */
#include "check/module.h"
#include "ptxcheck.h"

static const struct diag *diag_at(const ptxc_module *m, size_t i) {
    if (!m || i >= m->diags.list.count) return NULL;
    return *(struct diag **)list_at(&m->diags.list, (uint32_t)i);
}

/* Returns the i-th note, or the i-th fix. */
static const struct diag_part *part_at(const struct diag *d, bool is_fix, uint32_t i) {
    const struct diag_part *part = d ? d->parts : NULL;
    while (part && (part->is_fix != is_fix || i--)) part = part->next;
    return part;
}

size_t ptxc_module_diag_count(const ptxc_module *m) { return m ? m->diags.list.count : 0; }
size_t ptxc_module_error_count(const ptxc_module *m) { return m ? m->diags.error_count : 0; }
size_t ptxc_module_suppressed_count(const ptxc_module *m) {
    return m ? m->diags.suppressed_count : 0;
}

ptxc_status ptxc_module_diag_get(const ptxc_module *m, size_t index, ptxc_diag *out) {
    const struct diag *d = diag_at(m, index);
    if (!m || !out) return PTXC_BAD_ARGUMENT;
    if (!d) return PTXC_NOT_FOUND;
    *out = (ptxc_diag){.span = d->span,
                       .severity = (ptxc_severity)d->severity,
                       .code = diag_code(d->id),
                       .name = diag_name(d->id),
                       .rule = d->rule,
                       .note_count = d->note_count,
                       .fix_count = d->fix_count,
                       .repeated = d->repeated};
    return PTXC_OK;
}

size_t ptxc_module_diag_text(const ptxc_module *m, size_t index, char *buffer, size_t size) {
    const struct diag *d = diag_at(m, index);
    return d ? diag_format(d->id, d->args, buffer, size) : 0;
}

size_t ptxc_module_diag_note_text(const ptxc_module *m, size_t index, uint32_t note,
                                  ptxc_span *span, bool *has_span, char *buffer, size_t size) {
    const struct diag *d = diag_at(m, index);
    const struct diag_part *part = part_at(d, false, note);
    if (!part) return 0;
    if (span) *span = part->span;
    if (has_span) *has_span = !span_is_none(part->span);
    return diag_format(part->id, part->args, buffer, size);
}

ptxc_status ptxc_module_diag_fix_get(const ptxc_module *m, size_t index, uint32_t fix,
                                     ptxc_fix *out) {
    const struct diag *d = diag_at(m, index);
    const struct diag_part *part = part_at(d, true, fix);
    if (!m || !out) return PTXC_BAD_ARGUMENT;
    if (!part) return PTXC_NOT_FOUND;
    *out = (ptxc_fix){part->span, part->text};
    return PTXC_OK;
}

/* ---- rows ---- */

/* What does not fit is only counted. */
struct row_writer {
    const ptxc_module *module;
    ptxc_diag_row *rows;
    size_t count, most;
    char *buffer;
    size_t length, size;
};

/* Returns what builds the next text. */
static struct text_builder next_text(const struct row_writer *w) {
    bool fits = w->length < w->size;
    return build_in_buffer(fits ? w->buffer + w->length : NULL, fits ? w->size - w->length : 0);
}

/* Adds a row whose text has been written after the others. */
static void add_row(struct row_writer *w, ptxc_diag_row row, size_t length) {
    row.text = (ptxc_span){(uint32_t)w->length, (uint32_t)(w->length + length)};
    w->length += length + 1;
    if (span_is_none(row.span))
        row.span = (ptxc_span){0, 0};
    else {
        ptxc_module_position(w->module, row.span.start, &row.line, &row.column);
        ptxc_module_position(w->module, row.span.end, &row.end_line, &row.end_column);
    }
    if (w->count < w->most) w->rows[w->count] = row;
    w->count++;
}

static void add_diag(struct row_writer *w, const struct diag *d) {
    ptxc_diag_row row = {.kind = PTXC_ROW_DIAG,
                         .severity = (ptxc_severity)d->severity,
                         .code = diag_code(d->id),
                         .span = d->span,
                         .name = diag_name(d->id),
                         .rule = d->rule};
    ptxc_diag_row part = row;
    if (ptxc_module_loc_get(w->module, d->span.start, &row.loc) != PTXC_OK)
        row.loc = (ptxc_loc){{0, 0}, 0, 0};
    struct text_builder text = next_text(w);
    add_row(w, row, diag_format(d->id, d->args, text.start, text.room));
    for (const struct diag_part *p = d->parts; p; p = p->next) {
        part.kind = p->is_fix ? PTXC_ROW_FIX : PTXC_ROW_NOTE;
        part.span = p->span;
        text = next_text(w);
        if (p->is_fix) build_string(&text, p->text);
        add_row(w, part,
                p->is_fix ? text.length : diag_format(p->id, p->args, text.start, text.room));
    }
}

size_t ptxc_module_diag_rows(const ptxc_module *m, ptxc_diag_row *rows, size_t count, char *buffer,
                             size_t size, size_t *length) {
    struct row_writer w = {m, rows, 0, rows ? count : 0, buffer, 0, buffer ? size : 0};
    const struct diag *d;
    for (size_t i = 0; (d = diag_at(m, i)); i++) add_diag(&w, d);
    if (length) *length = w.length;
    return w.count;
}

/* ---- the catalogue ---- */

size_t ptxc_diag_info_count(void) { return diag_catalogue_count(); }

ptxc_status ptxc_diag_info_get(size_t index, ptxc_diag_info *info) {
    if (!info) return PTXC_BAD_ARGUMENT;
    return diag_catalogue_at(index, info) ? PTXC_OK : PTXC_NOT_FOUND;
}
