/* SPDX-License-Identifier: Apache-2.0
 * Bounds of kernels: adds `.reqntid`, with the number of threads that the kernel may have. */
#include "lsp/refactor/refactor.h"
#include <stdio.h>
#include <string.h>

enum { MOST_BOUNDS = 64 };

/* Finds the head of a kernel with a body that contains the offset. */
static bool find_kernel(const struct document *d, uint32_t offset, ptxc_stmt *head) {
    ptxc_stmt next;
    for (size_t i = 0; ptxc_module_stmt_get(d->module, i, head) == PTXC_OK; i++)
        if (head->kind == PTXC_STMT_FUNCTION && head->span.start <= offset &&
            offset <= head->span.end)
            return ptxc_module_stmt_get(d->module, i + 1, &next) == PTXC_OK &&
                   next.kind == PTXC_STMT_OPEN;
    return false;
}

/* Returns where a directive is in the text of the head, or NULL. */
static const char *find_word(const char *text, size_t length, const char *word) {
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= length; i++)
        if (!memcmp(text + i, word, n)) return text + i;
    return NULL;
}

/* With `.maxntid X`, the kernel gets `.reqntid X` in its place: both together are not allowed. */
bool refactor_require_threads(const struct document *d, uint32_t offset, struct refactoring *out) {
    static const char most[] = ".maxntid", exact[] = ".reqntid";
    ptxc_stmt head;
    if (!find_kernel(d, offset, &head)) return false;
    const char *text = d->text + head.span.start;
    size_t length = head.span.end - head.span.start;
    if (!find_word(text, length, ".entry") || find_word(text, length, exact)) return false;
    const char *bound = find_word(text, length, most);
    if (bound) {
        uint32_t at = (uint32_t)(bound - d->text);
        out->span = (ptxc_span){at, at + sizeof most - 1};
        snprintf(out->text, sizeof out->text, "%s", exact);
        snprintf(out->title, sizeof out->title,
                 "require the number of threads: replace '%s' by '%s'", most, exact);
        return true;
    }
    uint32_t end = head.span.end;
    while (end > head.span.start && strchr(" \t\r\n", d->text[end - 1])) end--;
    out->span = (ptxc_span){end, end};
    snprintf(out->text, sizeof out->text, " %s 128", exact);
    snprintf(out->title, sizeof out->title, "require 128 threads: add '%s 128'", exact);
    return true;
}
