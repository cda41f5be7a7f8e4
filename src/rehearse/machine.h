/* SPDX-License-Identifier: Apache-2.0
 * One cluster of CTAs that runs: threads with their registers, memory as far as it is known,
 * barriers, and what goes on asynchronously. What a thread holds is a number or unknown.
 * Manual: PTX Machine Model; Parallel Synchronization and Communication Instructions. */
#ifndef REHEARSE_MACHINE_H
#define REHEARSE_MACHINE_H

#include "ptxcheck_rehearse.h"
#include "rehearse/program/program.h"

enum { LANES = 32, MOST_JOINS = 64, NAMED_BARRIERS = 16, MOST_CTAS = 16, TMEM_COLUMNS = 512 };

/* Addresses. Those of shared memory have the rank of the CTA in bits 24 and up, as the hardware
 * has it; as generic addresses they lie in a window. All other spaces have their own range. */
#define SHARED_WINDOW UINT64_C(0x7F0000000000)
#define LOCAL_BASE UINT64_C(0x6F0000000000)
#define PARAM_BASE UINT64_C(0x5F0000000000)
#define VARIABLE_BASE UINT64_C(0x4F0000000000)
#define BUFFER_BASE UINT64_C(0x100000000000)
#define ROOM_BASE UINT64_C(0x3F0000000000)
#define VARIABLE_ROOM UINT64_C(0x100000000000)
enum { BUFFER_SHIFT = 36, MOST_BUFFERS = 752 /* up to ROOM_BASE */ };
enum { ROOM_OF_PARAM = 4096 /* for tensor maps that a parameter points to */ };
enum { RANK_SHIFT = 24, SHARED_START = 1024, SHARED_MOST = 256 * 1024 };

/* A register of the 32 threads of a warp. */
struct lanes {
    uint64_t value[LANES];
    uint32_t known;  /* in which lanes it is */
    uint32_t origin; /* the op that made it unknown; NO_OP: it was never set */
};

/* Bytes of which some are known. */
struct bytes {
    uint8_t *value, *known; /* known: 1 or 0 for each */
    uint64_t size;
};

/* ---- waiting ---- */

enum wait_kind {
    WAIT_NOT,
    WAIT_JOIN,    /* for the other threads that parted from it */
    WAIT_WARP,    /* for other threads of the warp */
    WAIT_TURN,    /* until something else is done: sequence.h */
    WAIT_PHASE,   /* of an mbarrier */
    WAIT_BARRIER, /* of the CTA */
    WAIT_CLUSTER,
    WAIT_TMEM,     /* for columns that can be allocated */
    WAIT_REGISTERS /* that setmaxnreg asks for */
};

struct waiting {
    uint8_t kind;    /* enum wait_kind */
    uint32_t object; /* the mbarrier, or the number of the barrier */
    uint32_t phase;  /* an mbarrier: the number of the phase that must be over */
    uint32_t needed; /* WAIT_WARP: lanes; else columns or registers */
};

/* ---- warps ---- */

/* Threads that parted at a branch wait for each other where their ways meet. */
struct join {
    uint32_t at;    /* op */
    uint32_t lanes; /* that have not ended */
};

struct warp {
    uint32_t cta, index; /* index: in the CTA */
    uint32_t live;       /* lanes that have not ended */
    uint32_t pc[LANES];
    struct waiting waits[LANES];
    uint32_t carry;    /* the flag of each lane */
    uint32_t gives_up; /* lanes whose next test of a phase answers, whatever it is */
    struct join joins[MOST_JOINS];
    uint32_t join_count;
    struct lanes *registers;
    uint32_t granted; /* registers of each thread, by setmaxnreg */
};

/* ---- synchronization ---- */

/* Manual: mbarrier. A phase is over when no arrival and no byte is missing. */
struct mbarrier {
    uint32_t cta, offset; /* where in shared memory */
    uint32_t expected;    /* arrivals of each phase */
    int64_t pending;      /* arrivals that are missing */
    int64_t bytes;        /* that are missing */
    uint32_t phase;       /* how many are over */
    uint32_t made_by;     /* the op that initialized it */
    uint32_t unsized;     /* copies under way whose bytes are not known */
    bool valid;
};

struct named_barrier {
    uint32_t expected, arrived; /* threads; expected 0: nobody waits */
    uint32_t first;             /* the op that arrived first */
    bool counts;                /* the instructions say how many threads */
    uint32_t waits;             /* threads that wait, of those that arrived */
};

/* What completes on its own some time after it was started. */
enum agent_kind { AGENT_BYTES, AGENT_ARRIVAL };

struct agent {
    uint8_t kind;
    uint32_t op;     /* that started it */
    uint32_t target; /* mbarrier */
    int64_t bytes;
    /* for a listener: see trace.h */
    uint8_t event; /* enum isa_event_kind */
    uint32_t number, cta;
    uint64_t time;
    uint32_t operation; /* see race.h; 0: it is not followed */
    /* for an order: see sequence.h */
    uint32_t starter, serial, slot;
};

