/* SPDX-License-Identifier: Apache-2.0
 * Launches that CUDA would not take, and kernels that are too large: why, in words for the user. */
#ifndef REHEARSE_REFUSE_H
#define REHEARSE_REFUSE_H

#include "rehearse/machine.h"

enum { MOST_THREADS = 1024, MOST_LOCAL = 1 << 28 /* bytes of all threads */ };
enum { MOST_CELLS = 4000000 /* registers of warps, of 264 bytes each */ };

/* The name that was meant. best.start NULL: none is near. */
struct near_name {
    struct text typed, best;
    uint32_t edits;
};
struct near_name near_to(struct text typed);
void near_offer(struct near_name *near, struct text name);

/* Why no kernel can be launched with these sizes; NULL: it can. */
const char *refuse_sizes(const struct program *p, const ptxc_launch *l);
/* Why the machine cannot be made; NULL: it can. The first is asked before there is memory. */
const char *refuse_registers(const struct machine *m);
const char *refuse_memory(const struct machine *m);

/* The head of the kernel of that name, or of the only one; 0: *refused says why there is none. */
uint32_t find_kernel(const struct flow_input *in, const char *name, const char **refused);

#endif
