/* SPDX-License-Identifier: Apache-2.0
 * Memory for a text and what is made of it, in huge pages where the system has them: to fetch a
 * small page takes as long as to parse a third of one. */
#ifndef PROGRAM_IO_MEMORY_H
#define PROGRAM_IO_MEMORY_H

#include <stddef.h>

/* Room behind a text, for the first blocks of its module. All zero: none. */
struct memory {
    char *start, *next, *end;
};

/* Room for a text of so many bytes, for free(); *spare lies in the same block. NULL: no memory. */
char *memory_for_text(size_t size, struct memory *spare);

/* A ptxc_allocator; `user` is a struct memory, good as long as the text is. */
void *memory_resize(void *user, void *block, size_t old_size, size_t new_size);

#endif
