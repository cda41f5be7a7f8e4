/* SPDX-License-Identifier: Apache-2.0
 * Code actions: the fix of each diagnostic, and all safe ones at once. */
#include "program/text/jsontext.h"
#include "lsp/feature/feature.h"
#include "lsp/feature/repair.h"
#include "lsp/session/trial.h"
#include "lsp/refactor/refactor.h"
#include "lsp/wire/need.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUICKFIX "quickfix"
#define FIX_ALL "source.fixAll.ptxcheck"
#define REFACTOR "refactor.rewrite"

enum {
    MOST_TEXT = 40, /* longest replaced text in a title */
    MOST_TRIALS = 4 /* of a request */
};

/* ---- edits ---- */

static ptxc_fix fix_at(const struct document *d, size_t diag, uint32_t i) {
    ptxc_fix fix = {{0, 0}, ""};
    (void)ptxc_module_diag_fix_get(d->module, diag, i, &fix);
    return fix;
}

static void add_edits(const struct server *s, struct document *d, size_t diag, uint32_t count,
                      json_t *edits) {
    for (uint32_t i = 0; i < count; i++) {
        ptxc_fix fix = fix_at(d, diag, i);
        json_array_append_new(edits,
                              json_pack("{s:o, s:o}", "range", subject_range_json(s, d, fix.span),
                                        "newText", json_name(fix.text)));
    }
}

/* ---- titles ---- */

/* Returns a title such as "replace 'sm_100' by 'sm_100a'". */
static size_t add_title(const struct document *d, const ptxc_fix *fix, char *title, size_t size) {
    int length = (int)(fix->span.end - fix->span.start);
    const char *old = d->text + fix->span.start, *more = length > MOST_TEXT ? "..." : "";
    if (length > MOST_TEXT) length = MOST_TEXT;
    int line = (int)strcspn(fix->text, "\n"); /* the rest moves the next line into place */
    int n = !length ? snprintf(title, size, "insert '%.*s'", line, fix->text)
            : *fix->text
                ? snprintf(title, size, "replace '%.*s%s' by '%s'", length, old, more, fix->text)
                : snprintf(title, size, "remove '%.*s%s'", length, old, more);
    return n > 0 ? (size_t)n : 0;
}

static json_t *title_of(const struct document *d, size_t diag, uint32_t count) {
    char title[400];
    size_t used = 0;
    for (uint32_t i = 0; i < count && used < sizeof title; i++) {
        ptxc_fix fix = fix_at(d, diag, i);
        if (i) used += (size_t)snprintf(title + used, sizeof title - used, ", ");
        if (used < sizeof title) used += add_title(d, &fix, title + used, sizeof title - used);
    }
    return json_text(title, strlen(title));
}

/* ---- quick fixes ---- */

static json_t *quickfix(struct server *s, struct document *d, size_t diag, uint32_t count) {
    json_t *edits = json_array();
    add_edits(s, d, diag, count, edits);
    return json_pack("{s:o, s:s, s:[o], s:b, s:o}", "title", title_of(d, diag, count), "kind",
                     QUICKFIX, "diagnostics", diagnostics_json(s, d, diag), "isPreferred", 1,
                     "edit", subject_edit(s, d, edits));
}

/* Returns a fix that only the server offers. */
static json_t *repair_action(struct server *s, struct document *d, size_t diag,
                             const struct repair *r) {
    json_t *edit = json_pack("{s:o, s:o}", "range", subject_range_json(s, d, r->span), "newText",
                             json_name(r->text));
    return json_pack("{s:o, s:s, s:[o], s:o}", "title", json_name(r->title), "kind", QUICKFIX,
                     "diagnostics", diagnostics_json(s, d, diag), "edit",
                     subject_edit(s, d, json_pack("[o]", edit)));
}

/* Returns true if the text with the edit has fewer errors. */
static bool is_sound(struct server *s, struct document *d, const struct repair *r) {
    struct trial trial;
    return trial_run(s, d, r->span, r->text, &trial) &&
           trial.errors < ptxc_module_error_count(d->module);
}

