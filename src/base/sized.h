/* SPDX-License-Identifier: Apache-2.0
 * Option structs of the public API, whose first member is their size: programs may have been
 * compiled with an older or a newer header than the library. */
#ifndef BASE_SIZED_H
#define BASE_SIZED_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Copies the options that a caller gives (NULL: none) into a struct of `size` bytes that is all
 * zero. What the caller's struct lacks stays zero. false: the size is none that a header ever had,
 * or the caller sets a member that this library does not know. */
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
