/* SPDX-License-Identifier: Apache-2.0
 * The declared parameters and return values of a function. Manual: Kernel and Function
 * Directives (.func, .entry); Control Flow Directives (.callprototype). */
#ifndef SYMBOLS_SIGNATURE_H
#define SYMBOLS_SIGNATURE_H

#include "diag/diag.h"

struct symbol;

/* A parameter or a return value of a function. */
struct formal {
    ptxc_span name;    /* the name, or `_` if it has none */
    uint64_t elements; /* of an array; 0 if it is not an array */
    uint8_t space, type, vector;
    uint8_t align; /* log2 of bytes, at least the alignment of its type */
    bool open;     /* an array without a size */
};

struct signature {
    struct formal *formals; /* return values first */
    uint32_t results, arguments;
    bool noreturn;
};

/* Returns the alignment of a variable as log2 of bytes; `given` is the operand of `.align`, or
 * 0. */
uint8_t signature_align(uint8_t type, uint8_t vector, uint64_t given);

/* Returns its size in bytes; for an open array, the size of one element. */
uint64_t signature_bytes(const struct formal *formal);

/* Returns what differs between two declarations of one function, "the number of parameters", or
 * NULL if nothing does. */
const char *signature_difference(const struct signature *a, const struct signature *b);

/* Whether a register or .param variable can be passed to a function or receive what it returns. */
enum passing { PASSES, WRONG_KIND, WRONG_TYPE, WRONG_SIZE, WRONG_ALIGN };
enum passing signature_passes(const struct formal *formal, const struct symbol *given);
/* Returns true if a number can be passed. `floating`: it has a fraction; `single`: it is spelled
 * 0f3F800000. */
bool signature_takes_number(const struct formal *formal, bool floating, bool single);

#endif