struct cta {
    uint32_t index[3]; /* in the grid */
    struct bytes shared;
    struct named_barrier barriers[NAMED_BARRIERS];
    uint8_t columns[TMEM_COLUMNS]; /* of Tensor Memory: 1 where allocated */
    int64_t registers;             /* of the pool that are free, per thread times threads */
    uint32_t live;                 /* threads */
};

/* ---- the machine ---- */

/* Global memory: what the launch, initial values and the kernel's own writes say of it. */
struct global_memory {
    struct cell *cells; /* a hash table with room for so many, of which `count` are used */
    uint32_t room, count;
    bool lost;    /* something was written, and nobody knows where */
    bool assumed; /* a word was read that the launch does not describe */
};

/* What is assumed of a launch that is not given in full. */
struct assumed {
    const uint8_t *use; /* of the registers: infer.c */
    uint64_t number;    /* that numbers are */
    bool any;           /* parameter was */
    uint32_t pointers;  /* that were made so far; their buffers come after ASSUMED_BUFFERS */
    uint8_t branches;   /* enum way: of guards that depend on data */
    uint8_t *said;      /* enum way, of each op: what the caller says */
    uint8_t *guessed;   /* of each op: 1 if its guard was */
    uint32_t guesses;   /* how many guards that was needed for */
};
/* What a guard that depends on data does. */
enum way { WAY_UNKNOWN, WAY_NOT_TAKEN, WAY_TAKEN };
enum { ASSUMED_BUFFERS = 256 };

/* Where variables are, and what is known of what they hold. */
struct memory {
    uint64_t *address, *size; /* of each variable of the function */
    uint8_t *zeroed;          /* of each: it holds zeros at first */
    struct global_memory global;
    struct assumed assumed;
    struct bytes params, rooms;
    struct bytes *local; /* of each thread; NULL: there is none */
    uint64_t shared_size, local_size;
};

/* What the CTAs of the cluster share. */
struct shared_state {
    struct list mbarriers; /* struct mbarrier */
    struct list agents;    /* struct agent; those from `agents_done` on are under way */
    uint32_t agents_done;
    uint32_t cluster_arrived, cluster_phase; /* threads; phases that are over */
    uint8_t *early_tests;   /* of each op: tests of a phase that said that it is not over */
    uint32_t *cluster_seen; /* of each thread: phases that must be over; 0: it has not arrived */
    bool unsized;           /* the bytes of some copies are not known */
};

/* How to run a machine. */
struct plan {
    struct sequence *sequence; /* NULL: any order will do */
    const struct holds *holds; /* from which it is made; NULL: it is not */
    bool records;              /* the order finds out which others there are */
    bool races;                /* are to be looked for */
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
    struct region **regions; /* of each block, behind its branch; NULL: not asked for yet */
    uint64_t steps, progress, random;
    struct finding *finding; /* NULL: all is well so far */
    struct trace *trace;     /* NULL: there is no listener */
    struct race *race;       /* NULL: races are not looked for */
    struct plan plan;
    int64_t asked; /* of a finding: columns, registers or bytes */
};

/* ---- what is wrong ---- */

struct finding {
    ptxc_outcome outcome;
    uint32_t op;
    struct text text;      /* what its message says */
    const struct warp *by; /* who ran it; NULL: nobody in particular */
};

/* A number below `below` in the order of the seed. */
static inline uint32_t machine_random(struct machine *m, uint32_t below) {
    m->random = m->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((m->random >> 33) % below);
}

/* ---- memory.c ---- */

/* false: some byte is not known. */
bool memory_read(struct machine *m, const struct warp *w, unsigned lane, uint64_t address,
                 unsigned size, uint64_t *value);
/* `known`: the value is. */
void memory_write(struct machine *m, const struct warp *w, unsigned lane, uint64_t address,
                  unsigned size, uint64_t value, bool known);
/* A write nobody knows where to, in `space`: shared memory of the CTA, global memory, or both. */
void memory_forget(struct machine *m, const struct warp *w, uint8_t space);
/* Buffers and variables, also those of constant memory. */
static inline bool is_global_address(uint64_t address) {
    return address >= BUFFER_BASE &&
           (address < ROOM_BASE || address - VARIABLE_BASE < VARIABLE_ROOM);
}
/* The address, in `space`, as a generic one. */
static inline uint64_t generic_address(uint8_t space, uint64_t address) {
    return space == SPACE_SHARED ? SHARED_WINDOW + (uint32_t)address : address;
}
/* Of a generic address in shared memory; false: it is elsewhere. */
static inline bool shared_place(const struct machine *m, uint64_t address, uint32_t *cta,
                                uint32_t *offset) {
    uint64_t at = address - SHARED_WINDOW;
    *cta = (uint32_t)(at >> RANK_SHIFT);
    *offset = (uint32_t)at & ((1u << RANK_SHIFT) - 1);
    return address >= SHARED_WINDOW && *cta < m->cta_count && *offset < m->memory.shared_size;
}
/* Where variables are, and how much room they need; then that room. */
void layout_variables(struct machine *m);
void make_memory(struct machine *m);
struct bytes make_bytes(struct arena *arena, uint64_t size);

