/* SPDX-License-Identifier: Apache-2.0
 * The record behind the handle of the public API: what one open module holds. */
#ifndef CHECK_MODULE_H
#define CHECK_MODULE_H

#include "syntax/ast.h"
#include "check/unit.h"
#include "diag/diag.h"
#include "symbols/symbols.h"
#include "syntax/intern.h"
#include "base/arena.h"

struct cxx;
struct emit;
struct usages;

/* What the analysis of asynchronous functions leaves. */
struct module_flow {
    struct list gaps;      /* struct flow_gap_record */
    struct list relations; /* ptxc_relation: of the last place that was asked about */
    struct list waiting;   /* ptxc_waiting: of the last rehearsal */
};

struct ptxc_module {
    struct arena arena;   /* holds everything but this record itself */
    struct arena scratch; /* empty except during a call */
    const char *text;
    uint32_t length;
    struct interner names;
    struct ast ast;
    struct diags diags;
    struct settings settings;
    struct judged_by by;    /* of C++: of a statement whose target is known */
    struct symbols symbols; /* what it declares; not of C++ */
    struct module_flow protocol;
    uint32_t found_errors; /* those that comments suppress included */
    struct cxx *cxx;       /* the text is C++: names and ast are empty, lines apart; else NULL */
    /* What callers asked for afterwards (api/products.c); start NULL: nobody has, or in vain. */
    struct text expansion, kernels, functions, flow;
    struct usages *usages;
    const char *unmatched; /* a pattern that no function matches; NULL: none known */
    struct emit *emit;     /* the text was written for it; NULL: it is the caller's */
};

#endif
