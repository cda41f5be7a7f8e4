/* SPDX-License-Identifier: Apache-2.0
 * Checks a module with another header: see header.h. */
#include "cli/matrix/header.h"
#include <stdlib.h>
#include <string.h>

/* Returns the first operand of the first statement of a kind. */
static bool find(const ptxc_module *module, ptxc_stmt_kind kind, ptxc_span *span) {
    ptxc_operand operand;
    ptxc_stmt stmt;
    for (size_t i = 0; ptxc_module_stmt_get(module, i, &stmt) == PTXC_OK; i++) {
        if (stmt.kind != kind || !ptxc_module_operands(module, i, &operand, 1)) continue;
        *span = operand.span;
        return true;
    }
    return false;
}

/* Appends text[from..to) and then `more`; returns the new end. */
static char *append(char *out, const char *text, size_t from, size_t to, const char *more) {
    memcpy(out, text + from, to - from);
    out += to - from;
    size_t length = strlen(more);
    memcpy(out, more, length);
    return out + length;
}

/* Returns the text with this header, followed by NUL, in allocated memory; or NULL. */
static char *rewrite(const ptxc_module *module, const char *version, const char *target) {
    size_t length;
    const char *text = ptxc_module_source(module, &length);
    char *copy = malloc(length + strlen(version) + strlen(target) + 1), *out = copy;
    ptxc_span at;
    size_t done = 0;
    if (!copy) return NULL;
    if (find(module, PTXC_STMT_VERSION, &at)) {
        out = append(out, text, done, at.start, version);
        done = at.end;
    }
    if (find(module, PTXC_STMT_TARGET, &at) && at.start >= done) {
        out = append(out, text, done, at.start, target);
        done = at.end;
    }
    *append(out, text, done, length, "") = '\0';
    return copy;
}

bool header_errors_with(const ptxc_module *module, const char *version, const char *target,
                        const char *release, size_t *errors) {
    ptxc_options options = {.size = sizeof(ptxc_options), .arch = target, .toolkit = release};
    char *text = rewrite(module, version, target);
    ptxc_module *other = NULL;
    if (!text || ptxc_module_open(text, strlen(text), &options, &other) != PTXC_OK) {
        free(text);
        return false;
    }
    *errors = ptxc_module_error_count(other);
    ptxc_module_close(other);
    free(text);
    return true;
}
