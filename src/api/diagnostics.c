/* SPDX-License-Identifier: Apache-2.0
 * The public functions for the diagnostics of a module and for the catalogue. */
#include "check/module.h"

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

/* ---- the catalogue ---- */

size_t ptxc_diag_info_count(void) { return diag_catalogue_count(); }

ptxc_status ptxc_diag_info_get(size_t index, ptxc_diag_info *info) {
    if (!info) return PTXC_BAD_ARGUMENT;
    return diag_catalogue_at(index, info) ? PTXC_OK : PTXC_NOT_FOUND;
}
