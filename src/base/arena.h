/* SPDX-License-Identifier: Apache-2.0
 * All memory of one module: bump allocation out of chunks, freed by one call. An allocation that
 * fails jumps to the entry point of the library, so no caller tests for NULL. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "ptxcheck.h"
#include <setjmp.h>

/* What seldom runs stays out of the code that always does. */
#if defined(__GNUC__)
#define COLD __attribute__((noinline, cold))
#define APART __attribute__((noinline)) /* not seldom, but it would cost its caller registers */
#else
#define COLD
#define APART
#endif

struct arena_chunk;

struct arena {
    ptxc_allocator allocator;
    struct arena_chunk *chunks;
    char *next, *end;
    size_t room;            /* size wanted for the next chunk */
    bool more;              /* not the first */
    jmp_buf *out_of_memory; /* set by the entry point while it runs */
};

/* `expected` bytes are got at once, and more in quarters of that: many small chunks would be given
 * back to the system at the end and fetched again for the next module, at a fifth of all time. */
void arena_init(struct arena *arena, const ptxc_allocator *allocator, size_t expected);
void arena_free(struct arena *arena);

/* `size` bytes aligned to 8; not cleared. Never returns NULL. */
void *arena_alloc(struct arena *arena, size_t size);
void *arena_zalloc(struct arena *arena, size_t size);

/* All that is allocated behind the mark is freed by arena_release. */
struct arena_mark {
    struct arena_chunk *chunks;
    char *next, *end;
};
static inline struct arena_mark arena_mark(const struct arena *arena) {
    return (struct arena_mark){arena->chunks, arena->next, arena->end};
}
void arena_release(struct arena *arena, struct arena_mark mark);

/* A copy of text[0..length) with a NUL behind it. */
const char *arena_copy(struct arena *arena, const char *text, size_t length);

/* A list of records of one size that never move: index i lies in block i / LIST_BLOCK. */
enum { LIST_SHIFT = 8, LIST_BLOCK = 1 << LIST_SHIFT };

struct list {
    char **blocks;
    uint32_t count, block_count, block_room;
    uint32_t record_size;
};

void list_init(struct list *list, size_t record_size);
void list_grow(struct arena *arena, struct list *list);

/* A copy that takes no more room than its records do, and is never added to. */
struct list list_kept(struct arena *arena, const struct list *list);

static inline void *list_at(const struct list *list, uint32_t i) {
    return list->blocks[i >> LIST_SHIFT] + (size_t)(i & (LIST_BLOCK - 1)) * list->record_size;
}

/* Appends one record, not cleared. */
static inline void *list_add(struct arena *arena, struct list *list) {
    if (list->count >> LIST_SHIFT == list->block_count) list_grow(arena, list);
    return list_at(list, list->count++);
}

#endif
