/* SPDX-License-Identifier: Apache-2.0
 * Memory in huge pages: see memory.h. */
#include "program/io/memory.h"
#include "program/io/native.h"
#include <stdint.h>
#include <stdlib.h>

enum { ALIGNMENT = 64, HUGE_PAGE = 2 * 1024 * 1024, LARGE = 256 * 1024 };

char *memory_for_text(size_t size, struct memory *spare) {
    enum { MOST_SPARE = 4 * 1024 * 1024 }; /* the library never allocates larger blocks */
    *spare = (struct memory){0};
    if (size < LARGE || size > SIZE_MAX / 4) return malloc(size);
    size_t room = (size < MOST_SPARE / 3 ? 3 * size : MOST_SPARE) + LARGE;
    size_t used = size + room / 2; /* PTX written by compilers needs 2 to 3 times its size */
    char *text = native_large(size + room, used < HUGE_PAGE ? HUGE_PAGE : used);
    if (!text) return NULL;
    char *behind = text + (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    *spare = (struct memory){behind, behind, text + size + room};
    return text;
}

static void *allocate(size_t size) {
    return size < HUGE_PAGE ? malloc(size) : native_large(size, size);
}

void *memory_resize(void *user, void *block, size_t old_size, size_t new_size) {
    struct memory *m = user;
    char *at = block;
    (void)old_size;
    if (!new_size) {
        if (!m->start || at < m->start || at >= m->end) free(block);
        return NULL;
    }
    size_t size = (new_size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (size < new_size || size > (size_t)(m->end - m->next)) return allocate(new_size);
    at = m->next;
    m->next += size;
    return at;
}
