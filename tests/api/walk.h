/* SPDX-License-Identifier: Apache-2.0
 * Reads everything from a module, and checks that it is consistent. Returns a hash of it, so
 * that two modules can be compared. Used by the tests and the fuzzer. */
#ifndef WALK_H
#define WALK_H

#include "ptxcheck.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct walk {
    const ptxc_module *module;
    size_t length;
    uint64_t sum;
};

#define SOUND(condition) ((condition) ? (void)0 : unsound(#condition))

static void unsound(const char *what) {
    fprintf(stderr, "walk.h: not true: %s\n", what);
    abort();
}

static void mix(struct walk *w, uint64_t value) { w->sum = (w->sum ^ value) * 0x100000001b3; }

static void mix_text(struct walk *w, const char *s) {
    while (*s) mix(w, (unsigned char)*s++);
}

static void walk_span(struct walk *w, ptxc_span span) {
    SOUND(span.start <= span.end && span.end <= w->length);
    uint32_t line, column, end_line, end_column;
    ptxc_module_position(w->module, span.start, &line, &column);
    ptxc_module_position(w->module, span.end, &end_line, &end_column);
    SOUND(line && column && (line < end_line || (line == end_line && column <= end_column)));
    ptxc_span whole;
    SOUND(ptxc_module_line_get(w->module, line, &whole) == PTXC_OK);
    SOUND(whole.start <= span.start && whole.start + column - 1 == span.start);
    mix(w, (uint64_t)line << 32 | column);
    mix(w, (uint64_t)end_line << 32 | end_column);
}

/* Reads a message with two calls: first the length, then the text. */
static void walk_message(struct walk *w, size_t diag, uint32_t note, bool is_note) {
    char buffer[8], *text;
    ptxc_span span = {0, 0};
    bool has_span = false;
    size_t n = is_note
                   ? ptxc_module_diag_note_text(w->module, diag, note, &span, &has_span, NULL, 0)
                   : ptxc_module_diag_text(w->module, diag, NULL, 0);
    SOUND(n);
    if (has_span) walk_span(w, span);
    if (!(text = malloc(n + 1))) return;
    size_t again = is_note
                       ? ptxc_module_diag_note_text(w->module, diag, note, NULL, NULL, text, n + 1)
                       : ptxc_module_diag_text(w->module, diag, text, n + 1);
    size_t cut = is_note ? ptxc_module_diag_note_text(w->module, diag, note, NULL, NULL, buffer, 8)
                         : ptxc_module_diag_text(w->module, diag, buffer, 8);
    SOUND(again == n && cut == n && !text[n]);
    SOUND(!memcmp(buffer, text, n < 7 ? n : 7) && !buffer[n < 7 ? n : 7]);
    mix_text(w, text);
    free(text);
}

/* Row `at` says the same as the functions for single diagnostics. */
static void compare_row(const struct walk *w, const ptxc_diag_row *row, const char *texts,
                        size_t diag, uint32_t part) {
    char buffer[512];
    ptxc_span span = {0, 0};
    ptxc_fix fix;
    bool has_span = true;
    uint32_t line, column;
    size_t n = row->text.end - row->text.start;
    const char *text = texts + row->text.start;
    SOUND(strlen(text) == n);
    if (row->kind == PTXC_ROW_FIX) {
        SOUND(ptxc_module_diag_fix_get(w->module, diag, part, &fix) == PTXC_OK);
        SOUND(!strcmp(fix.text, text));
        span = fix.span;
    } else if (row->kind == PTXC_ROW_NOTE) {
        SOUND(ptxc_module_diag_note_text(w->module, diag, part, &span, &has_span, buffer,
                                         sizeof buffer) == n);
        SOUND(!strncmp(buffer, text, sizeof buffer - 1));
    }
    if (row->kind == PTXC_ROW_DIAG) return;
    SOUND(has_span ? row->span.start == span.start && row->span.end == span.end : !row->line);
    if (!has_span) return;
    ptxc_module_position(w->module, span.end, &line, &column);
    SOUND(row->end_line == line && row->end_column == column);
}

/* All rows, and those that fit into too little room. */
static void walk_rows(const struct walk *w) {
    size_t length, needed, diag = 0,
                           count = ptxc_module_diag_rows(w->module, NULL, 0, NULL, 0, &length);
    if (!count) return;
    ptxc_diag_row *rows = calloc(count, sizeof *rows), *few = calloc(count, sizeof *few);
    char *texts = malloc(length), *cut = malloc(length);
    uint32_t notes = 0, fixes = 0;
    SOUND(rows && few && texts && cut);
    SOUND(ptxc_module_diag_rows(w->module, rows, count, texts, length, &needed) == count);
    SOUND(needed == length);
    SOUND(ptxc_module_diag_rows(w->module, few, count / 2, cut, length / 2, NULL) == count);
    SOUND(!memcmp(texts, cut, length / 2 - 1));
    for (size_t i = 0; i < count / 2; i++)
        SOUND(few[i].text.end == rows[i].text.end && few[i].end_column == rows[i].end_column);
    for (size_t i = 0; i < count; i++) {
        ptxc_diag d;
        if (rows[i].kind != PTXC_ROW_DIAG) {
            compare_row(w, &rows[i], texts, diag - 1,
                        rows[i].kind == PTXC_ROW_NOTE ? notes++ : fixes++);
            continue;
        }
        SOUND(ptxc_module_diag_get(w->module, diag++, &d) == PTXC_OK);
        SOUND(d.code == rows[i].code && d.severity == rows[i].severity &&
              d.span.start == rows[i].span.start);
        compare_row(w, &rows[i], texts, diag - 1, 0);
        notes = fixes = 0;
    }
    SOUND(diag == ptxc_module_diag_count(w->module));
    free(rows), free(few), free(texts), free(cut);
}

