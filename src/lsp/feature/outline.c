/* SPDX-License-Identifier: Apache-2.0
 * Blocks: see outline.h. */
#include "lsp/feature/outline.h"
#include "lsp/wire/need.h"
#include <stdlib.h>

static size_t count_blocks(const ptxc_module *module) {
    size_t count = 0;
    ptxc_stmt stmt;
    for (size_t i = 0; ptxc_module_stmt_get(module, i, &stmt) == PTXC_OK; i++)
        count += stmt.kind == PTXC_STMT_OPEN;
    return count;
}

static struct block open_block(const ptxc_module *module, size_t open, ptxc_span span,
                               uint32_t end) {
    struct block b = {open, ptxc_module_stmt_count(module), open, {span.start, end}};
    ptxc_stmt before;
    if (open && ptxc_module_stmt_get(module, open - 1, &before) == PTXC_OK &&
        before.kind == PTXC_STMT_FUNCTION) {
        b.head = open - 1;
        b.span.start = before.span.start;
    }
    return b;
}

struct outline outline_of(const ptxc_module *module) {
    size_t count = count_blocks(module), depth = 0, length;
    struct outline o = {count ? need_bytes(count * sizeof *o.block) : NULL, 0};
    size_t *around = count ? need_bytes(count * sizeof *around) : NULL;
    ptxc_stmt stmt;
    ptxc_module_source(module, &length);
    for (size_t i = 0; o.block && around && ptxc_module_stmt_get(module, i, &stmt) == PTXC_OK;
         i++) {
        if (stmt.kind == PTXC_STMT_OPEN) {
            around[depth++] = o.count;
            o.block[o.count++] = open_block(module, i, stmt.span, (uint32_t)length);
        } else if (stmt.kind == PTXC_STMT_CLOSE && depth) {
            struct block *b = &o.block[around[--depth]];
            b->close = i;
            b->span.end = stmt.span.end;
        }
    }
    free(around);
    return o;
}
