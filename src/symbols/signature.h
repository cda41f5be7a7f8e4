/* SPDX-License-Identifier: Apache-2.0
 * What a function returns and takes, as it is declared. Manual: Kernel and Function Directives
 * (.func, .entry); Control Flow Directives (.callprototype). */
#ifndef SYMBOLS_SIGNATURE_H
#define SYMBOLS_SIGNATURE_H

#include "diag/diag.h"

struct symbol;

/* One that a function returns or takes. */
struct formal {
    ptxc_span name;    /* or its `_` */
    uint64_t elements; /* of an array; 0: it is none */
    uint8_t space, type, vector;
    uint8_t align; /* log2 of bytes, at least that of its type */
    bool open;     /* an array without a size */
};

struct signature {
    struct formal *formals; /* results first */
    uint32_t results, arguments;
    bool noreturn;
};

/* The alignment of a variable, as log2 of bytes; `given`: what `.align` says, 0: nothing. */
uint8_t signature_align(uint8_t type, uint8_t vector, uint64_t given);

/* How many bytes it takes; of an open array, those of one element. */
uint64_t signature_bytes(const struct formal *formal);

/* What differs in two declarations of one function, "the number of parameters"; NULL: nothing. */
const char *signature_difference(const struct signature *a, const struct signature *b);

/* Can a register or a .param variable be given to a function, or take what it returns? */
enum passing { PASSES, WRONG_KIND, WRONG_TYPE, WRONG_SIZE, WRONG_ALIGN };
enum passing signature_passes(const struct formal *formal, const struct symbol *given);
/* The same of a number. `floating`: it has a fraction; `single`: it is spelled 0f3F800000. */
bool signature_takes_number(const struct formal *formal, bool floating, bool single);

#endif