/* ---- global.c ---- */

/* false: it is not known. `semaphore`: the word serves to synchronize, so that it begins as 0. */
bool global_read(struct machine *m, uint64_t address, unsigned size, bool semaphore,
                 uint64_t *value);
void global_write(struct machine *m, uint64_t address, unsigned size, uint64_t value, bool known);
/* A write nobody knows where to. */
void global_forget(struct machine *m);

/* ---- assume.c ---- */

/* What the value in a register is used for: bits. */
enum { USED_AS_POINTER = 1, USED_AS_FLOAT = 2, USED_AS_SHIFT = 4 };

/* A parameter that the launch does not give, and a kernel loads into a register: a pointer if it
 * serves as an address, else a number. false: the launch gives all, or it is none. */
bool assume_parameter(struct machine *m, uint64_t address, unsigned size, const struct place *to);

/* What the guard of an op does where it depends on data, as the caller says. */
enum way said_way(const struct machine *m, uint32_t pc);
/* The same, as is assumed. */
enum way assume_way(struct machine *m, uint32_t pc);

/* ---- atomic.c ---- */

/* Changes memory, and gives the old value. */
void change_atomically(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes);

/* ---- execute.c ---- */

static inline uint32_t leaf_count(const struct machine *m, const struct op *op, uint32_t operand) {
    return operand < op->operands ? program_operand(m->program, op, operand)->count : 0;
}
/* The i-th leaf of an operand; one that is not known if there is none. */
static inline const struct place *leaf_of(const struct machine *m, const struct op *op,
                                          uint32_t operand, uint32_t i) {
    static const struct place unknown = {.kind = PLACE_UNKNOWN};
    if (i >= leaf_count(m, op, operand)) return &unknown;
    return program_place(m->program, program_operand(m->program, op, operand)->first + i);
}
/* The address that the first leaves of an operand are, as a generic one. */
bool read_address(struct machine *m, const struct warp *w, unsigned lane, const struct op *op,
                  uint32_t operand, uint64_t *address);

/* Registers that an op writes, and nobody knows what. */
void forget_results(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes);

/* What place_read does if the place is more than a register. */
bool place_compute(struct machine *m, const struct warp *w, unsigned lane, const struct place *p,
                   uint64_t *value);
/* The value of a place; false: it is not known. */
static inline bool place_read(struct machine *m, const struct warp *w, unsigned lane,
                              const struct place *p, uint64_t *value) {
    if (p->kind != PLACE_REGISTER || p->minus || p->negated || p->number)
        return place_compute(m, w, lane, p, value);
    *value = w->registers[p->id].value[lane];
    return w->registers[p->id].known >> lane & 1;
}
void place_write(struct machine *m, struct warp *w, unsigned lane, const struct place *p,
                 uint64_t value, bool known, uint32_t op);
/* Runs an op in the lanes; returns those that go on to the next one. */
uint32_t execute(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes);

/* ---- unknown.c ---- */

/* A branch that depends on data: moves lanes to where its ways meet. false: what they do before is
 * seen by others, or they do not meet. */
bool skip_unknown(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes);

/* ---- synchronize.c ---- */

/* What an event does; returns the lanes that go on. */
uint32_t happen(struct machine *m, struct warp *w, uint32_t pc, const struct happening *h,
                uint32_t lanes);
/* Completes what was started first; false: nothing is under way. Copies whose bytes are not known
 * come last, when all threads are `idle`: only then is it clear what is missing. */
bool complete_next(struct machine *m, bool idle);
/* A thread has ended: what waits for all threads does not wait for it. */
void leave_barriers(struct machine *m, const struct warp *w);

/* ---- warp.c ---- */

/* Runs a warp until it waits, or for some steps. false: it could not run at all. */
bool warp_run(struct machine *m, struct warp *w, uint32_t steps);
/* Nothing else runs: lets threads go on that wait for others at a join; false: there are none. */
bool warp_part(struct warp *w);
static inline void wake(struct warp *w, uint32_t lanes) {
    for (unsigned l = 0; l < LANES; l++)
        if (lanes >> l & 1) w->waits[l].kind = WAIT_NOT;
}

/* ---- rehearse.c ---- */

/* Runs a launch that is filled in. PTXC_BAD_ARGUMENT: *refused says why it is none. */
ptxc_status run_launch(struct machine *m, const char **refused);

/* ---- say.c ---- */

/* The first finding ends the rehearsal. */
void find(struct machine *m, const struct warp *w, ptxc_outcome outcome, uint32_t op,
          struct text text);
/* Nothing moves any more. */
void find_stuck(struct machine *m);
/* The words of an op, or the name of the kernel if it is none. */
ptxc_span head_of(const struct machine *m, uint32_t op);
/* "full+16" */
struct text name_mbarrier(struct machine *m, const struct mbarrier *b);
/* What the caller did not say about the launch. */
const char *say_assumed(struct machine *m, const ptxc_launch *from);
void say_outcome(struct machine *m, struct list *waiting);

#endif
