/* SPDX-License-Identifier: Apache-2.0
 * Tries refactorings and offers those that are sound: see refactor.h. */
#include "lsp/refactor/refactor.h"
#include "lsp/session/trial.h"
#include "program/text/jsontext.h"

typedef bool refactor(const struct document *document, uint32_t offset, struct refactoring *out);

/* Returns true if the text with the edit has no more errors and diagnostics. */
static bool is_sound(struct server *s, struct document *d, const struct refactoring *r) {
    struct trial trial;
    return trial_run(s, d, r->span, r->text, &trial) &&
           trial.errors <= ptxc_module_error_count(d->module) &&
           trial.findings <= ptxc_module_diag_count(d->module);
}

void refactor_add(struct server *s, struct document *d, uint32_t offset, json_t *actions) {
    static refactor *const all[] = {refactor_split, refactor_join, refactor_require_threads};
    struct refactoring r;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!all[i](d, offset, &r) || !is_sound(s, d, &r)) continue;
        json_t *edit = json_pack("{s:o, s:o}", "range", subject_range_json(s, d, r.span), "newText",
                                 json_name(r.text));
        json_array_append_new(actions, json_pack("{s:o, s:s, s:o}", "title", json_name(r.title),
                                                 "kind", "refactor.rewrite", "edit",
                                                 subject_edit(s, d, json_pack("[o]", edit))));
    }
}
