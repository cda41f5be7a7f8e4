/* SPDX-License-Identifier: Apache-2.0
 * The check of whole functions: what asynchronous instructions, fences, waits and barriers of a
 * kernel do to each other. It runs after the check of a module that has no error, and looks only
 * at functions in which an instruction with an event occurs. */
#ifndef FLOW_FLOW_H
#define FLOW_FLOW_H

#include "base/text_builder.h"
#include "diag/diag.h"
#include "ptxcheck_tensormap.h"
#include "symbols/symbols.h"
#include "syntax/ast.h"

/* Why a function is not analyzed. */
enum flow_gap {
    FLOW_COMPLETE,
    FLOW_BROKEN,   /* a statement or a brace of it does not parse */
    FLOW_NESTED,   /* its blocks are too deep */
    FLOW_INDIRECT, /* a branch whose target is not known */
    FLOW_LARGE,    /* the graph or the states would be too large */
    FLOW_MANY,     /* only comparisons are left out: flow_are_few, flow_leave_out */
    FLOW_APART     /* its asm statements have C++ between them */
};

/* A tensor map that the caller knows: what a parameter or variable of this name holds. */
struct flow_map {
    struct text name;
    int64_t offset; /* in bytes, from the beginning of the parameter */
    const ptxc_tensormap *map;
};

/* How the functions of a module use the tensor maps that the caller knows. */
struct flow_map_use {
    bool some_known;  /* a copy uses one of them */
    bool some_gap;    /* a function was not analyzed: it may use them */
    ptxc_span copy;   /* a copy that uses another one, NO_SPAN: none does */
    struct text name; /* what that is in */
};

/* A module that was checked. */
struct flow_input {
    struct arena *arena;
    struct arena *scratch; /* emptied after each function; NULL: as `arena` */
    struct diags *diags;
    struct interner *names;
    const struct ast *ast;
    const char *text;
    struct symbols *symbols;      /* what is declared outside of functions */
    int version, target, release; /* as in struct match_context */
    const struct flow_map *maps;
    uint32_t map_count;
    struct flow_map_use *map_use; /* flow_check sets it */
    bool every_operand;           /* of all instructions with an event, not of asynchronous ones */
    bool is_fragment; /* each function is a part of one that nobody knows: what comes before and
                       * after it may do anything */
    struct text_builder *dump; /* what the analysis knows is written there; NULL: nowhere */
    struct list *gaps;         /* takes a struct flow_gap_record per function; NULL: nobody asks */
};

/* A function that is not analyzed. */
struct flow_gap_record {
    ptxc_span at; /* the name of the function */
    uint8_t gap;  /* enum flow_gap */
};

void flow_check(const struct flow_input *in);

#endif
