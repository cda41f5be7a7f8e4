/* SPDX-License-Identifier: Apache-2.0
 * Memory that the server cannot do without: see need.h. */
#include "lsp/wire/need.h"
#include "program/io/complain.h"
#include <stdlib.h>

void *need(void *block) {
    if (!block) exit(complain("lsp: out of memory"));
    return block;
}

void *need_bytes(size_t size) { return need(malloc(size)); }

void *need_resize(void *user, void *block, size_t old_size, size_t size) {
    (void)user;
    (void)old_size;
    if (size) return need(realloc(block, size));
    free(block);
    return NULL;
}
