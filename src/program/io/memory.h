/* SPDX-License-Identifier: Apache-2.0
 * Memory for a text and what is made from it, in huge pages if the system has them: fetching a
 * small page takes as long as parsing a third of one. */
#ifndef PROGRAM_IO_MEMORY_H
#define PROGRAM_IO_MEMORY_H

#include <stddef.h>

/* Memory after a text, for the first blocks of its module. All zero if there is none. */
struct memory {
    char *start, *next, *end;
};

/* Allocates memory for a text of this size, to be freed with free(); *spare is in the same block.
 * Returns NULL if memory runs out. */
char *memory_for_text(size_t size, struct memory *spare);

/* A ptxc_allocator; `user` is a struct memory, which is valid as long as the text. */
void *memory_resize(void *user, void *block, size_t old_size, size_t new_size);

#endif
