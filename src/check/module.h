/* SPDX-License-Identifier: Apache-2.0
 * The record behind the handle of the public API: what one open module holds. */
#ifndef CHECK_MODULE_H
#define CHECK_MODULE_H

#include "syntax/ast.h"
#include "check/unit.h"
#include "diag/diag.h"
#include "syntax/intern.h"
#include "base/arena.h"

struct cxx;
struct emit;
struct usages;

struct ptxc_module {
    struct arena arena; /* holds everything but this record itself */
    const char *text;
    uint32_t length;
    struct interner names;
    struct ast ast;
    struct diags diags;
    struct usages *usages; /* NULL: not asked for */
    struct judged_by by;   /* of C++: of a statement whose target is known */
    struct text expansion; /* of C++; start NULL: not asked for, or there are errors */
    struct emitted_kernels {
        const char *text; /* NULL: not asked for, or impossible */
        size_t length;
    } kernels;
    struct emit *emit; /* NULL: not asked for */
    struct cxx *cxx;   /* the text is C++: names and ast are empty, lines apart; else NULL */
};

#endif
