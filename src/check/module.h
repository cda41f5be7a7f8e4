/* SPDX-License-Identifier: Apache-2.0
 * The record behind the handle of the public API: the contents of an open module. */
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

/* Results of the analysis of asynchronous functions. */
struct module_flow {
    struct list gaps;      /* struct flow_gap_record */
    struct list relations; /* ptxc_relation, for the last offset that was looked up */
    struct list waiting;   /* ptxc_waiting, of the last rehearsal */
    struct cxx_runs *runs; /* the checked asm statements of C++; NULL if there are none */
};

struct ptxc_module {
    struct arena arena;   /* contains everything except this record itself */
    struct arena scratch; /* empty except during a call */
    const char *text;
    uint32_t length;
    struct interner names;
    struct ast ast;
    struct diags diags;
    struct settings settings;
    struct judged_by by;    /* for C++, from a statement whose target is known */
    struct symbols symbols; /* its declarations; unused for C++ */
    struct module_flow protocol;
    uint32_t found_errors; /* includes suppressed ones */
    struct cxx *cxx;       /* set if the text is C++; names and ast are then empty, except for
                              lines */
    /* Products that callers requested later (api/products.c). start is NULL if they were not
     * requested, or if that failed. */
    struct text expansion, kernels, functions, flow;
    struct usages *usages;
    const char *unmatched; /* a pattern that matches no function, or NULL */
    struct emit *emit;     /* set if the text was generated for it; NULL if the text is the
                              caller's */
};

#endif
