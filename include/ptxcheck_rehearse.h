/* SPDX-License-Identifier: Apache-2.0
 *
 * The rehearsal of a kernel: its synchronization is run on the CPU, without a GPU and without data,
 * to see whether it finishes. One cluster of CTAs runs; integers, predicates and addresses are
 * computed exactly, everything else is unknown.
 */
#ifndef PTXCHECK_REHEARSE_H
#define PTXCHECK_REHEARSE_H

#include "ptxcheck_module.h"
#include "ptxcheck_tensormap.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ptxc_param_kind {
    PTXC_PARAM_VALUE,       /* a number; `value` holds its bits */
    PTXC_PARAM_BUFFER,      /* a pointer to `value` bytes of global memory */
    PTXC_PARAM_MAP,         /* a tensor map, passed by value */
    PTXC_PARAM_MAP_POINTER, /* a pointer to a tensor map */
    PTXC_PARAM_MAP_ROOM     /* a pointer to room for `value` tensor maps, filled with zeros */
} ptxc_param_kind;

/* An argument of the launch. `map` is borrowed during the call. */
typedef struct ptxc_launch_param {
    ptxc_param_kind kind;
    uint64_t value;
    const ptxc_tensormap *map;
} ptxc_launch_param;

/* `size` is sizeof(ptxc_launch); the zero value of each other member is the default. Sizes of 0
 * count as 1. Strings and arrays are borrowed during the call. */
typedef struct ptxc_launch {
    size_t size;
    const char *entry; /* NULL: the only kernel of the module */
    uint32_t grid[3], block[3], cluster[3];
    uint32_t dynamic_shared; /* in bytes; 0: as much as there is */
    const ptxc_launch_param *params;
    size_t param_count;
    uint64_t seed;      /* of the order in which warps and copies take turns; 0: round robin, and
                           copies complete as late as they can */
    uint64_t max_steps; /* instructions of a warp in all; 0: 100,000,000 */
    bool infer;         /* sizes that are 0 are those that directives of the kernel give; parameters
                           that are missing are buffers if they have 64 bits, else the number 128 */
} ptxc_launch;

typedef enum ptxc_outcome {
    PTXC_FINISHED,
    PTXC_DEADLOCK,
    PTXC_MISMATCH,      /* bytes that were expected and those that arrived differ */
    PTXC_OVER_ARRIVAL,  /* more threads arrived at an mbarrier than it expects */
    PTXC_PARTICIPATION, /* threads that a barrier needs do not come */
    PTXC_TMEM_EXHAUSTED,
    PTXC_SETMAXNREG_STARVATION,
    PTXC_UNDECIDED, /* it depends on data */
    PTXC_LIMIT      /* max_steps, or the memory of the rehearsal */
} ptxc_outcome;

/* Returns the name of an outcome, "over-arrival", or NULL if it is not a valid enumerator. */
PTXC_API const char *ptxc_outcome_name(ptxc_outcome outcome);

/* `size` is sizeof(ptxc_rehearsal) before the call. */
typedef struct ptxc_rehearsal {
    size_t size;
    ptxc_outcome outcome;
    uint64_t steps; /* instructions of a warp that were run */
    const char
        *assumed; /* what was assumed about the launch, or ""; valid until the module closes */
    uint32_t waiting_count;
    const char *refused; /* why the launch is not possible, or "" */
} ptxc_rehearsal;

/* Threads that wait for the same thing when the rehearsal ends. */
typedef struct ptxc_waiting {
    ptxc_span at;     /* the instruction */
    uint32_t cta;     /* the rank in the cluster */
    uint32_t warp;    /* in the CTA */
    uint32_t lanes;   /* a mask */
    const char *what; /* "phase 1 of '[full+16]' lacks 1 arrival and 1024 bytes" */
} ptxc_waiting;

/* Runs a kernel of a module that has no errors. What is found is added to the diagnostics of the
 * module, as ptx-750 and up. Returns PTXC_BAD_ARGUMENT if a size is not valid, the module has
 * errors, or the launch does not fit the kernel, as `refused` says; PTXC_NOT_FOUND if there is no
 * such kernel; PTXC_NO_MEMORY. Manual: Parallel Synchronization and Communication Instructions. */
PTXC_API ptxc_status ptxc_module_rehearse(ptxc_module *module, const ptxc_launch *launch,
                                          ptxc_rehearsal *rehearsal);
/* Fills *waiting with the threads of this index of the last rehearsal. Returns PTXC_NOT_FOUND past
 * the last ones. */
PTXC_API ptxc_status ptxc_module_waiting_get(const ptxc_module *module, size_t index,
                                             ptxc_waiting *waiting);

#ifdef __cplusplus
}
#endif

#endif
