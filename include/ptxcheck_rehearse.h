/* SPDX-License-Identifier: Apache-2.0
 *
 * The rehearsal of a kernel: its synchronization is executed on the CPU, without a GPU and
 * without data, to find out whether the kernel finishes. One cluster of CTAs is executed;
 * integers, predicates and addresses are computed exactly, and everything else is unknown. */
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
    const uint32_t *words; /* NULL stands for zeros */
    const char *name;      /* the name of the parameter, or NULL */
    uint32_t number; /* the number of the parameter, from 1; 0 without a name stands for the next
                        parameter */
    uint64_t offset; /* the offset of a member in the parameter */
    uint32_t width;  /* bytes of a VALUE; 0 stands for the rest of the parameter */
} ptxc_launch_param;

/* ---- what happens -----------------------------------------------------------------------------
 */

/* What threads arrive at or wait for. */
typedef enum ptxc_object {
    PTXC_NO_OBJECT,
    PTXC_MBARRIER,
    PTXC_BARRIER, /* a barrier of the CTA, identified by its number */
    PTXC_CLUSTER_BARRIER,
    PTXC_TMEM_COLUMNS,
    PTXC_REGISTERS /* setmaxnreg */
} ptxc_object;

/* The unit that runs an asynchronous operation. */
typedef enum ptxc_unit {
    PTXC_UNIT_TMA,
    PTXC_UNIT_TENSOR_CORE,
    PTXC_UNIT_MEMORY /* cp.async, st.async */
} ptxc_unit;

typedef enum ptxc_moment_kind {
    PTXC_MOMENT_INIT,     /* an mbarrier is initialized; `amount` is the arrivals of a phase */
    PTXC_MOMENT_ARRIVE,   /* threads arrive; `amount` is how many arrivals count */
    PTXC_MOMENT_EXPECT,   /* the phase waits for `amount` more bytes */
    PTXC_MOMENT_WAIT,     /* lanes of a warp start to wait */
    PTXC_MOMENT_GO,       /* lanes of a warp stop waiting */
    PTXC_MOMENT_START,    /* a warp starts an asynchronous operation of `amount` bytes */
    PTXC_MOMENT_COMPLETE, /* an asynchronous operation completes */
    PTXC_MOMENT_OPEN,     /* `phase` of an mbarrier completes, or all arrived at a barrier */
    PTXC_MOMENT_END       /* lanes of a warp exit */
} ptxc_moment_kind;

#define PTXC_NO_WARP UINT32_MAX

/* Something that happens during a rehearsal. Times are logical: the clock of a warp counts its
 * instructions, an asynchronous operation takes 32 ticks, and a warp that waits continues at the
 * time of the event it waits for. The times of one warp therefore ascend, and causes come before
 * their effects, but the moments of several warps are not reported in the order of their times. */
typedef struct ptxc_moment {
    ptxc_moment_kind kind;
    ptxc_object object;
    ptxc_unit unit;       /* for START and COMPLETE */
    uint32_t cta;         /* the CTA of the warp, or of the warp that started the operation */
    uint32_t warp;        /* the number in the CTA; PTXC_NO_WARP: not a warp */
    uint32_t lanes;       /* a bit mask */
    uint64_t time, since; /* since: for GO, COMPLETE and OPEN, when the wait, the operation or the
                             phase started; otherwise equal to `time` */
    ptxc_span at;         /* the instruction; empty if there is none */
    uint32_t home;        /* the CTA of the object */
    uint32_t number; /* the number of the object; mbarriers are numbered in the order of their first
                        use */
    uint32_t phase;  /* the phase of the mbarrier; for a WAIT, the phase it waits for */
    uint32_t operation; /* the number of the operation for START and COMPLETE, from 1; 0 if its
                           completion is not reported */
    int64_t amount;
    const char *name; /* the name of an mbarrier, "full+8", or ""; valid until the module closes */
} ptxc_moment;

/* ---- a launch ----------------------------------------------------------------------------------
 */

/* The direction that a data-dependent guard takes: the guard of the instruction that starts on this
 * line of the text. */
typedef struct ptxc_way {
    uint32_t line; /* the line number, from 1 */
    bool taken;    /* the guard is true: the branch is taken, or the instruction is executed */
} ptxc_way;

