/* SPDX-License-Identifier: Apache-2.0
 * A cluster of CTAs in execution: threads with their registers, memory as far as it is known,
 * barriers, and asynchronous operations. A register holds a number or is unknown. Manual: PTX
 * Machine Model; Parallel Synchronization and Communication Instructions. */
#ifndef REHEARSE_MACHINE_H
#define REHEARSE_MACHINE_H

#include "base/text_map.h"
#include "ptxcheck_rehearse.h"
#include "rehearse/program/program.h"

enum {
    LANES = 32,
    MOST_JOINS = 64,
    MOST_CALLS = 32,
    NAMED_BARRIERS = 16,
    MOST_CTAS = 16,
    TMEM_COLUMNS = 512
};

/* Addresses. Those of shared memory have the rank of the CTA in bits 24 and up, as in the hardware;
 * as generic addresses they are in a window. All other spaces have separate ranges. */
#define SHARED_WINDOW UINT64_C(0x7F0000000000)
#define LOCAL_BASE UINT64_C(0x6F0000000000)
#define PARAM_BASE UINT64_C(0x5F0000000000)
#define VARIABLE_BASE UINT64_C(0x4F0000000000)
#define BUFFER_BASE UINT64_C(0x100000000000)
#define ROOM_BASE UINT64_C(0x3F0000000000)
#define VARIABLE_ROOM UINT64_C(0x100000000000)
enum { BUFFER_SHIFT = 36, MOST_BUFFERS = 752 /* ends at ROOM_BASE */ };
enum { ROOM_OF_PARAM = 4096 /* for tensor maps that a parameter points to */ };
enum { RANK_SHIFT = 24, SHARED_START = 1024, SHARED_MOST = 256 * 1024 };

/* A register in the 32 threads of a warp. */
struct lanes {
    uint64_t value[LANES];
    uint32_t known;  /* mask of the lanes in which it is known */
    uint32_t origin; /* the op that made it unknown; NO_OP if it was never set */
};

/* Bytes, some of which are known. */
struct bytes {
    uint8_t *value, *known; /* known: 1 or 0 for each */
    uint64_t size;
};

/* ---- waiting ---- */

enum wait_kind {
    WAIT_NOT,
    WAIT_JOIN,    /* for other threads that diverged from it */
    WAIT_WARP,    /* for other threads of the warp */
    WAIT_TURN,    /* until something else happens: sequence.h */
    WAIT_LOOP,    /* in a loop, until something changes that other threads can change: loops.h */
    WAIT_PHASE,   /* for a phase of an mbarrier */
    WAIT_BARRIER, /* at a barrier of the CTA */
    WAIT_CLUSTER,
    WAIT_TMEM,     /* for columns that can be allocated */
    WAIT_REGISTERS /* for registers that setmaxnreg requests */
};

struct waiting {
    uint8_t kind;    /* enum wait_kind */
    uint32_t object; /* the mbarrier, the number of the barrier, or the op that a loop polls with */
    uint32_t phase;  /* for an mbarrier, the number of the phase that must complete */
    uint32_t needed; /* WAIT_WARP: lanes; otherwise columns or registers */
};

/* ---- warps ---- */

/* Where threads that diverged at a branch wait for each other to reconverge. */
struct join {
    uint32_t at;    /* op */
    uint32_t lanes; /* those that have not exited */
};

/* A read of memory that threads share. */
struct polled_word {
    uint64_t address, value;
    uint8_t size;
    bool semaphore; /* see global_read */
    bool known;
};

enum { MOST_POLLED = 64 };

/* What a lap of a loop reads. */
struct polled {
    struct polled_word of[MOST_POLLED];
    uint32_t count;
    bool more; /* it also depends on something that is not in the list */
};

/* What a warp did since its state was kept, to find loops without progress: loops.h. */
struct polling {
    uint32_t ran;                 /* lanes that ran */
    uint32_t polls, polls_global; /* the last op that read shared and global memory */
    bool timed;                   /* a clock was read */
    struct polled *polled;        /* where to record what is read, or NULL */
};

