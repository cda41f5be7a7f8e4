/* SPDX-License-Identifier: Apache-2.0
 * Rules and requirements on the page of an instruction: see page.h. */
#include "cli/isa/page.h"
#include "program/isa/say.h"
#include "program/text/markdown.h"
#include <string.h>

/* ---- rules ---- */

static void write_rules(struct out *out, size_t insn, ptxc_severity severity, const char *heading) {
    ptxc_isa_rule rule;
    const char *before = "", *said = "";
    bool any = false;
    for (size_t r = 0; ptxc_isa_rule_get(insn, r, &rule) == PTXC_OK; r++) {
        char words[1024];
        if (!ptxc_isa_rule_text(insn, r, words, sizeof words)) continue;
        if (rule.severity != severity || (rule.kind == PTXC_RULE_NEEDS && !*rule.message)) continue;
        if (*rule.message && !strcmp(rule.message, said)) continue; /* cases of the same rule */
        if (!any) {
            isa_page_head(out, heading);
            out_text(out, "| rule | what it says |\n|---|---|\n");
        }
        any = true;
        out_text(out, "| ");
        if (strcmp(before, rule.name) != 0) out_text(out, rule.name);
        out_text(out, " | ");
        markdown_text(out, *rule.message ? rule.message : words);
        out_text(out, " |\n");
        before = rule.name;
        said = rule.message;
    }
}

void isa_page_rules(struct out *out, size_t insn) {
    write_rules(out, insn, PTXC_ERROR, "Rules");
    write_rules(out, insn, PTXC_WARNING, "Warnings");
}

/* ---- availability ---- */

/* The targets that matter to readers: one column for each number, from the newest release. */
enum { MOST_COLUMNS = 32, OLDEST = 75 };
struct columns {
    size_t target[MOST_COLUMNS]; /* the target without a suffix */
    size_t count;
};

static void find_columns(struct columns *columns) {
    ptxc_target t;
    size_t releases = ptxc_release_count();
    columns->count = 0;
    for (size_t i = 0; ptxc_target_get(i, &t) == PTXC_OK && columns->count < MOST_COLUMNS; i++)
        if (!t.suffix && t.number >= OLDEST && t.end == releases)
            columns->target[columns->count++] = i;
}

/* Returns which of sm_100, sm_100f, sm_100a have it: "yes", "f, a", "a" or nothing. */
static const char *which(const ptxc_set *targets, size_t plain) {
    ptxc_target base, t;
    const char *found = "";
    if (ptxc_set_has(targets, plain) || ptxc_target_get(plain, &base) != PTXC_OK) return "yes";
    for (size_t i = 0; ptxc_target_get(i, &t) == PTXC_OK; i++) {
        if (t.number != base.number || !ptxc_set_has(targets, i)) continue;
        if (t.suffix == 'f') return "f, a";
        found = "a";
    }
    return found;
}

/* Returns true if some target lacks part of it. */
static bool differs(const struct columns *columns, const ptxc_isa_avail *avail) {
    for (size_t i = 0; i < columns->count; i++)
        if (strcmp(which(&avail->targets, columns->target[i]), "yes") != 0) return true;
    return false;
}

struct needs {
    struct out *out;
    size_t insn;
    ptxc_isa_insn x;
    struct columns columns; /* empty if all targets have everything */
};

static void write_need(const struct needs *n, const ptxc_isa_avail *avail) {
    struct out *out = n->out;
    char targets[256];
    out_text(out, " | ");
    if (avail->version) {
        out_number(out, avail->version / 10);
        out_char(out, '.');
        out_number(out, avail->version % 10);
    }
    ptxc_target_set_text(&avail->targets, NULL, targets, sizeof targets);
    out_text(out, " | ");
    out_text(out, targets);
    out_text(out, " | ");
    out_text(out, isa_page_first(avail));
    out_text(out, " |");
    for (size_t i = 0; i < n->columns.count; i++) {
        out_char(out, ' ');
        out_text(out, which(&avail->targets, n->columns.target[i]));
        out_text(out, " |");
    }
    out_char(out, '\n');
}