/* `size` is sizeof(ptxc_launch); the zero value of each other member is the default. Sizes of 0
 * count as 1. Strings and arrays are borrowed during the call. */
typedef struct ptxc_launch {
    size_t size;
    const char *entry; /* NULL stands for the only kernel of the module */
    uint32_t grid[3], block[3], cluster[3];
    uint32_t dynamic_shared; /* bytes; 0 stands for all that is available */
    const ptxc_launch_param *params;
    size_t param_count;
    uint64_t seed; /* seed of the order in which warps and copies take turns; 0 means round robin,
                      with copies that complete as late as possible */
    uint64_t max_steps; /* total of warp instructions; 0 stands for 20,000,000 */
    bool infer; /* assume what is missing: sizes as directives and instructions suggest; parameters
                   used as addresses are buffers, and others are numbers; branches that depend on
                   data take the direction that lets the kernel finish */
    /* Called with each moment of the rehearsal, or NULL. The moment is borrowed during the call. */
    void (*trace)(void *user, const ptxc_moment *moment);
    void *trace_user;     /* the first argument of `trace` */
    const ptxc_way *ways; /* directions of branches that depend on data */
    size_t way_count;
    uint32_t explore;  /* rehearse in up to this many orders, and report the first one with a
                          finding; `seed` is then ignored; 0 stands for one order */
    const char *order; /* an order, as `order` of a rehearsal states it, or NULL for any.
                          "w0.3-w2.5+c0.1-w2.4": the third synchronizing operation of warp 0 comes
                          before the fifth of warp 2, and the first operation that warp 0 started
                          completes before the fourth of warp 2 */
} ptxc_launch;

typedef enum ptxc_outcome {
    PTXC_FINISHED,
    PTXC_DEADLOCK,
    PTXC_MISMATCH,      /* the expected number of bytes and the number that arrived differ */
    PTXC_OVER_ARRIVAL,  /* more threads arrived at an mbarrier than it expects */
    PTXC_PARTICIPATION, /* threads that a barrier needs do not arrive */
    PTXC_TMEM_EXHAUSTED,
    PTXC_SETMAXNREG_STARVATION,
    PTXC_UNDECIDED,  /* the outcome depends on data */
    PTXC_LIMIT,      /* it reached max_steps or the memory limit of the rehearsal */
    PTXC_RACE,       /* it completes, but nothing orders two accesses to shared memory */
    PTXC_BAD_ADDRESS /* it completes, but an access is not aligned, or outside of its memory */
} ptxc_outcome;

/* Returns the name of an outcome, "over-arrival", or NULL if it is not a valid enumerator. */
PTXC_API const char *ptxc_outcome_name(ptxc_outcome outcome);

/* `size` is sizeof(ptxc_rehearsal) before the call. */
typedef struct ptxc_rehearsal {
    size_t size;
    ptxc_outcome outcome;
    uint64_t steps; /* the number of warp instructions that were executed */
    const char
        *assumed; /* what was assumed about the launch, or ""; valid until the module closes */
    uint32_t waiting_count;
    const char *refused; /* why the launch is not possible, or "" */
    const char *kernel;  /* the name of the kernel, or ""; valid until the module closes */
    uint64_t unchecked;  /* accesses to shared memory that were not checked for races, because their
                            addresses are unknown */
    uint32_t orders;     /* the number of orders in which the kernel was rehearsed */
    bool all_orders;     /* as far as is known, no other order can have another outcome */
    uint64_t seed;       /* the seed of the reported order */
    const char *order;   /* how the reported order differs from the default order, or "" */
} ptxc_rehearsal;

/* Threads that wait for the same thing when the rehearsal ends. */
typedef struct ptxc_waiting {
    ptxc_span at;     /* the instruction */
    uint32_t cta;     /* the rank in the cluster */
    uint32_t warp;    /* the number in the CTA */
    uint32_t lanes;   /* a bit mask */
    const char *what; /* "phase 1 of '[full+16]' lacks 1 arrival and 1024 bytes" */
} ptxc_waiting;

/* Executes a kernel of a module that has no errors. Findings are added to the diagnostics of the
 * module as ptx-750 and up. Returns PTXC_BAD_ARGUMENT if a size is not valid, the module has
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
