/* SPDX-License-Identifier: Apache-2.0
 * What the directives between the head of a kernel and its body specify about its threads and
 * registers. Manual: Performance-Tuning Directives. */
#ifndef FLOW_BOUNDS_H
#define FLOW_BOUNDS_H

#include "flow/function.h"

enum { MOST_REGISTERS = 255 /* per thread */ };

/* 0 means that it is not given. */
struct flow_bounds {
    int64_t threads, ctas, registers; /* threads: per CTA */
    uint32_t block[3], cluster[3];    /* the individual dimensions */
    bool exact;                       /* the block has exactly this size */
};

struct flow_bounds flow_read_bounds(const struct flow_function *f);
/* Returns true if they determine how many registers a thread may have. */
bool flow_bounds_are_known(const struct flow_bounds *b);
/* Returns how many registers each thread starts with, as in ptxas 13.5, or MOST_REGISTERS in case
 * of doubt. */
int64_t flow_registers_at_entry(const struct flow_bounds *b);

#endif