/* Returns what a form requires in addition to the instruction. Returns false if nothing. */
static bool form_needs(const struct needs *n, size_t form, ptxc_isa_avail *avail) {
    ptxc_isa_form f;
    struct phrase need = {.length = 0};
    if (ptxc_isa_form_get(n->insn, form, &f) != PTXC_OK) return false;
    isa_say_avail(&need, &f.avail);
    *avail = isa_both(&f.avail, &n->x.avail);
    return need.length != 0;
}

static void write_form_needs(const struct needs *n) {
    ptxc_isa_avail avail;
    for (size_t f = 0; f < n->x.form_count; f++) {
        if (!form_needs(n, f, &avail)) continue;
        out_text(n->out, "| form ");
        out_number(n->out, f + 1);
        write_need(n, &avail);
    }
}

/* Returns what a rule requires. Returns false for other rules. */
static bool rule_needs(const struct needs *n, size_t r, char *words, size_t size,
                       ptxc_isa_avail *avail) {
    ptxc_isa_rule rule;
    if (ptxc_isa_rule_get(n->insn, r, &rule) != PTXC_OK) return false;
    if (rule.kind != PTXC_RULE_NEEDS || *rule.message) return false;
    *avail = isa_both(&rule.avail, &n->x.avail);
    return ptxc_isa_rule_text(n->insn, r, words, size) != 0;
}

/* The text of such a rule ends with its requirement. */
static void write_rule_needs(const struct needs *n) {
    char words[1024];
    ptxc_isa_avail avail;
    for (size_t r = 0; r < n->x.rule_count; r++) {
        if (!rule_needs(n, r, words, sizeof words, &avail)) continue;
        char *end = strstr(words, ": requires ");
        if (end) *end = '\0';
        out_text(n->out, "| ");
        markdown_text(n->out, words);
        write_need(n, &avail);
    }
}

static bool any_differs(const struct needs *n) {
    char words[1024];
    ptxc_isa_avail avail;
    bool any = differs(&n->columns, &n->x.avail);
    for (size_t f = 0; f < n->x.form_count; f++)
        any = any || (form_needs(n, f, &avail) && differs(&n->columns, &avail));
    for (size_t r = 0; r < n->x.rule_count; r++)
        any =
            any || (rule_needs(n, r, words, sizeof words, &avail) && differs(&n->columns, &avail));
    return any;
}

static void write_columns(const struct needs *n) {
    ptxc_target t;
    out_text(n->out, "| | `.version` | targets | CUDA |");
    for (size_t i = 0; i < n->columns.count; i++)
        if (ptxc_target_get(n->columns.target[i], &t) == PTXC_OK) {
            out_char(n->out, ' ');
            out_number(n->out, t.number);
            out_text(n->out, " |");
        }
    out_text(n->out, "\n|---|---|---|---|");
    for (size_t i = 0; i < n->columns.count; i++) out_text(n->out, ":-:|");
    out_text(n->out, "\n| ");
}

static void write_releases(struct out *out, const ptxc_set *releases) {
    out_text(out, "\nThese releases of ptxas changed what they accept:");
    ptxc_release release;
    for (size_t r = 0, n = 0; ptxc_release_get(r, &release) == PTXC_OK; r++)
        if (ptxc_set_has(releases, r)) {
            out_text(out, n++ ? ", " : " ");
            out_text(out, release.name);
        }
    out_text(out, ".\n");
}

void isa_page_availability(struct out *out, size_t insn) {
    struct needs n = {.out = out, .insn = insn};
    (void)ptxc_isa_insn_get(insn, &n.x);
    find_columns(&n.columns);
    if (!any_differs(&n)) n.columns.count = 0;
    isa_page_head(out, "Availability");
    write_columns(&n);
    markdown_code(out, n.x.name, strlen(n.x.name));
    write_need(&n, &n.x.avail);
    write_form_needs(&n);
    write_rule_needs(&n);
    if (n.columns.count)
        out_text(out, "\nThe last columns are sm_75 and so on: `f, a` is sm_100f and sm_100a, "
                      "`a` is sm_100a alone.\n");
    if (!ptxc_set_is_empty(&n.x.releases)) write_releases(out, &n.x.releases);
}
