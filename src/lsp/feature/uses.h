/* SPDX-License-Identifier: Apache-2.0
 * Each place where what stands under the cursor is named. */
#ifndef LSP_FEATURE_USES_H
#define LSP_FEATURE_USES_H

#include "ptxcheck_query.h"

struct uses {
    ptxc_use *use; /* in the order of the text; NULL: none */
    size_t count;
};

/* To be freed: `use`. */
struct uses uses_of(const ptxc_query *query);

#endif
