/* SPDX-License-Identifier: Apache-2.0
 * Tries refactorings and offers those that are sound: see refactor.h. */
#include "lsp/refactor/refactor.h"
#include "lsp/session/settings.h"
#include "program/text/jsontext.h"
#include "lsp/wire/need.h"
#include <stdlib.h>
#include <string.h>

typedef bool refactor(const struct document *document, uint32_t offset, struct refactoring *out);

/* Returns the text with the edit, which the caller frees. */
static char *rewrite(const struct document *d, const struct refactoring *r, size_t *length) {
    size_t added = strlen(r->text), removed = r->span.end - r->span.start;
    *length = d->length - removed + added;
    char *text = need_bytes(*length + 1);
    memcpy(text, d->text, r->span.start);
    memcpy(text + r->span.start, r->text, added);
    memcpy(text + r->span.start + added, d->text + r->span.end, d->length - r->span.end);
    text[*length] = '\0';
    return text;
}

/* Returns true if the text with the edit has no more errors and diagnostics. */
static bool is_sound(struct server *s, struct document *d, const struct refactoring *r) {
    bool has_ptx;
    ptxc_options options = settings_options(s, d, &has_ptx);
    ptxc_module *m = NULL;
    size_t length;
    char *text = rewrite(d, r, &length);
    bool sound = ptxc_module_open(text, length, &options, &m) == PTXC_OK &&
                 ptxc_module_error_count(m) <= ptxc_module_error_count(d->module) &&
                 ptxc_module_diag_count(m) <= ptxc_module_diag_count(d->module);
    ptxc_module_close(m);
    free(text);
    return sound;
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
