/* SPDX-License-Identifier: Apache-2.0
 * A range of registers as single names, and single names as a range. */
#include "lsp/refactor/refactor.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 512, MOST_SPLIT = 64 /* registers */, MOST_NAME = 64 };

struct declaration {
    ptxc_operand node[MOST_NODES];
    size_t count;
};

/* Finds the .reg statement that contains the offset. */
static bool find_registers(const struct document *d, uint32_t offset, struct declaration *out) {
    ptxc_stmt stmt;
    for (size_t i = 0; ptxc_module_stmt_get(d->module, i, &stmt) == PTXC_OK; i++) {
        if (stmt.kind != PTXC_STMT_VARIABLE || offset < stmt.span.start || offset > stmt.span.end)
            continue;
        out->count = ptxc_module_operands(d->module, i, out->node, MOST_NODES);
        ptxc_span first = out->node[0].span;
        return out->count && out->count <= MOST_NODES && first.end - first.start == 4 &&
               !memcmp(d->text + first.start, ".reg", 4);
    }
    return false;
}

static bool copy_name(const struct document *d, ptxc_span span, char *out) {
    size_t length = span.end - span.start;
    if (length >= MOST_NAME) return false;
    memcpy(out, d->text + span.start, length);
    out[length] = '\0';
    return true;
}

/* ---- a range as names ---- */

/* Returns the declarator of a range at the offset, or NULL. */
static const ptxc_operand *range_at(const struct declaration *x, uint32_t offset) {
    for (size_t i = 0; i + 2 < x->count; i++)
        if (x->node[i].kind == PTXC_OPERAND_DECLARATOR && x->node[i].span.start <= offset &&
            offset <= x->node[i].span.end && x->node[i + 2].kind == PTXC_OPERAND_RANGE)
            return &x->node[i];
    return NULL;
}

bool refactor_split(const struct document *d, uint32_t offset, struct refactoring *out) {
    struct declaration x;
    char name[MOST_NAME];
    const ptxc_operand *o = find_registers(d, offset, &x) ? range_at(&x, offset) : NULL;
    size_t used = 0;
    if (!o || o[2].value < 1 || o[2].value > MOST_SPLIT || !copy_name(d, o[1].span, name))
        return false;
    for (int64_t i = 0; i < o[2].value; i++) {
        int n = snprintf(out->text + used, sizeof out->text - used, "%s%s%" PRId64, i ? ", " : "",
                         name, i);
        used += (size_t)n;
        if (used >= sizeof out->text) return false;
    }
    out->span = o->span;
    snprintf(out->title, sizeof out->title, "split '%s<%" PRId64 ">' into single registers", name,
             o[2].value);
    return true;
}

/* ---- names as a range ---- */

/* Returns true if the names are "STEM0", "STEM1", ... in this order, and sets the length of the
 * stem. */
static bool is_numbered(const char *name, size_t number, size_t *stem) {
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%zu", number);
    size_t length = strlen(name);
    if (length <= (size_t)n || strcmp(name + length - (size_t)n, digits) != 0) return false;
    if (!number) *stem = length - 1;
    char last = name[*stem ? *stem - 1 : 0];
    return *stem == length - (size_t)n && *stem && (last < '0' || last > '9');
}

bool refactor_join(const struct document *d, uint32_t offset, struct refactoring *out) {
    struct declaration x;
    char first[MOST_NAME], name[MOST_NAME];
    size_t count = 0, stem = 0;
    ptxc_span all = {0, 0};
    if (!find_registers(d, offset, &x)) return false;
    for (size_t i = 0; i + 1 < x.count; i++) {
        const ptxc_operand *o = &x.node[i];
        if (o->kind != PTXC_OPERAND_DECLARATOR) continue;
        if (o->child_count != 1 || !copy_name(d, o[1].span, name) ||
            !is_numbered(name, count, &stem) || (count && memcmp(name, first, stem) != 0))
            return false;
        if (!count++) {
            memcpy(first, name, sizeof first);
            all.start = o->span.start;
        }
        all.end = o->span.end;
    }
    if (count < 2) return false;
    out->span = all;
    snprintf(out->text, sizeof out->text, "%.*s<%zu>", (int)stem, first, count);
    snprintf(out->title, sizeof out->title, "join the registers as '%.*s<%zu>'", (int)stem, first,
             count);
    return true;
}