struct warp {
    uint32_t cta, index; /* index: within the CTA */
    uint32_t live;       /* lanes that have not exited */
    uint32_t pc[LANES];
    struct waiting waits[LANES];
    uint32_t carry;    /* the carry flag of each lane */
    uint32_t gives_up; /* lanes whose next test of a phase returns whatever the result */
    struct polling polling;
    struct join joins[MOST_JOINS];
    uint32_t join_count;
    uint8_t depth[LANES];             /* calls that have not returned */
    uint32_t back[MOST_CALLS][LANES]; /* the op to which each of them returns */
    struct lanes *registers;
    uint32_t granted; /* registers of each thread, set by setmaxnreg */
};

/* ---- synchronization ---- */

/* The answer to a request to cancel the launch of a cluster, whose format only the hardware knows:
 * the index of its first CTA, with the x coordinate in the lowest bits, and whether it was
 * canceled. The upper half of its 128 bits is zero. */
enum { ANSWER_Y = 31, ANSWER_Z = 47, ANSWER_YES = 63 };
#define ANSWER_MOST_X UINT64_C(0x7FFFFFFF)

/* Manual: mbarrier. A phase is complete when no arrival and no byte is missing. */
struct mbarrier {
    uint32_t number;
    uint32_t cta, offset; /* position in shared memory */
    uint32_t expected;    /* arrivals for each phase */
    int64_t pending;      /* missing arrivals */
    int64_t bytes;        /* missing bytes */
    uint32_t phase;       /* number of completed phases */
    uint32_t made_by;     /* the op that initialized it */
    uint32_t unsized;     /* copies in progress with an unknown size */
    bool valid;
};

struct named_barrier {
    uint32_t expected, arrived; /* threads; if expected is 0, none waits */
    uint32_t first;             /* the op that arrived first */
    bool counts;                /* the instructions specify the number of threads */
    uint32_t waits;             /* threads that wait, among those that arrived */
    uint32_t yes, no, unknown;  /* threads by the value of the predicate that they bring */
};

/* An operation that completes on its own some time after it was started. */
enum agent_kind { AGENT_BYTES, AGENT_ARRIVAL };

struct agent {
    uint8_t kind;
    uint32_t op;     /* op that started it */
    uint32_t target; /* mbarrier */
    uint32_t lanes;  /* lanes that started it; each of them arrives */
    int64_t bytes;
    /* for a listener: see trace.h */
    uint8_t event; /* enum isa_event_kind */
    uint32_t number, cta;
    uint64_t time;
    uint32_t operation; /* see race.h; 0 if it is not tracked */
    /* for an order: see sequence.h */
    uint32_t starter, serial, slot;
};

struct cta {
    uint32_t index[3]; /* index in the grid */
    struct bytes shared;
    struct named_barrier barriers[NAMED_BARRIERS];
    uint8_t columns[TMEM_COLUMNS]; /* Tensor Memory: 1 for allocated columns */
    int64_t registers;             /* free registers of the pool, summed over threads */
    uint32_t live;                 /* threads that have not exited */
};

/* ---- the machine ---- */

/* Global memory, as far as the launch, initial values and the kernel's own writes determine it. */
struct global_memory {
    struct cell *cells; /* a hash table with this capacity, of which `count` are used */
    uint32_t room, count;
    bool lost;    /* something was written to an unknown address */
    bool assumed; /* a word was read that the launch does not describe */
};

/* Assumptions about a launch that is not given completely. */
struct assumed {
    const uint8_t *use; /* uses of the registers: infer.c */
    uint64_t number;    /* value of parameters that are numbers */
    bool any;           /* whether a parameter was assumed */
    bool level;         /* all words of assumed buffers are equal, instead of counting up */
    bool no_words;      /* words of assumed buffers are unknown, except semaphores */
    uint32_t pointers;  /* number of assumed pointers; their buffers come after ASSUMED_BUFFERS */
    uint8_t branches;   /* enum way, for guards that depend on data */
    uint8_t *said;      /* enum way for each op, as the caller says */
    uint8_t *guessed;   /* for each op, 1 if its guard was guessed */
    uint32_t guesses;   /* number of guards that were guessed */
};
/* The direction of a guard that depends on data. */
enum way { WAY_UNKNOWN, WAY_NOT_TAKEN, WAY_TAKEN };
enum { ASSUMED_BUFFERS = 256 };

