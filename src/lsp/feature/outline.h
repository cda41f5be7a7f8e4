/* SPDX-License-Identifier: Apache-2.0
 * The statements of a module as blocks: which `}` ends what. */
#ifndef LSP_FEATURE_OUTLINE_H
#define LSP_FEATURE_OUTLINE_H

#include "ptxcheck.h"

/* `head`: the function whose body it is, or else the `{` itself. */
struct block {
    size_t open, close; /* statements; close may be the count: it is open */
    size_t head;
    ptxc_span span; /* from the head to behind the `}` */
};

struct outline {
    struct block *block; /* in the order of their `{` */
    size_t count;
};

/* To be freed: `block`. */
struct outline outline_of(const ptxc_module *module);

#endif
