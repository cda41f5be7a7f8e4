/* SPDX-License-Identifier: Apache-2.0
 * The check of whole functions: how asynchronous instructions, fences, waits and barriers of a
 * kernel affect each other. It runs after the check of a module without errors, and analyzes
 * only functions that contain an instruction with an event. */
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
    FLOW_BROKEN,   /* a statement or a brace in it does not parse */
    FLOW_NESTED,   /* its blocks are nested too deeply */
    FLOW_INDIRECT, /* a branch with an unknown target */
    FLOW_LARGE,    /* the graph or the states would be too large */
    FLOW_MANY,     /* only comparisons are omitted: flow_are_few, flow_leave_out */
    FLOW_APART     /* there is C++ code between its asm statements */
};

/* A tensor map that the caller describes: the contents of a parameter or variable with this
 * name. */
struct flow_map {
    struct text name;
    int64_t offset; /* in bytes, from the start of the parameter */
    const ptxc_tensormap *map;
};

/* How the functions of a module use the tensor maps that the caller describes. */
struct flow_map_use {
    bool some_known;  /* a copy uses one of them */
    bool some_gap;    /* a function was not analyzed and may use them */
    ptxc_span copy;   /* a copy that uses another map, or NO_SPAN */
    struct text name; /* what contains that map */
};

/* A module that was checked. */
struct flow_input {
    struct arena *arena;
    struct arena *scratch; /* emptied after each function; NULL to use `arena` */
    struct diags *diags;
    struct interner *names;
    const struct ast *ast;
    const char *text;
    struct symbols *symbols;      /* declarations outside of functions */
    int version, target, release; /* as in struct match_context */
    const struct flow_map *maps;
    uint32_t map_count;
    struct flow_map_use *map_use; /* set by flow_check */
    bool every_operand;           /* keep the operands of all instructions with an event, not
                                     only of asynchronous ones */
    bool is_fragment; /* each function is part of an unknown one: anything may come before and
                         after it */
    struct text_builder *dump; /* receives the text of --dump-flow, or NULL */
    struct list *gaps;         /* receives a struct flow_gap_record per function, or NULL */
};

/* A function that is not analyzed. */
struct flow_gap_record {
    ptxc_span at; /* the name of the function */
    uint8_t gap;  /* enum flow_gap */
};

void flow_check(const struct flow_input *in);

#endif
