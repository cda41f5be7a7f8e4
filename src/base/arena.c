/* SPDX-License-Identifier: Apache-2.0
 * All memory of one module: see arena.h. */
#include "base/arena.h"
#include "base/poison.h"
#include <stdlib.h>
#include <string.h>

enum { LEAST_CHUNK = 64 * 1024, MOST_CHUNK = 4 * 1024 * 1024, ALIGNMENT = 8 };

struct arena_chunk {
    struct arena_chunk *next;
    size_t size;
};

static void *default_resize(void *user, void *block, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size) return realloc(block, new_size);
    free(block);
    return NULL;
}

void arena_init(struct arena *arena, const ptxc_allocator *allocator, size_t expected) {
    *arena = (struct arena){.room = expected};
    if (allocator && allocator->resize)
        arena->allocator = *allocator;
    else
        arena->allocator.resize = default_resize;
}

void arena_expect(struct arena *arena, size_t room) {
    if (arena->room < room) arena->room = room;
    arena->more = true;
}

void arena_release(struct arena *arena, struct arena_mark mark) {
    ptxc_allocator allocator = arena->allocator;
    while (arena->chunks != mark.chunks) {
        struct arena_chunk *last = arena->chunks;
        arena->chunks = last->next;
        poison_allocated(last + 1, last->size - sizeof *last); /* its owner may reuse it */
        allocator.resize(allocator.user, last, last->size, 0);
    }
    arena->next = mark.next;
    arena->end = mark.end;
    if (mark.next) poison_free(mark.next, (size_t)(mark.end - mark.next));
}

void arena_free(struct arena *arena) {
    arena_release(arena, (struct arena_mark){NULL, NULL, NULL});
}

COLD static void *new_chunk(struct arena *arena, size_t size) {
    struct arena_chunk *c = arena->allocator.resize(arena->allocator.user, NULL, 0, size);
    if (!c) longjmp(*arena->out_of_memory, 1);
    c->size = size;
    c->next = arena->chunks;
    arena->chunks = c;
    poison_free(c + 1, size - sizeof *c);
    return c + 1;
}

/* Returns `size` bytes, a multiple of ALIGNMENT. */
static void *take(struct arena *arena, size_t size) {
    if (size > (size_t)(arena->end - arena->next)) {
        /* A large block gets a chunk of its own, so that the rest of the current chunk is not
         * wasted. */
        size_t room = arena->room;
        if (room < LEAST_CHUNK) room = LEAST_CHUNK;
        if (room > MOST_CHUNK) room = MOST_CHUNK;
        if (size > room / 4) return new_chunk(arena, size + sizeof(struct arena_chunk));
        arena->next = new_chunk(arena, room);
        arena->end = arena->next + room - sizeof(struct arena_chunk);
        if (!arena->more) arena->room /= 4;
        arena->more = true;
    }
    void *block = arena->next;
    arena->next += size;
    return block;
}

void *arena_alloc(struct arena *arena, size_t size) {
    void *block = take(arena, ((size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1)) + POISON_GAP);
    poison_allocated(block, size);
    return block;
}

void *arena_zalloc(struct arena *arena, size_t size) {
    return memset(arena_alloc(arena, size), 0, size);
}

const char *arena_copy(struct arena *arena, const char *text, size_t length) {
    char *copy = arena_alloc(arena, length + 1);
    if (length) memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

void list_init(struct list *list, size_t record_size) {
    *list = (struct list){.record_size = (uint32_t)record_size};
}

void list_grow(struct arena *arena, struct list *list) {
    if (list->block_count == list->block_room) {
        uint32_t room = list->block_room ? 2 * list->block_room : 16;
        char **blocks = arena_alloc(arena, room * sizeof *blocks);
        if (list->block_count) memcpy(blocks, list->blocks, list->block_count * sizeof *blocks);
        list->blocks = blocks;
        list->block_room = room;
    }
    list->blocks[list->block_count++] = arena_alloc(arena, (size_t)LIST_BLOCK * list->record_size);
}

struct list list_kept(struct arena *arena, const struct list *list) {
    struct list kept = *list;
    kept.blocks = arena_alloc(arena, (list->block_count + 1) * sizeof *kept.blocks);
    kept.block_room = kept.block_count = (list->count + LIST_BLOCK - 1) >> LIST_SHIFT;
    for (uint32_t i = 0; i < kept.block_count; i++) {
        uint32_t left = list->count - (i << LIST_SHIFT);
        size_t size = (size_t)(left < LIST_BLOCK ? left : LIST_BLOCK) * list->record_size;
        kept.blocks[i] = memcpy(arena_alloc(arena, size), list->blocks[i], size);
    }
    return kept;
}
