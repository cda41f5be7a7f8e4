/* SPDX-License-Identifier: Apache-2.0
 * What the directives between the head of a kernel and its body say of its threads and registers.
 * Manual: Performance-Tuning Directives. */
#ifndef FLOW_BOUNDS_H
#define FLOW_BOUNDS_H

#include "flow/function.h"

enum { MOST_REGISTERS = 255 /* of a thread */ };

/* 0: it is not given. */
struct flow_bounds {
    int64_t threads, ctas, registers; /* threads: of a CTA */
    uint32_t block[3], cluster[3];    /* their sizes, one by one */
    bool exact;                       /* the block is of just that size */
};

struct flow_bounds flow_read_bounds(const struct flow_function *f);
/* Do they say how many registers a thread may have? */
bool flow_bounds_are_known(const struct flow_bounds *b);
/* How many registers each thread starts with, as ptxas 13.5 has it; MOST_REGISTERS if in doubt. */
int64_t flow_registers_at_entry(const struct flow_bounds *b);

#endif
