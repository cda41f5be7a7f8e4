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
    PTXC_PARAM_MAP_ROOM,    /* a pointer to room for `value` tensor maps, filled with zeros */
    PTXC_PARAM_WORDS        /* a pointer to `value` bytes of global memory that hold `words` */
} ptxc_param_kind;

/* An argument of the launch. `map` and `words` are borrowed during the call. */
typedef struct ptxc_launch_param {
    ptxc_param_kind kind;
    uint64_t value;
    const ptxc_tensormap *map;
    const uint32_t *words; /* NULL: zeros */
    const char *name;      /* of the parameter, or NULL */
    uint32_t number;       /* of the parameter, from 1; 0 without a name: the next in order */
    uint64_t offset;       /* in the parameter, of a member */
    uint32_t width;        /* bytes of a VALUE; 0: as many as there are */
} ptxc_launch_param;

/* ---- what happens -----------------------------------------------------------------------------
 */

/* What threads arrive at or wait for. */
typedef enum ptxc_object {
    PTXC_NO_OBJECT,
    PTXC_MBARRIER,
    PTXC_BARRIER, /* of the CTA, with a number */
    PTXC_CLUSTER_BARRIER,
    PTXC_TMEM_COLUMNS,
    PTXC_REGISTERS /* setmaxnreg */
} ptxc_object;

/* What runs an asynchronous operation. */
typedef enum ptxc_unit {
    PTXC_UNIT_TMA,
    PTXC_UNIT_TENSOR_CORE,
    PTXC_UNIT_MEMORY /* cp.async, st.async */
} ptxc_unit;

typedef enum ptxc_moment_kind {
    PTXC_MOMENT_INIT,     /* an mbarrier is initialized; `amount` is the arrivals of a phase */
    PTXC_MOMENT_ARRIVE,   /* threads arrive; `amount` is how many arrivals count */
    PTXC_MOMENT_EXPECT,   /* the phase waits for `amount` more bytes */
    PTXC_MOMENT_WAIT,     /* lanes of a warp begin to wait */
    PTXC_MOMENT_GO,       /* they go on */
    PTXC_MOMENT_START,    /* a warp starts an asynchronous operation of `amount` bytes */
    PTXC_MOMENT_COMPLETE, /* it completes */
    PTXC_MOMENT_OPEN,     /* `phase` of an mbarrier is over, or all have arrived at a barrier */
    PTXC_MOMENT_END       /* lanes of a warp end */
} ptxc_moment_kind;

#define PTXC_NO_WARP UINT32_MAX

/* Something that happens during a rehearsal. Times are logical: a warp has a clock that counts its
 * instructions, an asynchronous operation takes 32, and a warp that waits goes on at the time of
 * what it waits for. So the times of one warp ascend, and causes come before their effects, but the
 * moments of several warps are not told in the order of their times. */
typedef struct ptxc_moment {
    ptxc_moment_kind kind;
    ptxc_object object;
    ptxc_unit unit;       /* of START and COMPLETE */
    uint32_t cta;         /* of the warp, or that started the operation */
    uint32_t warp;        /* in the CTA; PTXC_NO_WARP: not a warp */
    uint32_t lanes;       /* a mask */
    uint64_t time, since; /* since: GO, COMPLETE and OPEN: when the wait, the operation or the phase
                             began; else the same as time */
    ptxc_span at;         /* the instruction; empty: none */
    uint32_t home;        /* the CTA of the object */
    uint32_t number;    /* of the object; mbarriers are numbered in the order of their first use */
    uint32_t phase;     /* of the mbarrier; a WAIT is for the end of it */
    uint32_t operation; /* of START and COMPLETE, from 1; 0: its completion is not told */
    int64_t amount;
    const char *name; /* of an mbarrier, "full+8", or ""; valid until the module closes */
} ptxc_moment;

/* ---- a launch ----------------------------------------------------------------------------------
 */

/* What a guard does where it depends on data: the one of the instruction that starts on that line
 * of the text. */
typedef struct ptxc_way {
    uint32_t line; /* from 1 */
    bool taken;    /* the guard is true: the branch is taken, or the instruction is run */
} ptxc_way;

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
    bool infer;         /* assume what is missing: sizes as directives and instructions suggest,
                           parameters that serve as addresses are buffers, others numbers, and
                           branches that depend on data go the way that lets the kernel finish */
    /* Called with each moment of the rehearsal, or NULL. The moment is borrowed during the call. */
    void (*trace)(void *user, const ptxc_moment *moment);
    void *trace_user;     /* the first argument of `trace` */
    const ptxc_way *ways; /* of branches that depend on data */
    size_t way_count;
    uint32_t explore;  /* rehearse in up to so many orders, and report the first with a finding; the
                          seed is then that of no order. 0: in one */
    const char *order; /* "w0.3-w2.5+c0.1-w2.4", as `order` of a rehearsal has it: the third
                          synchronizing operation of warp 0 comes before the fifth of warp 2, and
                          what warp 0 started first completes before the fourth. NULL: any */
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
    PTXC_LIMIT,     /* max_steps, or the memory of the rehearsal */
    PTXC_RACE       /* it ends, and nothing orders two accesses to shared memory */
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
    const char *kernel;  /* the name of the kernel, or ""; valid until the module closes */
    uint64_t unchecked;  /* accesses to shared memory that were not checked for races, because their
                            addresses are not known */
    uint32_t orders;     /* in which the kernel was rehearsed */
    bool all_orders;     /* those are all that can end in another way, as far as is known */
    uint64_t seed;       /* of the order that is reported */
    const char *order;   /* what was in another order than by default, or "" */
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