/* The addresses of variables, and what is known about their contents. */
struct memory {
    uint64_t *address, *size;    /* for each variable of the function */
    uint8_t *zeroed;             /* for each: its initial value is zero */
    struct bytes *initial;       /* for each: its initial value, if it is initialized */
    uint8_t *unsized;            /* for each buffer: the launch determines its size */
    struct addresses *addresses; /* NULL if bad addresses are not detected */
    uint32_t *variable_of;       /* for each value of the launch: its parameter */
    struct global_memory global;
    struct assumed assumed;
    struct bytes params, rooms;
    struct bytes *local; /* for each thread; NULL if there is none */
    uint64_t shared_size, local_size;
    uint64_t static_shared; /* bytes of shared variables with a size */
    bool any_shared;        /* the launch does not say how much dynamic shared memory there is */
};

/* State that the CTAs of the cluster share. */
struct shared_state {
    struct list mbarriers;  /* struct mbarrier */
    struct text_map places; /* 1 + their numbers, by CTA and offset */
    struct list agents;     /* struct agent; those from `agents_done` on are in progress */
    uint32_t agents_done;
    uint32_t cluster_arrived, cluster_phase; /* threads; completed phases */
    uint8_t *early_tests;   /* for each op: tests of a phase that returned that it is not
                               complete */
    uint64_t *answered;     /* for each op: when its tests returned that the phase is not
                               complete */
    uint32_t *cluster_seen; /* for each thread: phases that must complete; 0 if it has not
                               arrived */
    bool unsized;           /* the size of some copies is unknown */
    bool mixed;             /* some of these go to several CTAs: their phases may end too early */
    uint32_t canceled;      /* clusters of the grid whose launch was canceled */
    uint64_t changes;       /* of memory and other state that threads share; `progress` counts
                               those of barriers and asynchronous operations */
    uint64_t skipped;       /* steps that the clocks of the machine are ahead */
};

/* How to run a machine. */
struct plan {
    struct sequence *sequence; /* NULL if any order is allowed */
    const struct holds *holds; /* the holds that define it, or NULL */
    bool records;              /* find out which other orders exist */
    bool races;                /* whether to look for races */
};

/* The regions after branches. */
struct regions {
    struct region **after;      /* for each block; NULL until it is needed */
    struct region_space *space; /* NULL until it is needed */
};

struct machine {
    const struct program *program;
    const ptxc_launch *launch;
    struct arena *arena;
    struct cta *ctas;
    uint32_t cta_count, warp_count, warps_per_cta, threads;
    struct warp *warps;
    struct memory memory;
    struct shared_state sync;
    struct regions regions;
    uint64_t steps, progress, random;
    struct finding *finding; /* NULL if nothing is wrong so far */
    struct trace *trace;     /* NULL if there is no listener */
    struct race *race;       /* NULL if races are not detected */
    struct plan plan;
    int64_t asked; /* for a finding: columns, registers or bytes */
};

/* ---- findings ---- */

struct finding {
    ptxc_outcome outcome;
    uint32_t op;
    struct text text;      /* argument of its message */
    const struct warp *by; /* the warp that executed it, or NULL */
};

/* Returns a pseudorandom number below `below`, determined by the seed. */
static inline uint32_t machine_random(struct machine *m, uint32_t below) {
    m->random = m->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((m->random >> 33) % below);
}

/* ---- memory.c ---- */

/* Returns false if some byte is unknown. */
bool memory_read(struct machine *m, const struct warp *w, unsigned lane, uint64_t address,
                 unsigned size, uint64_t *value);
