/* SPDX-License-Identifier: Apache-2.0
 * The handle behind the public API. */
#ifndef MODULE_H
#define MODULE_H

#include "ast.h"
#include "diag.h"
#include "intern.h"
#include "usage.h"

struct cxx;
struct emit;

struct ptxc_module {
    struct arena arena; /* holds everything but this record itself */
    const char *text;
    uint32_t length;
    struct interner names;
    struct ast ast;
    struct diags diags;
    struct usages *usages; /* NULL: not asked for */
    struct text kernels;   /* as C++; start NULL: not asked for, or impossible */
    struct emit *emit;     /* NULL: not asked for */
    struct cxx *cxx;       /* the text is C++: names and ast are empty, lines apart; else NULL */
};

/* What the options say, looked up. */
struct settings {
    int release, arch;
    bool any_toolkit;  /* none was asked for */
    bool virtual_arch; /* compute_* */
};

/* A text of PTX that is read and judged as one. */
struct unit {
    struct arena *arena;
    struct diags *diags;
    struct interner *names; /* of the text */
    struct ast *ast;
    const char *text;
    struct usages *usages;
    struct emit *emit;
    bool is_fragment; /* it has no head; others may declare its names */
    int target;       /* of a fragment: index into isa_targets, -1: judge no availability */
};

void unit_parse(const struct unit *unit);
void unit_check(const struct unit *unit, const struct settings *settings,
                const ptxc_options *options);

#endif
