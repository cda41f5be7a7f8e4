/* SPDX-License-Identifier: Apache-2.0
 * Option structs of the public API, whose first member is their size: programs may have been
 * compiled with an older or a newer header than the library. */
#ifndef BASE_SIZED_H
#define BASE_SIZED_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Copies the options of a caller (NULL if there are none) into a zeroed struct of `size` bytes.
 * Members that the caller's struct lacks stay zero. Returns false if no version of the header has
 * this size, or if the caller sets a member that this library does not know. */
static inline bool sized_read(void *known, size_t size, const void *given) {
    size_t given_size;
    if (!given) return true;
    memcpy(&given_size, given, sizeof given_size);
    if (given_size <= sizeof given_size) return false;
    for (size_t i = size; i < given_size; i++)
        if (((const char *)given)[i]) return false;
    memcpy(known, given, given_size < size ? given_size : size);
    return true;
}

#endif