static void walk_diags(struct walk *w) {
    size_t count = ptxc_module_diag_count(w->module);
    uint32_t before = 0;
    for (size_t i = 0; i < count; i++) {
        ptxc_diag d;
        SOUND(ptxc_module_diag_get(w->module, i, &d) == PTXC_OK);
        SOUND(d.span.start >= before && d.name && *d.name && d.rule && *d.rule && d.code >= 100);
        before = d.span.start;
        walk_span(w, d.span);
        mix(w, d.code);
        mix(w, d.severity);
        mix_text(w, d.rule);
        walk_message(w, i, 0, false);
        for (uint32_t n = 0; n < d.note_count; n++) walk_message(w, i, n, true);
        for (uint32_t n = 0; n < d.fix_count; n++) {
            ptxc_fix fix;
            SOUND(ptxc_module_diag_fix_get(w->module, i, n, &fix) == PTXC_OK && fix.text);
            walk_span(w, fix.span);
            mix_text(w, fix.text);
        }
    }
    walk_rows(w);
    mix(w, ptxc_module_error_count(w->module));
    mix(w, ptxc_module_suppressed_count(w->module));
}

/* Children follow their parent, one level deeper, as many as it says. */
static void walk_operands(struct walk *w, const ptxc_operand *o, size_t n) {
    for (size_t i = 0; i < n; i++) {
        SOUND(o[i].depth <= (i ? o[i - 1].depth + 1 : 0));
        size_t children = 0;
        /* Counting is quadratic in the depth, so only the start of long lists is checked. */
        for (size_t k = i + 1; k < n && k < i + 64 && o[k].depth > o[i].depth; k++)
            children += o[k].depth == o[i].depth + 1;
        SOUND(children <= o[i].child_count);
        walk_span(w, o[i].span);
        mix(w, (uint64_t)o[i].kind << 32 | o[i].child_count);
        mix(w, (uint64_t)o[i].value);
    }
}

static void walk_tree(struct walk *w) {
    size_t count = ptxc_module_stmt_count(w->module);
    for (size_t i = 0; i < count; i++) {
        ptxc_stmt s;
        SOUND(ptxc_module_stmt_get(w->module, i, &s) == PTXC_OK);
        walk_span(w, s.span);
        walk_span(w, s.head);
        SOUND(s.span.start <= s.head.start && s.head.end <= s.span.end);
        size_t n = ptxc_module_operands(w->module, i, NULL, 0);
        mix(w, s.kind);
        ptxc_operand *operands = malloc((n + 1) * sizeof *operands);
        if (!operands) return;
        SOUND(ptxc_module_operands(w->module, i, operands, n) == n);
        walk_operands(w, operands, n);
        free(operands);
        ptxc_loc loc;
        if (ptxc_module_loc_get(w->module, s.span.start, &loc) == PTXC_OK) {
            walk_span(w, loc.file);
            mix(w, (uint64_t)loc.line << 32 | loc.column);
        }
    }
}

static void walk_versions(struct walk *w, ptxc_version_range v) {
    SOUND(v.from <= v.to && !v.from == !v.to);
    mix(w, (uint64_t)v.from << 16 | v.to);
}

/* What is accepted as a whole is also accepted in each part. */
static void walk_usages(struct walk *w) {
    size_t count = ptxc_module_usage_count(w->module);
    for (size_t i = 0; i < count; i++) {
        ptxc_usage usage;
        SOUND(ptxc_module_usage_get(w->module, i, &usage) == PTXC_OK && usage.count);
        walk_span(w, usage.span);
        mix(w, (uint64_t)usage.kind << 32 | usage.count);
        for (size_t t = 0; t < ptxc_target_count(); t++)
            for (size_t r = 0; r < ptxc_release_count(); r++) {
                ptxc_version_range v = ptxc_module_usage_versions(w->module, i, t, r);
                ptxc_version_range whole = ptxc_module_versions(w->module, t, r);
                walk_versions(w, v);
                walk_versions(w, whole);
                SOUND(usage.kind == PTXC_USAGE_UNKNOWN || !whole.from ||
                      (v.from <= whole.from && whole.to <= v.to));
            }
    }
}

static void walk_asms(struct walk *w) {
    size_t count = ptxc_module_asm_count(w->module);
    for (size_t i = 0; i < count; i++) {
        ptxc_asm a;
        SOUND(ptxc_module_asm_get(w->module, i, &a) == PTXC_OK);
        SOUND(a.reason || a.state == PTXC_ASM_CHECKED);
        walk_span(w, a.span);
        mix(w, a.state);
        ptxc_loc loc;
        if (ptxc_module_loc_get(w->module, a.span.start, &loc) == PTXC_OK) {
            walk_span(w, loc.file);
            mix(w, loc.line);
        }
    }
}

static inline uint64_t walk_module(const ptxc_module *module) {
    struct walk w = {.module = module, .sum = 0xcbf29ce484222325};
    const char *text = ptxc_module_source(module, &w.length);
    SOUND(text && !text[w.length]);
    walk_diags(&w);
    walk_tree(&w);
    walk_usages(&w);
    walk_asms(&w);
    return w.sum;
}

#endif
