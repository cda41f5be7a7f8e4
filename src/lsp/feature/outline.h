/* SPDX-License-Identifier: Apache-2.0
 * The statements of a module as blocks: finds the matching `}`. */
#ifndef LSP_FEATURE_OUTLINE_H
#define LSP_FEATURE_OUTLINE_H

#include "ptxcheck.h"

/* `head` is the function with this body, or the `{` itself. */
struct block {
    size_t open, close; /* statements; if close is the number of statements, it is still open */
    size_t head;
    ptxc_span span; /* from the head to after the `}` */
};

struct outline {
    struct block *block; /* in the order of their `{` */
    size_t count;
};

/* The caller frees `block`. */
struct outline outline_of(const ptxc_module *module);

#endif