/* `known` says whether the value is known. */
void memory_write(struct machine *m, const struct warp *w, unsigned lane, uint64_t address,
                  unsigned size, uint64_t value, bool known);
/* Handles a write to an unknown address in `space`: shared memory of the CTA, global memory, or
 * both. */
void memory_forget(struct machine *m, const struct warp *w, uint8_t space);
/* Includes buffers and variables, also those in constant memory. */
static inline bool is_global_address(uint64_t address) {
    return address >= BUFFER_BASE &&
           (address < ROOM_BASE || address - VARIABLE_BASE < VARIABLE_ROOM);
}
static inline bool is_local_address(uint64_t address) {
    return address >= LOCAL_BASE && address < SHARED_WINDOW;
}
/* Converts an address in `space` to a generic one. */
static inline uint64_t generic_address(uint8_t space, uint64_t address) {
    return space == SPACE_SHARED ? SHARED_WINDOW + (uint32_t)address : address;
}
/* Finds the position in shared memory of a generic address. Returns false if it is elsewhere. */
static inline bool shared_place(const struct machine *m, uint64_t address, uint32_t *cta,
                                uint32_t *offset) {
    uint64_t at = address - SHARED_WINDOW;
    *cta = (uint32_t)(at >> RANK_SHIFT);
    *offset = (uint32_t)at & ((1u << RANK_SHIFT) - 1);
    return address >= SHARED_WINDOW && *cta < m->cta_count && *offset < m->memory.shared_size;
}
/* Computes the addresses of variables and the memory that they need, and allocates it. */
void layout_variables(struct machine *m);
void make_memory(struct machine *m);
struct bytes make_bytes(struct arena *arena, uint64_t size);

/* ---- global.c ---- */

/* Returns false if the value is unknown. `semaphore` means that the word is used for
 * synchronization, so that its initial value is 0. */
bool global_read(struct machine *m, uint64_t address, unsigned size, bool semaphore,
                 uint64_t *value);
void global_write(struct machine *m, uint64_t address, unsigned size, uint64_t value, bool known);
/* Handles a write to an unknown address. */
void global_forget(struct machine *m);

/* Records that an op read memory at an address, as a generic one. */
static inline void note_polled(struct warp *w, uint32_t pc, uint64_t address) {
    if (address >= SHARED_WINDOW)
        w->polling.polls = pc;
    else if (is_global_address(address))
        w->polling.polls_global = pc;
}
/* Records a word that was read, if the warp is in a loop whose reads are recorded. */
static inline void note_word(struct warp *w, const struct polled_word *word) {
    struct polled *p = w->polling.polled;
    if (!p || is_local_address(word->address)) return;
    for (uint32_t i = p->count; i-- > 0;)
        if (p->of[i].address == word->address && p->of[i].size == word->size) return;
    if (p->count < MOST_POLLED)
        p->of[p->count++] = *word;
    else
        p->more = true;
}

/* ---- assume.c ---- */

/* What the value in a register is used for: a bit mask. */
enum { USED_AS_POINTER = 1, USED_AS_FLOAT = 2, USED_AS_SHIFT = 4 };

/* Assumes the value of a parameter that the launch does not give and a kernel loads into a
 * register: a pointer if it is used as an address, otherwise a number. Returns false if the launch
 * gives all parameters, or if it is not a parameter. */
bool assume_parameter(struct machine *m, uint64_t address, unsigned size, const struct place *to);

/* Returns what the guard of an op does if it depends on data, as the caller says. */
enum way said_way(const struct machine *m, uint32_t pc);
/* Returns the same as an assumption. */
enum way assume_way(struct machine *m, uint32_t pc);

/* ---- atomic.c ---- */

/* Changes memory and returns the old value. */
void change_atomically(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes);

/* ---- execute.c ---- */

