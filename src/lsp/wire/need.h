/* SPDX-License-Identifier: Apache-2.0
 * Memory that the server cannot do without. If there is none, it ends, between two messages: an
 * answer with missing parts, or a document that lacks a change, would mislead the client, which can
 * start it again. */
#ifndef LSP_WIRE_NEED_H
#define LSP_WIRE_NEED_H

#include <stddef.h>

/* Returns the block, which malloc or a similar function has returned. If it is NULL, ends the
 * program with a message and EXIT_TROUBLE. */
void *need(void *block);

/* malloc, for the JSON library, which leaves out what it has no memory for. */
void *need_bytes(size_t size);

/* The allocator of a module: see ptxc_allocator. */
void *need_resize(void *user, void *block, size_t old_size, size_t size);

#endif
