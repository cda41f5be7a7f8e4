/* SPDX-License-Identifier: Apache-2.0
 * Lays out the examples of the tables, and wraps them in modules with the declarations they
 * need. */
#ifndef PROGRAM_ISA_EXAMPLE_H
#define PROGRAM_ISA_EXAMPLE_H

#include "program/text/phrase.h"
#include "ptxcheck.h"
#include "program/isa/takers.h"

/* Adds the example, one statement per line, each indented by `indent` spaces. */
void isa_example_lines(struct phrase *p, const char *text, size_t indent);

/* An example in a module with the declarations it needs. */
struct isa_example {
    struct phrase text; /* text of the module, with the oldest header that is accepted */
    struct taker row[TAKERS_MOST];
    size_t rows; /* the versions and targets that accept it */
};
/* Returns false if memory runs out or there is no such example. */
bool isa_example_make(struct isa_example *e, size_t insn, size_t example);

#endif