/* Adds the fixes of one diagnostic. Each trial takes as long as a check: *trials are left. */
static void add_quickfixes(struct server *s, struct document *d, size_t i, const ptxc_diag *diag,
                           unsigned *trials, json_t *actions) {
    struct repair repair;
    if (diag->fix_count) json_array_append_new(actions, quickfix(s, d, i, diag->fix_count));
    if (*trials && repair_of(d->module, i, diag, &repair) && (*trials)-- && is_sound(s, d, &repair))
        json_array_append_new(actions, repair_action(s, d, i, &repair));
}

/* ---- all safe fixes at once ---- */

/* Returns true for fixes that do not change the meaning: they insert what is missing, remove what
 * is extra, or correct the order. Guesses (a name, a qualifier) and changes of the target are left
 * to the author. */
static bool is_safe(const char *name) {
    static const char *const safe[] = {
        "missing-semicolon", "minus-offset",      "divided-opcode", "duplicate-qualifier",
        "qualifier-order",   "ignored-qualifier", "missing-version"};
    for (size_t i = 0; i < sizeof safe / sizeof *safe; i++)
        if (!strcmp(name, safe[i])) return true;
    return false;
}

/* Spans that have been edited, in the order of the diagnostics. */
struct edited {
    ptxc_span *span;
    size_t count;
};

static bool overlaps(const struct edited *e, ptxc_span span) {
    for (size_t i = 0; i < e->count; i++)
        if (span.start <= e->span[i].end && e->span[i].start <= span.end) return true;
    return false;
}

/* Adds the fix of a diagnostic, completely or not at all. */
static void add_safe(const struct server *s, struct document *d, size_t diag, uint32_t count,
                     struct edited *e, json_t *edits) {
    size_t before = e->count;
    for (uint32_t i = 0; i < count; i++)
        if (overlaps(&(struct edited){e->span, before}, fix_at(d, diag, i).span)) return;
    e->span = need(realloc(e->span, (before + count) * sizeof *e->span));
    for (uint32_t i = 0; i < count; i++) e->span[e->count++] = fix_at(d, diag, i).span;
    add_edits(s, d, diag, count, edits);
}

static json_t *fix_all(struct server *s, struct document *d) {
    enum { MOST = 1000 };
    struct edited e = {NULL, 0};
    json_t *edits = json_array();
    ptxc_diag diag;
    for (size_t i = 0; ptxc_module_diag_get(d->module, i, &diag) == PTXC_OK && e.count < MOST; i++)
        if (diag.fix_count && is_safe(diag.name)) add_safe(s, d, i, diag.fix_count, &e, edits);
    free(e.span);
    if (json_array_size(edits))
        return json_pack("{s:s, s:s, s:o}", "title", "fix all that is safe to fix", "kind", FIX_ALL,
                         "edit", subject_edit(s, d, edits));
    json_decref(edits);
    return NULL;
}

/* ---- the request ---- */

/* Returns true if the kind is one of those requested. A kind includes its sub-kinds: "source"
 * includes "source.fixAll". */
static bool is_wanted(const json_t *only, const char *kind) {
    if (!json_is_array(only)) return true;
    for (size_t i = 0; i < json_array_size(only); i++) {
        const char *wanted = json_string_value(json_array_get(only, i));
        size_t length = wanted ? strlen(wanted) : 0;
        if (!wanted || strncmp(wanted, kind, length)) continue;
        if (!length || !kind[length] || kind[length] == '.') return true;
    }
    return false;
}

json_t *actions_code_action(struct call *call) {
    struct server *s = call->server;
    const json_t *context = json_object_get(call->params, "context");
    const json_t *only = json_object_get(context, "only");
    ptxc_span range;
    ptxc_diag diag;
    struct document *d = subject_part(call, &range);
    if (!d) return NULL;
    json_t *actions = json_array();
    unsigned trials = MOST_TRIALS;
    if (!s->client.literal_actions) return actions;
    for (size_t i = 0; ptxc_module_diag_get(d->module, i, &diag) == PTXC_OK; i++)
        if (is_wanted(only, QUICKFIX) && diag.span.start <= range.end &&
            range.start <= diag.span.end)
            add_quickfixes(s, d, i, &diag, &trials, actions);
    if (is_wanted(only, REFACTOR)) refactor_add(s, d, range.start, actions);
    if (is_wanted(only, FIX_ALL)) {
        json_t *all = fix_all(s, d);
        if (all) json_array_append_new(actions, all);
    }
    return actions;
}
