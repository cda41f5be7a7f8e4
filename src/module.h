/* SPDX-License-Identifier: Apache-2.0
 * The handle behind the public API. */
#ifndef MODULE_H
#define MODULE_H

#include "ast.h"
#include "diag.h"
#include "intern.h"
#include "usage.h"

struct ptxc_module {
    struct arena arena; /* holds everything but this record itself */
    const char *text;
    uint32_t length;
    struct interner names;
    struct ast ast;
    struct diags diags;
    struct usages *usages; /* NULL: not asked for */
};

#endif
