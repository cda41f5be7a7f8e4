/* SPDX-License-Identifier: Apache-2.0
 * Formats a module and checks that only whitespace has changed (the other bytes, the statements
 * and operands, and the diagnostics are the same) and that formatting is stable. Used by the
 * tests and the fuzzer. */
#ifndef FORMAT_WALK_H
#define FORMAT_WALK_H

#include "ptxcheck.h"
#include "walk.h"
#include <stdlib.h>
#include <string.h>

static bool is_space(char c) { return c && strchr(" \t\r\n\f\x1a", c); }

static bool same_bytes(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t i = 0, k = 0;
    for (;; i++, k++) {
        while (i < a_length && is_space(a[i])) i++;
        while (k < b_length && is_space(b[k])) k++;
        if (i >= a_length || k >= b_length) return i >= a_length && k >= b_length;
        if (a[i] != b[k]) return false;
    }
}

static bool same_text(const ptxc_module *a, ptxc_span in_a, const ptxc_module *b, ptxc_span in_b) {
    return same_bytes(ptxc_module_source(a, NULL) + in_a.start, in_a.end - in_a.start,
                      ptxc_module_source(b, NULL) + in_b.start, in_b.end - in_b.start);
}

static bool same_operands(const ptxc_module *a, const ptxc_module *b, size_t stmt) {
    size_t count = ptxc_module_operands(a, stmt, NULL, 0);
    if (ptxc_module_operands(b, stmt, NULL, 0) != count) return false;
    ptxc_operand *in_a = malloc((2 * count + 1) * sizeof *in_a);
    if (!in_a) return false;
    ptxc_operand *in_b = in_a + count;
    bool same = true;
    (void)ptxc_module_operands(a, stmt, in_a, count);
    (void)ptxc_module_operands(b, stmt, in_b, count);
    for (size_t i = 0; i < count && same; i++)
        same = in_a[i].kind == in_b[i].kind && in_a[i].depth == in_b[i].depth &&
               in_a[i].value == in_b[i].value && same_text(a, in_a[i].span, b, in_b[i].span);
    free(in_a);
    return same;
}

static bool same_modules(const ptxc_module *a, const ptxc_module *b) {
    ptxc_stmt in_a, in_b;
    ptxc_diag diag_a, diag_b;
    size_t count = ptxc_module_stmt_count(a);
    if (ptxc_module_stmt_count(b) != count) return false;
    for (size_t i = 0; i < count; i++) {
        (void)ptxc_module_stmt_get(a, i, &in_a);
        (void)ptxc_module_stmt_get(b, i, &in_b);
        if (in_a.kind != in_b.kind || !same_text(a, in_a.span, b, in_b.span) ||
            !same_text(a, in_a.head, b, in_b.head) || !same_operands(a, b, i))
            return false;
    }
    /* Removing an empty line may move a comment that silences diagnostics next to one at the
     * end. */
    if (ptxc_module_suppressed_count(a) || ptxc_module_suppressed_count(b)) return true;
    if (ptxc_module_diag_count(a) != ptxc_module_diag_count(b)) return false;
    for (size_t i = 0; ptxc_module_diag_get(a, i, &diag_a) == PTXC_OK; i++)
        if (ptxc_module_diag_get(b, i, &diag_b) != PTXC_OK || diag_a.code != diag_b.code)
            return false;
    return true;
}

/* Returns text that the caller frees, or NULL if memory runs out. */
static char *format_text(const ptxc_module *module, const ptxc_style *style, size_t *length) {
    *length = ptxc_module_format(module, style, NULL, 0);
    char *text = malloc(*length + 1);
    if (text) SOUND(ptxc_module_format(module, style, text, *length + 1) == *length);
    return text;
}

/* `options` are those of the module. */
static inline void walk_format(const ptxc_module *module, const ptxc_options *options,
                               const ptxc_style *style) {
    size_t length, again;
    ptxc_module *laid = NULL;
    char *text = format_text(module, style, &length), *second = NULL;
    if (text && ptxc_module_open(text, length, options, &laid) == PTXC_OK) {
        size_t before;
        const char *old = ptxc_module_source(module, &before);
        SOUND(same_bytes(old, before, text, length));
        SOUND(same_modules(module, laid));
        second = format_text(laid, style, &again);
        SOUND(!second || (again == length && !memcmp(text, second, length)));
    }
    free(second);
    ptxc_module_close(laid);
    free(text);
}

#endif
