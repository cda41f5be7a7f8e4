/* SPDX-License-Identifier: Apache-2.0
 * A kernel in the form that the machine executes: each instruction with the places that it reads
 * and writes, what it computes, its events, and where control goes. Built once, before the first
 * step. */
#ifndef REHEARSE_PROGRAM_H
#define REHEARSE_PROGRAM_H

#include "flow/event.h"

#define NO_OP UINT32_MAX

enum place_kind {
    PLACE_UNKNOWN, /* an element of a vector register, whose value is unknown */
    PLACE_REGISTER,
    PLACE_PART,    /* of a register; number: video_part */
    PLACE_SPECIAL, /* id: 4 * index + component */
    PLACE_NUMBER,
    PLACE_FLOAT,    /* number: its bits; id: how many */
    PLACE_VARIABLE, /* the address of one; id: the index in the function */
    PLACE_SINK
};

/* A leaf of an operand. */
struct place {
    uint8_t kind;
    bool minus, negated;
    uint32_t id;    /* for a register or a part of it, its slot */
    int64_t number; /* the number, or what is added */
};

/* An operand with all its leaves: the elements of a vector, both registers of a pair, the address
 * and the coordinates of a tensor. */
struct rehearsed {
    uint32_t first, count;
    bool is_address, is_written;
};

/* An argument of an event. */
struct argument {
    uint8_t what; /* enum isa_event_argument */
    uint8_t name; /* enum isa_event_name, for an argument with names */
    bool known;   /* `number` is known */
    int64_t number;
    uint32_t first, count; /* the places of its operand; 0 if it has none */
};

struct happening {
    uint8_t kind; /* enum isa_event_kind */
    uint32_t argument, arguments;
};

/* How a floating-point instruction rounds: to its type, or to an integer. */
enum rounding {
    ROUND_DEFAULT, /* to nearest, unless the assembler fuses it with another instruction */
    ROUND_NEAREST,
    ROUND_TO_EVEN,
    ROUND_TO_ZERO,
    ROUND_DOWN,
    ROUND_UP,
    ROUND_OTHERWISE /* another qualifier changes the result */
};

struct op {
    uint8_t does, mode, also; /* mode, also: meaning of further qualifiers: enum op_mode */
    uint8_t type, from;       /* indexes into isa_types: of the result, of the sources */
    uint8_t space;            /* enum isa_space that a qualifier names */
    uint8_t rounding;         /* enum rounding */
    bool sets_carry, converged;
    bool calls_inside;    /* calls a function with a body that is not part of the program, or an
                             unknown one */
    bool calls_any;       /* calls a function through a pointer */
    bool guarded, unless; /* the guard is a register; unless: @!p */
    uint32_t guard;
    uint32_t operand, operands; /* struct rehearsed */
    uint32_t happening, happenings;
    uint32_t target; /* of a branch; for a video instruction, its number; for a switch, the first of
                        its edges; for a call, the first op of the function if it is part of the
                        program, otherwise NO_OP */
    uint32_t block;
};

enum { VIDEO_TYPES = 3 };

/* A video instruction. */
struct video {
    uint8_t what;                /* enum isa_does: the operation */
    uint8_t numbers;             /* how many are computed at once */
    uint8_t types;               /* how many have been read */
    bool is_signed[VIDEO_TYPES]; /* the result and the sources */
    bool saturates, wraps, plus_one;
    uint8_t shift;
    uint8_t then, compares; /* enum op_mode */
};

/* The meaning of further qualifiers: modes.def. */
enum op_mode {
    MODE_NONE,
#define MODE(name, word) MODE_##name,
#include "rehearse/program/modes.def"
#undef MODE
    MODE_COUNT
};

/* A function that the kernel calls. */
struct callee {
    uint32_t head;                   /* the FUNCTION statement */
    uint32_t entry;                  /* its first op */
    uint32_t variable;               /* its first variable or parameter */
    uint32_t reg;                    /* its first register */
    struct list results, parameters; /* struct place */
};

struct program {
    struct flow_function *f; /* the kernel, and all functions that it calls */
    struct list callees;     /* struct callee */
    uint32_t *slot_of;       /* for each register of the function that is used, its number here */
    uint8_t *width;          /* for each of these, in bits */
    uint32_t registers;
    struct op *ops;
    uint32_t count;
    struct place *places; /* contiguous, because each op is executed in many lanes */
    struct rehearsed *operands;
    struct list videos;     /* struct video */
    struct list happenings; /* struct happening */
    struct list arguments;  /* struct argument */
    uint32_t *joins;        /* for each block: the first op that all paths from it pass, or NO_OP */
};

/* link.c: appends the functions of the module that the kernel calls, directly or through others, to
 * the kernel. Returns them; functions that cannot be analyzed are left out. */
struct list link_callees(struct flow_function *f);
/* Returns the function that an instruction names, or NULL if it calls through a pointer. */
const struct symbol *called_function(const struct flow_function *f, uint32_t insn);
/* Returns the function that an instruction calls, or NULL if it is not among `callees`. */
struct callee *find_callee(const struct flow_function *f, const struct list *callees,
                           uint32_t insn);

/* decode.c: `callees` comes from link_callees. */
struct program program_make(struct flow_function *f, const struct flow_events *events,
                            const struct list *callees);
/* joins.c */
uint32_t *find_joins(const struct flow_function *f);

static inline const struct place *program_place(const struct program *p, uint32_t i) {
    return &p->places[i];
}
static inline const struct flow_variable *program_variable(const struct program *p, uint32_t id) {
    return list_at(&p->f->variables, id);
}
static inline const struct rehearsed *program_operand(const struct program *p, const struct op *op,
                                                      uint32_t k) {
    return &p->operands[op->operand + k];
}
/* Returns NULL if the event has no such argument. */
static inline const struct argument *
program_argument(const struct program *p, const struct happening *h, enum isa_event_argument what) {
    for (uint32_t i = 0; i < h->arguments; i++) {
        const struct argument *a = list_at(&p->arguments, h->argument + i);
        if (a->what == what) return a;
    }
    return NULL;
}

#endif
