/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck matrix as a table. */
#include "cli/matrix/matrix.h"
#include "program/text/table.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_number(struct table *t, size_t number) {
    char text[32];
    snprintf(text, sizeof text, "%zu", number);
    table_add(t, text);
}

static void add_taker(struct table *t, const struct taker *row) {
    char text[TAKERS_TEXT];
    ptxc_target_set_text(&row->targets, &row->asked, text, sizeof text);
    table_add(t, text);
    takers_versions_text(row, text);
    table_add(t, text);
    takers_releases_text(row, text);
    table_add(t, text);
}

/* Adds the rows of one usage: only the first row has the leading cells. */
static void add_takers(struct table *t, const struct taker *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (int blank = 0; i && blank < 3; blank++) table_add(t, "");
        add_taker(t, &rows[i]);
    }
    static const char *const none[] = {"none", "-", "-"};
    for (int k = 0; !count && k < 3; k++) table_add(t, none[k]);
}

/* What is not listed. */
struct counted {
    size_t kinds, uses;
};

/* Returns true for what every target has supported from its first .version on, which need not be
 * listed. */
static bool is_common(const struct taker *rows, size_t count) {
    const ptxc_set all = takers_targets();
    struct taker_least least = {0};
    if (count != 1 || rows[0].to) return false;
    ptxc_set taken = ptxc_set_intersect(&rows[0].targets, &all);
    if (!ptxc_set_equal(&taken, &all)) return false;
    ptxc_target first;
    while (ptxc_target_get(least.target, &first) == PTXC_OK && !ptxc_set_has(&all, least.target))
        least.target++;
    return rows[0].from <= first.version && !takers_is_refused(&rows[0]);
}

static void add_usage(const struct matrix *m, struct table *t, const ptxc_usage *usage,
                      size_t index, struct counted *common) {
    struct taker rows[TAKERS_MOST];
    size_t count = takers_find(m->module, index, rows);
    if (is_common(rows, count)) {
        common->kinds += usage->kind == PTXC_USAGE_INSTRUCTION;
        common->uses += usage->kind == PTXC_USAGE_INSTRUCTION ? usage->count : 0;
        return;
    }
    char *name = matrix_spelling(m, usage->span);
    add_number(t, matrix_line(m, usage->span));
    add_number(t, usage->count);
    table_add(t, name ? name : "");
    if (!name) t->failed = true;
    free(name);
    add_takers(t, rows, count);
}

static void add_head(struct table *t) {
    static const char *const head[] = {"line",    "uses",     "instruction",
                                       "targets", ".version", "CUDA"};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) table_add(t, head[i]);
}

static void add_whole(const struct matrix *m, struct table *t) {
    struct taker rows[TAKERS_MOST];
    table_add(t, "");
    table_add(t, "");
    table_add(t, "all of it");
    add_takers(t, rows, takers_find(m->module, TAKERS_OF_ALL, rows));
}

static void write_count(struct out *out, size_t count, const char *what) {
    out_number(out, count);
    out_char(out, ' ');
    out_text(out, what);
    if (count != 1) out_char(out, 's');
}

static void write_counted(const struct matrix *m, const struct counted *c, const char *what) {
    if (!c->kinds) return;
    write_count(m->out, c->uses, "instruction");
    out_text(m->out, " (");
    out_number(m->out, c->kinds);
    out_text(m->out, " different) ");
    out_text(m->out, what);
}

static void write_needs(const struct matrix *m, const struct needs *n) {
    struct out *out = m->out;
    out_text(out, m->palette->message);
    if (n->errors) {
        out_text(out, "Refused by all: ");
        write_count(out, n->errors, "error");
        out_text(out, " of other causes: ptxcheck ");
        out_printable(out, m->file, strlen(m->file));
        out_text(out, "\nBut for that it needs");
    } else if (n->accepted) {
        out_text(out, "Needs");
    }
    if (n->accepted) {
        out_text(out, " at least ");
        out_text(out, n->target);
        out_text(out, " with .version ");
        out_text(out, n->version);
        out_text(out, ", ptxas of CUDA ");
        out_text(out, n->release);
    } else {
        out_text(out, n->errors ? " what no target has" : "No target accepts all of it");
    }
    out_text(out, m->palette->reset);
    out_char(out, '\n');
}

void matrix_text_file(const struct matrix *m, const struct needs *needs) {
    struct table t = {.count = 6, .head = m->palette->message, .reset = m->palette->reset};
    t.column[0] = (struct table_column){.most = 7, .right = true};
    t.column[1] = (struct table_column){.most = 7, .right = true};
    t.column[2] = (struct table_column){.dotted = true};
    t.column[3] = (struct table_column){.most = 28};
    t.column[4] = (struct table_column){.most = 10};
    t.column[5] = (struct table_column){.most = 12};
    struct counted common = {0, 0}, unknown = {0, 0};
    ptxc_usage usage;
    add_head(&t);
    for (size_t i = 0; ptxc_module_usage_get(m->module, i, &usage) == PTXC_OK; i++) {
        if (usage.kind != PTXC_USAGE_UNKNOWN) {
            add_usage(m, &t, &usage, i, &common);
            continue;
        }
        unknown.kinds++;
        unknown.uses += usage.count;
    }
    add_whole(m, &t);
    if (m->any) out_char(m->out, '\n');
    if (m->command->count > 1) {
        out_printable(m->out, m->file, strlen(m->file));
        out_text(m->out, ":\n");
    }
    table_write(&t, m->out);
    table_free(&t);
    write_counted(m, &common, "accepted by all: not listed\n");
    write_counted(m, &unknown, "in no table: not judged\n");
    write_needs(m, needs);
}

void matrix_text_end(const struct matrix *m) {
    if (m->any)
        out_text(m->out,
                 "(X+: X and all later ones; sm_100f+: the 'a' and 'f' targets of its family, "
                 "from sm_100 on)\n");
}
