/* SPDX-License-Identifier: Apache-2.0
 * Every place that names the symbol under the cursor. */
#ifndef LSP_FEATURE_USES_H
#define LSP_FEATURE_USES_H

#include "ptxcheck_query.h"

struct uses {
    ptxc_use *use; /* in the order of the text, or NULL */
    size_t count;
};

/* The caller frees `use`. */
struct uses uses_of(const ptxc_query *query);

#endif
