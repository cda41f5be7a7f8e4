/* SPDX-License-Identifier: Apache-2.0
 * Finds registers that hold a constant: the instruction that last wrote them, a short way back
 * in straight-line code, is a move. In case of doubt, the value is unknown. */
#ifndef CHAIN_CONSTANT_H
#define CHAIN_CONSTANT_H

#include "chain/chain.h"
#include "syntax/ast.h"

/* A value as far as it is known. */
struct constant {
    uint64_t value, known; /* known: mask of the known bits */
    ptxc_span set;         /* the instruction that sets it; NO_SPAN if it is written literally */
};

/* What a register holds at the start of a statement. */
struct known_register {
    struct name name;
    uint32_t declared, stmt; /* stmt is 0 if nothing is known */
    bool halves;
    struct constant constant;
};

enum { CONSTANT_REGISTERS = 16 };

/* Where to search, and who knows the chains and the names there. */
struct constant_search {
    const struct ast *ast;
    void *user;
    const struct chain_info *(*chain)(void *user, uint32_t stmt); /* of an instruction */
    /* Returns where the register is declared that the node of a statement names, or UINT32_MAX if
     * it is not a register. */
    uint32_t (*declared)(void *user, uint32_t stmt, const struct node *node);
    struct known_register *found; /* CONSTANT_REGISTERS that were found before, or NULL */
};

/* Returns the statement that is known to have written the register last before statement `stmt`
 * started, or NO_WRITER. Looks back to the start of statement `stop` and then returns
 * WRITER_EARLIER; 0 means no such limit. `declared` is where the register is declared. */
#define NO_WRITER UINT32_MAX
#define WRITER_EARLIER (UINT32_MAX - 1)
uint32_t constant_writer(const struct ast *ast, uint32_t stmt, struct name name, uint32_t declared,
                         uint32_t stop);
/* Returns the width of the integer type isa_words[word], or 0 if it is something else. */
uint8_t constant_width(uint16_t word);
/* Returns what is known about the value of a node when the statement is executed. */
struct constant constant_of(const struct constant_search *search, uint32_t stmt, uint32_t node);

#endif
