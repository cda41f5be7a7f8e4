/* SPDX-License-Identifier: Apache-2.0
 * The handle behind the public API. */
#ifndef API_MODULE_H
#define API_MODULE_H

#include "syntax/ast.h"
#include "diag/diag.h"
#include "syntax/intern.h"
#include "api/usage.h"

struct cxx;
struct emit;

/* What a text is judged by. */
struct judged_by {
    int version, target, release; /* target: as in struct match_context */
};

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

/* What the options say, looked up. */
struct settings {
    int release, arch;
    bool any_toolkit;  /* none was asked for */
    bool virtual_arch; /* compute_* */
};

struct pp_judge;

/* A text of PTX that is read and judged as one. */
struct unit {
    struct arena *arena;
    struct diags *diags;
    struct interner *names; /* of the text */
    struct ast *ast;
    const char *text;
    struct usages *usages;
    struct emit *emit;
    struct pp_judge *blocks; /* NULL: there are none of plain PTX in C++ */
    bool is_fragment;        /* it has no head; others may declare its names */
    bool may_be_unused;      /* ... and nobody knows whether it is compiled for the target */
    int target;              /* of a fragment: index into isa_targets, -1: judge no availability */
};

void unit_parse(const struct unit *unit);
struct judged_by unit_check(const struct unit *unit, const struct settings *settings,
                            const ptxc_options *options);

#endif
