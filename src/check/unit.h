/* SPDX-License-Identifier: Apache-2.0
 * A text of PTX that is parsed and checked as a whole: a module, or the PTX in C++. */
#ifndef CHECK_UNIT_H
#define CHECK_UNIT_H

#include "diag/diag.h"
#include "match/observer.h"
#include "syntax/ast.h"

struct symbols;
struct flow_map;

/* What a text is checked against. */
struct judged_by {
    int version, target, release; /* target: as in struct match_context */
};

/* The options of the caller in resolved form. */
struct settings {
    int release, arch;
    bool any_toolkit;                       /* no release was selected */
    bool virtual_arch;                      /* compute_* */
    bool syntax_only;                       /* parse, but check nothing else */
    bool ignore_unknown;                    /* do not report opcodes that the tables do not
                                               contain */
    bool rehearse;                          /* rehearse each kernel with an assumed launch */
    uint32_t max_errors;                    /* 0 to keep all */
    const char *emit_only, *emit_namespace; /* as the caller passed them, or NULL */
    const struct flow_map *maps;            /* tensor maps that the caller describes */
    uint32_t map_count;
    const struct text *defines; /* macros of C++ that the caller defines: NAME or NAME=VALUE */
    uint32_t define_count;
    struct text prelude; /* of C++: its directives come before the text */
};

/* A text of PTX that is parsed and checked as a whole. */
struct unit {
    struct arena *arena, *scratch; /* scratch: only for unit_check */
    struct diags *diags;
    struct interner *names; /* the names of the text */
    struct ast *ast;
    const char *text;
    struct observer *observer; /* NULL if there is no observer */
    bool is_fragment;          /* it has no header, its names may be declared elsewhere, and it
                                  may not be compiled */
    struct symbols *symbols;   /* receives the declarations of the module, or NULL */
    int target; /* for a fragment, an index into isa_targets, or -1 to skip availability */
};

void unit_parse(const struct unit *unit);
struct judged_by unit_check(const struct unit *unit, const struct settings *settings);

#endif