static inline uint32_t leaf_count(const struct machine *m, const struct op *op, uint32_t operand) {
    return operand < op->operands ? program_operand(m->program, op, operand)->count : 0;
}
/* Returns the i-th leaf of an operand, or an unknown one if there is none. */
static inline const struct place *leaf_of(const struct machine *m, const struct op *op,
                                          uint32_t operand, uint32_t i) {
    static const struct place unknown = {.kind = PLACE_UNKNOWN};
    if (i >= leaf_count(m, op, operand)) return &unknown;
    return program_place(m->program, program_operand(m->program, op, operand)->first + i);
}
/* Reads the address that the first leaves of an operand form, as a generic one. */
bool read_address(struct machine *m, const struct warp *w, unsigned lane, const struct op *op,
                  uint32_t operand, uint64_t *address);

/* Makes the registers that an op writes unknown. */
void forget_results(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes);

/* Implements place_read for places that are not just a register. */
bool place_compute(struct machine *m, const struct warp *w, unsigned lane, const struct place *p,
                   uint64_t *value);
/* Reads the value of a place. Returns false if it is unknown. */
static inline bool place_read(struct machine *m, const struct warp *w, unsigned lane,
                              const struct place *p, uint64_t *value) {
    if (p->kind != PLACE_REGISTER || p->minus || p->negated || p->number)
        return place_compute(m, w, lane, p, value);
    *value = w->registers[p->id].value[lane];
    return w->registers[p->id].known >> lane & 1;
}
void place_write(struct machine *m, struct warp *w, unsigned lane, const struct place *p,
                 uint64_t value, bool known, uint32_t op);
/* Executes an op in the lanes. Returns those that continue with the next one. */
uint32_t execute(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes);

/* ---- unknown.c ---- */

/* Handles a branch that depends on data by moving lanes to the point where its paths meet. Returns
 * false if what they do before is visible to others, or if they do not meet. */
bool skip_unknown(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes);

/* ---- synchronize.c ---- */

/* Executes an event. Returns the lanes that continue. */
uint32_t happen(struct machine *m, struct warp *w, uint32_t pc, const struct happening *h,
                uint32_t lanes);
/* Completes the operation that was started first. Returns false if none is in progress. Copies
 * of unknown size complete last, when all threads are `idle`: only then is it clear what is
 * missing. */
bool complete_next(struct machine *m, bool idle);
/* Called when a thread has exited: what waits for all threads does not wait for it. */
void leave_barriers(struct machine *m, const struct warp *w);

/* ---- warp.c ---- */

enum run {
    RUN_NOT,  /* it could not run at all */
    RUN_SOME, /* until it waits, or as long as it may */
    RUN_LAP   /* until threads jumped back */
};
/* Runs a warp for *steps at most, and subtracts those that it ran. */
enum run warp_run(struct machine *m, struct warp *w, uint32_t *steps);
/* Called when nothing else can run: resumes threads that wait for others at a join. Returns false
 * if there are none. */
bool warp_part(struct warp *w);
static inline void wake(struct warp *w, uint32_t lanes) {
    for (unsigned l = 0; l < LANES; l++)
        if (lanes >> l & 1) w->waits[l].kind = WAIT_NOT;
}

/* ---- rehearse.c ---- */

/* Runs a launch that is filled in. If it returns PTXC_BAD_ARGUMENT, *refused says why the launch is
 * not valid. */
ptxc_status run_launch(struct machine *m, const char **refused);

/* ---- say.c ---- */

/* Records a finding. The first one ends the rehearsal. */
void find(struct machine *m, const struct warp *w, ptxc_outcome outcome, uint32_t op,
          struct text text);
/* Records that no thread can make progress. */
void find_stuck(struct machine *m);
/* Returns the span of an op, or the name of the kernel if there is none. */
ptxc_span head_of(const struct machine *m, uint32_t op);
/* Returns a name such as "full+16". */
struct text name_mbarrier(struct machine *m, const struct mbarrier *b);
/* Returns what the caller did not specify about the launch. */
const char *say_assumed(struct machine *m, const ptxc_launch *from);
void say_outcome(struct machine *m, struct list *waiting);

#endif
