/* SPDX-License-Identifier: Apache-2.0
 * All memory of one module: bump allocation from chunks, freed by one call. An allocation that
 * fails jumps to the entry point of the library, so callers need not test for NULL. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "ptxcheck.h"
#include <setjmp.h>

/* Keeps rarely executed code out of the hot path. */
#if defined(__GNUC__)
#define COLD __attribute__((noinline, cold))
#define APART __attribute__((noinline)) /* inlining it would cost its caller registers */
#else
#define COLD
#define APART
#endif

struct arena_chunk;

struct arena {
    ptxc_allocator allocator;
    struct arena_chunk *chunks;
    char *next, *end;
    size_t room;            /* the size of the next chunk */
    bool more;              /* false for the first chunk */
    jmp_buf *out_of_memory; /* set by the entry point while it runs */
};

/* Reserves `expected` bytes at once and grows in quarters of that. Many small chunks would be
 * returned to the system at the end and fetched again for the next module, which takes a fifth of
 * the total time. */
void arena_init(struct arena *arena, const ptxc_allocator *allocator, size_t expected);
void arena_free(struct arena *arena);
/* Sets the size of the next chunks, at most 4 MB, and does not let it shrink. */
void arena_expect(struct arena *arena, size_t room);

/* Returns `size` uninitialized bytes aligned to 8. Never returns NULL. */
void *arena_alloc(struct arena *arena, size_t size);
void *arena_zalloc(struct arena *arena, size_t size);

/* arena_release frees everything that was allocated after the mark. */
struct arena_mark {
    struct arena_chunk *chunks;
    char *next, *end;
};
static inline struct arena_mark arena_mark(const struct arena *arena) {
    return (struct arena_mark){arena->chunks, arena->next, arena->end};
}
void arena_release(struct arena *arena, struct arena_mark mark);

/* Returns a copy of text[0..length) that ends with NUL. */
const char *arena_copy(struct arena *arena, const char *text, size_t length);

/* A list of records of equal size that never move: index i is in block i / LIST_BLOCK. */
enum { LIST_SHIFT = 8, LIST_BLOCK = 1 << LIST_SHIFT };

struct list {
    char **blocks;
    uint32_t count, block_count, block_room;
    uint32_t record_size;
};

void list_init(struct list *list, size_t record_size);
void list_grow(struct arena *arena, struct list *list);

/* Returns a copy that takes no more memory than its records need. Nothing can be added to it. */
struct list list_kept(struct arena *arena, const struct list *list);

static inline void *list_at(const struct list *list, uint32_t i) {
    return list->blocks[i >> LIST_SHIFT] + (size_t)(i & (LIST_BLOCK - 1)) * list->record_size;
}

/* Appends one uninitialized record. */
static inline void *list_add(struct arena *arena, struct list *list) {
    if (list->count >> LIST_SHIFT == list->block_count) list_grow(arena, list);
    return list_at(list, list->count++);
}

#endif
