/* SPDX-License-Identifier: Apache-2.0
 * Explains why CUDA would reject a launch, or why a kernel is too large. */
#ifndef REHEARSE_REFUSE_H
#define REHEARSE_REFUSE_H

#include "rehearse/machine.h"

enum { MOST_THREADS = 1024, MOST_LOCAL = 1 << 28 /* bytes for all threads */ };
enum { MOST_CELLS = 4000000 /* registers of warps, 264 bytes each */ };

/* The name that was probably meant. best.start is NULL if none is similar. */
struct near_name {
    struct text typed, best;
    uint32_t edits;
};
struct near_name near_to(struct text typed);
void near_offer(struct near_name *near, struct text name);

/* Returns why no kernel can be launched with these sizes, or NULL. */
const char *refuse_sizes(const struct program *p, const ptxc_launch *l);
/* Return why the machine cannot be created, or NULL. The first one is called before memory is
 * allocated. */
const char *refuse_registers(const struct machine *m);
const char *refuse_memory(const struct machine *m);

/* Returns the head of the kernel with this name, or of the only one. Returns 0 and sets *refused if
 * there is none. */
uint32_t find_kernel(const struct flow_input *in, const char *name, const char **refused);

#endif
