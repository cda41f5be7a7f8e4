/* SPDX-License-Identifier: Apache-2.0
 * Quick fixes of the server for diagnostics without a fix of the library. They change a
 * declaration, which only the author can know to be right. */
#ifndef LSP_FEATURE_REPAIR_H
#define LSP_FEATURE_REPAIR_H

#include "ptxcheck.h"

struct repair {
    ptxc_span span; /* what to replace */
    char text[300];
    char title[320];
};
/* Returns false if there is none. */
bool repair_of(const ptxc_module *module, size_t index, const ptxc_diag *diag,
               struct repair *repair);

#endif
