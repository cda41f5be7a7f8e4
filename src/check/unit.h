/* SPDX-License-Identifier: Apache-2.0
 * A text of PTX that is parsed and judged as one: a module, or what C++ has of PTX. */
#ifndef CHECK_UNIT_H
#define CHECK_UNIT_H

#include "diag/diag.h"
#include "match/observer.h"
#include "syntax/ast.h"

struct symbols;
struct flow_map;

/* What a text is judged by. */
struct judged_by {
    int version, target, release; /* target: as in struct match_context */
};

/* What the options say, looked up. */
struct settings {
    int release, arch;
    bool any_toolkit;                       /* none was asked for */
    bool virtual_arch;                      /* compute_* */
    bool syntax_only;                       /* parse, and judge nothing else */
    bool ignore_unknown;                    /* pass over opcodes that no table knows */
    bool rehearse;                          /* run each kernel with assumed launches */
    uint32_t max_errors;                    /* 0: keep all */
    const char *emit_only, *emit_namespace; /* as the caller gave them; NULL */
    const struct flow_map *maps;            /* tensor maps that the caller knows */
    uint32_t map_count;
    const struct text *defines; /* macros of C++ that the caller knows: NAME or NAME=VALUE */
    uint32_t define_count;
};

/* A text of PTX that is read and judged as one. */
struct unit {
    struct arena *arena, *scratch; /* scratch: for unit_check alone */
    struct diags *diags;
    struct interner *names; /* of the text */
    struct ast *ast;
    const char *text;
    struct observer *observer; /* NULL: nobody wants to know what is judged */
    bool is_fragment;          /* it has no head; others may declare its names, and nobody knows
                                * whether it is compiled */
    struct symbols *symbols;   /* takes what the module declares; NULL: nobody wants it */
    int target; /* of a fragment: index into isa_targets, -1: judge no availability */
};

void unit_parse(const struct unit *unit);
struct judged_by unit_check(const struct unit *unit, const struct settings *settings);

#endif
